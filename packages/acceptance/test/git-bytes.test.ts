/** Real documentation, imported and exported to an empty place: what came in comes out, byte for byte. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type GitServer, git, makeRepository, startGitServer } from "@octavo/git-cli/testing"
import { exportDirectory } from "@octavo/runtime/exports"
import { importSnapshot, openLocalSource } from "@octavo/runtime/imports"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Corpus, type CorpusName, commitCorpus, corpora, haveCorpora, readCorpus } from "../src/corpora.ts"
import { exportOk, importOk, main } from "../src/imports.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 600_000
const quiet = () => Effect.void

/** Files that no page is made of, and that nothing in the space leads to: they are none of the space. */
const foreign: Readonly<Record<string, ReadonlyArray<string>>> = {
  "lawnchair-docs": [],
  "beefree-sdk-docs": [
    "LICENSE",
    "getting-started/create-an-application.md",
    "getting-started/development-applications.md",
    "getting-started/manage-users.md"
  ],
  "intersect-knowledge-base": [
    ".github/pull_request_template.md",
    ".gitignore",
    "CHANGELOG.md",
    "CODE-OF-CONDUCT.md",
    "CODEOWNERS",
    "CONTRIBUTING.md",
    "LICENSE",
    "SECURITY.md",
    "cardano/cardano-continuity/cardano-continuity-reports/monthly-milestone-reports/README.md",
    "cardano/cardano-continuity/cardano-continuity-reports/monthly-milestone-reports/milestone-report-april-2024.md",
    "cardano/cardano-continuity/cardano-continuity-reports/monthly-milestone-reports/milestone-report-may-2024.md",
    "cardano/cardano-governance/cardano-constitution/interim-constitution-committee-cc/constitutional-council-of-intersect/governance-action-rationales.md",
    "cardano/cardano-governance/key-terms/general-glossary/README.md",
    "cardano/cardano-governance/key-terms/general-glossary/a/README.md",
    "intersect knowledge base/about/introduction.md",
    "intersect-overview/intersect-committees/cardano-product-committee-cpc.md",
    "intersect-overview/intersect-working-groups.md"
  ]
}

/** The files of a space's directory. */
const filesOf = (corpus: Corpus, directory: string) => {
  const prefix = directory === "" ? "" : `${directory}/`
  const own = [...corpus.files].filter(([path]) => path.startsWith(prefix))
  return new Map(own.map(([path, bytes]) => [path.slice(prefix.length), bytes]))
}

const filesBelow = (directory: string) =>
  new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(directory.length + 1), readFileSync(path)] as const
      })
  )

/** Everything that came in and is of the space, and nothing else. */
const expectSame = (
  name: CorpusName,
  found: ReadonlyMap<string, Uint8Array>,
  source: ReadonlyMap<string, Uint8Array>
) => {
  const differ = [...source].filter(([path, bytes]) => {
    const there = found.get(path)
    return there !== undefined && Buffer.compare(there, bytes) !== 0
  })
  expect(differ.map(([path]) => path)).toEqual([])
  expect([...source.keys()].filter((path) => !found.has(path)).sort()).toEqual([...foreign[name.name]!].sort())
  expect([...found.keys()].filter((path) => !source.has(path))).toEqual([])
}

onBothStores("What was imported", (store) => {
  let world: World
  let server: GitServer
  let root: string

  beforeAll(async () => {
    world = await startWorld(store)
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root, { push: true })
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  describe.skipIf(!haveCorpora())("comes back byte for byte", () => {
    for (const name of corpora) {
      it(
        `${name.name}, from a repository to an empty one`,
        async () => {
          const corpus = readCorpus(name)
          await commitCorpus(corpus, join(root, `${name.name}.git`))
          for (const { directory } of name.spaces) {
            const space = await world.space("Docs")
            const url = `${server.url}/${name.name}.git`
            await importOk(world.api, space, { url, ref: main, repoProjectDirectory: directory })
            const target = `empty-${name.name}-${directory}`
            await makeRepository(join(root, `${target}.git`))
            await exportOk(world.api, space, { url: `${server.url}/${target}.git`, ref: main })
            const checkout = join(world.database.directory, target)
            await git(root, "clone", "--quiet", join(root, `${target}.git`), checkout)
            const found = filesBelow(checkout)
            for (const path of found.keys()) if (path.startsWith(".git/")) found.delete(path)
            expectSame(name, found, filesOf(corpus, directory))
          }
        },
        patience
      )

      it(
        `${name.name}, from a folder to an empty one, and a second time nothing is written`,
        async () => {
          const corpus = readCorpus(name)
          for (const { directory } of name.spaces) {
            const source = filesOf(corpus, directory)
            const from = join(world.database.directory, "from", name.name, directory)
            for (const [path, bytes] of source) {
              mkdirSync(dirname(join(from, path)), { recursive: true })
              writeFileSync(join(from, path), bytes)
            }
            const space = await world.space("Docs")
            await world.operate(
              Effect.scoped(
                Effect.flatMap(openLocalSource({ path: from }), (snapshot) => importSnapshot(space, snapshot, quiet))
              )
            )
            const to = join(world.database.directory, "to", name.name, directory)
            await world.operate(exportDirectory(space, to, quiet))
            expectSame(name, filesBelow(to), source)
            expect(await world.operate(exportDirectory(space, to, quiet))).toMatchObject({ written: 0, deleted: 0 })
          }
        },
        patience
      )
    }
  })
})
