import cluster from "node:cluster"
import { once } from "node:events"
import { Effect, Fiber } from "effect"
import { expect, it, vi } from "vitest"
import { serveInProcesses } from "../src/processes.ts"

it("the first process outlives one that ends before it hears what it is told", async () => {
  cluster.setupPrimary({ exec: new URL("sleeping-process.ts", import.meta.url).pathname })
  const serving = Effect.runFork(Effect.exit(serveInProcesses(1)))
  const workers = () => Object.values(cluster.workers ?? {})
  await vi.waitUntil(() => workers().length === 1)
  const [worker] = workers()
  await once(worker!, "message")
  worker!.process.kill("SIGKILL")
  // it ends while this one is busy, and so has not heard of it
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  const ended = new Promise((resolve) => worker!.once("exit", resolve))
  const written = once(worker!.process, "error")
  worker!.send("anything")
  expect((await written)[0]).toMatchObject({ code: "EPIPE" })
  await ended
  expect(String(await Effect.runPromise(Fiber.join(serving)))).toContain("process 1 ended (SIGKILL)")
})
