import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openOutput } from "../src/outputFolder.ts"

const build = (folder: string, files: Readonly<Record<string, string>>) =>
  Effect.runPromiseExit(
    Effect.gen(function* () {
      const out = yield* openOutput(folder)
      const write = Effect.gen(function* () {
        for (const [path, text] of Object.entries(files)) {
          const bytes = utf8.encode(text)
          yield* out.put({
            path,
            bytes,
            size: bytes.length,
            hash: createHash("sha256").update(bytes).digest("base64url")
          })
        }
        return yield* out.finish
      })
      return yield* Effect.ensuring(write, out.close)
    })
  )

describe("A build that is cut off while its files are moved", () => {
  let root: string
  let folder: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "octavo-output-"))
    folder = join(root, "site")
  })
  afterEach(() => rmSync(root, { recursive: true }))

  /** A build of `next` over one of `first`, which ends where it finds a folder that somebody put in place of `z.html`. */
  const cutOff = async (first: Readonly<Record<string, string>>, next: Readonly<Record<string, string>>) => {
    expect(Exit.isSuccess(await build(folder, { ...first, "z.html": "one" }))).toBe(true)
    rmSync(join(folder, "z.html"))
    mkdirSync(join(folder, "z.html/theirs"), { recursive: true })
    expect(Exit.isSuccess(await build(folder, { ...next, "z.html": "two" }))).toBe(false)
    rmSync(join(folder, "z.html"), { recursive: true })
  }

  const textOf = (path: string) => readFileSync(join(folder, path), "utf8")

  it("leaves nothing that the next one takes for its own, be it as long as that", async () => {
    await cutOff({ "a.html": "one" }, { "a.html": "two" })
    expect(textOf("a.html")).toBe("two")
    expect(Exit.isSuccess(await build(folder, { "a.html": "one", "z.html": "one" }))).toBe(true)
    expect([textOf("a.html"), textOf("z.html")]).toEqual(["one", "one"])
  })

  it("leaves nothing that the next one does not take away", async () => {
    await cutOff({}, { "new/page.html": "two" })
    expect(existsSync(join(folder, "new/page.html"))).toBe(true)
    expect(Exit.isSuccess(await build(folder, { "z.html": "one" }))).toBe(true)
    expect(existsSync(join(folder, "new"))).toBe(false)
  })
})
