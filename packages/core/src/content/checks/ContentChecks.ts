/** What a change request would harm when it is merged: links, headings, files and addresses. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { defined } from "../../kernel/shared/defined.ts"
import type { Forbidden, Invalid, NotFound, StorageError } from "../../kernel/shared/errors.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { baseOf } from "../change-requests/ChangeRequest.ts"
import { ChangeRequests } from "../change-requests/ChangeRequests.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { OpenContent } from "../space-content/OpenContent.ts"
import { SpaceContent } from "../space-content/SpaceContent.ts"
import { type ChangeRequestChecks, type ContentCheck, ContentCheckKinds, mostChecks } from "./ContentCheck.ts"
import { type DraftBreak, DraftBreaks } from "./DraftBreaks.ts"
import { DraftTexts } from "./DraftTexts.ts"
import { SiteAddresses } from "./SiteAddresses.ts"

type Failure = Forbidden | NotFound | Invalid | StorageError

export class ContentChecks extends Context.Service<
  ContentChecks,
  {
    /** Of other spaces, those that the caller may read. Nothing of a change request that is merged or archived. */
    readonly ofChangeRequest: (
      spaceId: string,
      idOrNumber: string
    ) => Effect.Effect<ChangeRequestChecks, Failure, CurrentActor>
  }
>()("@octavo/core/content/checks/ContentChecks") {
  static readonly layer = Layer.effect(
    ContentChecks,
    Effect.gen(function* () {
      const changeRequests = yield* ChangeRequests
      const breaks = yield* DraftBreaks
      const texts = yield* DraftTexts
      const addresses = yield* SiteAddresses
      const content = yield* SpaceContent
      const trees = yield* RevisionTree
      const access = yield* Access

      /** Another space as the caller sees it; undefined where they may not. */
      const otherSpace = (spaceId: string) => {
        const hidden = () => Effect.succeed(undefined)
        return access
          .space(spaceId, "links.view")
          .pipe(Effect.andThen(content.open(spaceId)), Effect.catchTags({ NotFound: hidden, Forbidden: hidden }))
      }

      const checkOf = Effect.fnUntraced(function* (
        found: DraftBreak,
        { expanded, space }: OpenContent,
        isOwn: boolean
      ) {
        const { kind, link, target } = found
        const { href, locations, source } = link
        return {
          kind,
          message: messageOf(found, target?.title),
          ...(yield* placeOf(source, expanded)),
          ...(!isOwn && { space: { id: space.id, title: space.title } }),
          ...defined({ section: locations[0] || undefined }),
          href
        } satisfies ContentCheck
      })

      /** The page or the reusable content that something is on. */
      const placeOf = Effect.fnUntraced(function* (
        source: { readonly kind: "page" | "reusable-content"; readonly id: string },
        expanded: OpenContent["expanded"]
      ) {
        const page = source.kind === "page" ? yield* missingIsDamage(expanded.page(source.id)) : undefined
        const reusable =
          source.kind === "page" ? undefined : yield* missingIsDamage(expanded.reusableContent(source.id))
        const path = page === undefined ? undefined : yield* missingIsDamage(expanded.pathOf(page.id))
        return {
          ...(page !== undefined && { page: { id: page.id, title: page.title, path: path ?? "" } }),
          ...(reusable !== undefined && { reusableContent: { id: reusable.id, title: reusable.title } })
        } satisfies Partial<ContentCheck>
      })

      /** Pages that readers have an address of, and that lead nowhere when they are gone. */
      const lostAddresses = Effect.fnUntraced(function* (spaceId: string, base: string, draft: string) {
        const { pages } = yield* missingIsDamage(trees.diff(base, draft))
        const [before, after] = yield* missingIsDamage(Effect.all([trees.open(base), trees.open(draft)]))
        const gone = new Map<string, ContentCheck["page"] & {}>()
        for (const { id, title, type } of pages.deleted) {
          const path = type === "document" ? yield* missingIsDamage(before.pathOf(id)) : undefined
          if (path === undefined || (yield* isThere(after, path))) continue
          gone.set(path, { id, title, path })
        }
        const unanswered = yield* addresses.unanswered(spaceId, [...gone.keys()])
        return unanswered.map(
          (path): ContentCheck => ({
            kind: "lost-address",
            message: `Readers who come to /${path} find nothing: add a redirect to the site, or keep the page`,
            page: gone.get(path)!
          })
        )
      })

      return ContentChecks.of({
        ofChangeRequest: traced("ContentChecks.ofChangeRequest")(function* (spaceId, idOrNumber) {
          const { record } = yield* changeRequests.record(spaceId, idOrNumber, "links.view")
          const revision = record.head.revisionId
          if (record.status !== "draft" && record.status !== "open") return { revision, count: 0, items: [] }
          const opened = yield* content.open(spaceId, { changeRequest: record.id })
          const { tree } = yield* content.open(spaceId, baseOf(record))
          const found = yield* breaks.of(opened.space, { base: tree.hash, draft: opened.tree.hash })
          const places = new Map<string, OpenContent | undefined>([[spaceId, opened]])
          for (const other of new Set(found.map((one) => one.spaceId)))
            if (!places.has(other)) places.set(other, yield* otherSpace(other))
          const seen = found.filter((one) => places.get(one.spaceId) !== undefined)
          const lost = yield* lostAddresses(spaceId, tree.hash, opened.tree.hash)
          const written = yield* texts.of({ base: tree.hash, draft: opened.tree.hash })
          const order = (kind: ContentCheck["kind"]) => ContentCheckKinds.indexOf(kind)
          const first = seen.toSorted((a, b) => order(a.kind) - order(b.kind)).slice(0, mostChecks)
          const items = yield* Effect.forEach(first, (one) =>
            checkOf(one, places.get(one.spaceId)!, one.spaceId === spaceId)
          )
          const left = mostChecks - items.length - lost.length
          const inTexts = yield* Effect.forEach(
            written.toSorted((a, b) => order(a.kind) - order(b.kind)).slice(0, Math.max(0, left)),
            ({ kind, message, section, source }) =>
              Effect.map(
                placeOf(source, opened.expanded),
                (place): ContentCheck => ({ kind, message, ...place, ...defined({ section: section || undefined }) })
              )
          )
          return {
            revision,
            count: seen.length + lost.length + written.length,
            items: [...items, ...lost, ...inTexts].slice(0, mostChecks)
          }
        })
      })
    })
  )
}

const isThere = (tree: Revision, path: string) =>
  Effect.map(missingIsDamage(tree.pageByPath(path)), (page) => page !== undefined)

const messageOf = ({ kind, link }: DraftBreak, title: string | undefined): string => {
  switch (kind) {
    case "missing-file":
      return `The file ${link.href} is not there: add it, or take out what shows it`
    case "missing-heading":
      return `${title === undefined ? "The page" : `“${title}”`} has no heading with the anchor #${link.anchor} any more: link to another, or give a heading this anchor`
    case "broken-link":
      return title === undefined
        ? `The link to ${link.href} leads nowhere: link to a page that is there, or take it out`
        : `The link to ${link.href} led to “${title}”, which is not there any more: link to another page, or keep it where it was`
  }
}
