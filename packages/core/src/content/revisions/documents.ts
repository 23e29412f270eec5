/**
 * Structured documents of pages, reusable contents and comments: the Markdown is what is kept, the document is made of
 * it and written back into it. References lead to pages, files and reusable contents of the revision by their ids.
 */
import {
  parsePage,
  plainHref,
  type RichBlock,
  type RichDocument,
  type RichProblem,
  type RichRef,
  readDocument,
  resolveHref,
  type Target
} from "@octavo/document"
import { Effect } from "effect"
import { compute, computeKept, inlineLength } from "../../kernel/compute/Compute.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { contentHash, utf8 } from "../../kernel/shared/hash.ts"
import { SentDocuments, sentDocument } from "../../kernel/shared/sentDocuments.ts"
import { factsOf, type PageFacts } from "../../kernel/texts/PageFacts.ts"
import { rewrite } from "../../kernel/texts/textTasks.ts"
import { documentOfJson } from "./documentJson.ts"
import { type DocumentWork, documentRefs, documentTask, nameOf, revertedBlocks, writtenText } from "./documentTasks.ts"
import type { ObjectsError } from "./model/Objects.ts"
import type { FileRecord } from "./model/Records.ts"
import type { Revision } from "./model/RevisionTree.ts"

/** Where a text stands. */
export interface DocumentPlace {
  readonly spaceId: string
  /** Prefix of the addresses of this installation's application. */
  readonly appUrl: string
  /** What relative hrefs start from; undefined for what is not in a repository. */
  readonly gitPath?: string | undefined
  /** The first heading of level one is the title, and no part of the document. */
  readonly titled: boolean
  /** Title of a page, for a text that does not say it. */
  readonly title?: string | undefined
}

type Read<A> = Effect.Effect<A, ObjectsError>

const gitbook = "https://app.gitbook.com"

/** An href that nothing in the space answers to, as a reference that says so. Its id is made of the path. */
const brokenRef = (path: string, anchor: string | undefined): RichRef => {
  const id = `broken-${contentHash(utf8.encode(path)).slice(0, 16)}`
  const isPage = /(?:^|\/)[^/.]*$|\.(?:md|markdown)$/i.test(path)
  if (!isPage && anchor === undefined) return { kind: "file", file: id, broken: true }
  return anchor === undefined || anchor === ""
    ? { kind: "page", page: id, broken: true }
    : { kind: "anchor", page: id, anchor, broken: true }
}

/** The marker that stands for anything. */
const brokenReference = "broken-reference"

/** What a marker of a broken link says that it led to. */
const markedRef = (target: Extract<Target, { kind: "broken" }>): RichRef => {
  const { anchor, id = brokenReference, space } = target
  const ofSpace = defined({ space })
  switch (target.target) {
    case "file":
      return { kind: "file", file: id, ...ofSpace, broken: true }
    case "openapi":
      return { kind: "openapi", spec: id, broken: true }
    default:
      return anchor === undefined || anchor === ""
        ? { kind: "page", page: id, ...ofSpace, broken: true }
        : { kind: "anchor", page: id, anchor, ...ofSpace, broken: true }
  }
}

/** The query that a reference is written with, `?` included; empty without one. */
const queryOf = (ref: RichRef): string => ("query" in ref && ref.query !== undefined ? `?${ref.query}` : "")

/** How a reference that says that it is broken is written where no text has it (`docs/contributing/dialect.md#links`). */
const markerOf = (ref: RichRef): string | undefined => {
  if (!("broken" in ref) || ref.broken !== true) return undefined
  const safe = (id: string) => encodeURIComponent(id)
  switch (ref.kind) {
    case "page":
    case "anchor": {
      const { page = brokenReference, space } = ref
      if (page === brokenReference && space === undefined) return brokenReference
      if (page === brokenReference) return `/broken/spaces/${safe(space!)}`
      const hash = ref.kind === "anchor" ? `#${encodeURI(ref.anchor)}` : ""
      return `/broken/${space === undefined ? "" : `spaces/${safe(space)}/`}pages/${safe(page)}${queryOf(ref)}${hash}`
    }
    case "file":
      return `/broken/files/${safe(ref.file)}${queryOf(ref)}`
    case "openapi":
      return `/broken/openapi/${safe(ref.spec)}`
    case "reusable-content":
      return `/reusable-content/${safe(ref.reusableContent)}`
    default:
      return undefined
  }
}

/** What an href leads to; a reference that says so where that is nothing. Undefined for what leads out of the space. */
const refOf = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, href: string) {
  const { appUrl, gitPath = "" } = place
  const own = href === appUrl || href.startsWith(`${appUrl}/`)
  const target = resolveHref(own ? gitbook + href.slice(appUrl.length) : href, gitPath)
  const ref = yield* refTo(tree, place, target)
  if (ref === undefined || !("query" in target) || target.query === undefined) return ref
  // what has no field for it stays as it is written
  return mayAsk(ref) ? { ...ref, query: target.query } : undefined
})

const mayAsk = (ref: RichRef) => ref.kind === "page" || ref.kind === "anchor" || ref.kind === "file"

const refTo = Effect.fnUntraced(function* (
  tree: Revision,
  { spaceId }: DocumentPlace,
  target: Target
): Effect.fn.Return<RichRef | undefined, ObjectsError> {
  const page = (id: string, anchor: string | undefined): RichRef =>
    anchor === undefined || anchor === "" ? { kind: "page", page: id } : { kind: "anchor", page: id, anchor }
  switch (target.kind) {
    case "page":
      return marked(page(target.id, target.anchor), yield* tree.page(target.id))
    case "blob":
      return marked({ kind: "file", file: target.id }, yield* tree.file(target.id))
    case "reusable": {
      if (target.space !== undefined && target.space !== spaceId) {
        return { kind: "reusable-content", reusableContent: target.id, space: target.space } as const
      }
      const ref = { kind: "reusable-content", reusableContent: target.id } as const
      return marked(ref, yield* tree.reusableContent(target.id))
    }
    case "file": {
      const entry = yield* tree.byGitPath(target.path)
      if (entry?.kind === "page") return page(entry.id, target.anchor)
      if (entry === undefined) return brokenRef(target.path, target.anchor)
      if (target.anchor !== undefined) return undefined
      return entry.kind === "file"
        ? ({ kind: "file", file: entry.id } as const)
        : ({ kind: "reusable-content", reusableContent: entry.id } as const)
    }
    case "anchor":
      return target.anchor === "" ? undefined : ({ kind: "anchor", anchor: target.anchor } as const)
    case "space": {
      const { anchor, path, space } = target
      if (space !== spaceId) {
        if (target.page !== undefined) return { ...page(target.page, anchor), space } as RichRef
        if (path !== "") return undefined
        return anchor === undefined || anchor === ""
          ? ({ kind: "space", space } as const)
          : ({ kind: "anchor", anchor, space } as const)
      }
      if (target.page !== undefined) return marked(page(target.page, anchor), yield* tree.page(target.page))
      const found = yield* tree.pageByPath(path)
      return found === undefined ? brokenRef(`${path}.md`, anchor) : page(found.id, anchor)
    }
    case "outside":
      return brokenRef(target.path, target.anchor)
    case "broken":
      return markedRef(target)
    case "app": {
      const user = /^https?:\/\/[^/]+\/u\/([\w-]+)\/?$/.exec(target.url)?.[1]
      return user === undefined ? undefined : ({ kind: "user", user } as const)
    }
    default:
      return undefined
  }
})

/** The reference; as a broken one where there is no such record. */
const marked = (ref: RichRef, found: unknown): RichRef =>
  found === undefined ? ({ ...ref, broken: true } as RichRef) : ref

/** How a reference is written in a place: by path within one repository, else by id. */
const hrefOf = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, ref: RichRef) {
  const { gitPath, spaceId, titled } = place
  const query = queryOf(ref)
  const isOwn = !("space" in ref) || ref.space === undefined || ref.kind === "space" || ref.space === spaceId
  const byPath = (path: string | undefined, id: string): string =>
    gitPath === undefined || path === undefined ? id : plainHref(gitPath, path)
  switch (ref.kind) {
    case "page":
    case "anchor": {
      const hash = ref.kind === "anchor" ? `#${encodeURI(ref.anchor)}` : ""
      if (!isOwn) {
        // by id, so that it needs no look into what this reader may not see
        if (![ref.space ?? "", ref.page ?? ""].every((id) => /^[\w-]*$/.test(id))) return undefined
        return `${gitbook}/s/${ref.space}/${ref.page === undefined ? "" : `~/pages/${ref.page}`}${query}${hash}`
      }
      if (ref.page === undefined) return hash
      const page = yield* tree.page(ref.page)
      if (page === undefined) return undefined
      // a group has no file that its id could become when it is exported
      const path = titled && page.type !== "document" ? yield* tree.pathOf(page.id) : undefined
      const address = path === undefined ? `/pages/${page.id}` : `${gitbook}/s/${spaceId}/${encodeURI(path)}`
      return byPath(page.git?.path, address) + query + hash
    }
    case "file": {
      const file = isOwn ? yield* tree.file(ref.file) : undefined
      return file === undefined ? undefined : byPath(file.git?.path, `/files/${ref.file}`) + query
    }
    case "reusable-content": {
      if (!isOwn) return `${gitbook}/s/${ref.space}/~/reusable/${ref.reusableContent}/`
      const reusable = yield* tree.reusableContent(ref.reusableContent)
      return reusable === undefined ? undefined : byPath(reusable.git?.path, `/reusable-content/${ref.reusableContent}`)
    }
    case "space":
      return /^[\w-]+$/.test(ref.space) ? `${gitbook}/s/${ref.space}/` : undefined
    case "user":
      return /^[\w-]+$/.test(ref.user) ? `${gitbook}/u/${ref.user}` : undefined
    default:
      return undefined
  }
})

const resolveAll = (
  tree: Revision,
  place: DocumentPlace,
  hrefs: Iterable<string>
): Read<ReadonlyMap<string, RichRef | undefined>> =>
  Effect.map(
    Effect.forEach(new Set(hrefs), (href) => Effect.map(refOf(tree, place, href), (ref) => [href, ref] as const)),
    (found) => new Map(found)
  )

const hrefsOf = ({ hrefs }: PageFacts): ReadonlyArray<string> => hrefs

/** Those that lead somewhere: the others need not be sent anywhere. */
const found = (refs: ReadonlyMap<string, RichRef | undefined>): ReadonlyMap<string, RichRef> =>
  new Map(Array.from(refs).flatMap(([href, ref]) => (ref === undefined ? [] : [[href, ref] as const])))

/** What a document of a text is made of. */
const documentWork = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, text: string) {
  const refs = yield* resolveAll(tree, place, hrefsOf(yield* factsOf(text)))
  return { text, refs: found(refs), titled: place.titled } satisfies DocumentWork
})

/** The document of a text, in JSON, with some of its blocks as they were in another; or which of them are in neither. */
export const revertedDocument = Effect.fnUntraced(function* (
  now: { readonly tree: Revision; readonly place: DocumentPlace; readonly text: string },
  before: { readonly tree: Revision; readonly place: DocumentPlace; readonly text: string },
  keys: ReadonlyArray<string>
) {
  const work = {
    now: yield* documentWork(now.tree, now.place, now.text),
    before: yield* documentWork(before.tree, before.place, before.text),
    keys
  }
  const made = yield* compute(revertedBlocks, work, now.text.length + before.text.length)
  return "unknown" in made ? made : { json: utf8.decode(made.json) }
})

/** The document of a text. */
export const documentOf = Effect.fnUntraced(function* (tree: Revision, place: DocumentPlace, text: string) {
  const { titled } = place
  if (text.length <= inlineLength) {
    const parsed = parsePage(text)
    const refs = yield* resolveAll(tree, place, new Set(parsed.links.map(({ href }) => href)))
    return readDocument(text, { refOf: (href) => refs.get(href), hrefOf: () => undefined }, { parsed, titled })
  }
  const work = yield* documentWork(tree, place, text)
  const key = contentHash(utf8.encode(`${titled} ${JSON.stringify(Array.from(work.refs))}\n${text}`))
  return documentOfJson(yield* computeKept(documentTask, key, work, text.length))
})

/** Where in a request something is wrong with a document: in its whole text, when that is no JSON. */
export const placeOfProblem = (place: string, { path }: RichProblem): string =>
  path === "" ? place : `${place}.${path}`

/** The text of a document, written into the one that is there; or why it cannot be. */
export const textOfDocument = Effect.fnUntraced(function* (
  tree: Revision,
  place: DocumentPlace,
  document: unknown,
  base: string
) {
  const sent = sentDocument(yield* SentDocuments, document)
  if (sent !== undefined) return yield* textOfJson(tree, place, sent, base, true)
  // reading it may have taken long, as writing it may: whoever waits comes between
  yield* Effect.yieldNow
  return yield* textOfJson(tree, place, JSON.stringify(document) ?? "null", base)
})

/**
 * The same of a document in JSON.
 * @param isSent nobody has looked into it since it came
 */
export const textOfJson = Effect.fnUntraced(function* (
  tree: Revision,
  place: DocumentPlace,
  json: string,
  base: string,
  isSent = false
): Effect.fn.Return<{ readonly text: string } | { readonly problem: RichProblem }, ObjectsError> {
  const length = json.length / jsonPerText
  const wanted = yield* compute(documentRefs, { document: json, isSent }, length)
  if ("problem" in wanted) return wanted
  const own = hrefsOf(yield* factsOf(base))
  // what is not there goes on being written as it is
  const missing = new Map<string, string>()
  // a client may not hand back the field that has a query: then it means the reference that the text has with one
  const asked = new Map<string, string>()
  const names = new Set<string>()
  for (const [href, ref] of yield* resolveAll(tree, place, own)) {
    if (ref === undefined) continue
    names.add(nameOf(ref))
    if ("broken" in ref && !missing.has(nameOf(ref))) missing.set(nameOf(ref), href)
    if (!("query" in ref)) continue
    const { query: _, ...rest } = ref
    if (!asked.has(nameOf(rest))) asked.set(nameOf(rest), href)
  }
  const hrefs = new Map<string, string | undefined>()
  for (const [name, ref] of wanted) {
    // whether what another space lacks is there by now is not for this reader to see
    const elsewhere = "space" in ref && ref.space !== undefined ? markerOf(ref) : undefined
    const written = names.has(name) ? undefined : asked.get(name)
    const known = ref.kind === "url" ? ref.url : (missing.get(name) ?? written ?? elsewhere)
    hrefs.set(name, known ?? (yield* hrefOf(tree, place, ref)) ?? markerOf(ref))
  }
  const all = [...own, ...Array.from(hrefs.values()).filter((href) => href !== undefined)]
  const refs = yield* resolveAll(tree, place, all)
  const work = { document: json, isSent, base, refs: found(refs), hrefs, titled: place.titled, title: place.title }
  // a short paragraph has so many bytes as a block of a document
  return yield* compute(writtenText, work, base.length + length)
})

const jsonPerText = 8

/**
 * The text with every href of the space's content written by id, so that it stays right wherever it is read.
 * @param fileUrls addresses to write for files in place of their ids, by id
 */
export const withStableRefs = Effect.fnUntraced(function* (
  tree: Revision,
  place: DocumentPlace,
  text: string,
  fileUrls?: (file: FileRecord) => string
) {
  const facts = yield* factsOf(text)
  const refs = yield* resolveAll(tree, place, hrefsOf(facts))
  const urls = new Map<string, string>()
  for (const ref of fileUrls === undefined ? [] : refs.values()) {
    const file = ref?.kind === "file" ? yield* tree.file(ref.file) : undefined
    if (file !== undefined) urls.set(file.id, fileUrls!(file))
  }
  return yield* rewritten(text, facts, (href) => {
    const ref = refs.get(href)
    if (ref !== undefined && "broken" in ref) return undefined
    switch (ref?.kind) {
      case "page":
        return `/pages/${ref.page}${queryOf(ref)}`
      case "anchor":
        return ref.page === undefined ? undefined : `/pages/${ref.page}${queryOf(ref)}#${encodeURI(ref.anchor)}`
      case "file":
        return urls.get(ref.file) ?? `/files/${ref.file}${queryOf(ref)}`
      case "reusable-content":
        return ref.space === undefined ? `/reusable-content/${ref.reusableContent}` : undefined
      default:
        return undefined
    }
  })
})

/** The text with destinations exchanged. */
const rewritten = (text: string, { hrefs }: PageFacts, rename: (href: string) => string | undefined) => {
  const renamed = new Map<string, string>()
  for (const href of hrefs) {
    const to = rename(href)
    if (to !== undefined && to !== href) renamed.set(href, to)
  }
  return renamed.size === 0 ? Effect.succeed(text) : compute(rewrite, { text, renamed }, text.length)
}

/** A text from its first block on. */
export const withoutHeader = (text: string) => Effect.map(factsOf(text), ({ begin }) => text.slice(begin))

/** What dereferencing may add: bytes of Markdown in all, and reusable contents in one another. */
const maxDereferenced = { bytes: 5_000_000, depth: 10 }

/** Reusable content, as it comes into a text. */
export interface LoadedText {
  /** Without its header. */
  readonly text: string
  readonly place: DocumentPlace
}

/**
 * The text with every include of reusable content replaced by what it shows, links in it as they are right in their new
 * place. What is not there, leads back to itself or would be too much stays an include.
 * @param load reusable content; undefined when it is not there
 */
export const dereferencedText = Effect.fnUntraced(function* <E>(
  tree: Revision,
  place: DocumentPlace,
  text: string,
  load: (id: string) => Effect.Effect<LoadedText | undefined, E>
) {
  let left = maxDereferenced.bytes
  const inside = (
    own: string,
    at: DocumentPlace,
    above: ReadonlyArray<string>
  ): Effect.Effect<string, E | ObjectsError> =>
    Effect.gen(function* () {
      let out = ""
      let done = 0
      for (const { path, position } of own.includes("{%") ? (yield* factsOf(own)).includes : []) {
        const ref = position.start < done ? undefined : yield* refOf(tree, at, path)
        if (ref?.kind !== "reusable-content" || ref.space !== undefined) continue
        const id = ref.reusableContent
        if (above.includes(id) || above.length >= maxDereferenced.depth) continue
        const content = yield* load(id)
        if (content === undefined || content.text.length > left) continue
        left -= content.text.length + 100
        const shown = yield* inside(content.text, content.place, [...above, id])
        const moved = yield* movedTo(tree, content.place, at, shown.trimEnd())
        out += own.slice(done, position.start) + indented(moved, own, position.start)
        done = own[position.end - 1] === "\n" ? position.end - 1 : position.end
      }
      return out + own.slice(done)
    })
  return yield* inside(text, place, [])
})

/** Lines that stand where another text has one: in a list or a quotation each begins as that one does. */
const indented = (lines: string, text: string, at: number): string => {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at)
  return /^[\s>]+$/.test(before) ? lines.replace(/\n(?=[^\n])/g, `\n${before}`) : lines
}

/** A text with its links written as another place has them. */
const movedTo = Effect.fnUntraced(function* (tree: Revision, from: DocumentPlace, to: DocumentPlace, text: string) {
  const facts = yield* factsOf(text)
  const hrefs = new Map<string, string>()
  for (const [href, ref] of yield* resolveAll(tree, from, hrefsOf(facts))) {
    const written = ref === undefined ? undefined : yield* hrefOf(tree, to, ref)
    if (written !== undefined) hrefs.set(href, written)
  }
  return yield* rewritten(text, facts, (href) => hrefs.get(href))
})

/** Reusable content, as it comes into a document. */
export interface LoadedContent {
  readonly nodes: ReadonlyArray<RichBlock>
  /** Of its Markdown, in bytes. */
  readonly size: number
}

/**
 * The document with every reference to reusable content replaced by its blocks, keys made unique by the key of the
 * block that they replace. What is not there, leads back to itself or would be too much stays a reference.
 * @param load reusable content; undefined when it is not there
 */
export const dereference = Effect.fnUntraced(function* <E>(
  document: RichDocument,
  load: (id: string) => Effect.Effect<LoadedContent | undefined, E>
) {
  let left = maxDereferenced.bytes
  const inside = (block: RichBlock, above: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<RichBlock>, E> =>
    Effect.gen(function* () {
      const ref = block.type === "reusable-content" ? (block.data?.["ref"] as RichRef | undefined) : undefined
      if (ref?.kind === "reusable-content" && ref.space === undefined) {
        const id = ref.reusableContent
        if (above.includes(id) || above.length >= maxDereferenced.depth) return [block]
        const content = yield* load(id)
        if (content === undefined || content.size > left) return [block]
        left -= content.size + 100
        const own = yield* each(content.nodes, [...above, id])
        return own.map((one) => keyed(one, block.key))
      }
      const nodes = block.nodes === undefined ? undefined : yield* eachNode(block.nodes, above)
      const fragments =
        block.fragments === undefined
          ? undefined
          : yield* Effect.forEach(block.fragments, (fragment) =>
              Effect.map(each(fragment.nodes, above), (blocks) => ({ ...fragment, nodes: blocks }))
            )
      return [{ ...block, ...defined({ nodes, fragments }) }]
    })
  const each = (blocks: ReadonlyArray<RichBlock>, above: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(blocks, (one) => inside(one, above)),
      (all) => all.flat()
    )
  const eachNode = (nodes: NonNullable<RichBlock["nodes"]>, above: ReadonlyArray<string>) =>
    nodes.some((node) => node.object === "block" && mayRefer(node))
      ? Effect.map(
          Effect.forEach(nodes, (node) =>
            node.object === "block" ? inside(node, above) : Effect.succeed<NonNullable<RichBlock["nodes"]>>([node])
          ),
          (all) => all.flat()
        )
      : Effect.succeed(nodes)
  const nodes = yield* Effect.forEach(document.nodes, (one) =>
    mayRefer(one) ? inside(one, []) : Effect.succeed<ReadonlyArray<RichBlock>>([one])
  )
  return { ...document, nodes: nodes.flat() }
})

/** Whether reusable content can be in a block: what holds text cannot. */
const mayRefer = ({ type }: RichBlock): boolean => !/^(?:paragraph|heading-\d|code|images|table)$/.test(type)

const keyed = (block: RichBlock, prefix: string | undefined): RichBlock =>
  prefix === undefined || block.key === undefined ? block : { ...block, key: `${prefix}.${block.key}` }
