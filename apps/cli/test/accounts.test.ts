import { dirname, join } from "node:path"
import { CurrentActor, operator } from "@octavo/core/kernel/shared/Actor"
import { makeId } from "@octavo/core/kernel/shared/ids"
import { Organizations } from "@octavo/core/people/organizations/Organizations"
import { SamlProviderStore } from "@octavo/core/people/saml/SamlProviderStore"
import { octavoLayer } from "@octavo/runtime/layer"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, initialized, loadedOctavo as octavo, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
let made: any

beforeAll(async () => {
  made = await initialized(database)
})

describe("octavo init", () => {
  it("makes the store, an organization, its admin and a token", () => {
    expect(made.organization).toMatchObject({ object: "organization", title: "Acme" })
    expect(made.user).toMatchObject({ object: "user", displayName: "Ada", email: "ada@acme.org" })
    expect(made.token).toMatch(/^oct_\w{43}$/)
  })

  it("adds one more organization on a store that has some, with the same user for a known address", async () => {
    const args = ["init", "--database", database, "--title", "Second", "--email", "ADA@acme.org", "--name", "Other"]
    const { code, json } = await octavo([...args, "--json"])
    expect(code).toBe(0)
    expect(json.organization).toMatchObject({ title: "Second" })
    expect(json.user).toMatchObject({ id: made.user.id, displayName: "Ada" })
    expect(json.token).not.toBe(made.token)
  })

  it("prints lines for people without --json", async () => {
    const file = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
    const { stdout } = await octavo(["init", "--title", "Lines", "--email", "a@b.co", "--name", "A"], {
      env: { OCTAVO_DATABASE_URL: file }
    })
    expect(stdout).toMatch(/^Organization {2}Lines \(\w+\)\nAdmin .+<a@b\.co>.+\nAPI token {5}oct_\w{43} /)
  })

  it.each([
    [
      "a title that is too short",
      ["--title", "A", "--email", "a@b.co", "--name", "A"],
      1,
      "title must have at least 2"
    ],
    ["an address that is none", ["--title", "Acme", "--email", "nobody", "--name", "A"], 1, "is not an e-mail address"],
    ["a missing flag", ["--title", "Acme", "--email", "a@b.co"], 2, "Missing required flag: --name"],
    ["an unknown flag", ["--titel", "Acme"], 2, "Unrecognized flag: --titel"]
  ])("refuses %s", async (_, args, code, message) => {
    const finished = await octavo(["init", "--database", database, ...args])
    expect(finished).toMatchObject({ code, stdout: "" })
    expect(finished.stderr).toContain(message)
    expect(finished.stderr).not.toMatch(/\n\s+at /)
  })
})

describe("octavo user create", () => {
  const create = (...args: Array<string>) => octavo(["user", "create", "--database", database, ...args])

  it("adds a member with a role, by the organization's title or id", async () => {
    const person = ["--email", "bob@acme.org", "--name", "Bob", "--role", "edit", "--json"]
    const byTitle = await create("--organization", "Acme", ...person)
    expect(byTitle.json).toMatchObject({ user: { email: "bob@acme.org" }, token: expect.stringMatching(/^oct_/) })
    const byId = await create("--organization", made.organization.id, ...person)
    expect(byId.json.user.id).toBe(byTitle.json.user.id)
  })

  it("adds a guest", async () => {
    const guest = ["--email", "eve@acme.org", "--name", "Eve", "--role", "guest", "--json"]
    expect((await create("--organization", "Acme", ...guest)).code).toBe(0)
  })

  it.each([
    ["an unknown organization", ["--organization", "Nowhere", "--role", "read"], 1, 'id or title "Nowhere"'],
    ["no organization where there are several", ["--role", "read"], 1, "name it by its id"],
    ["an unknown role", ["--organization", "Acme", "--role", "king"], 2, "--role"]
  ])("refuses %s", async (_, args, code, message) => {
    const finished = await create("--email", "x@acme.org", "--name", "X", ...args)
    expect(finished.code).toBe(code)
    expect(finished.stderr).toContain(message)
  })
})

describe("octavo domain", () => {
  const domain = (...args: Array<string>) =>
    octavo(["domain", ...args, "--database", database, "--organization", "Acme", "--json"])
  const finding = async () => {
    const { json } = await octavo(["doctor", "--json", "--database", database, "--port", "0"])
    return json.findings.find(({ what }: { what: string }) => what === "sign-in")
  }

  beforeAll(async () => {
    const setUp = Effect.gen(function* () {
      const { id } = made.organization
      yield* (yield* Organizations).update(id, { emailDomains: ["acme.org", "acme.net"] })
      const { insert } = yield* SamlProviderStore
      yield* insert({
        ...{ id: makeId(), organizationId: id, label: "Okta", ssoURL: "https://idp.test/", entityID: "idp" },
        ...{ certificate: "one", defaultTeam: null, defaultRole: null, createdAt: new Date().toISOString() }
      })
    })
    const services = octavoLayer({ database, dataDirectory: dirname(database.slice("sqlite:".length)), worker: false })
    await Effect.runPromise(
      setUp.pipe(Effect.provideService(CurrentActor, operator), Effect.provide(services), Effect.orDie)
    )
  })

  it("is listed with the record that would prove it; octavo doctor tells that it is not proven", async () => {
    expect(await finding()).toMatchObject({ state: "warning", found: expect.stringContaining("acme.org (Acme)") })
    const listed = await domain("list")
    expect(listed.json.items).toMatchObject([
      { domain: "acme.net", proven: false },
      { domain: "acme.org", proven: false, record: { type: "TXT", name: "_octavo-sign-in.acme.org" } }
    ])
  })

  it("is listed page by page, like everything else", async () => {
    const first = await domain("list", "--limit", "1")
    expect(first.json).toMatchObject({ count: 2, items: [{ domain: "acme.net" }] })
    const second = await domain("list", "--limit", "1", "--page", first.json.next.page)
    expect(second.json.items).toMatchObject([{ domain: "acme.org" }])
    expect((await domain("list", "--all")).json.items).toHaveLength(2)
  })

  it("is proven, and octavo doctor is content", async () => {
    for (const name of ["acme.net", "Acme.org"]) {
      expect((await domain("prove", name)).json).toMatchObject({ proven: true, provenBy: "operator" })
    }
    expect(await finding()).toMatchObject({ state: "ok" })
  })

  it("is taken back, and none that the organization does not name is proven", async () => {
    expect(await domain("disprove", "acme.net")).toMatchObject({ code: 0, json: { disproved: "acme.net" } })
    const again = await domain("disprove", "acme.net")
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is not proven for Acme")])
    const other = await domain("prove", "elsewhere.org")
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("none of the emailDomains of Acme")])
  })
})

describe("octavo token", () => {
  const token = (...args: Array<string>) =>
    octavo(["token", ...args, "--database", database, "--user", "ada@acme.org", "--json"])

  it("is made, listed without its secret, and revoked", async () => {
    const created = await token(
      "create",
      "--label",
      "export",
      "--scope",
      "space:read",
      "--scope",
      "site:read",
      "--expires",
      "2d"
    )
    expect(created.json).toMatchObject({ label: "export", scopes: ["space:read", "site:read"] })
    expect(Date.parse(created.json.expiresAt) - Date.now()).toBeLessThanOrEqual(2 * 86_400_000)
    const listed = await token("list")
    expect(listed.json.items).toContainEqual(expect.objectContaining({ id: created.json.id, label: "export" }))
    expect(listed.stdout).not.toContain(created.json.token)
    expect(await token("revoke", created.json.id)).toMatchObject({ code: 0, json: { revoked: created.json.id } })
    const again = await token("revoke", created.json.id)
    expect(again.code).toBe(1)
    expect(again.stderr).toContain("has no token with the id")
  })

  it.each([
    ["an unknown scope", ["create", "--scope", "everything"], 2, "--scope"],
    ["a time that is none", ["create", "--expires", "soon"], 2, "12h, 90d, 8w"],
    ["an end in the past", ["create", "--expires", "2001-01-01"], 1, "in the future"],
    ["a label that is too long", ["create", "--label", "x".repeat(51)], 1, "label must have at most 50"]
  ])("refuses %s", async (_, args, code, message) => {
    const finished = await token(...args)
    expect(finished.code).toBe(code)
    expect(finished.stderr).toContain(message)
  })

  it("says that a person is unknown", async () => {
    const { code, stderr } = await octavo(["token", "list", "--database", database, "--user", "no@one.org"])
    expect(code).toBe(1)
    expect(stderr).toBe('octavo: There is no user with the id or e-mail address "no@one.org"\n')
  })
})
