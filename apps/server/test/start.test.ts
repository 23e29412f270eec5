import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { box } from "../src/box.ts"
import { tokenCommand } from "../src/greeting.ts"

const script = fileURLToPath(new URL("../src/start.ts", import.meta.url))
const cli = fileURLToPath(new URL("../../cli/src/main.ts", import.meta.url))
const directories: Array<string> = []
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill("SIGKILL")
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const freshData = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-start-"))
  directories.push(directory)
  return directory
}

const start = (data: string, port = 0) => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
    env: {
      PATH: process.env["PATH"] ?? "",
      OCTAVO_DATABASE_URL: `sqlite:${join(data, "octavo.db")}`,
      OCTAVO_DATA: data,
      OCTAVO_PORT: String(port)
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  let output = ""
  let errors = ""
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text))
  const greeted = async () => {
    while (!output.includes("┘")) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${errors}`)
      await sleep(20)
    }
    const [site] = /http:\S+\/sites\/\S+/.exec(output) ?? []
    const [api] = /http:\S+\/v1\b/.exec(output) ?? []
    const [token] = /oct_\w{43}/.exec(output) ?? []
    const [, link] = /Open this to sign in as .*\n\n(\S+)\n/.exec(output) ?? []
    return { site, api, token, link, box: output }
  }
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    const gone = once(child, "exit")
    child.kill(signal)
    const [code] = await gone
    running.delete(child)
    return code as number | null
  }
  return { child, greeted, stop, errors: () => errors }
}

const get = async (url: string, token?: string): Promise<any> => {
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  return response.headers.get("content-type")?.includes("json") ? await response.json() : await response.text()
}

const post = async (url: string, token: string, body: unknown): Promise<any> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json()
}
const aSpace = async (api: string, org: string, token: string): Promise<string> =>
  (await get(`${api}/orgs/${org}/spaces`, token)).items[0].id

describe("npm start", () => {
  it("publishes Octavo's own documentation and shows a token; later it just serves", async () => {
    const data = freshData()
    const first = start(data)
    const { api, site, token } = await first.greeted()
    expect(await get(site!)).toContain("Octavo is a documentation platform that you run yourself")
    expect(await get(`${site}getting-started/quickstart`)).toContain("Quickstart")
    const orgs = await get(`${api}/orgs`, token)
    expect(orgs.items).toMatchObject([{ title: "Octavo", permissions: { admin: true } }])
    const box = (await first.greeted()).box
    expect(box).toContain("As admin@octavo.example: open the address below.")
    const origin = new URL(api!).origin
    expect(box).toContain(`${origin}/app`)
    expect(await get(`${origin}/`)).toContain(site)
    expect(await first.stop()).toBe(0)

    const second = start(data)
    const later = await second.greeted()
    expect(later.token).toBeUndefined()
    expect(later.link).toMatch(/^http:\/\/localhost:\d+\/app\/~\/sign-in-link\?token=/)
    expect(later.link).not.toBe((await first.greeted()).link)
    expect(await get(later.link!)).toContain("This link signs you in as admin@octavo.example")
    const [, command] = /API token +npm run -s octavo -- (token create --user admin@octavo\.example .*?) *│/.exec(
      later.box
    )!
    const made = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", cli, ...command!.split(" ")], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "" }
    })
    const [another] = /oct_\w{43}/.exec(made.stdout) ?? []
    expect((await get(`${later.api}/user`, another)).email).toBe("admin@octavo.example")
    const [org] = (await get(`${later.api}/orgs`, token)).items
    for (let i = 0; i < 2; i++) {
      const { id } = await post(`${later.api}/orgs/${org.id}/sites`, token!, {
        title: `Site ${i}`,
        spaces: [await aSpace(later.api!, org.id, token!)]
      })
      await post(`${later.api}/orgs/${org.id}/sites/${id}/publish`, token!, {})
    }
    expect(await get(later.site!)).toContain("Octavo")
    expect((await get(`${later.api}/orgs`, token)).count).toBe(1)
    expect(await second.stop("SIGINT")).toBe(0)
    const third = start(data)
    expect((await third.greeted()).box).toMatch(/3 sites are published: http:\/\/localhost:\d+\/app lists them\./)
    await third.stop()
  })

  it("takes up a first start that was killed, wherever it was", { timeout: 120_000 }, async () => {
    const data = freshData()
    for (const delay of [0, 40, 80, 120, 160, 250, 400]) {
      const killed = start(data)
      while (!existsSync(join(data, "octavo.db")) && killed.child.exitCode === null) await sleep(5)
      await sleep(delay)
      await killed.stop("SIGKILL")
    }
    const last = start(data)
    const { api, site, token } = await last.greeted()
    expect(await get(site!)).toContain("Octavo")
    if (token !== undefined) {
      const orgs = await get(`${api}/orgs`, token)
      expect(orgs.count).toBe(1)
      const [{ id }] = orgs.items
      expect((await get(`${api}/orgs/${id}/spaces`, token)).count).toBe(1)
      expect((await get(`${api}/orgs/${id}/sites`, token)).count).toBe(1)
    }
    await last.stop()
  })

  it("says in a sentence that the port is in use", async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const { child, errors } = start(freshData(), port)
    const [code] = await once(child, "close")
    server.close()
    expect(code).toBe(1)
    expect(errors()).toBe(`octavo: Port ${port} on 127.0.0.1 is in use; choose another with OCTAVO_PORT=${port + 1}\n`)
  })
})

it("a box frames its lines", () => {
  expect(
    box("Title", [
      ["A", "one"],
      ["Long", "two"]
    ])
  ).toBe("┌─────────────┐\n│  Title      │\n│             │\n│  A     one  │\n│  Long  two  │\n└─────────────┘\n")
})

it("the command that makes a token names the store that runs, and no password", () => {
  const command = (environment: Record<string, string>) => tokenCommand("a@b.test", environment)
  const make = "npm run -s octavo -- token create --user a@b.test"
  expect(command({})).toBe(make)
  expect(command({ OCTAVO_DATABASE_URL: "sqlite:/a b/it's.db", OCTAVO_DATA: "/data" })).toBe(
    `${make} --database 'sqlite:/a b/it'\\''s.db' --data /data`
  )
  expect(command({ OCTAVO_DATABASE_URL: "postgres://me:secret@host/db" })).toBe(
    `${make} --database "$OCTAVO_DATABASE_URL"`
  )
  expect(command({ OCTAVO_DATABASE_URL: "sqlite::memory:" })).toBeUndefined()
})
