/**
 * PDFs of a space, of change requests and of sites. Asking for one checks access and answers an address that is good for an hour;
 * the address names a revision, so what it shows is the content of that moment, and needs no token: it is signed. The PDF
 * is made when the address is opened, and kept for a while for all who are shown the same.
 */
import { Clock, Context, Effect, Layer, Schema, type Stream } from "effect"
import { repositoryTree } from "../../content/git/repository.ts"
import { ApiReference } from "../../content/openapi/ApiReference.ts"
import { RemotePictures } from "../../content/remote-pictures/RemotePictures.ts"
import { Blobs } from "../../content/revisions/Blobs.ts"
import { blobBytes } from "../../content/revisions/blobBytes.ts"
import { ComputedContent } from "../../content/revisions/computed/ComputedContent.ts"
import { downloadUrl } from "../../content/revisions/downloads.ts"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import type { PageNode } from "../../content/revisions/model/PageTree.ts"
import type { FileRecord } from "../../content/revisions/model/Records.ts"
import { type Revision, RevisionTree } from "../../content/revisions/model/RevisionTree.ts"
import type { StoredRevisionRecord } from "../../content/revisions/Revision.ts"
import { RevisionStore } from "../../content/revisions/RevisionStore.ts"
import { conditionHolds, visibleNodes } from "../../content/revisions/visibleContent.ts"
import type { OpenContent } from "../../content/space-content/OpenContent.ts"
import { SpaceContent } from "../../content/space-content/SpaceContent.ts"
import type { SpaceRecord } from "../../content/spaces/Space.ts"
import { SpaceStore } from "../../content/spaces/SpaceStore.ts"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined, ifDefined } from "../../kernel/shared/defined.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { Instance, publishedUrl } from "../../kernel/shared/Instance.ts"
import { SigningKey, signValue, verifyValue } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { homeOf } from "../site-records/homePage.ts"
import { type PdfBook, type PdfError, type PdfPart, PdfRenderer } from "./PdfRenderer.ts"
import { makePdfCache } from "./pdfCache.ts"
import { mostPages, type PdfScope, selectPages } from "./selection.ts"

/** How long an address is good for, in seconds. */
const pdfLifetime = 3600

export const PdfUrl = Schema.Struct({ url: Schema.String }).annotate({ identifier: "PDFUrl" })
export type PdfUrl = typeof PdfUrl.Type

/** The hour of the address is over. */
export class PdfExpired extends Schema.TaggedError<PdfExpired>()("PdfExpired", { message: Schema.String }) {}

export interface PdfFile {
  /** Name to save it under. */
  readonly name: string
  readonly bytes: Stream.Stream<Uint8Array, PdfError | StorageError>
}

/** What a site shows of a space. */
export interface PublishedPart {
  readonly spaceId: string
  /** The page that was chosen for its root. */
  readonly home: string | null
  /** What it is below in the outline of the whole site. */
  readonly headings: PdfPart["headings"]
  /** Canonical address of the site space, with a slash at its end. */
  readonly url: string
  /** Language of content that has none of its own. */
  readonly language: string
  /** Address of a file for whoever reads the PDF. */
  readonly addressOf: (file: FileRecord) => string
}

/** What a site prints of one space. */
export interface PublishedPdf extends PublishedPart {
  /** Printed alone. */
  readonly page?: string
  readonly spaces: NonNullable<PdfBook["spaces"]>
  /** Whose PDF it is. */
  readonly judge: Judge
}

/** What a site prints of itself. */
export interface PublishedSitePdf {
  readonly title: string
  readonly url: string
  readonly language: string
  readonly spaces: NonNullable<PdfBook["spaces"]>
  /** Whose PDF it is. */
  readonly judge: Judge
  /** What this visitor is shown, in order. */
  readonly parts: ReadonlyArray<PublishedPart>
}

const purpose = "pdf"

/** What an address says: what is printed of which revision, and until when (seconds since 1970). */
interface Signed {
  readonly space: string
  readonly revision: string
  readonly page?: string | undefined
  readonly only?: boolean | undefined
  /** Number and subject of the change request. */
  readonly draft?: { readonly number: number; readonly subject: string } | undefined
  readonly until: number
}

/** More of a subject is not on the cover. */
const longestSubject = 120

export class Pdfs extends Context.Service<
  Pdfs,
  {
    /** Address of a PDF of the primary content, or of the draft of a change request. */
    readonly url: (
      spaceId: string,
      scope: PdfScope,
      changeRequest?: string
    ) => Effect.Effect<PdfUrl, Forbidden | Invalid | NotFound | StorageError, CurrentActor>
    /**
     * A PDF of what a site shows of a space to its visitor: of one page, or of all that are listed. Who calls it has
     * decided that the visitor may read the space. `NotFound` for a page that is not shown, and for more than a PDF holds.
     */
    readonly published: (source: PublishedPdf) => Effect.Effect<PdfFile, NotFound | PdfError | StorageError>
    /** A PDF of all that a site lists for its visitor, who may read its spaces. `NotFound` as for one space. */
    readonly publishedSite: (source: PublishedSitePdf) => Effect.Effect<PdfFile, NotFound | PdfError | StorageError>
    /** The PDF behind the signed part of an address; needs no actor. `PdfError` when too many are being made. */
    readonly open: (signed: string) => Effect.Effect<PdfFile, NotFound | PdfExpired | PdfError | StorageError>
  }
>()("@octavo/core/delivery/pdf/Pdfs") {
  static readonly layer = Layer.effect(
    Pdfs,
    Effect.gen(function* () {
      const contents = yield* SpaceContent
      const spaces = yield* SpaceStore
      const revisions = yield* RevisionStore
      const trees = yield* RevisionTree
      const computed = yield* ComputedContent
      const blobs = yield* Blobs
      const pictures = yield* RemotePictures
      const renderer = yield* PdfRenderer
      const reference = yield* ApiReference
      const instance = yield* Instance
      const key = yield* SigningKey
      const keep = makePdfCache<PdfError | StorageError>(yield* Effect.scope)

      const url = traced("Pdfs.url")(function* (spaceId: string, scope: PdfScope, changeRequest?: string) {
        const open = yield* contents.open(spaceId, changeRequest === undefined ? undefined : { changeRequest })
        const title = yield* checked(open, scope)
        const draft = open.changeRequest
        const signed: Signed = {
          space: spaceId,
          revision: open.revision.id,
          ...scope,
          ...ifDefined(draft, ({ number, subject }) => ({
            draft: { number, subject: subject.slice(0, longestSubject) }
          })),
          until: Math.floor((yield* Clock.currentTimeMillis) / 1000) + pdfLifetime
        }
        return {
          url: `${instance.publicUrl}/~pdf/${signValue(key, purpose, signed)}/${encodeURIComponent(fileName(title))}`
        }
      })

      const open = traced("Pdfs.open")(function* (text: string) {
        const signed = verifyValue(key, purpose, text) as Signed | undefined
        const space = signed === undefined ? undefined : yield* spaces.get(signed.space)
        const revision = signed === undefined ? undefined : yield* revisions.get(signed.space, signed.revision)
        // the address does not outlive the space
        if (signed === undefined || space === undefined || space.deletedAt !== null || revision === undefined) {
          return yield* missing
        }
        if ((yield* Clock.currentTimeMillis) / 1000 >= signed.until) {
          return yield* new PdfExpired({ message: "The address of this PDF was good for an hour; ask for a new one" })
        }
        const tree = yield* expanded(space, revision)
        const pages = yield* missingIsDamage(tree.pages())
        const named = signed.page === undefined ? undefined : yield* missingIsDamage(tree.page(signed.page))
        const draft = signed.draft === undefined ? undefined : `#${signed.draft.number} ${signed.draft.subject}`.trim()
        const subtitle = [named === undefined ? undefined : space.title, draft].filter((part) => part !== undefined)
        const title = named?.title ?? space.title
        const emoji = named === undefined ? space.emoji : named.emoji
        const language = space.language ?? "en"
        const book: PdfBook = {
          title,
          language,
          createdAt: revision.createdAt,
          ...(subtitle.length === 0 ? {} : { subtitle: subtitle.join(" · ") }),
          ...defined({ emoji }),
          ...address(space, draft),
          parts: [
            {
              space: space.id,
              headings: [],
              language,
              ...address(space, draft),
              ...(yield* contentOf(space, tree, space.published?.pageId ?? null)),
              tree: pages,
              printed: selectPages(pages, signed) ?? []
            }
          ]
        }
        const addressOf = (file: FileRecord) => downloadUrl({ instance, key, owner: { space: space.id } }, file)
        return yield* print(space.organizationId, book, [{ tree, addressOf }])
      })

      /** Where a space is published; no draft is. */
      const address = (space: SpaceRecord, draft: string | undefined) =>
        space.published === null || draft !== undefined ? {} : { publishedUrl: publishedUrl(instance, space.published) }

      const expanded = (space: SpaceRecord, { root }: StoredRevisionRecord) =>
        missingIsDamage(Effect.flatMap(trees.open(root), (content) => computed.expand(space, content)))

      /** What a book has of its revision, whatever of it is printed. */
      const contentOf = Effect.fnUntraced(function* (space: SpaceRecord, tree: Revision, pageId: string | null) {
        const home = yield* missingIsDamage(homeOf(tree, pageId))
        const repository = repositoryTree(space)
        return {
          ...defined({ home: home?.id, repositoryTree: repository }),
          files: yield* missingIsDamage(tree.files(undefined, Number.MAX_SAFE_INTEGER)),
          pictures: yield* pictures.kept(space.id),
          reusables: yield* missingIsDamage(tree.reusableContents()),
          variables: yield* missingIsDamage(tree.variables()),
          tags: yield* missingIsDamage(tree.tags())
        }
      })

      /** @param sources what the parts of the book are read from, in their order */
      const print = (
        organizationId: string,
        book: PdfBook,
        sources: ReadonlyArray<{ readonly tree: Revision; readonly addressOf: PublishedPart["addressOf"] }>
      ) =>
        Effect.map(
          keep(
            contentHash(utf8.encode(JSON.stringify([organizationId, book]))),
            renderer.render(book, {
              text: (hash, part) =>
                Effect.flatMap(missingIsDamage(sources[part]!.tree.body(hash)), ({ text }) =>
                  reference.inMarkdown(organizationId, text, { samples: 1 })
                ),
              bytes: (file) => blobBytes(blobs, file.blob),
              address: (file, part) => sources[part]!.addressOf(file)
            })
          ),
          (bytes): PdfFile => ({ name: fileName(book.title), bytes })
        )

      /** What a visitor is shown of a space, ready to be printed; `undefined` when there is nothing. */
      const shownPart = Effect.fnUntraced(function* (source: PublishedPart, judge: Judge, page?: string) {
        const { addressOf, headings, home, language, spaceId, url } = source
        const space = yield* spaces.get(spaceId)
        const revision = space && (yield* revisions.get(spaceId, space.head.revisionId))
        if (space === undefined || space.deletedAt !== null || revision === undefined) return undefined
        const tree = yield* expanded(space, revision)
        // what the visitor does not see is not there, and what is there hangs on nothing any more
        const pages = decided(visibleNodes(yield* missingIsDamage(tree.pages()), (one) => conditionHolds(judge, one)))
        const printed = selectPages(pages, page === undefined ? {} : { page, only: true })
        if (printed === undefined || printed.length === 0) return undefined
        const part: PdfPart = {
          space: spaceId,
          headings,
          language: space.language ?? language,
          publishedUrl: url,
          ...(yield* contentOf(space, tree, home)),
          tree: pages,
          printed
        }
        return { space, revision, part, source: { tree, addressOf } }
      })

      const published = traced("Pdfs.published")(function* (source: PublishedPdf) {
        const { judge, page, spaces, url } = source
        const shown = yield* shownPart(source, judge, page)
        if (shown === undefined || shown.part.printed.length > mostPages) return yield* missing
        const { part, revision, space } = shown
        const named = page === undefined ? undefined : yield* missingIsDamage(shown.source.tree.page(page))
        const emoji = named === undefined ? space.emoji : named.emoji
        const book: PdfBook = {
          title: named?.title ?? space.title,
          language: part.language,
          createdAt: revision.createdAt,
          ...defined({ emoji }),
          ...ifDefined(named, () => ({ subtitle: space.title })),
          publishedUrl: url,
          spaces,
          visitor: judge.visitor(),
          parts: [part]
        }
        return yield* print(space.organizationId, book, [shown.source])
      })

      const publishedSite = traced("Pdfs.publishedSite")(function* (site: PublishedSitePdf) {
        const { judge, language, spaces, title, url } = site
        const shown: Array<Effect.Success<ReturnType<typeof shownPart>> & {}> = []
        let pages = 0
        for (const source of site.parts) {
          const part = yield* shownPart(source, judge)
          if (part === undefined) continue
          pages += part.part.printed.length
          if (pages > mostPages) return yield* missing
          shown.push(part)
        }
        const [first] = shown
        if (first === undefined) return yield* missing
        const book: PdfBook = {
          title,
          language,
          createdAt: shown.map(({ revision }) => revision.createdAt).reduce((a, b) => (a > b ? a : b)),
          publishedUrl: url,
          spaces,
          visitor: judge.visitor(),
          parts: shown.map(({ part }) => part)
        }
        return yield* print(
          first.space.organizationId,
          book,
          shown.map(({ source }) => source)
        )
      })

      return Pdfs.of({ url, open, published, publishedSite })
    })
  )
}

const missing = new NotFound({ message: "There is no such PDF" })

const decided = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageNode> =>
  nodes.map(({ page: { condition: _, ...page }, pages, ...rest }) => ({ ...rest, page, pages: decided(pages) }))

/** Title of what is printed, when it can be. */
const checked = Effect.fnUntraced(function* ({ expanded: tree, space }: OpenContent, scope: PdfScope) {
  if (scope.only === true && scope.page === undefined) {
    return yield* new Invalid({
      message: "only needs page: the id of the page to print",
      details: [{ path: "query.only", message: "needs page" }]
    })
  }
  const selected = selectPages(yield* missingIsDamage(tree.pages()), scope)
  if (selected === undefined) return yield* NotFound.of("page", scope.page ?? "")
  if (selected.length > mostPages) {
    return yield* new Invalid({
      message: `This is ${selected.length} pages and a PDF holds at most ${mostPages}: name a page or group in page`,
      details: [{ path: "query.page", message: "needed for so many pages" }]
    })
  }
  if (scope.page === undefined) return space.title
  return (yield* missingIsDamage(tree.page(scope.page)))?.title ?? space.title
})

/** A title as the name of a file, on every system. */
const fileName = (title: string): string => {
  const name = title
    .replace(/[\p{Cc}\p{Cf}/\\?%*:|"<>]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80)
    .replace(/[\uD800-\uDBFF]$|^\.+|(?<!\.)\.+$/g, "")
    .trim()
  return `${name === "" ? "document" : name}.pdf`
}
