import { existsSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeScratch } from "./scratch.mjs"

it("what tests write has a directory of its own, which others than its owner pass through and do not read", () => {
  const [first, second] = [makeScratch(), makeScratch()]
  try {
    expect(first).not.toBe(second)
    for (const directory of [first, second]) {
      expect(statSync(directory).mode & 0o777).toBe(0o711)
      writeFileSync(join(directory, "file"), "")
      expect(existsSync(join(directory, "file"))).toBe(true)
    }
  } finally {
    for (const directory of [first, second]) rmSync(directory, { recursive: true })
  }
})
