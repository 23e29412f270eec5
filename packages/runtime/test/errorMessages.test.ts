import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { open } from "node:fs/promises"
import { connect, createServer } from "node:net"
import { constants, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Cause from "effect/Cause"
import * as SqlError from "effect/sql/SqlError"
import { afterAll, describe, expect, it } from "vitest"
import { describeError, describeSystemError, ExpectedError, isExpected } from "../src/errorMessages.ts"

const directory = mkdtempSync(join(tmpdir(), "octavo-words-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
writeFileSync(join(directory, "file"), "")

/** As Node makes them: the code begins the message. */
const fromFiles = (code: string) =>
  Object.assign(new Error(`${code}: what the system says, open '/data/octavo.db'`), {
    code,
    syscall: "open",
    path: "/data/octavo.db"
  })

const fromNetwork = (code: string) =>
  Object.assign(new Error(`connect ${code} 10.0.0.7:5432`), {
    code,
    syscall: "connect",
    address: "10.0.0.7",
    port: 5432
  })

const inDatabase = (cause: Error & { readonly code: string }) =>
  new SqlError.SqlError({
    reason: new SqlError.ConnectionError({ cause, message: `${cause.code}: ${cause.message}`, operation: "connect" })
  })

const origins: Readonly<Record<string, (cause: Error & { readonly code: string }) => unknown>> = {
  "by itself": (cause) => cause,
  "as a defect": (cause) => Cause.die(cause),
  "as a cause": (cause) => new TypeError("fetch failed", { cause }),
  "after several tries": (cause) => Object.assign(new AggregateError([cause, cause], ""), { code: cause.code }),
  "from a database": inDatabase
}

/** What a machine can answer when a file, a directory or an address can't be used. */
const known = Object.keys(constants.errno).filter((code) => describeSystemError(fromFiles(code)) !== undefined)

describe("an error of the system is told in words that name the place, with its code once", () => {
  it("for all that are usual", () => {
    expect(known).toEqual(
      expect.arrayContaining([
        ..."EACCES EPERM EROFS ENOENT ENOTDIR EISDIR ENOSPC EMFILE ECONNREFUSED ECONNRESET ETIMEDOUT".split(" "),
        ..."EHOSTUNREACH ENETUNREACH EADDRINUSE EADDRNOTAVAIL".split(" ")
      ])
    )
  })

  for (const [origin, from] of Object.entries(origins)) {
    it(origin, () => {
      for (const code of [...known, "ENOTFOUND", "EAI_AGAIN"]) {
        for (const [cause, place] of [
          [fromFiles(code), "/data/octavo.db"],
          [fromNetwork(code), "10.0.0.7:5432"]
        ] as const) {
          const error = from(cause)
          const words = describeError(error)
          expect(words.split(code), words).toHaveLength(2)
          // a place is named where the words are about one of its kind
          const isAbout = describeSystemError(cause)?.includes(place) === true
          expect(words.includes(place), words).toBe(isAbout)
          expect(words, words).not.toMatch(/what the system says|\n|fetch failed/)
          expect(isExpected(Cause.isCause(error) ? Cause.squash(error) : error), words).toBe(true)
        }
      }
    })
  }

  it("as the system really answers", async () => {
    const failing = async (path: string, flags: string) =>
      describeError(await open(join(directory, path), flags).catch((error) => error))
    expect(await failing("none", "r")).toBe(`There is no ${directory}/none (ENOENT)`)
    expect(await failing("file/x", "r")).toMatch(/leads through a file.*\(ENOTDIR\)$/)
    expect(await failing(".", "w")).toMatch(/is a directory.*\(EISDIR\)$/)
    const server = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => server.once("listening", resolve))
    const { port } = server.address() as { port: number }
    await new Promise((resolve) => server.close(resolve))
    for (const host of ["127.0.0.1", "localhost"]) {
      const error = await new Promise((resolve) => connect({ host, port }).once("error", resolve))
      expect(describeError(error)).toMatch(new RegExp(`^Nothing listens at [\\w.:]+:${port}; .+ \\(ECONNREFUSED\\)$`))
    }
  })

  it("without the name that a file has until it is whole", () => {
    const path = "/data/octavo.key.31aef50d-79c3-4f7c-ba7f-ce175b164c45"
    expect(describeError({ ...fromFiles("EACCES"), path })).toMatch(/^\/data\/octavo\.key may not/)
    expect(describeError({ ...fromFiles("EACCES"), path: `${path}.part` })).toMatch(/^\/data\/octavo\.key may not/)
  })
})

describe("an error that is no one's fault but the program's", () => {
  it("is told from those that people can meet", () => {
    expect([new Error("x"), new ExpectedError("x"), "x", undefined].map(isExpected)).toEqual([
      false,
      true,
      false,
      false
    ])
  })

  it("is the only one that is a bare Error in what runs commands", () => {
    const roots = ["../src", "../../../apps/cli/src"].map((path) => fileURLToPath(new URL(path, import.meta.url)))
    const bare = roots.flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .flatMap((path) =>
          readFileSync(join(root, path), "utf8")
            .split("\n")
            .filter((line) => /\bnew Error\(/.test(line))
            .map((line) => `${path}: ${line.trim().replace(/^.*(new Error\([^)]*\)).*$/, "$1")}`)
        )
    )
    expect(bare.sort()).toEqual([
      'compute.ts: new Error("A thread ended")',
      'compute.ts: new Error("Nobody answers this task")',
      'examine/machine.ts: new Error("no directory")'
    ])
  })
})
