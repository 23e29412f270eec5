/** Writing a draft: changes of the records' maps and of the indexes derived from them, then the root. */
import type { TagDefinition } from "@octavo/document"
import { Result } from "effect"
import { defined, present } from "../../../kernel/shared/defined.ts"
import type { Draft } from "./Draft.ts"
import { sameJson } from "./MapNode.ts"
import type { Lookup } from "./Nodes.ts"
import { childKey, slugKey } from "./PageTree.ts"
import { edit, get, type MapRoot, scan } from "./PersistentMap.ts"
import {
  emptyRoot,
  encodeRoot,
  type GitEntry,
  type PathEntry,
  type RevisionRoot,
  type Settings,
  type StoredRevision
} from "./Records.ts"
import { GitPathTaken, type RevisionError, SlugTaken } from "./RevisionError.ts"

/** The new revision; fails where two records claim the same slug or Git path. */
export const writeDraft = (
  lookup: Lookup,
  base: string | null,
  root: RevisionRoot,
  draft: Draft
): Result.Result<StoredRevision, RevisionError> => {
  const children = makeIndex<0>(lookup, root.children)
  const slugs = makeIndex<string>(lookup, root.slugs)
  const paths = makeIndex<PathEntry>(lookup, root.paths)
  const placePath = (kind: PathEntry["kind"], id: string, before?: { git?: GitEntry }, after?: { git?: GitEntry }) =>
    paths.move(before?.git?.path, after?.git?.path, { kind, id })

  let computed = root.counts.computed ?? 0
  for (const [id, after] of draft.pages) {
    const before = get(lookup, root.pages, id)
    computed += Number(after?.type === "computed") - Number(before?.type === "computed")
    children.move(before && childKey(before), after && childKey(after), 0)
    slugs.move(
      before?.slug ? slugKey(before.parent, before.slug) : undefined,
      after?.slug ? slugKey(after.parent, after.slug) : undefined,
      id
    )
    placePath("page", id, before, after)
  }
  for (const [id, after] of draft.files) placePath("file", id, get(lookup, root.files, id), after)
  for (const [id, after] of draft.reusableContents) {
    placePath("reusable", id, get(lookup, root.reusableContents, id), after)
  }

  const slugClash = slugs.clash()
  if (slugClash !== undefined) {
    const { value: id, held: by } = slugClash
    const { parent, slug } = draft.page(id)!
    return Result.fail(new SlugTaken({ id, parent, slug, by }))
  }
  const pathClash = paths.clash()
  if (pathClash !== undefined) {
    const { key: path, value, held } = pathClash
    return Result.fail(new GitPathTaken({ id: value.id, path, by: held.id }))
  }

  const created = new Map<string, Uint8Array>()
  const write = <V>(map: MapRoot<V>, changes: ReadonlyMap<string, V | undefined>, count: number) => {
    // a map without changes is not even opened
    if (changes.size === 0) return { root: map, size: count }
    const edited = edit(lookup, map, changes)
    for (const [hash, bytes] of edited.created) created.set(hash, bytes)
    return edited
  }
  const pages = write(root.pages, draft.pages, root.counts.pages)
  const files = write(root.files, draft.files, root.counts.files)
  const reusable = write(root.reusableContents, draft.reusableContents, root.counts.reusableContents)
  const tags = write(root.tags ?? null, tagChanges(lookup, root, draft), 0).root
  const content: RevisionRoot = {
    version: 1,
    pages: pages.root,
    children: write(root.children, children.changes(), 0).root,
    slugs: write(root.slugs, slugs.changes(), 0).root,
    files: files.root,
    reusableContents: reusable.root,
    variables: write(root.variables, variableChanges(lookup, root, draft), 0).root,
    ...present({ tags }),
    paths: write(root.paths, paths.changes(), 0).root,
    counts: {
      pages: pages.size,
      files: files.size,
      reusableContents: reusable.size,
      ...(computed === 0 ? {} : { computed })
    }
  }
  const settings = settingsOf(root, draft, encodeRoot(content), created)
  const { hash, bytes } = encodeRoot({ ...content, ...defined({ settings }) })
  if (base === null && hash === emptyRoot.root) return Result.succeed(emptyRoot)
  if (hash !== base) created.set(hash, bytes)
  return Result.succeed({ root: hash, created })
}

const variableChanges = (lookup: Lookup, root: RevisionRoot, draft: Draft): ReadonlyMap<string, string | undefined> => {
  const changes = new Map<string, string | undefined>()
  if (draft.variables === undefined) return changes
  for (const [name] of scan(lookup, root.variables)) changes.set(name, undefined)
  for (const [name, value] of Object.entries(draft.variables)) changes.set(name, value)
  return changes
}

const tagChanges = (lookup: Lookup, root: RevisionRoot, draft: Draft) => {
  const changes = new Map<string, TagDefinition | undefined>()
  if (draft.tags === undefined) return changes
  for (const [name] of scan(lookup, root.tags ?? null)) changes.set(name, undefined)
  for (const tag of draft.tags) changes.set(tag.tag, tag)
  return changes
}

/** Those of the base where neither they nor the content that they say changed. */
const settingsOf = (
  { settings, ...before }: RevisionRoot,
  draft: Draft,
  content: ReturnType<typeof encodeRoot>,
  created: Map<string, Uint8Array>
): Settings | undefined => {
  if (draft.settings === undefined) return settings
  const { of, texts } = draft.settings
  if (texts === undefined) return undefined
  if (of !== undefined) return { ...texts, of }
  const isSame = settings !== undefined && sameJson({ ...texts, of: settings.of }, settings)
  if (isSame && content.hash === encodeRoot(before).hash) return settings
  created.set(content.hash, content.bytes)
  return { ...texts, of: content.hash }
}

/** Collects what records leave and take in an index where each key has one owner. */
const makeIndex = <V>(lookup: Lookup, root: MapRoot<V>) => {
  const left = new Set<string>()
  const taken: Array<readonly [key: string, value: V]> = []
  return {
    move: (before: string | undefined, after: string | undefined, value: V): void => {
      if (before === after) return
      if (before !== undefined) left.add(before)
      if (after !== undefined) taken.push([after, value])
    },
    /** The first key that something else holds and keeps. */
    clash: (): { readonly key: string; readonly value: V; readonly held: V } | undefined => {
      const owners = new Map<string, V>()
      for (const [key, value] of taken) {
        const held = owners.get(key) ?? (left.has(key) ? undefined : get(lookup, root, key))
        if (held !== undefined && !sameJson(held, value)) return { key, value, held }
        owners.set(key, value)
      }
    },
    changes: (): ReadonlyMap<string, V | undefined> =>
      new Map<string, V | undefined>([...[...left].map((key) => [key, undefined] as const), ...taken])
  }
}
