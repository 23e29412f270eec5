/** The command line of GitBook, as scripts run it: only the address and the token are Octavo's. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { followSpec, pets } from "../src/openapi.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

const absent = fileURLToPath(new URL("../src/absent.cjs", import.meta.url))
const program = join(createRequire(import.meta.url).resolve("@gitbook/cli/package.json"), "../cli.js")

onBothStores("GitBook's command line", (store) => {
  let world: World
  let directory: string

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "octavo-gitbook-cli-"))
    world = await startWorld(store)
  })
  afterAll(async () => {
    await world?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  const run = (args: ReadonlyArray<string>, token: string) =>
    new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
      const env = {
        PATH: process.env["PATH"],
        HOME: directory,
        GITBOOK_ENDPOINT: world.origin,
        GITBOOK_TOKEN: token
      }
      execFile(process.execPath, ["--require", absent, program, ...args], { env, cwd: directory }, (error, out, log) =>
        resolve({ code: error === null ? 0 : 1, output: out + log })
      )
    })

  it("tells who one is", async () => {
    const { code, output } = await run(["whoami"], world.admin.token)
    expect([code, output]).toEqual([0, expect.stringContaining(world.admin.id)])
    expect(output).toContain(world.admin.email)
    const nobody = await run(["whoami"], "oct_nobody")
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining("A valid API token is needed")])
  })

  it("publishes a specification from a file, and again, and from an address", async () => {
    const file = join(directory, "pets.json")
    const publish = (spec: string, source: string, token = world.admin.token) =>
      run(["openapi", "publish", "--spec", spec, "--organization", world.organization, source], token)
    const path = `/v1/orgs/${world.organization}/openapi`
    const published = async (spec: string) => {
      await followSpec(world.api, `${path}/${spec}`)
      return (await world.api.get(`${path}/${spec}/versions/latest/content`)).text
    }
    writeFileSync(file, pets)
    const first = await publish("pets", file)
    expect([first.code, first.output]).toEqual([0, expect.stringContaining("pets")])
    expect(await published("pets")).toContain("List pets")
    writeFileSync(file, pets.replace("List pets", "List all pets"))
    expect((await publish("pets", file)).code).toBe(0)
    expect(await published("pets")).toContain("List all pets")
    const { body } = await world.api.get(`${path}/pets/versions`)
    expect(body.count).toBe(2)

    await world.api.patch(`${path}/pets`, { visibility: "public" })
    const address = (await world.api.get(`${path}/pets`)).body.urls.published
    expect((await publish("copy", address)).code).toBe(0)
    expect(await published("copy")).toContain("List all pets")

    const reader = await world.member("read")
    const refused = await publish("mine", file, reader.token)
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("This needs the role create here")])
    expect((await world.api.get(`${path}/mine`)).status).toBe(404)
  })
})
