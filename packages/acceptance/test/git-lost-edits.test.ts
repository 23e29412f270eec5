/** Edits that older versions noted as if Git had them: they are found, come out, and are not lost to what Git says. */
import { join } from "node:path"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { commitFiles, type GitServer, git, startGitServer } from "@octavo/git-cli/testing"
import { verify } from "@octavo/runtime/backups"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, expect, it } from "vitest"
import { exportOk, importOk, main } from "../src/imports.ts"
import { onDatabase } from "../src/rows.ts"
import { sampleFiles } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 120_000
const start = "# Start\n\nFirst words.\n\nLast words.\n"

onBothStores("An edit that an older version left out of an export", (store) => {
  let world: World
  let server: GitServer
  let root: string
  let count = 0

  beforeAll(async () => {
    world = await startWorld(store)
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root, { push: true })
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  /** A space whose edit is noted as that of the branch, which does not have it. */
  const left = async () => {
    const name = `left-${++count}`
    const path = join(root, `${name}.git`)
    const url = `${server.url}/${name}.git`
    await commitFiles(path, { ...sampleFiles, "guides/start.md": start }, "First words")
    const space = await world.space("Docs")
    await importOk(world.api, space, { url, ref: main })
    const { body } = await world.api.get(`/v1/spaces/${space}/content/path/guides/start?format=markdown`)
    const text = start.replace("First", "Our first")
    await world.operate(Effect.flatMap(EditContent, (edits) => edits.replaceText(space, body.id, text)))
    const head = await world.operate(Effect.flatMap(RevisionStore, (revisions) => revisions.head(space, primary)))
    await onDatabase(
      world.config,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE git_syncs SET root = ${head!.root}, is_checked = 0 WHERE space_id = ${space}`
      )
    )
    return { space, path, url }
  }
  const problems = async () => (await Effect.runPromise(verify(world.config, () => Effect.void))).problems

  it(
    "is found, with the command that writes it, and written by that",
    async () => {
      expect(await problems()).toEqual([])
      const one = await left()
      expect(await problems()).toEqual([
        expect.stringMatching(
          new RegExp(
            `edit of the page "Start" of the space ${one.space} .*octavo export ${one.url} --space ${one.space} `
          )
        )
      ])
      await exportOk(world.api, one.space, { url: one.url, ref: main })
      expect(await git(one.path, "show", "main:guides/start.md")).toContain("Our first words.")
      expect(await problems()).toEqual([])
    },
    patience
  )

  it(
    "stays when others write to the same page",
    async () => {
      const one = await left()
      await commitFiles(one.path, { "guides/start.md": start.replace("Last", "Their last") }, "Theirs")
      await importOk(world.api, one.space, { url: one.url, ref: main })
      const { body } = await world.api.get(`/v1/spaces/${one.space}/content/path/guides/start?format=markdown`)
      expect(body.markdown).toContain("Our first words.\n\nTheir last words.")
      await exportOk(world.api, one.space, { url: one.url, ref: main })
      expect(await git(one.path, "show", "main:guides/start.md")).toContain("Our first words.\n\nTheir last words.")
      expect(await problems()).toEqual([])
    },
    patience
  )
})
