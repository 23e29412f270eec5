import { once } from "node:events"
import { chmodSync, mkdirSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { examineFonts } from "../src/examine/machine.ts"
import { cleanUp, freePort, initialized, loadedOctavo as octavo, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

const directory = temporaryDirectory()
const database = `sqlite:${join(directory, "octavo.db")}`

const findings = async (...args: Array<string>) => {
  const { code, json } = await octavo(["doctor", "--json", ...args])
  const problems = json.findings.filter(({ state }: { state: string }) => state === "problem")
  return { code, healthy: json.healthy, problems, all: json.findings }
}

it("says that all is well, and changes nothing", async () => {
  const empty = join(directory, "none.db")
  const before = await findings("--database", `sqlite:${empty}`, "--port", String(await freePort()))
  expect(before).toMatchObject({ code: 0, healthy: true })
  await initialized(database)
  const { code, all } = await findings("--database", database, "--port", String(await freePort()))
  expect(code).toBe(0)
  expect(all.map(({ what }: { what: string }) => what)).toEqual([
    "store",
    "clock",
    "secret",
    "people",
    "sign-in",
    "jobs",
    "git",
    "data directory",
    "disk",
    "key",
    "fonts of PDFs",
    "port",
    "public URL",
    "proxy",
    "sites"
  ])
})

it("advises a host of their own for sites, where a browser takes them and the application for one (threat: sites and application on one origin)", async () => {
  const sites = async (...args: Array<string>) =>
    (await findings("--database", database, "--port", "0", ...args)).all.find(
      ({ what }: { what: string }) => what === "sites"
    )
  expect(await sites("--url", "https://octavo.example.com")).toMatchObject({
    state: "warning",
    found: expect.stringContaining("octavo.example.com"),
    mend: expect.stringContaining("--site-host")
  })
  const own = ["--url", "https://octavo.example.com", "--site-host", "octavo-sites.example.net"]
  expect(await sites(...own)).toMatchObject({ state: "ok" })
  expect(await sites("--url", "http://localhost:4000")).toMatchObject({ state: "ok" })
})

it("finds a key that others can read, and says how to mend it", async () => {
  const key = join(directory, "octavo.key")
  chmodSync(key, 0o644)
  const { code, problems } = await findings("--database", database, "--port", "0")
  expect(code).toBe(1)
  expect(problems).toEqual([
    {
      state: "problem",
      what: "key",
      found: expect.stringContaining("mode 644"),
      why: expect.stringContaining("sealed credentials"),
      mend: `chmod 600 ${key}`
    }
  ])
  chmodSync(key, 0o600)
})

it("finds a port that another program has", async () => {
  const server = createServer((_, response) => response.end("something else")).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { code, problems } = await findings("--database", database, "--port", String(port))
  server.close()
  expect(code).toBe(1)
  expect(problems).toMatchObject([{ what: "port", found: expect.stringContaining("in use by another program") }])
})

it("finds a database that does not answer, and a missing git", async () => {
  const empty = join(directory, "empty")
  mkdirSync(empty)
  const { code, json } = await octavo(
    [
      "doctor",
      "--json",
      "--database",
      `postgres://u:p@127.0.0.1:${await freePort()}/d`,
      "--port",
      "0",
      "--data",
      empty
    ],
    { env: { PATH: empty } }
  )
  expect(code).toBe(1)
  const problems = json.findings.filter(({ state }: { state: string }) => state === "problem")
  expect(problems.map(({ what }: { what: string }) => what)).toEqual(["store", "git"])
  expect(problems[0].mend).toContain("Check that Postgres runs")
})

it("says which fonts of PDFs are not installed, and how to install them", () => {
  const mend = "npm install @embedpdf/fonts-kr, where Octavo is installed"
  expect(examineFonts({ installed: ["Chinese and Japanese"], missing: ["Korean"], mend })).toEqual({
    state: "ok",
    what: "fonts of PDFs",
    found: `Korean characters are boxes; if your content has them: ${mend}`
  })
  expect(examineFonts()).toMatchObject({ state: "ok", found: "Chinese and Japanese, Korean as well" })
})
