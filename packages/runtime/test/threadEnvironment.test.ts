import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "octavo-threads-"))
afterAll(() => rmSync(directory, { recursive: true }))

const program = `
  import { getCompileCacheDir } from "node:module"
  import { Worker } from "node:worker_threads"
  import { threadEnvironment } from ${JSON.stringify(new URL("../src/threadEnvironment.ts", import.meta.url).href)}
  const code = \`
    import { getCompileCacheDir } from "node:module"
    import { parentPort } from "node:worker_threads"
    parentPort.postMessage([getCompileCacheDir(), Object.keys(process.env)])
  \`
  const thread = new Worker(code, { eval: true, env: threadEnvironment() })
  thread.on("message", ([kept, names]) => console.log(JSON.stringify({ ours: getCompileCacheDir(), kept, names })))
`

const told = async (env: Record<string, string>) => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program]
  const own = { PATH: process.env["PATH"], OCTAVO_SECRET: "secret", ...env }
  return JSON.parse((await promisify(execFile)(process.execPath, args, { env: own })).stdout)
}

it("A thread has what its process keeps of the sources, and no setting of the process", async () => {
  const { kept, names, ours } = await told({ NODE_COMPILE_CACHE: directory })
  expect(ours.startsWith(directory)).toBe(true)
  expect({ kept, names }).toEqual({ kept: ours, names: ["NODE_COMPILE_CACHE"] })
  expect(await told({})).toEqual({ names: [] })
})
