import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, utimesSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address()
  server.close()
  await once(server, "close")
  return port
}

it("npm run dev starts the server anew when a source changes, with the same data, and says so in one line", async () => {
  expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts.dev).toBe(
    "node scripts/run.mjs --dev scripts/dev.mjs"
  )
  const data = mkdtempSync(join(tmpdir(), "octavo-dev-"))
  const port = await freePort()
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(root, "scripts/dev.mjs")], {
    env: {
      PATH: process.env.PATH,
      OCTAVO_DATABASE_URL: `sqlite:${join(data, "octavo.db")}`,
      OCTAVO_DATA: data,
      OCTAVO_PORT: String(port)
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  try {
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
    const until = async (holds) => {
      while (!(await holds())) {
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`)
        await sleep(50)
      }
    }
    await until(() => output.includes("┘"))
    const [token] = /oct_\w{43}/.exec(output)
    const user = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
      return (await answer.json()).email
    }
    expect(await user()).toBe("admin@octavo.example")

    const before = output.length
    // as an editor that saves what is there already
    const now = new Date()
    for (const source of ["apps/server/src/box.ts", "packages/core/src/services.ts"])
      utimesSync(join(root, source), now, now)
    await until(() => output.slice(before).includes("\n"))
    expect(output.slice(before)).toMatch(
      new RegExp(
        `^dev: (?:apps/server/src/box|packages/core/src/services)\\.ts changed, runs again at http://localhost:${port}\\n$`
      )
    )
    expect(await user()).toBe("admin@octavo.example")
    const gone = once(child, "exit")
    child.kill("SIGTERM")
    expect((await gone)[0]).toBe(0)
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  } finally {
    if (child.exitCode === null) {
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await gone
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
})
