/** Imports of a server that is killed. */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, expect, it } from "vitest"
import { followImport, importOk, main } from "../src/imports.ts"
import { countRevisions } from "../src/inspect.ts"
import { filesOf, killStory, type Mortal, operationOf, pages, patience, requestOf, startMortal } from "../src/kills.ts"
import { onBothStores } from "../src/stores.ts"

onBothStores("A server that is killed while it imports", (store) => {
  let mortal: Mortal
  beforeAll(async () => {
    mortal = await startMortal(store)
  })
  afterAll(() => mortal.stop())

  it(
    "shows the old revision until the new one is whole, which comes by itself",
    async () => {
      const { api, git, root, world } = mortal
      const path = join(root, "import.git")
      const url = `${git.url}/import.git`
      await commitFiles(path, filesOf(0), "Round 0")
      const space = await world.space("Imported")
      await importOk(api(), space, { url, ref: main })
      await killStory(mortal, "import", space, url, async (round) => {
        const commit = await commitFiles(path, filesOf(round), `Round ${round}`, { replace: true })
        return async (done) => {
          expect(done.commit).toBe(commit)
          const { body } = await world.api.get(`/v1/spaces/${space}/content`)
          expect(body.pages[0].title).toBe(`Round ${round}`)
          expect(body.pages.length).toBe(pages + round + 1)
          expect(body.files.map(({ name }: { name: string }) => name).sort()).toEqual([
            "large-0.bin",
            "large-1.bin",
            `small-${round}.bin`
          ])
        }
      })
    },
    patience
  )

  it(
    "in every run of one: it ends with words, and can be asked for again",
    async () => {
      const { api, root, world } = mortal
      const path = join(root, "deadly.git")
      await commitFiles(path, filesOf(0), "Deadly")
      const deadly = await startGitServer(root, { fault: () => "hold" })
      try {
        const url = `${deadly.url}/deadly.git`
        const space = await world.space("Deadly")
        const before = await countRevisions(world, space)
        const id = await requestOf(mortal, space, "import", url)
        for (let run = 1; run <= 5; run++) {
          for (
            const end = Date.now() + 120_000;
            (await operationOf(mortal, space, id)).attempts < run;
            await sleep(20)
          ) {
            if (Date.now() > end) throw new Error(`run ${run} did not begin`)
          }
          await mortal.restart()
        }
        const done = await followImport(world.api, space, id)
        expect(done).toMatchObject({ state: "failed", error: { reason: "Internal" } })
        expect(done.error!.message).toMatch(/stopped 5 times .* ask for the import again/)
        expect(await countRevisions(world, space)).toBe(before)
        // its note goes after the run has said how it ended
        const notes = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM job_runs`).pipe(Effect.orDie)
        await expect.poll(() => world.operate(notes), { timeout: 120_000, interval: 50 }).toEqual([])
        deadly.options = {}
        await importOk(api(), space, { url, ref: main })
      } finally {
        await deadly.close()
      }
    },
    patience
  )
})
