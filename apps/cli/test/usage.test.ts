import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { settings } from "@octavo/runtime/settings"
import { clientLayer } from "@octavo/runtime/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, freePort, initialized, loadedOctavo, octavo, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

const person = ["--title", "Acme", "--email", "ada@acme.org", "--name", "Ada"]

describe("help", () => {
  it("goes to stdout when asked for, and lists the commands that there are", async () => {
    const { code, stdout, stderr } = await octavo(["--help"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    for (const command of ["init", "serve", "user", "token", "import", "gc", "doctor"])
      expect(stdout).toContain(`  ${command} `)
  })

  it("of serve lists every setting with its variable", async () => {
    const { stdout } = await octavo(["serve", "--help"])
    for (const { flag, env } of Object.values(settings)) {
      expect(stdout).toContain(`--${flag}`)
      expect(stdout).toContain(`[env: ${env}]`)
    }
  })

  it.each([[[]], [["user"]]])("comes on stderr with exit code 2 for octavo %j, which says too little", async (args) => {
    const { code, stdout, stderr } = await octavo(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain("USAGE")
  })

  it("tells the version", async () => {
    expect(await octavo(["--version"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})

describe("a command that is loaded once", () => {
  const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
  beforeAll(() => initialized(database))
  it.each([
    [["user", "list", "--help"]],
    [["user", "lits"]],
    [["user"]],
    [["init", ...person]],
    [["init", "--title", "A", "--email", "a@b.co", "--name", "A"]],
    [["user", "list"]],
    [["user", "list", "--json"]],
    [["user", "role", "ada@acme.org", "--role", "read"]],
    [["audit", "--since", "soon"]]
  ])("says what a process says: octavo %j", async (args) => {
    const options = { env: { OCTAVO_DATABASE_URL: database }, cwd: temporaryDirectory() }
    expect(await loadedOctavo(args, options)).toEqual(await octavo(args, options))
  })
})

describe("settings", () => {
  it("a flag wins over its variable", async () => {
    const directory = temporaryDirectory()
    const { code } = await loadedOctavo(["init", ...person, "--database", `sqlite:${directory}/flag.db`], {
      env: { OCTAVO_DATABASE_URL: "mysql://nonsense" }
    })
    expect(code).toBe(0)
  })

  it.each([
    [
      "a database URL of another kind",
      ["--database", "mysql://u:secret@h/d"],
      {},
      "must begin with sqlite: or postgres://"
    ],
    ["a database variable of another kind", [], { OCTAVO_DATABASE_URL: "octavo.db" }, "must begin with sqlite:"],
    ["a public URL that is none", ["--url", "docs.example.com"], {}, "must be like https://docs.example.com"],
    ["a short secret", ["--secret", "short"], {}, "--secret (OCTAVO_SECRET) must have at least 32 characters"],
    ["an unknown log level", ["--log-level", "loud"], {}, "--log-level (OCTAVO_LOG_LEVEL) must be one of"],
    ["a port that is none", [], { OCTAVO_PORT: "http" }, "--port (OCTAVO_PORT) must be a port"],
    ["a committer that git can't write", [], { OCTAVO_COMMITTER_NAME: "A <b>" }, "--committer-name (OCTAVO_COMMITTER"],
    ["a committer of dots", [], { OCTAVO_COMMITTER_EMAIL: "..." }, "--committer-email (OCTAVO_COMMITTER_EMAIL) must"],
    ["a time that is none", [], { OCTAVO_GIT_TIMEOUT: "soon" }, "--git-timeout (OCTAVO_GIT_TIMEOUT) must be seconds"],
    [
      "pages longer than any body",
      [],
      { OCTAVO_PAGE_BYTES: "10000001" },
      "--page-bytes (OCTAVO_PAGE_BYTES) must be at"
    ],
    [
      "a limit of nothing",
      [],
      { OCTAVO_TOKEN_LIMIT: "0" },
      "--token-limit (OCTAVO_TOKEN_LIMIT) must be a whole number"
    ],
    ["limits elsewhere", [], { OCTAVO_RATE_LIMITS: "redis" }, "must be one of memory, database, off"],
    [
      "a proxy by its name",
      [],
      { OCTAVO_TRUSTED_PROXIES: "proxy.test" },
      "--trusted-proxies (OCTAVO_TRUSTED_PROXIES) must be"
    ]
  ])("refuse %s with exit code 2", async (_, args, env, message) => {
    const { code, stderr } = await loadedOctavo(["init", ...person, ...args], { env, cwd: temporaryDirectory() })
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain("secret@")
  })
})

describe("a store that can't be used", () => {
  it.each([
    [
      "a store to save that is not there",
      ["backup", "x.backup", "--database", "sqlite:./none.db"],
      2,
      "There is no store at"
    ],
    ["a store to look at that is not there", ["verify", "--database", "sqlite:./none.db"], 2, "There is no store at"],
    [
      "a backup that is not there",
      ["restore", "none.backup", "--database", "sqlite:./new.db"],
      1,
      "There is no file none"
    ]
  ])("because it names %s is told in words", async (_, args, code, message) => {
    const answer = await loadedOctavo(args, { cwd: temporaryDirectory() })
    expect(answer.code).toBe(code)
    expect(answer.stderr).toContain(message)
  })

  it("to save into a directory that is not there is told in words", async () => {
    const directory = temporaryDirectory()
    const database = `sqlite:${join(directory, "octavo.db")}`
    await initialized(database)
    const { code, stderr } = await loadedOctavo(["backup", join(directory, "none", "x.backup"), "--database", database])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`There is no directory ${directory}/none`)
    })
  })

  it("to save where a directory is, is told in words before anything is read", async () => {
    const directory = temporaryDirectory()
    const database = `sqlite:${join(directory, "octavo.db")}`
    await initialized(database)
    mkdirSync(join(directory, "copies"))
    const { code, stderr } = await loadedOctavo(["backup", join(directory, "copies"), "--database", database])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `octavo: ${directory}/copies is a directory: name a file in it\n`
    })
  })

  it("because it is of a newer version is refused and left as it is", async () => {
    const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
    await initialized(database)
    await Effect.runPromise(
      SqlClient.SqlClient.use(
        (sql) => sql`INSERT INTO octavo_migrations (id, name, applied_at) VALUES (999, 'later', '2099-01-01T00:00:00Z')`
      ).pipe(Effect.provide(clientLayer({ database })))
    )
    const again = await loadedOctavo(["init", ...person, "--database", database])
    expect(again.code).toBe(1)
    expect(again.stderr).toMatch(/^octavo: The store is at schema version 999, .+ start a newer Octavo\n$/)
    const doctor = await loadedOctavo(["doctor", "--database", database, "--json"])
    expect(doctor.code).toBe(1)
    expect(doctor.json.findings).toContainEqual(
      expect.objectContaining({
        state: "problem",
        what: "store",
        mend: expect.stringMatching(/^Start the Octavo that has changed it/)
      })
    )
  })

  it("because nothing answers is told without the password", async () => {
    const database = `postgres://octavo:hidden-word@127.0.0.1:${await freePort()}/octavo`
    const { code, stderr } = await loadedOctavo(["init", ...person, "--database", database], {
      cwd: temporaryDirectory()
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^octavo: The database can't be reached: nothing listens at [\w.:]+; [^\n]+ \(ECONNREFUSED\)\n$/
    )
    expect(stderr).not.toContain("hidden-word")
  })

  it("because it is another file is told", async () => {
    const file = join(temporaryDirectory(), "notes.txt")
    writeFileSync(file, "These are only some notes, and no database at all.\n".repeat(50))
    const { code, stderr } = await loadedOctavo(["init", ...person, "--database", `sqlite:${file}`])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^octavo: The database .+is no database of SQLite/)
  })

  it("shows where it failed at level Debug only", async () => {
    const args = ["init", ...person, "--database", `postgres://u:p@127.0.0.1:${await freePort()}/d`]
    const cwd = temporaryDirectory()
    expect((await loadedOctavo(args, { cwd })).stderr).not.toMatch(/\n\s+at /)
    expect((await loadedOctavo([...args, "--log-level", "Debug"], { cwd })).stderr).toMatch(/\n\s+at /)
  })
})
