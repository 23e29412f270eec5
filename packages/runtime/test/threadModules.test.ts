import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Worker } from "node:worker_threads"
import { expect, it } from "vitest"

/** Imports modules in a thread, and tells which ones imported a specifier. */
const importersOf = async (specifier: string, modules: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const script = `
    import { registerHooks } from "node:module"
    import { parentPort, workerData } from "node:worker_threads"
    const importers = []
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === workerData.specifier) importers.push(context.parentURL)
        return next(specifier, context)
      }
    })
    for (const one of workerData.modules) await import(one)
    parentPort.postMessage({ importers })`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: { specifier, modules },
    // not those of the runner of tests, which loads modules in its own way
    execArgv: [],
    env: {}
  })
  try {
    const [{ importers }] = (await once(worker, "message")) as [{ importers: ReadonlyArray<string> }]
    return importers
  } finally {
    await worker.terminate()
  }
}

const threads = [
  "computeThread.ts",
  "../../clustering/src/worker.ts",
  "../../openapi/src/worker.ts",
  "../../pdf/src/worker.ts"
]

/** All modules of Effect together take 15 MB of a thread's memory more than those that threads need. */
it.each(threads)("%s loads modules of Effect, not all of them", async (name) => {
  const thread = new URL(`../src/${name}`, import.meta.url)
  const { resolve } = createRequire(thread)
  const imports = readFileSync(thread, "utf8").matchAll(/^import \{[^"]*"([@.][^"]+)"|\bimport\("([^"]+)"\)/gm)
  const modules = [...imports].map(([, atOnce, later]) => pathToFileURL(resolve(atOnce ?? later!)).href)
  expect(modules).not.toEqual([])
  expect((await importersOf("effect", modules)).map((url) => fileURLToPath(url))).toEqual([])
})

/** Grammars and what reads them take 30 MB of each thread that colours code. */
it("the thread that answers loads nothing that colours code", async () => {
  const highlight = readFileSync(new URL("../../render/src/highlight.ts", import.meta.url), "utf8")
  expect(highlight).toContain('import("shiki/core")')
  expect(await importersOf("shiki/core", [new URL("../src/server.ts", import.meta.url).href])).toEqual([])
})

it("an import of all of Effect is found", async () => {
  const epoch = new URL("../../core/src/kernel/shared/Epoch.ts", import.meta.url).href
  expect(await importersOf("effect", [epoch])).toEqual([epoch])
})
