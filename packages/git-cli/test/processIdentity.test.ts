import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import { isRunning, processNamespace } from "../src/processIdentity.ts"

describe("processes of this machine", () => {
  it("run, or have ended", () => {
    assert.isTrue(isRunning(process.pid))
    assert.isTrue(isRunning(1))
    const { pid } = spawnSync(process.execPath, ["-e", ""])
    assert.isFalse(isRunning(pid))
  })

  it("are in one namespace for all of them", () => {
    const script = `import(${JSON.stringify(new URL("../src/processIdentity.ts", import.meta.url).href)}).then((o) => process.stdout.write(o.processNamespace))`
    const { stdout } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" })
    assert.strictEqual(stdout, processNamespace)
  })
})
