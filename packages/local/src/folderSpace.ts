/** A folder of Markdown as a space: read, imported, and what is wrong in it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { LinkStore } from "@octavo/core/content/content-index/LinkStore"
import { GitError, type Origin } from "@octavo/core/content/git/Git"
import type { SnapshotResult } from "@octavo/core/content/git/GitImports"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import type { Neighbours } from "@octavo/core/content/spaces/Neighbours"
import { SpaceStore } from "@octavo/core/content/spaces/SpaceStore"
import { resolveHref } from "@octavo/document"
import { GitCli } from "@octavo/git-cli"
import type { Fault } from "@octavo/reader"
import { importSnapshot, type Report } from "@octavo/runtime/imports"
import { Effect } from "effect"
import { type BrokenLink, faultsOfImport, faultsOfLinks } from "./faults.ts"

/** How a folder is read. */
export interface FolderReading {
  /** What is said of what is new in it; without it that is another thing each time. */
  readonly origin?: Origin | undefined
  /** A path below it that is no part of the docs. */
  readonly except?: string | undefined
  /** The folders beside it, into which its links may lead. */
  readonly beside?: Neighbours | undefined
}

/** So many broken links are told of. */
const mostLinks = 200

/**
 * Makes a space hold what a folder has. What it answers reads the folder again: files that nobody touched are not read,
 * and where only the texts of some changed, only those are imported.
 * @param directory absolute path
 */
export const folderSpace = Effect.fnUntraced(function* (
  space: string,
  directory: string,
  report: Report,
  { beside, except, origin }: FolderReading
) {
  const links = yield* LinkStore
  const trees = yield* RevisionTree
  const spaces = yield* SpaceStore
  const known: GitCli.KnownFiles = new Map()
  let last: SnapshotResult | undefined

  const brokenLinks = Effect.fnUntraced(function* (root: string) {
    const { items } = yield* links.list(
      { spaceId: space },
      { ok: [], broken: [] },
      { status: "broken" },
      { after: undefined, limit: mostLinks }
    )
    if (items.length === 0) return []
    const tree = yield* trees.open(root)
    const broken: Array<BrokenLink> = []
    for (const { href, source } of items) {
      const page = source.kind === "page" ? yield* tree.page(source.id) : undefined
      if (page?.git === undefined) continue
      const { path } = page.git
      if (!(yield* leadsBeside(href, path))) broken.push({ path, href })
    }
    return broken
  })

  /** Whether a link leads to a page of a folder beside this one. */
  const leadsBeside = Effect.fnUntraced(function* (href: string, from: string) {
    const target = resolveHref(href, from)
    const found = target.kind === "outside" ? beside?.find(space, target.path) : undefined
    const head = found && (yield* spaces.get(found.spaceId))?.head
    const tree = head && (yield* trees.open(head.root))
    return tree !== undefined && (yield* tree.byGitPath(found!.path))?.kind === "page"
  })

  const faultsOf = Effect.fnUntraced(function* ({ counts, root }: SnapshotResult) {
    const broken = yield* brokenLinks(root)
    const texts = new Map<string, string>()
    for (const { path } of broken) {
      if (texts.has(path)) continue
      const text = yield* Effect.sync(() => readText(join(directory, path)))
      if (text !== undefined) texts.set(path, text)
    }
    return [...faultsOfImport(counts.warnings), ...faultsOfLinks(broken, texts)] satisfies ReadonlyArray<Fault>
  })

  const read = Effect.gen(function* () {
    const snapshot = yield* GitCli.readDirectory(directory, { known, except })
    if (!snapshot.entries.some(({ path }) => /\.(?:md|markdown)$/i.test(path))) {
      return yield* new GitError({ reason: "Empty", message: `There is no Markdown file in ${directory}` })
    }
    return yield* importSnapshot(space, origin === undefined ? snapshot : { ...snapshot, origin }, report, last)
  }).pipe(
    Effect.scoped,
    // a file may be written while it is read: then it is read again
    Effect.retry({ times: 3, while: (error) => error instanceof GitError && error.reason === "Failed" })
  )

  return Effect.gen(function* () {
    const result = yield* read
    last = result
    // links lead into folders that may be read after this one
    return { root: result.root, pages: result.counts.pages, faults: faultsOf(result) }
  })
})

/** Answers what a folder holds now. */
export type FolderSpace = Effect.Success<ReturnType<typeof folderSpace>>

/** The text of a file; `undefined` where there is none to read. */
export const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    // it is not there, or went away meanwhile
    return undefined
  }
}
