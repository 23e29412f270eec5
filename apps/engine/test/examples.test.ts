import { spawn } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const start = (name: string, env: Record<string, string> = {}) => {
  const file = fileURLToPath(new URL(`../examples/${name}`, import.meta.url))
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (output += text))
  return { child, output: () => output }
}

it("bare.ts imports a folder and reads a page", async () => {
  const { child, output } = start("bare.ts")
  const [code] = await once(child, "close")
  expect(output()).toBe(
    "2 pages imported\n- Handbook at /readme\n- Brewing coffee at /brewing\n" +
      '# Brewing coffee\n\nUse 60 g for a litre.\n\nNo page "tea" was found\n'
  )
  expect(code).toBe(0)
})

it("fastify.ts serves its own route, a published site and the API", async () => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, "close")

  const { child, output } = start("fastify.ts", { PORT: String(port) })
  while (!output().includes("Documentation at") && child.exitCode === null) await sleep(20)
  const get = (path: string, init?: RequestInit) => fetch(`http://localhost:${port}${path}`, init)
  const { application, docs } = (await (await get("/")).json()) as { application: string; docs: string }
  expect(application).toBe("mine")
  expect(await (await fetch(docs)).text()).toContain("This page is served by Fastify.")
  expect((await get("/v1/orgs")).status).toBe(401)
  const refused = await get("/v1/orgs", { method: "POST", headers: { "content-type": "application/json" }, body: "{" })
  expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining("not JSON") } })
  const gone = once(child, "exit")
  child.kill("SIGTERM")
  expect((await gone)[0]).toBe(0)
})
