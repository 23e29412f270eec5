/** The key file, made by several processes at once. */
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { keyFile } from "../src/keyFile.ts"

describe("The key file", () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "octavo-key-"))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  it("is made once, for its owner alone, and read from then on", () => {
    const path = join(directory, "made", "octavo.key")
    const key = keyFile(path)
    expect(key).toHaveLength(32)
    expect(keyFile(path)).toEqual(key)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(directory, "made"))).toEqual(["octavo.key"])
  })

  it("is one key for processes that start at once (threat: two servers)", async () => {
    const module = new URL("../src/keyFile.ts", import.meta.url).href
    const root = join(directory, "raced")
    // each process asks for many keys, all at the same moments
    const program = `
      const { keyFile } = await import(${JSON.stringify(module)})
      const begin = Number(process.argv[1])
      for (let n = 0; n < 40; n++) {
        while (Date.now() < begin + n * 5);
        console.log(Buffer.from(keyFile(${JSON.stringify(root)} + "/" + n + "/octavo.key")).toString("base64"))
      }`
    const begin = String(Date.now() + 2_000)
    const runs = await Promise.all(
      [1, 2, 3].map(() =>
        promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program, begin], {
          env: { PATH: process.env["PATH"] }
        })
      )
    )
    const kept = Array.from({ length: 40 }, (_, n) => readFileSync(join(root, String(n), "octavo.key"), "utf8").trim())
    expect(kept.filter((text) => Buffer.from(text, "base64").length === 32)).toHaveLength(40)
    for (const { stdout } of runs) expect(stdout.trim().split("\n")).toEqual(kept)
    expect(readdirSync(join(root, "0"))).toEqual(["octavo.key"])
  })

  it.each(["", "c2hvcnQ=", "no key at all"])("is refused when it holds %j", (text) => {
    const path = join(directory, "octavo.key")
    writeFileSync(path, text)
    expect(() => keyFile(path)).toThrow("is not a key of 32 bytes")
    expect(readFileSync(path, "utf8")).toBe(text)
  })
})
