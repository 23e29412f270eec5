/** Where the built application of a program is, or is not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigError } from "@octavo/runtime/config"
import { servedApplication } from "@octavo/runtime/webApplication"
import { afterAll, describe, expect, it } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "octavo-web-"))
afterAll(() => rmSync(directory, { recursive: true }))

describe("The application that a program serves", () => {
  it("is refused in words where it is not built", () => {
    const missing = join(directory, "nothing")
    const empty = join(directory, "empty")
    mkdirSync(empty)
    for (const place of [missing, empty]) {
      const attempt = () => servedApplication(undefined, place)
      expect(attempt).toThrow(ConfigError)
      expect(attempt).toThrow(`the web application is not at ${place}`)
    }
  })

  it("is that of a finished build, at a path of its own", () => {
    writeFileSync(join(directory, "application.json"), "{}")
    expect(servedApplication("/tools/docs-app", directory)).toEqual({
      webApplication: directory,
      appPath: "/tools/docs-app"
    })
    expect(servedApplication(undefined, directory)).toEqual({ webApplication: directory, appPath: undefined })
  })
})
