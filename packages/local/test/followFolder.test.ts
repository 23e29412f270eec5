/** What is shown of a folder after any number of changes is what a fresh start would show of it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { octavoLayer } from "@octavo/runtime/layer"
import { SitePages } from "@octavo/site"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { followFolder, siteName } from "../src/followFolder.ts"
import { Folders } from "../src/neighbours.ts"
import type { Changes } from "../src/watch.ts"

const host = "localhost:4000"

const inMemory = (dataDirectory: string) =>
  Layer.provideMerge(
    SitePages.layer(),
    octavoLayer({
      database: "sqlite::memory:",
      dataDirectory,
      worker: false,
      url: `http://${host}`,
      onlySite: siteName
    })
  )

/** Everything of a site as one text. */
const wholeSite = Effect.gen(function* () {
  const pages = yield* SitePages
  const read = (path: string) => pages.answer({ host, path, query: "", cookie: undefined, accept: undefined })
  const found = yield* Effect.forEach(["/llms.txt", "/llms-full.txt", "/sitemap-pages.xml"], read)
  return found.map((answer) =>
    answer?.kind === "text"
      ? new TextDecoder().decode(answer.body).replaceAll(/<lastmod>[^<]*|(?<=~files\/)[^/]*/g, "")
      : answer?.kind
  )
})

const names = ["one", "two", "deep/three", "deep/four"] as const

type Step =
  | { readonly do: "write"; readonly name: string; readonly title: string; readonly words: string }
  | { readonly do: "remove"; readonly name: string }
  | { readonly do: "rename"; readonly name: string; readonly to: string }
  | { readonly do: "summary"; readonly names: ReadonlyArray<string> | undefined }
  | { readonly do: "picture"; readonly bytes: string }

const name = fc.constantFrom(...names)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("write" as const),
      name,
      title: fc.constantFrom("A", "B", "C"),
      words: fc.constantFrom("words", "[link](../two.md)", "[gone](nowhere.md)", "![p](p.png)", "---\n---")
    })
  },
  fc.record({ do: fc.constant("remove" as const), name }),
  fc.record({ do: fc.constant("rename" as const), name, to: name }),
  fc.record({
    do: fc.constant("summary" as const),
    names: fc.option(fc.shuffledSubarray([...names]), { nil: undefined })
  }),
  fc.record({ do: fc.constant("picture" as const), bytes: fc.constantFrom("1", "22", "333") })
)

const play = (directory: string, one: Step): void => {
  const file = (path: string) => join(directory, path)
  switch (one.do) {
    case "write": {
      mkdirSync(dirname(file(one.name)), { recursive: true })
      writeFileSync(file(`${one.name}.md`), `# ${one.title}\n\n${one.words}\n`)
      return
    }
    case "remove":
      rmSync(file(`${one.name}.md`), { force: true })
      return
    case "rename":
      try {
        mkdirSync(dirname(file(one.to)), { recursive: true })
        renameSync(file(`${one.name}.md`), file(`${one.to}.md`))
      } catch {
        // there is none
      }
      return
    case "summary":
      if (one.names === undefined) rmSync(file("SUMMARY.md"), { force: true })
      else {
        const lines = ["README", ...one.names].map((name) => `* [${name}](${name}.md)\n`)
        writeFileSync(file("SUMMARY.md"), `# Summary\n\n${lines.join("")}`)
      }
      return
    case "picture":
      writeFileSync(file("p.png"), one.bytes)
  }
}

/** The texts of a folder by their paths. */
const textsIn = (directory: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
      .map((path) => [path, readFileSync(join(directory, path), "utf8")])
  )

/** What a watch would tell: which files changed, or that one came or went. */
const changesOf = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Changes =>
  before.size === after.size && [...before.keys()].every((path) => after.has(path))
    ? new Set([...after].flatMap(([path, text]) => (before.get(path) === text ? [] : [path])))
    : "whole"

it("after any changes the site is as a fresh start shows it", { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      async (turns) => {
        const directory = mkdtempSync(join(tmpdir(), "octavo-local-"))
        const data = mkdtempSync(join(tmpdir(), "octavo-local-"))
        writeFileSync(join(directory, "README.md"), "# Home\n\nWelcome\n")
        try {
          const fresh = Effect.gen(function* () {
            yield* (yield* followFolder(directory, () => Effect.void, new Folders()))("whole")
            return yield* wholeSite
          }).pipe(Effect.provide(inMemory(data)))
          await Effect.gen(function* () {
            const read = yield* followFolder(directory, () => Effect.void, new Folders())
            yield* read("whole")
            for (const turn of turns) {
              const before = textsIn(directory)
              for (const one of turn) play(directory, one)
              const { version } = yield* read(changesOf(before, textsIn(directory)))
              // a run of its own: what one has built is shared within it
              expect(yield* wholeSite).toEqual(yield* Effect.promise(() => Effect.runPromise(fresh)))
              // nothing changed: nothing new is shown
              expect((yield* read(new Set())).version).toBe(version)
            }
          }).pipe(Effect.provide(inMemory(data)), Effect.runPromise)
        } finally {
          for (const made of [directory, data]) rmSync(made, { recursive: true, force: true })
        }
      }
    ),
    { numRuns: 12 }
  )
})

it("what a comment silences in octavo.yaml is not told while somebody writes", async () => {
  const circle = 'redirects:\n  "/a": /b\n  "/b": /a\n'
  const directory = mkdtempSync(join(tmpdir(), "octavo-local-"))
  const data = mkdtempSync(join(tmpdir(), "octavo-local-"))
  writeFileSync(join(directory, "README.md"), "# Home\n")
  try {
    await Effect.gen(function* () {
      writeFileSync(join(directory, "octavo.yaml"), circle)
      const read = yield* followFolder(directory, () => Effect.void, new Folders())
      const told = Effect.flatMap(read("whole"), ({ faults }) => faults)
      expect((yield* told).map(({ line, path }) => `${path}:${line}`)).toEqual(["octavo.yaml:3"])
      for (const [comment, lines] of [
        ["# octavo-check-disable redirect-loop", []],
        ["# octavo-check-disable settings", ["octavo.yaml:4"]]
      ] as const) {
        writeFileSync(join(directory, "octavo.yaml"), `${comment}\n${circle}`)
        expect((yield* told).map(({ line, path }) => `${path}:${line}`)).toEqual(lines)
      }
    }).pipe(Effect.provide(inMemory(data)), Effect.runPromise)
  } finally {
    for (const made of [directory, data]) rmSync(made, { recursive: true, force: true })
  }
})
