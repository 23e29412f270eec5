/** The mistakes that operators make most, each made and found by `octavo doctor`, with what mends it. */
import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, renameSync, statfsSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer, type Server } from "node:net"
import { join } from "node:path"
import { program } from "@octavo/programs"
import { clientLayer } from "@octavo/runtime/store"
import { freshDatabase } from "@octavo/storage-postgres/testing"
import type {} from "@octavo/storage-postgres/vitest-global-setup"
import { jobsTable, makeJobsTable } from "@octavo/storage-sql"
import { Effect, Exit, Scope } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { diskFinding } from "../src/examine/machine.ts"
import type { Finding } from "../src/examine.ts"
import {
  cleanUp,
  eventually,
  freePort,
  initialized,
  loadedOctavo as octavo,
  serve,
  temporaryDirectory
} from "./support.ts"

afterAll(cleanUp)

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const fresh = {
  SQLite: async (directory: string) => `sqlite:${join(directory, "octavo.db")}`,
  Postgres: async () => (await Effect.runPromise(freshDatabase(inject("postgresUrl")).pipe(Scope.provide(scope)))).url
}

/** All of one run, and the one finding that the mistake gives. */
const doctor = async (what: string, ...args: ReadonlyArray<string>) => {
  const { code, json } = await octavo([
    "doctor",
    "--json",
    ...(args.includes("--port") ? [] : ["--port", "0"]),
    ...args
  ])
  const findings: ReadonlyArray<Finding> = json.findings
  const finding = findings.find((one) => one.what === what)
  // whatever is found wrong says why it matters and how to mend it
  for (const { state, why, mend } of findings) {
    if (state !== "ok") expect([why, mend]).toEqual([expect.stringMatching(/\w{3}/), expect.stringMatching(/\w{3}/)])
  }
  expect(code).toBe(findings.some(({ state }) => state === "problem") ? 1 : 0)
  expect(json.healthy).toBe(code === 0)
  return finding
}

const change = (url: string, statements: Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient>) =>
  Effect.runPromise(Effect.provide(statements, clientLayer({ database: url })))

for (const [name, make] of Object.entries(fresh)) {
  describe(`octavo doctor, on ${name}`, () => {
    const directory = temporaryDirectory()
    let url: string
    let store: ReadonlyArray<string>
    beforeAll(async () => {
      url = await make(directory)
      store = ["--database", url, "--data", directory]
      await octavo(["init", ...store, "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", "--json"])
    })

    it("finds a secret that is not the store's, or is gone", async () => {
      expect(await doctor("secret", ...store)).toMatchObject({ state: "ok" })
      expect(await doctor("secret", ...store, "--secret", "x".repeat(32))).toMatchObject({
        state: "problem",
        mend: expect.stringContaining("octavo.key")
      })
      const key = join(directory, "octavo.key")
      renameSync(key, `${key}.away`)
      expect(await doctor("secret", ...store)).toMatchObject({ state: "problem" })
      renameSync(`${key}.away`, key)
    })

    it("finds jobs that nobody takes, and those that failed for good", async () => {
      const job = (state: string, hours: number) => {
        const at = new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replace("T", " ")
        const times = { visible_at: at, created_at: at, updated_at: at }
        return Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* makeJobsTable
          yield* sql`DELETE FROM ${sql(jobsTable)}`
          const row = { id: state, queue_name: "imports", element: "{}", state, attempts: 0, ...times }
          yield* sql`INSERT INTO ${sql(jobsTable)} ${sql.insert(row)}`
        })
      }
      await change(url, job("pending", 3))
      expect(await doctor("jobs", ...store)).toMatchObject({
        state: "problem",
        found: expect.stringMatching(/3 h.*imports \(1\)/),
        mend: expect.stringContaining("octavo serve")
      })
      await change(url, job("failed", 3))
      expect(await doctor("jobs", ...store)).toMatchObject({
        state: "warning",
        found: expect.stringContaining("imports (1)")
      })
      await change(url, job("pending", 0))
      expect(await doctor("jobs", ...store)).toMatchObject({ state: "ok" })
    })

    it("finds an organization without an admin", async () => {
      const set = (role: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE members SET role = ${role}`)
      await change(url, set("read"))
      expect(await doctor("people", ...store)).toMatchObject({
        state: "problem",
        mend: expect.stringContaining("octavo user create")
      })
      await change(url, set("admin"))
      expect(await doctor("people", ...store)).toMatchObject({ state: "ok" })
    })

    it("finds a store that a newer Octavo has changed", async () => {
      const row = { id: 999, name: "from the future", applied_at: "2099-01-01T00:00:00.000Z" }
      const from = (does: "add" | "remove") =>
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          does === "add"
            ? sql`INSERT INTO octavo_migrations ${sql.insert(row)}`
            : sql`DELETE FROM octavo_migrations WHERE id = 999`
        )
      await change(url, from("add"))
      expect(await doctor("store", ...store)).toMatchObject({
        state: "problem",
        found: expect.stringContaining("999"),
        mend: expect.stringContaining("newer")
      })
      await change(url, from("remove"))
    })
  })
}

describe("octavo doctor, on Postgres alone", () => {
  it("finds too little room for the connections of a server", async () => {
    const url = await fresh.Postgres()
    const name = decodeURIComponent(new URL(url).pathname.slice(1))
    await change(
      url,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`ALTER DATABASE "${name}" CONNECTION LIMIT 4`))
    )
    expect(await doctor("connections", "--database", url, "--data", temporaryDirectory())).toMatchObject({
      state: "problem",
      found: expect.stringContaining("room for 4"),
      mend: expect.stringContaining("CONNECTION LIMIT")
    })
  })

  it("finds a database that can't hold all text", async () => {
    const url = new URL(await fresh.Postgres())
    const name = `ascii_${process.pid}`
    const run = (statement: string) =>
      change(
        url.href,
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))
      )
    await run(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`)
    try {
      const other = new URL(url)
      other.pathname = `/${name}`
      expect(await doctor("encoding", "--database", other.href, "--data", temporaryDirectory())).toMatchObject({
        state: "problem",
        found: expect.stringContaining("SQL_ASCII"),
        mend: expect.stringContaining("UTF8")
      })
    } finally {
      await run(`DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
})

describe("octavo doctor", () => {
  const directory = temporaryDirectory()
  const database = `sqlite:${join(directory, "octavo.db")}`
  const store = ["--database", database]
  beforeAll(() => initialized(database))

  it("finds a data directory that is none", async () => {
    const file = join(directory, "a-file")
    writeFileSync(file, "")
    expect(await doctor("data directory", ...store, "--data", join(file, "data"))).toMatchObject({
      state: "problem",
      found: expect.stringContaining(file),
      mend: expect.stringContaining("--data")
    })
  })

  const gigabyte = 1024 ** 3
  it.each([
    ["plenty", { free: 50 * gigabyte, type: 0xef53, sqlite: true }, "ok", /50 GB/],
    ["little", { free: gigabyte / 2, type: 0xef53, sqlite: true }, "warning", /only 512 MB/],
    ["nothing", { free: 1000, type: 0xef53, sqlite: true }, "problem", /0 MB/],
    ["NFS below SQLite", { free: 50 * gigabyte, type: 0x6969, sqlite: true }, "problem", /NFS/],
    ["SMB, as a negative number", { free: 50 * gigabyte, type: 0xfe534d42 | 0, sqlite: true }, "problem", /SMB/],
    ["NFS below the Git cache", { free: 50 * gigabyte, type: 0x6969, sqlite: false }, "ok", /50 GB/]
  ] as const)("judges a disk with %s", (_, disk, state, found) => {
    const finding = diskFinding({ at: "/data", ...disk })
    expect(finding).toMatchObject({ state, found: expect.stringMatching(found) })
  })

  const canMount = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status === 0
  it.skipIf(!canMount)("finds a disk that is full", async () => {
    const disk = join(directory, "disk")
    mkdirSync(disk)
    const command = `mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"`
    const args = ["doctor", "--json", "--port", "0", "--database", `sqlite:${join(disk, "octavo.db")}`]
    const { stdout } = spawnSync(
      "unshare",
      ["-rm", "sh", "-c", command, disk, process.execPath, ...(await program("octavo")), ...args],
      {
        encoding: "utf8"
      }
    )
    const finding = JSON.parse(stdout.trim().split("\n").at(-1)!).findings.find(({ what }: Finding) => what === "disk")
    expect(finding).toMatchObject({ state: "problem", found: expect.stringMatching(/^[12] MB/) })
    // it was a disk of its own
    expect(statfsSync(disk).bsize * statfsSync(disk).blocks).toBeGreaterThan(2 * 1024 * 1024)
  })

  it("finds a git that is too old", async () => {
    const bin = join(directory, "bin")
    mkdirSync(bin)
    writeFileSync(join(bin, "git"), "#!/bin/sh\necho git version 2.20.1\n")
    chmodSync(join(bin, "git"), 0o755)
    const { json } = await octavo(["doctor", "--json", ...store, "--port", "0"], { env: { PATH: bin } })
    expect(json.findings.find(({ what }: Finding) => what === "git")).toMatchObject({
      state: "problem",
      found: "2.20 is too old",
      mend: expect.stringContaining("2.30")
    })
  })

  const listening = async (server: Server): Promise<number> => {
    await once(server.listen(0, "127.0.0.1"), "listening")
    return (server.address() as AddressInfo).port
  }

  it("finds a public URL that leads elsewhere while the server runs", async () => {
    const other = createHttpServer((_, response) => response.end("another site"))
    const port = await listening(other)
    const server = await serve(store)
    try {
      await eventually(
        () => fetch(`${server.url}/healthz`),
        ({ status }) => status === 200
      )
      const at = ["--host", "127.0.0.1", "--port", new URL(server.url).port]
      expect(await doctor("public URL", ...store, ...at, "--url", `http://127.0.0.1:${port}`)).toMatchObject({
        state: "problem",
        found: expect.stringContaining("does not lead"),
        mend: expect.stringContaining("OCTAVO_URL")
      })
      expect(await doctor("public URL", ...store, ...at)).toMatchObject({ state: "ok" })
    } finally {
      other.close()
      await server.stop()
    }
  })

  it("finds a URL that only this machine knows, one without encryption, and a proxy that is not trusted", async () => {
    const open = ["--host", "0.0.0.0"]
    expect(await doctor("public URL", ...store, ...open)).toMatchObject({ state: "warning" })
    expect(await doctor("public URL", ...store, ...open, "--url", "http://docs.invalid")).toMatchObject({
      state: "warning",
      found: expect.stringContaining("not encrypted")
    })
    const behind = ["--url", "https://docs.invalid"]
    expect(await doctor("proxy", ...store, ...behind)).toMatchObject({
      state: "warning",
      mend: expect.stringContaining("OCTAVO_TRUSTED_PROXIES")
    })
    expect(await doctor("proxy", ...store, ...behind, "--trusted-proxies", "127.0.0.1")).toMatchObject({ state: "ok" })
  })

  it("finds a mail server that is away, and one that takes no password safely", async () => {
    const from = ["--mail-from", "docs@example.com"]
    const away = await freePort()
    expect(await doctor("mail", ...store, ...from, "--smtp-url", `smtp://127.0.0.1:${away}`)).toMatchObject({
      state: "problem",
      found: expect.stringContaining(`127.0.0.1:${away}`),
      mend: expect.stringContaining("OCTAVO_SMTP_URL")
    })
    const plain = createServer((socket) => {
      socket.on("error", () => {})
      socket.write("220 mail\r\n")
      socket.on("data", (data) => {
        const word = data.toString().slice(0, 4).toUpperCase()
        socket.write(word === "EHLO" ? "250-mail\r\n250 AUTH PLAIN\r\n" : word === "AUTH" ? "535 no\r\n" : "250 ok\r\n")
      })
    })
    const port = await listening(plain)
    try {
      expect(await doctor("mail", ...store, ...from, "--smtp-url", `smtp://127.0.0.1:${port}`)).toMatchObject({
        state: "ok"
      })
      expect(await doctor("mail", ...store, ...from, "--smtp-url", `smtp://me:secret@127.0.0.1:${port}`)).toMatchObject(
        {
          state: "problem",
          found: expect.stringContaining("refuses the user or password")
        }
      )
    } finally {
      plain.close()
    }
  })

  it("finds a bucket that is away, and a directory of files that can't be written", async () => {
    const keys = ["--s3-access-key-id", "id", "--s3-secret-access-key", "key"]
    const bucket = `s3:http://127.0.0.1:${await freePort()}/docs`
    expect(await doctor("files", ...store, ...keys, "--files", bucket)).toMatchObject({
      state: "problem",
      found: expect.stringContaining("bucket docs"),
      mend: expect.stringContaining("--s3-region")
    })
    const files = join(directory, "files")
    expect(await doctor("files", ...store, "--files", `directory:${files}`)).toMatchObject({ state: "ok" })
    expect(await doctor("files", ...store, "--files", `directory:${join(directory, "a-file")}`)).toMatchObject({
      state: "problem",
      mend: expect.stringContaining("--files")
    })
  })
})
