import { type ChildProcess, spawn } from "node:child_process"
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

const script = fileURLToPath(new URL("../src/start.ts", import.meta.url))
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
    while (!output.includes("└")) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${errors}`)
      await sleep(20)
    }
    const [site] = /http:\S+\/sites\/\S+/.exec(output) ?? []
    const [api] = /http:\S+\/v1\b/.exec(output) ?? []
    const [token] = /oct_\w{43}/.exec(output) ?? []
    return { site, api, token }
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

describe("npm start", () => {
  it("publishes Octavo's own documentation and shows a token; later it just serves", async () => {
    const data = freshData()
    const first = start(data)
    const { api, site, token } = await first.greeted()
    expect(await get(site!)).toContain("Octavo is a documentation platform that you run yourself")
    expect(await get(`${site}getting-started/quickstart`)).toContain("Quickstart")
    const orgs = await get(`${api}/orgs`, token)
    expect(orgs.items).toMatchObject([{ title: "Octavo", permissions: { admin: true } }])
    expect(await first.stop()).toBe(0)

    const second = start(data)
    const later = await second.greeted()
    expect(later.token).toBeUndefined()
    expect(await get(later.site!)).toContain("Octavo")
    expect((await get(`${later.api}/orgs`, token)).count).toBe(1)
    expect(await second.stop("SIGINT")).toBe(0)
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
    expect(errors()).toBe(`octavo: Port ${port} on 127.0.0.1 is in use; choose another with --port\n`)
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
