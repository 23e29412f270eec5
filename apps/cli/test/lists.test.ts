/** Lists, people's roles and the audit trail on the command line, as the operator sees them, on both stores. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { program } from "@octavo/programs"
import { freshDatabase } from "@octavo/storage-postgres/testing"
import type {} from "@octavo/storage-postgres/vitest-global-setup"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { cleanUp, loadedOctavo as octavo, temporaryDirectory, writeFiles } from "./support.ts"

afterAll(cleanUp)

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const fresh = {
  SQLite: async (directory: string) => `sqlite:${join(directory, "octavo.db")}`,
  Postgres: async () => (await Effect.runPromise(freshDatabase(inject("postgresUrl")).pipe(Scope.provide(scope)))).url
}

const people = Array.from({ length: 2 }, (_, i) => `person-${i}@acme.org`)

for (const [name, make] of Object.entries(fresh)) {
  describe(`on ${name}`, { timeout: 600_000 }, () => {
    const directory = temporaryDirectory()
    let store: ReadonlyArray<string>
    let made: any
    const run = (...args: ReadonlyArray<string>) => octavo([...args, ...store])
    const listed = async (...args: ReadonlyArray<string>) => {
      const finished = await run(...args, "--json")
      expect(finished, finished.stderr).toMatchObject({ code: 0 })
      expect(finished.stdout.trimEnd().split("\n")).toHaveLength(1)
      return finished.json
    }

    beforeAll(async () => {
      store = ["--database", await make(directory), "--data", directory]
      made = (await run("init", "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", "--json")).json
      for (const email of people) {
        await run("user", "create", "--email", email, "--name", email.split("@")[0]!, "--role", "edit")
      }
      const source = join(directory, "pages")
      writeFiles(source, { "README.md": "# Welcome\n" })
      for (const title of ["One", "Two"]) {
        const published = title === "One" ? ["--publish"] : []
        expect((await run("import", source, "--title", title, ...published)).code).toBe(0)
      }
    }, 600_000)

    it("lists each kind of thing as one JSON value, or as columns for people", async () => {
      expect((await listed("organization", "list")).items).toMatchObject([{ title: "Acme" }])
      expect((await listed("org", "list")).count).toBe(1)
      expect((await listed("space", "list")).items.map(({ title }: any) => title).sort()).toEqual(["One", "Two"])
      expect((await listed("site", "list")).items).toMatchObject([{ title: "One", published: true }])
      expect(await listed("change-request", "list", "--status", "draft", "--status", "merged")).toEqual({
        count: 0,
        items: []
      })
      const shown = await run("space", "list")
      const [head, ...rows] = shown.stdout.trimEnd().split("\n")
      expect(head).toMatch(/^ID +VISIBILITY +CHANGED +TITLE$/)
      expect(rows).toHaveLength(2)
      expect((await run("change-request", "list")).stdout).toBe("No change requests\n")
    })

    it("narrows lists", async () => {
      expect((await listed("user", "list", "--role", "admin")).items).toMatchObject([
        { user: { email: "ada@acme.org" } }
      ])
      expect((await listed("user", "list", "--search", "PERSON-1")).count).toBe(1)
      expect((await listed("user", "list", "--role", "guest")).count).toBe(0)
      expect((await listed("site", "list", "--title", "oNE", "--published", "--space", "One")).count).toBe(1)
      expect((await listed("site", "list", "--no-published")).count).toBe(0)
      expect((await listed("audit", "--action", "member.add", "--since", "1h", "--actor", "operator")).count).toBe(2)
      expect((await listed("audit", "--since", "2099-01-01")).count).toBe(0)
      expect((await listed("audit", "--actor", "ada@acme.org")).count).toBe(0)
    })

    it("gives one page, says where it goes on, and gives everything when told so", async () => {
      const whole = await listed("user", "list", "--all")
      expect([whole.count, whole.items.length, whole.next]).toEqual([3, 3, undefined])
      const first = await listed("user", "list", "--limit", "2")
      expect([first.count, first.items.length]).toEqual([3, 2])
      const second = await listed("user", "list", "--limit", "2", "--page", first.next.page)
      expect([...first.items, ...second.items]).toEqual(whole.items)
      expect(second.next).toBe(undefined)
      const { stderr } = await run("user", "list", "--limit", "2")
      expect(stderr).toBe(`There are 3 in all: go on with --page ${first.next.page}, or say --all\n`)
      const other = await run("space", "list", "--page", first.next.page)
      expect([other.code, other.stderr.split("\n").length]).toEqual([1, 2])
    })

    it("changes roles and removes people, but never the last admin", async () => {
      const last = await run("user", "role", "ada@acme.org", "--role", "read")
      expect(last).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("needs an admin") })
      const removed = await run("user", "remove", "ada@acme.org")
      expect(removed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("needs an admin") })
      const bob = await run("user", "role", people[0]!, "--role", "admin")
      expect(bob.stdout).toBe(`${people[0]} is admin in Acme now\n`)
      expect((await run("user", "role", "ada@acme.org", "--role", "guest")).code).toBe(0)
      expect((await listed("user", "list", "--role", "guest")).items).toMatchObject([{ id: made.user.id }])
      expect((await listed("user", "remove", made.user.id)).user).toMatchObject({ email: "ada@acme.org" })
      expect((await run("user", "remove", "ada@acme.org")).stderr).toBe(
        "octavo: ada@acme.org is not a member of Acme; octavo user list says who is\n"
      )
      expect((await listed("audit", "--action", "member.remove")).items).toMatchObject([
        { actor: { id: "operator" }, target: { id: made.user.id } }
      ])
    })

    it("cuts versions of a site's docs", async () => {
      const cut = await run("site", "version", "One", "1.4", "--json")
      expect(cut, cut.stderr).toMatchObject({ code: 0 })
      expect(cut.json).toMatchObject({ title: "1.4", path: "1.4", default: false, space: { title: "One 1.4" } })
      const shown = await run("site", "version", "one", "2.0", "--path", "new", "--default")
      expect(shown.stdout).toMatch(
        /^2\.0 is a version of its own, with the space One 2\.0 \(\w+\)\n\S+\/sites\/one\/\n$/
      )
      const refused = async (...args: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await run("site", "version", ...args)
        expect([code, stdout]).toEqual([1, ""])
        return stderr
      }
      expect(await refused("One", "1.4")).toContain("The path 1.4 is another section's or site space's")
      expect(await refused("Three", "1.4")).toContain('There is no site with the id, basename or title "Three"')
      expect(await refused("One", "1.5", "--space", "Two")).toContain('The site "One" does not show this space')
      expect(await refused("One", "x".repeat(51))).toContain("title")
      expect((await listed("space", "list")).items.map(({ title }: any) => title).sort()).toEqual([
        "One",
        "One 1.4",
        "One 2.0",
        "Two"
      ])
    })

    it("refuses a second organization of one title, unless it is meant", async () => {
      const init = ["init", "--title", "Twice", "--email", "bob@acme.org", "--name", "Bob"]
      expect((await run(...init)).code).toBe(0)
      const again = await run(...init)
      expect(again).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(/"Twice" already.+--another\n$/)
      })
      expect((await listed("org", "list")).count).toBe(2)
      expect((await listed("token", "list", "--user", "bob@acme.org")).count).toBe(1)
      expect((await run(...init, "--another")).code).toBe(0)
      expect((await listed("org", "list")).count).toBe(3)
      // from here on there are several
      const unnamed = await run("space", "list")
      expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining("name it by its id") })
    })

    it("shows names without the control characters in them", async () => {
      const evil = "Eve\u001b[2J\u202e"
      await run("user", "create", "--organization", "Acme", "--email", "eve@acme.org", "--name", evil, "--role", "read")
      const { stdout } = await run("user", "list", "--organization", "Acme", "--search", "eve@")
      expect(stdout).toMatch(/ Eve\ufffd\[2J\ufffd\n$/)
    })
  })
}

it("stops quietly when whoever reads a list has seen enough", async () => {
  const directory = temporaryDirectory()
  const store = ["--database", `sqlite:${join(directory, "octavo.db")}`]
  await octavo(["init", "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", ...store])
  const child = spawn(process.execPath, [...(await program("octavo")), "user", "list", ...store], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  child.stdout.destroy()
  let said = ""
  child.stderr.on("data", (chunk) => (said += chunk))
  const [code] = await once(child, "close")
  expect([code, said]).toEqual([0, ""])
})

describe("work is done to its end when nobody reads how far it is:", () => {
  it.each([
    ["backup", (at: string) => [`${at}/x.backup`], "x.backup"],
    ["export", (at: string) => [`${at}/out`, "--space", "Docs"], "out"]
  ])("%s", async (command, args, made) => {
    const store = ["--database", `sqlite:${join(temporaryDirectory(), "octavo.db")}`]
    await octavo(["init", "--title", "Acme", "--email", "ada@acme.org", "--name", "Ada", ...store])
    const docs = temporaryDirectory()
    writeFiles(docs, { "README.md": "# Docs\n" })
    await octavo(["import", docs, "--title", "Docs", ...store])
    const directory = temporaryDirectory()
    const child = spawn(process.execPath, [...(await program("octavo")), command, ...args(directory), ...store], {
      stdio: ["ignore", "pipe", "pipe"]
    })
    child.stdout.destroy()
    child.stderr.destroy()
    const [code] = await once(child, "close")
    expect([code, readdirSync(directory)]).toEqual([0, [made]])
  })
})

describe("a store that is not there is not made by", () => {
  it.each([
    ["token list", ["token", "list", "--user", "ada@acme.org"]],
    ["gc", ["gc"]],
    ["export", ["export", ".", "--space", "x"]]
  ])("%s", async (_, args) => {
    const file = join(temporaryDirectory(), "none.db")
    const { code, stderr } = await octavo([...args, "--database", `sqlite:${file}`])
    expect([code, stderr]).toEqual([
      2,
      `octavo: There is no store at ${file}: name another one with --database, or make it with octavo init\n`
    ])
    expect(existsSync(file)).toBe(false)
  })
})

describe("a wrong command line is told in one line, with exit code 2:", () => {
  it.each([
    ["gc --grace 0", /must be hours from 1 to 8760/],
    ["user list --limit 0", /must be a number from 1 to 1000/],
    ["user role a@b.co", /--role/],
    ["user frob", /"frob".*octavo user --help\n$/],
    ["init --titel x", /--titel.*Did you mean this\? --title/],
    ["audit --since soon", /12h, 90d, 8w/],
    ["audit --action member.frob", /member\.add, member\.update/],
    ["import", /source/],
    ["serve --port x", /--port/],
    ["gc --log-level loud", /--log-level/]
  ])("%s", async (line, message) => {
    const { code, stdout, stderr } = await octavo(line.split(" "))
    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 2, stdout: "", lines: 2 })
    expect(stderr).toMatch(/^octavo: /)
    expect(stderr).toMatch(message)
  })
})

describe("the settings that commands share", () => {
  it("are described once, by octavo help settings, and all are still taken", async () => {
    const all = (await octavo(["help", "settings"])).stdout
    const { settings } = await import("@octavo/runtime/settings")
    for (const { flag } of Object.values(settings)) {
      expect(all.split("\n").filter((line) => new RegExp(`^  --${flag} `).test(line))).toHaveLength(1)
    }
    const { stdout } = await octavo(["user", "list", "--help"])
    expect(stdout).toContain("--database URL")
    expect(stdout).toContain("octavo help settings")
    expect(stdout).not.toMatch(/--(?:secret|s3-region|site-host|log-level) [A-Z]/)
    expect((await octavo(["help", "user", "list"])).stdout).toBe(stdout)
    // what is not shown is taken: the secret is too short, so it was read
    expect((await octavo(["user", "list", "--secret", "short"])).stderr).toContain("at least 32 characters")
  })
})
