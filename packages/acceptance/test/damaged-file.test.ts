/**
 * SQLite files that are damaged, held by somebody else, or no databases at all: commands say so in one line and leave
 * every byte as it is; a server that runs answers for what it can read, and never with a fault of its own.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeClient } from "../src/client.ts"
import { octavo } from "../src/command.ts"
import { makeRandom, noise } from "../src/kills.ts"
import { startChild } from "../src/process.ts"
import { type Database, sqlite } from "../src/stores.ts"
import { startWorld } from "../src/world.ts"

/** The driver, for a program that is not Octavo. */
const driver = createRequire(new URL("../../storage-sqlite/package.json", import.meta.url)).resolve("better-sqlite3")

/** Bytes in a page of the file. */
const pageSize = 4096

/** Overwrites whole pages with noise; the first one, of which SQLite knows the file, stays. */
const scramble = (file: string, share: number): void => {
  const random = makeRandom(7)
  const pages = statSync(file).size / pageSize
  const descriptor = openSync(file, "r+")
  for (let page = 1; page < pages; page++) {
    if (random() < share) writeSync(descriptor, noise(page, pageSize), 0, pageSize, page * pageSize)
  }
  closeSync(descriptor)
}

interface Damage {
  /** What is done to a store's file. */
  readonly to: (file: string) => void
  /** What a command says. */
  readonly says: RegExp
}

const damages: Readonly<Record<string, Damage>> = {
  "is no database": {
    to: (file) => writeFileSync(file, "Notes of a meeting.\n".repeat(500)),
    says: /is no database/
  },
  "is a picture": { to: (file) => writeFileSync(file, noise(3, 40_000)), says: /is no database/ },
  "is cut off in the middle": {
    to: (file) => truncateSync(file, Math.floor(statSync(file).size / 2 / pageSize) * pageSize),
    says: /damaged/
  },
  "is cut off in its first page": { to: (file) => truncateSync(file, 1000), says: /damaged/ },
  "has pages of noise": { to: (file) => scramble(file, 0.9), says: /damaged/ },
  "is a directory": {
    to: (file) => {
      rmSync(file)
      mkdirSync(file)
    },
    says: /directory/
  }
}

const commands: ReadonlyArray<readonly [string, (url: string, directory: string) => ReadonlyArray<string>]> = [
  ["serve", (url) => ["serve", "--database", url, "--port", "0"]],
  [
    "user create",
    (url) => ["user", "create", "--database", url, "--email", "a@b.test", "--name", "A", "--role", "read"]
  ],
  ["verify", (url) => ["verify", "--database", url]],
  ["backup", (url, directory) => ["backup", join(directory, "out.backup"), "--database", url]]
]

describe("A SQLite file", { timeout: 240_000 }, () => {
  let database: Database
  let whole: string
  let token: string
  const file = () => join(database.directory, "octavo.db")

  beforeAll(async () => {
    database = await sqlite.fresh()
    // when it stops, its log is written back: the file is all there is
    const world = await startWorld({ name: "SQLite", fresh: async () => ({ ...database, drop: async () => {} }) })
    const space = await world.space("Kept")
    for (let i = 0; i < 30; i++) {
      const change = {
        operation: "insert_page",
        title: `Page ${i}`,
        document: { markdown: `Words ${i}. `.repeat(2000) }
      }
      expect((await world.api.post(`/v1/spaces/${space}/content`, { changes: [change] })).status).toBe(200)
    }
    token = world.admin.token
    await world.stop()
    whole = join(database.directory, "whole.db")
    copyFileSync(file(), whole)
  })
  afterAll(() => database?.drop())

  /** The store as it was, damaged. */
  const damaged = (to: Damage["to"]): void => {
    for (const end of ["", "-wal", "-shm"]) rmSync(file() + end, { recursive: true, force: true })
    copyFileSync(whole, file())
    to(file())
  }
  const bytes = () => (statSync(file()).isDirectory() ? undefined : readFileSync(file()))

  for (const [what, { says, to }] of Object.entries(damages)) {
    it.each(commands)(`that ${what} is told by octavo %s in one line, and stays as it is`, async (_, args) => {
      damaged(to)
      const before = bytes()
      const { code, stderr, stdout } = await octavo(args(database.url, database.directory), {
        data: database.directory
      })
      expect(code, stderr + stdout).toBe(1)
      // beside what a server logs
      const lines = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{"))
      expect(lines, stderr).toHaveLength(1)
      expect(lines[0]).toMatch(says)
      expect(bytes()?.equals(before!)).toBe(before === undefined ? undefined : true)
    })
  }

  it("that another program holds is told so, and served when it is free", async () => {
    damaged(() => {})
    const holder = spawn(process.execPath, [
      "-e",
      `const db = new (require(${JSON.stringify(driver)}))(${JSON.stringify(file())});
       db.pragma("locking_mode = EXCLUSIVE"); db.exec("BEGIN EXCLUSIVE"); console.log("held"); setInterval(() => {}, 1000)`
    ])
    try {
      await once(holder.stdout, "data")
      const { code, stderr } = await octavo(["verify", "--database", database.url], { data: database.directory })
      expect(code, stderr).toBe(1)
      expect(stderr).toMatch(/busy|locked/)
      expect(stderr).not.toMatch(/fault in Octavo/)
    } finally {
      holder.kill("SIGKILL")
      await once(holder, "exit")
    }
    const server = await startChild(database)
    expect((await makeClient(server.origin, token).get("/v1/user")).status).toBe(200)
    await server.stop()
  })

  it("that is damaged under a server that runs makes 503 of requests, never 500, and the server goes on", async () => {
    damaged(() => {})
    const server = await startChild(database)
    const api = makeClient(server.origin, token)
    try {
      scramble(file(), 1)
      const answers = []
      for (let i = 0; i < 20; i++) {
        const page = { operation: "insert_page", title: `New ${i}`, document: { markdown: "New words" } }
        const spaces = await api.get("/v1/user/permissions/spaces?limit=1000")
        answers.push(spaces)
        const space = spaces.body?.items?.[0]?.space ?? "none"
        answers.push(await api.get(`/v1/spaces/${space}/content`))
        answers.push(await api.get(`/v1/spaces/${space}/search?query=words`))
        answers.push(await api.post(`/v1/spaces/${space}/content`, { changes: [page] }))
      }
      for (const { status, text } of answers) {
        expect(status, text).not.toBe(500)
        if (status === 503) expect(text).toMatch(/damaged/)
      }
      expect(answers.some(({ status }) => status === 503)).toBe(true)
      expect((await api.get("/healthz")).status).not.toBe(500)
    } finally {
      await server.kill()
    }
  })

  it("whose log is noise is as it was before the log", async () => {
    damaged((at) => writeFileSync(`${at}-wal`, noise(1, 8 * pageSize)))
    const server = await startChild(database)
    expect((await makeClient(server.origin, token).get("/v1/user")).status).toBe(200)
    await server.stop()
    expect(existsSync(file())).toBe(true)
  })
})
