import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { program } from "@octavo/programs"
import { afterAll, beforeAll, expect, it } from "vitest"
import { cleanUp, eventually, freePort, initialized, octavo, serve, temporaryDirectory } from "./support.ts"

afterAll(cleanUp)

let env: Readonly<Record<string, string>>
const api = (...args: Array<string>) => octavo(["api", ...args], { env })

beforeAll(async () => {
  const database = `sqlite:${join(temporaryDirectory(), "octavo.db")}`
  const made = await initialized(database)
  const { url } = await serve(["--database", database])
  await eventually(
    () => fetch(`${url}/readyz`),
    ({ ok }) => ok
  )
  env = { OCTAVO_URL: url, OCTAVO_TOKEN: made.token }
})

it("prints the answer, and nothing else", async () => {
  const { code, json, stderr } = await api("GET", "/v1/user")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(json).toMatchObject({ object: "user", displayName: "Ada" })
})

it("tells what the operation ignored, which is easily a slip of the pen", async () => {
  const { json } = await api("GET", "/v1/orgs?limt=1")
  const made = await api("POST", `/v1/orgs/${json.items[0].id}/spaces`, "--body", '{"titel": "Handbook"}')
  expect(made).toMatchObject({ code: 0, json: { object: "space", title: "Untitled" } })
  expect(made.stderr).toBe("octavo: ignored, as the operation does not know it: body.titel\n")
})

it("takes a body from stdin", async () => {
  const { json } = await api("GET", "/v1/orgs")
  const args = [...(await program("octavo")), "api", "POST", `/v1/orgs/${json.items[0].id}/spaces`, "--body", "-"]
  const child = spawn(process.execPath, args, { env: { PATH: process.env["PATH"] ?? "", ...env }, stdio: "pipe" })
  child.stdin.end('{"title": "From stdin"}')
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "close")])
  expect([code, JSON.parse(said).title]).toEqual([0, "From stdin"])
})

it.each([
  ["what the server refuses", ["GET", "/v1/spaces/nope"], 1, /^octavo: 404: .+\n$/],
  ["no JSON", ["POST", "/v1/orgs", "--body", "{title}"], 1, /^octavo: --body is no JSON: .+\n$/],
  ["no path", ["GET", "v1/user"], 1, /^octavo: "v1\/user" is no path: it must be like \/v1\/user\n$/],
  ["no method", ["FETCH", "/v1/user"], 2, /FETCH/],
  ["no address", ["GET", "/v1/user", "--server", "docs"], 1, /^octavo: "docs" is no address/]
])("says in one line what is wrong with %s", async (_, args, code, message) => {
  const said = await api(...args)
  expect(said.code).toBe(code)
  expect(said.stderr).toMatch(message)
})

it("says that nobody answers", async () => {
  const server = `http://localhost:${await freePort()}`
  expect(await api("GET", "/v1/user", "--server", server)).toMatchObject({
    code: 1,
    stderr: `octavo: There is no server at ${server}\n`
  })
})
