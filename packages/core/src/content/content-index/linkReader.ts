/** What links lead to in a revision, and which of them a change may have altered. */

import { Effect } from "effect"
import { computeKept } from "../../kernel/compute/Compute.ts"
import { pageFacts } from "../../kernel/texts/PageFacts.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { RevisionDiff } from "../revisions/model/diff.ts"
import { diff as diffMaps } from "../revisions/model/PersistentMap.ts"
import type { ReusableRecord } from "../revisions/model/Records.ts"
import type { Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import type { LinkStore, LinkTarget, StoredLink } from "./LinkStore.ts"
import { type FoundLink, keysOfPath, keysOfReusable, type LinkKey, type LinkSource } from "./pageLinks.ts"

export const linkReader = (trees: RevisionTree["Service"], links: LinkStore["Service"]) => {
  const parsed = Effect.fnUntraced(function* (tree: Pick<Revision, "body">, body: string | undefined) {
    if (body === undefined) return undefined
    const { text } = yield* missingIsDamage(tree.body(body))
    return yield* computeKept(pageFacts, body, { text }, text.length)
  })

  const targetsOf = (tree: Revision, keys: ReadonlyArray<LinkKey>) =>
    Effect.gen(function* () {
      const targets = new Map<LinkKey, LinkTarget | undefined>()
      for (const key of keys) if (!targets.has(key)) targets.set(key, yield* targetOf(tree, key))
      return targets
    })

  return {
    /** What the text with this hash says. */
    parsed,
    /** What links with these keys lead to in a revision. */
    targetsOf,
    /** Links with what they lead to in this revision. */
    resolved: Effect.fnUntraced(function* (tree: Revision, found: ReadonlyArray<FoundLink>) {
      const targets = yield* targetsOf(
        tree,
        found.map(({ key }) => key)
      )
      return found.map((link): StoredLink => {
        const target = targets.get(link.key)
        const unknown = link.key === "app:" || link.otherSpace !== undefined
        return { ...link, target, status: unknown ? "in-app" : target === undefined ? "broken" : "ok" }
      })
    }),
    /** What the links that are indexed lead to in `tree`, of those that the change from `from` may have altered. */
    retargeted: Effect.fnUntraced(function* (
      spaceId: string,
      { files, pages, reusableContents }: RevisionDiff,
      from: string,
      tree: Revision
    ) {
      const paths = yield* missingIsDamage(
        trees.read((lookup) => diffMaps(lookup, lookup.root(from)?.paths ?? null, tree.root.paths))
      )
      const changed = yield* links.known(spaceId, [
        ...[...pages.created, ...pages.deleted].map(({ id }) => `page:${id}`),
        ...[...files.created, ...files.deleted].map(({ id }) => `file:${id}`),
        ...[...reusableContents.created, ...reusableContents.deleted].map(({ id }) => `reusable:${id}`),
        ...paths.flatMap(({ key }) => keysOfPath(key))
      ])
      const isPlaced =
        pages.created.length + pages.deleted.length + pages.moved.length > 0 ||
        pages.edited.some(({ fields }) => fields.includes("slug") || fields.includes("type"))
      const slugs = isPlaced ? yield* links.keys(spaceId, "slug:") : []
      return yield* targetsOf(tree, [...changed, ...slugs])
    }),
    /** Ids of the pages that show one of the reusable contents, as they are indexed; also by way of others. */
    pagesShowing: Effect.fnUntraced(function* (
      spaceId: string,
      changed: ReadonlyArray<ReusableRecord>,
      tree: Revision
    ) {
      const pages = new Set<string>()
      const seen = new Set(changed.map(({ id }) => id))
      for (let keys = changed.flatMap(keysOfReusable); keys.length > 0; ) {
        const next: Array<LinkKey> = []
        for (const { id, kind } of yield* links.sources(spaceId, keys)) {
          if (kind === "page") pages.add(id)
          else if (!seen.has(id)) {
            seen.add(id)
            const record = yield* missingIsDamage(tree.reusableContent(id))
            if (record !== undefined) next.push(...keysOfReusable(record))
          }
        }
        keys = next
      }
      return pages
    })
  }
}

/** Fields of a page that an index says something of. */
const indexed: ReadonlySet<string> = new Set([
  "body",
  "condition",
  "cover",
  "description",
  "metaLinks",
  "noIndex",
  "target",
  "title",
  "type"
])

/** Whether an edit of a page alters what an index says of it. */
export const isIndexed = ({ after, before, fields }: RevisionDiff["pages"]["edited"][number]): boolean =>
  fields.some((field) => indexed.has(field)) || before.git?.path !== after.git?.path

/** In front of the id of a page, in place of its path, in keys of other spaces. */
export const byPageId = "~/pages/"

/** The page path of a key of another space; empty for the space alone. */
export const pathOfSpaceKey = (key: LinkKey): string => key.slice(key.indexOf("/") + 1)

/** The page of its space that a link from another one leads to, by its path or by its id. */
export const pageOfSpaceKey = (tree: Pick<Revision, "page" | "pageByPath">, key: LinkKey) => {
  const path = pathOfSpaceKey(key)
  return missingIsDamage(path.startsWith(byPageId) ? tree.page(path.slice(byPageId.length)) : tree.pageByPath(path))
}

/** What a link with this key leads to; `undefined`: nothing of this revision. */
export const targetOf = (tree: Revision, key: LinkKey) => missingIsDamage(findTarget(tree, key))

const findTarget = (tree: Revision, key: LinkKey) => {
  const colon = key.indexOf(":")
  const name = key.slice(colon + 1)
  const of = (kind: LinkTarget["kind"], record: { readonly id: string } | undefined): LinkTarget | undefined =>
    record === undefined ? undefined : { kind, id: record.id }
  switch (key.slice(0, colon)) {
    case "page":
      return Effect.map(tree.page(name), (page) => of("page", page))
    case "file":
      return Effect.map(tree.file(name), (file) => of("file", file))
    case "reusable":
      return Effect.map(tree.reusableContent(name), (reusable) => of("reusable-content", reusable))
    case "path":
      return Effect.map(tree.byGitPath(name), (entry) =>
        entry === undefined || entry.kind === "reusable" ? undefined : of(entry.kind, entry)
      )
    case "bytes":
      return Effect.map(tree.byGitPath(name), (entry) => (entry?.kind === "file" ? of("file", entry) : undefined))
    case "include":
      return Effect.map(tree.byGitPath(name), (entry) =>
        entry?.kind === "reusable" ? of("reusable-content", entry) : undefined
      )
    case "slug":
      return Effect.map(tree.pageByPath(name), (page) => of("page", page))
    default:
      return Effect.succeed(undefined)
  }
}

/** A source that is gone, and leads nowhere any more. */
export const withoutLinks = (
  source: LinkSource
): { readonly source: LinkSource; readonly links: ReadonlyArray<StoredLink> } => ({
  source,
  links: []
})
