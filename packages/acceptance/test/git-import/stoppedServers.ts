import { setTimeout as sleep } from "node:timers/promises"
import { commitFiles, startGitServer } from "@octavo/git-cli/testing"
import { expect, it } from "vitest"
import { makeClient } from "../../src/client.ts"
import { followImport, main, requestImport } from "../../src/imports.ts"
import { countRevisions } from "../../src/inspect.ts"
import { type ServerProcess, startChild } from "../../src/process.ts"
import { sampleFiles } from "../../src/sample.ts"
import { configOf, listen, startWorld } from "../../src/world.ts"
import type { Imports } from "./given.ts"

const patience = 240_000

const until = async (
  holds: () => Promise<boolean>,
  what = "what was waited for",
  end = Date.now() + 120_000
): Promise<void> => {
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await sleep(50)
  }
}

export const stoppedServers = (given: Imports): void => {
  it(
    "is taken up by the next server when the one that ran it was killed, and done once",
    async () => {
      const { repository, root, server, store, world } = given()
      const { path, url } = await repository("killed")
      await commitFiles(path, sampleFiles, "Words")
      const space = await world.space("Survivor")
      const elsewhere = await startGitServer(root)
      const slowly = url.replace(server.url, elsewhere.url)
      // the world's own server would take the job: it is asked to stop first
      const lone = await startWorld(store, { worker: false })
      let first: ServerProcess | undefined
      let second: ServerProcess | undefined
      try {
        const target = await lone.space("Survivor")
        expect(space).toBeTruthy()
        const before = await countRevisions(lone, target)
        first = await startChild(lone.database)
        elsewhere.options = { fault: () => "hold" }
        const id = await requestImport(makeClient(first.origin, lone.admin.token), target, { url: slowly, ref: main })
        await until(
          async () => (await lone.api.get(`/v1/spaces/${target}/git/operations/${id}`)).body.state === "running"
        )
        await first.kill()
        elsewhere.options = {}
        expect(await countRevisions(lone, target)).toBe(before)
        second = await startChild(lone.database)
        const operation = await followImport(makeClient(second.origin, lone.admin.token), target, id, 120_000)
        expect(operation.state).toBe("completed")
        expect(operation.attempts).toBeGreaterThan(1)
        expect(await countRevisions(lone, target)).toBe(before + 1)
        const { body } = await makeClient(second.origin, lone.admin.token).get(`/v1/spaces/${target}/content`)
        expect(body.id).toBe(operation.revision)
        expect(body.pages[0].title).toBe("Welcome")
      } finally {
        await first?.kill()
        await second?.stop()
        await elsewhere.close()
        await lone.stop()
      }
    },
    patience
  )

  it(
    "is not lost when its server is told to stop meanwhile",
    async () => {
      const { root, sample, server, store } = given()
      const lone = await startWorld(store, { worker: false })
      let first: ServerProcess | undefined
      let second: Awaited<ReturnType<typeof listen>> | undefined
      const elsewhere = await startGitServer(root)
      try {
        const target = await lone.space("Drained")
        const before = await countRevisions(lone, target)
        first = await startChild(lone.database)
        elsewhere.options = { fault: () => "hold" }
        const url = sample.url.replace(server.url, elsewhere.url)
        const id = await requestImport(makeClient(first.origin, lone.admin.token), target, { url, ref: main })
        await until(
          async () => (await lone.api.get(`/v1/spaces/${target}/git/operations/${id}`)).body.state === "running"
        )
        const code = await first.stop()
        expect([0, null]).toContain(code)
        elsewhere.options = {}
        const { body } = await lone.api.get(`/v1/spaces/${target}/git/operations/${id}`)
        expect(["pending", "running"]).toContain(body.state)
        second = await listen(configOf(lone.database))
        const operation = await followImport(lone.api, target, id, 120_000)
        expect(operation.state).toBe("completed")
        expect(await countRevisions(lone, target)).toBe(before + 1)
      } finally {
        await first?.kill()
        await second?.close()
        await elsewhere.close()
        await lone.stop()
      }
    },
    patience
  )
}
