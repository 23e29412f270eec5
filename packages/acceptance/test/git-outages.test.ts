/** Exports to servers that are away, overloaded, slow, or do not want them. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { commitFiles, type Fault, type GitServer, git, startGitServer } from "@octavo/git-cli/testing"
import { jobsTable } from "@octavo/storage-sql/JobQueue"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { followImport, historyRead, importOk, main, requestExport } from "../src/imports.ts"
import { countRevisions } from "../src/inspect.ts"
import { lookAgain } from "../src/lookAgain.ts"
import { sampleFiles } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const patience = 240_000

onBothStores("A Git export", (store) => {
  let world: World
  let server: GitServer
  let root: string
  /** What happens to a request for a repository; `undefined` lets it pass. */
  const faults = new Map<string, (url: string) => Fault | undefined>()

  beforeAll(async () => {
    world = await startWorld(store, { gitTimeout: 6 })
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root, {
      push: true,
      fault: ({ method, url }) => faults.get(url.split("/")[1]!)?.(`${method} ${url}`)
    })
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  /** Follows an operation to its end. What it would wait for between two runs is over as soon as it waits. */
  const followed = async (space: string, id: string) => {
    const due = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE ${sql(jobsTable)} SET visible_at = created_at
        WHERE id = ${id} AND state = 'pending' AND acquired_by IS NULL AND visible_at > created_at`
    )
    let over = false
    const hurry = async () => {
      for (; !over; await sleep(200)) await world.operate(due)
    }
    const following = followImport(world.api, space, id, patience).finally(() => {
      over = true
    })
    const [done] = await Promise.all([following, hurry()])
    return done
  }

  /** A space that was imported from a repository of its own and edited since. */
  const edited = async (name: string, url = `${server.url}/${name}`) => {
    const path = join(root, name)
    await commitFiles(path, sampleFiles, "First words")
    const space = await world.space(name.slice(0, 50))
    const { commit } = await importOk(world.api, space, { url, ref: main })
    // what is asked of the server from now on, the export asks
    await historyRead(world, space, commit)
    const { body } = await world.api.get(`/v1/spaces/${space}/content/path/guides/start/install`)
    await world.operate(
      Effect.flatMap(EditContent, (edits) => edits.replaceText(space, body.id, "# Install\n\nNow.\n"))
    )
    const commits = async () => Number(await git(path, "rev-list", "--count", "main"))
    const requested = () => requestExport(world.api, space, { url, ref: main })
    const exported = async () => followed(space, await requested())
    const last = async () => (await world.api.get(`/v1/spaces/${space}/git/info`)).body.lastOperation
    return { path, space, commits, requested, exported, last, revisions: await countRevisions(world, space) }
  }

  /** The first requests that match fail in this way. */
  const failing = (name: string, times: number, match: RegExp, fault: Fault) => {
    let left = times
    faults.set(name, (url) => (match.test(url) && left-- > 0 ? fault : undefined))
  }

  const read = /info\/refs\?service=git-upload-pack/
  const write = /info\/refs\?service=git-receive-pack/
  const push = /POST .*git-receive-pack/

  describe("is tried again by itself", () => {
    it.concurrent.for<[name: string, times: number, match: RegExp, fault: Fault]>([
      ["a server that answers 503", 2, read, { status: 503 }],
      ["a server that answers 500 to the push", 1, write, { status: 500 }],
      ["a server that answers 502 in the middle of the push", 1, push, { status: 502 }],
      ["a server that has too many requests (429)", 1, read, { status: 429 }],
      ["a connection that is reset", 2, read, "reset"],
      // git itself sends once more
      ["a connection that is reset in the middle of the push", 4, push, "reset"],
      ["an answer that breaks off", 1, read, { cutAfter: 10 }],
      ["an answer that takes for ever", 1, read, "trickle"]
    ])("after %s", { timeout: patience }, async ([what, times, match, fault]) => {
      const name = `${what.replace(/\W+/g, "-")}.git`
      const one = await edited(name)
      failing(name, times, match, fault)
      const done = await one.exported()
      expect([done.state, done.error]).toEqual(["completed", undefined])
      expect(done.attempts).toBeGreaterThan(1)
      expect(await one.commits()).toBe(2)
      expect(await countRevisions(world, one.space)).toBe(one.revisions + 1)
      expect(await one.last()).toMatchObject({ kind: "export", state: "completed" })
    })

    it.concurrent("and finds its commit where only the answer was lost", { timeout: patience }, async () => {
      const one = await edited("lost.git")
      failing("lost.git", 1, push, "lose")
      const done = await one.exported()
      expect([done.state, done.error]).toEqual(["completed", undefined])
      expect(await one.commits()).toBe(2)
      expect(done.commit).toBe(await git(one.path, "rev-parse", "main"))
    })

    it.concurrent("a few times, and then says so: what happened, and how to go on", { timeout: patience }, async () => {
      const one = await edited("away.git")
      faults.set("away.git", () => "reset")
      const id = await one.requested()
      // between two runs: what it waits for
      const again = lookAgain()
      for (const end = Date.now() + 60_000; ; await again()) {
        const { body } = await world.api.get(`/v1/spaces/${one.space}/git/operations/${id}`)
        if (body.state === "pending" && body.error !== undefined) {
          expect(body).toMatchObject({
            progress: { message: "Waiting to try again" },
            error: { reason: "Unreachable" }
          })
          break
        }
        if (Date.now() > end) throw new Error("it never waited")
      }
      const failed = await followed(one.space, id)
      expect(failed).toMatchObject({ state: "failed", attempts: 5, error: { reason: "Unreachable" } })
      expect(failed.error!.message).toMatch(/cannot be reached.*tried 5 times.*Ask for the export again/)
      expect(await one.last()).toMatchObject({ kind: "export", state: "failed", error: failed.error })
      expect(await one.commits()).toBe(1)
      expect(await countRevisions(world, one.space)).toBe(one.revisions)
      faults.delete("away.git")
      const done = await one.exported()
      expect([done.state, done.attempts]).toEqual(["completed", 1])
      expect(await one.commits()).toBe(2)
    })
  })

  describe("stops at once", () => {
    const stops = async (name: string, reason: string, words: RegExp) => {
      const one = await edited(`${name}.git`)
      return {
        ...one,
        stopped: async () => {
          const failed = await one.exported()
          expect(failed).toMatchObject({ state: "failed", attempts: 1, error: { reason } })
          expect(failed.error!.message).toMatch(words)
          expect(await one.last()).toMatchObject({ state: "failed", error: failed.error })
          expect(await one.commits()).toBe(1)
          expect(await countRevisions(world, one.space)).toBe(one.revisions)
        }
      }
    }
    const asked: Fault = { status: 401, headers: { "www-authenticate": 'Basic realm="Git"' } }

    it("at credentials that are not accepted", { timeout: patience }, async () => {
      const one = await stops("locked", "AuthenticationFailed", /user name and the token/)
      faults.set("locked.git", () => asked)
      await one.stopped()
    })

    it("at credentials that may only read", { timeout: patience }, async () => {
      const one = await stops("readonly", "AuthenticationFailed", /token may write to the repository/)
      faults.set("readonly.git", (url) => (/receive-pack/.test(url) ? asked : undefined))
      await one.stopped()
    })

    it("at a server that forbids the push", { timeout: patience }, async () => {
      const one = await stops("forbidden", "Rejected", /no permission to push.*export to another/)
      faults.set("forbidden.git", (url) => (/receive-pack/.test(url) ? { status: 403 } : undefined))
      await one.stopped()
    })

    it("at a protected branch, with the server's words and the way to go on", { timeout: patience }, async () => {
      const one = await stops("protected", "Rejected", /main is protected.*push to this branch, or export to another/)
      await mkdir(join(one.path, "hooks"), { recursive: true })
      const hook = join(one.path, "hooks", "pre-receive")
      await writeFile(hook, "#!/bin/sh\necho 'main is protected' >&2\nexit 1\n", { mode: 0o755 })
      await one.stopped()
    })
  })
})
