/** A folder of this machine as the site that it will be, in a store of its own; again whenever a file was saved. */
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { LinkStore } from "@octavo/core/content/content-index/LinkStore"
import { GitError, type Origin } from "@octavo/core/content/git/Git"
import type { SnapshotResult } from "@octavo/core/content/git/GitImports"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { Users } from "@octavo/core/people/users/Users"
import { GitCli } from "@octavo/git-cli"
import type { Fault } from "@octavo/reader"
import { importSnapshot, type Report } from "@octavo/runtime/imports"
import { spaceTitle } from "@octavo/runtime/setup"
import { Effect } from "effect"
import { type BrokenLink, faultsOfImport, faultsOfLinks } from "./faults.ts"

/** What the only site is called in the store: no address says it. */
export const siteName = "docs"

/** What a folder is shown as. */
export interface Shown {
  /** Changes with what is shown. */
  readonly version: string
  readonly pages: number
  readonly faults: ReadonlyArray<Fault>
}

/** How a folder is read. */
export interface FollowOptions {
  /** What is said of what is new in it; without it that is another thing each time. */
  readonly origin?: Origin | undefined
  /** A path below it that is no part of the docs. */
  readonly except?: string | undefined
}

/** So many broken links are told of. */
const mostLinks = 200

/**
 * Makes a store hold a folder as its only site. What it answers reads the folder again: files that nobody touched are not
 * read, and where only the texts of some changed, only those are imported.
 */
export const followFolder = Effect.fnUntraced(
  function* (directory: string, report: Report, { except, origin }: FollowOptions = {}) {
    const admin = yield* (yield* Users).ensure({ email: "writer@localhost.localdomain", displayName: "Writer" })
    const { id: organization } = yield* (yield* Organizations).create({ title: "Local" }, admin.id)
    const { id: space } = yield* (yield* Spaces).create(organization, {
      title: spaceTitle(basename(directory))
    })
    const sites = yield* Sites
    const links = yield* LinkStore
    const trees = yield* RevisionTree
    const known: GitCli.KnownFiles = new Map()
    let last: SnapshotResult | undefined
    let isPublished = false

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
        if (page?.git !== undefined) broken.push({ path: page.git.path, href })
      }
      return broken
    })

    const faultsOf = Effect.fnUntraced(function* ({ counts, root }: SnapshotResult) {
      const broken = yield* brokenLinks(root)
      const texts = new Map<string, string>()
      for (const { path } of broken) {
        if (texts.has(path)) continue
        const text = yield* Effect.sync(() => readText(join(directory, path)))
        if (text !== undefined) texts.set(path, text)
      }
      return [...faultsOfImport(counts.warnings), ...faultsOfLinks(broken, texts)]
    })

    const read = Effect.gen(function* () {
      const snapshot = yield* GitCli.readDirectory(directory, { known, except })
      if (!snapshot.entries.some(({ path }) => /\.(?:md|markdown)$/i.test(path))) {
        return yield* new GitError({ reason: "Empty", message: `There is no Markdown file in ${directory}` })
      }
      return yield* importSnapshot(space, origin === undefined ? snapshot : { ...snapshot, origin }, report, last)
    }).pipe(Effect.scoped)

    /** A file may be written while it is read: then it is read again. */
    const settled = Effect.retry(read, {
      times: 3,
      while: (error) => error instanceof GitError && error.reason === "Failed"
    })

    return Effect.gen(function* () {
      const result = yield* settled
      last = result
      if (!isPublished) {
        const site = yield* sites.create(organization, { title: spaceTitle(basename(directory)), spaces: [space] })
        yield* sites.update(organization, site.id, { basename: siteName })
        yield* sites.publish(organization, site.id)
        isPublished = true
      }
      return { version: result.root, pages: result.counts.pages, faults: yield* faultsOf(result) } satisfies Shown
    }).pipe(Effect.provideService(CurrentActor, operator))
  },
  Effect.provideService(CurrentActor, operator)
)

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    // it went away meanwhile, which is told next
    return undefined
  }
}
