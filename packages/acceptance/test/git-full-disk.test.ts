/** Repositories that are too large, and disks that are full: a readable reason, nothing by half, the server lives on. */
import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync
} from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Client, makeClient } from "../src/client.ts"
import { walkStore } from "../src/consistency.ts"
import { followImport, importOk, main, requestImport, runImport } from "../src/imports.ts"
import { countRevisions } from "../src/inspect.ts"
import { noise } from "../src/kills.ts"
import { startChild } from "../src/process.ts"
import { onBothStores } from "../src/stores.ts"
import { loggingTo, startWorld, type World } from "../src/world.ts"

const patience = 240_000
const small = { "README.md": "# Before\n", "SUMMARY.md": "* [Before](README.md)\n" }

/** Bytes of everything below a directory. */
const sizeOf = (directory: string): number =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, { name, parentPath }) => sum + statSync(join(parentPath, name)).size, 0)
    : 0

/** A program that shows a directory as a disk of its own to the command after it, and to nobody else. */
const smallDisk = (directory: string, size: string): ReadonlyArray<string> => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
  directory
]
const canMount = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status === 0

onBothStores("An import", (store) => {
  let world: World
  let server: GitServer
  let root: string
  const secret = "the same for all servers of the store"

  beforeAll(async () => {
    world = await startWorld(store, { worker: false, secret })
    root = join(world.database.directory, "repositories")
    server = await startGitServer(root)
  })
  afterAll(async () => {
    await server.close()
    await world.stop()
  })

  /** A repository that was imported, by a server of its own, and has more now. */
  const grown = async (api: Client, name: string, files: Parameters<typeof commitFiles>[1]) => {
    const path = join(root, `${name}.git`)
    const url = `${server.url}/${name}.git`
    await commitFiles(path, small, "Before")
    const space = await world.space(name)
    await importOk(api, space, { url, ref: main })
    const before = { ...(await walkStore(world, space)), revisions: await countRevisions(world, space) }
    await commitFiles(path, files, "More")
    /** What is shown is what was shown. */
    const unchanged = async () => {
      const after = { ...(await walkStore(world, space)), revisions: await countRevisions(world, space) }
      expect(after).toEqual(before)
      expect((await api.get("/healthz")).status).toBe(200)
      expect((await api.get(`/v1/spaces/${space}/content`)).body.pages[0].title).toBe("Before")
    }
    return { path, url, space, unchanged }
  }

  it(
    "of a file of 120 MB stops at the limit; the file is never in memory, and leaves the disk again",
    async () => {
      const child = await startChild(world.database, { OCTAVO_SECRET: secret })
      try {
        const api = makeClient(child.origin, world.admin.token)
        const huge = { ".gitbook/assets/huge.bin": Buffer.alloc(120_000_000) }
        const { path, space, unchanged, url } = await grown(api, "huge", huge)
        const most = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.child.pid}/status`, "utf8"))![1])
        const before = most()
        const failed = await runImport(api, space, { url, ref: main })
        expect(failed).toMatchObject({ state: "failed", attempts: 1, error: { reason: "TooLarge" } })
        expect(failed.error!.message).toMatch(/huge\.bin has 120000000 bytes; the limit for a file is 100000000/)
        expect((most() - before) / 1000).toBeLessThan(60)
        expect(sizeOf(join(world.database.directory, "git"))).toBeLessThan(1_000_000)
        await unchanged()
        await commitFiles(path, { ".gitbook/assets/huge.bin": null, "README.md": "# After\n" }, "Less")
        await importOk(api, space, { url, ref: main })
      } finally {
        await child.stop()
      }
    },
    patience
  )

  it.skipIf(!canMount)(
    "whose clone does not fit on the disk says so, and comes when there is room",
    async () => {
      const data = join(world.database.directory, "small-disk")
      mkdirSync(data)
      const environment = { OCTAVO_SECRET: secret, OCTAVO_DATA: data }
      const child = await startChild(world.database, environment, smallDisk(data, "2m"))
      try {
        const api = makeClient(child.origin, world.admin.token)
        const more = { ".gitbook/assets/more.bin": noise(1, 4_000_000), "README.md": "# After\n" }
        const { space, unchanged, url } = await grown(api, "clone", more)
        const failed = await runImport(api, space, { url, ref: main })
        expect(failed).toMatchObject({ state: "failed", attempts: 1, error: { reason: "Failed" } })
        expect(failed.error!.message).toMatch(/disk of the Git cache is full. Free some/)
        await unchanged()
        // what was half there is gone: a smaller one fits
        const other = await grown(api, "fits", { "README.md": "# After\n" })
        await importOk(api, other.space, { url: other.url, ref: main })
      } finally {
        await child.stop()
      }
    },
    patience
  )

  it.runIf(store.name === "SQLite")(
    "into a store whose disk is full says so, and comes when there is room",
    async () => {
      const runtime = ManagedRuntime.make(
        octavoLayer({ ...world.config, url: world.origin, worker: true }).pipe(Layer.provide(loggingTo([])))
      )
      const pragma = (text: string) =>
        runtime.runPromise(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Record<string, number>>(`PRAGMA ${text}`))
        )
      try {
        const [used] = await pragma("page_count")
        const { space, unchanged, url } = await grown(world.api, "store", {
          ".gitbook/assets/b.bin": noise(1, 8_000_000)
        })
        // SQLite finds the disk full where the file would have more pages than that
        await pragma(`max_page_count = ${used!["page_count"]! + 300}`)
        const failed = await runImport(world.api, space, { url, ref: main })
        expect(failed).toMatchObject({ state: "failed", attempts: 5, error: { reason: "Storage" } })
        expect(failed.error!.message).toMatch(/disk of the store is full.*tried 5 times.*Ask for the import again/)
        await unchanged()
        await pragma("max_page_count = 1000000")
        await importOk(world.api, space, { url, ref: main })
        expect((await walkStore(world, space)).problems).toEqual([])
      } finally {
        await runtime.dispose()
      }
    },
    patience
  )

  it.runIf(store.name === "SQLite" && canMount)(
    "and all else, when nothing can be written: reads go on, writes say why, the server needs no restart",
    async () => {
      const disk = join(world.database.directory, "store-disk")
      mkdirSync(disk)
      const copy = `mount -t tmpfs -o size=64m tmpfs "$0" && cp "$0"/../octavo.db "$0"/../octavo.db-wal "$0" && exec "$@"`
      const environment = { OCTAVO_SECRET: secret, OCTAVO_DATABASE_URL: `sqlite:${join(disk, "octavo.db")}` }
      const launcher = ["unshare", "--map-root-user", "--mount", "sh", "-c", copy, disk]
      const child = await startChild(world.database, environment, launcher)
      try {
        const api = makeClient(child.origin, world.admin.token)
        const filler = `/proc/${child.child.pid}/root${disk}/filler`
        const fill = () => {
          for (const piece of [1_000_000, 100_000, 4_000]) {
            try {
              for (;;) appendFileSync(filler, Buffer.alloc(piece))
            } catch (error) {
              expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC")
            }
          }
        }
        const path = join(root, "disk.git")
        const url = `${server.url}/disk.git`
        await commitFiles(path, small, "Before")
        const spaces = `/v1/orgs/${world.organization}/spaces`
        const space = (await api.post(spaces, { title: "Disk" })).body.id as string
        await importOk(api, space, { url, ref: main })
        const shown = (await api.get(`/v1/spaces/${space}/content`)).text

        fill()
        let answer = await api.post(spaces, { title: "One more" })
        // what is left of the log takes some
        for (let i = 0; answer.status === 201 && i < 5_000; i++) answer = await api.post(spaces, { title: "One more" })
        expect(answer.status).toBe(503)
        expect(answer.body.error.message).toMatch(/disk of the store is full/)
        const refused = await api.post(`/v1/spaces/${space}/git/import`, { url, ref: main })
        // it is smaller than a space: where it still fits, it is kept
        expect([503, 204]).toContain(refused.status)
        expect((await api.get(`/v1/spaces/${space}/content`)).text).toBe(shown)

        // room for the order, and not for what it brings
        truncateSync(filler, statSync(filler).size - 3_000_000)
        await commitFiles(
          path,
          { "README.md": "# After\n\n![](.gitbook/assets/b.bin)\n", ".gitbook/assets/b.bin": noise(1, 16_000_000) },
          "More"
        )
        const id = await requestImport(api, space, { url, ref: main })
        await sleep(2_000)
        fill()
        await sleep(4_000)
        expect((await api.get(`/v1/spaces/${space}/content`)).text).toBe(shown)
        rmSync(filler)
        const done = await followImport(api, space, id, 120_000)
        if (done.state === "failed") expect(done.error!.message).toMatch(/disk of the store is full/)
        expect((await importOk(api, space, { url, ref: main })).state).toBe("completed")
        expect((await api.get(`/v1/spaces/${space}/content`)).body.files).toHaveLength(1)
      } finally {
        await child.stop()
      }
    },
    patience
  )
})
