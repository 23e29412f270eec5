/**
 * What was imported comes back byte for byte from an export to an empty place; what was edited since, and nothing else,
 * is other there.
 */
import { describe, expect, layer } from "@effect/vitest"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import fc from "fast-check"
import { type Repository, repositories } from "./git-repositories.ts"
import { gitScene } from "./git-scene.ts"
import { asOperator, type Services, type StoreUnderTest, services } from "./harness.ts"

const seed = 20_261_124
const runs = 25
/** In milliseconds: a busy machine may take minutes. */
const patience = 900_000

const texts = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, utf8.decode(bytes)]))

/** Lines that only one of two texts has. */
const otherLines = (before: string, after: string): ReadonlyArray<string> => {
  const [a, b] = [before.split(/\r?\n/), after.split(/\r?\n/)]
  return [
    ...b.filter((line) => !a.includes(line)).map((line) => `+${line}`),
    ...a.filter((line) => !b.includes(line)).map((line) => `-${line}`)
  ]
}

const changed = (before: Repository, after: Repository) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]).sort()

export const gitBytesSuite = (under: StoreUnderTest) =>
  describe(`the bytes of an export on ${under.name}`, () => {
    layer(services(under))((it) => {
      /** The same files by each way in and out. */
      const comesBack = Effect.fnUntraced(function* (files: Repository, from: "folder" | "branch") {
        const scene = yield* gitScene
        if (from === "folder") yield* scene.importFolder(files)
        else yield* scene.importBranch("docs", files)
        expect(texts(yield* scene.toFolder("new"))).toEqual(files)
        expect(texts(yield* scene.toBranch("empty"))).toEqual(files)
        // and again, to another one: from what the first export left
        expect(texts(yield* scene.toBranch("another"))).toEqual(files)
        return scene
      })

      const property = (
        name: string,
        below: "anything" | "pages",
        story: (files: Repository, n: number) => Effect.Effect<void, any, any>
      ) =>
        it.effect(
          name,
          () =>
            Effect.gen(function* () {
              const context = yield* Effect.context<Services>()
              const tried = fc.asyncProperty(repositories(below), fc.nat(60), (files, n) =>
                Effect.runPromise(Effect.provideContext(asOperator(story(files, n)), context) as Effect.Effect<void>)
              )
              yield* Effect.promise(() => fc.assert(tried, { seed, numRuns: runs }))
            }).pipe(asOperator),
          patience
        )

      it.effect("settings that would hide the table of contents of the target stay behind, others come", () =>
        Effect.gen(function* () {
          const redirects = "redirects:\n  old: README.md\n"
          const there = { "SUMMARY.md": "* [Theirs](theirs.md)\n", "theirs.md": "# Theirs\n" }
          const page = { "toc.md": "* [Home](README.md)\n", "README.md": "# Home\n" }
          for (const [config, comes] of [
            [`structure:\n  summary: toc.md\n${redirects}`, false],
            [`# ours\n${redirects}`, true]
          ] as const) {
            const scene = yield* gitScene
            const { "toc.md": toc, ...rest } = page
            yield* scene.importFolder({ ...rest, [comes ? "SUMMARY.md" : "toc.md"]: toc, ".gitbook.yaml": config })
            scene.push("theirs", there)
            const files = texts(yield* scene.toBranch("theirs"))
            expect(files[".gitbook.yaml"]).toBe(comes ? config : undefined)
            expect([files["SUMMARY.md"], files["theirs.md"]]).toEqual(["* [Home](README.md)\n", "# Theirs\n"])
            expect(files["toc.md"]).toBeUndefined()
          }
        }).pipe(asOperator)
      )

      property("are those of the import, in a folder and in a repository", "anything", (files, n) =>
        Effect.asVoid(comesBack(files, n % 2 === 0 ? "folder" : "branch"))
      )

      property("are other where a page was edited", "pages", (files, n) =>
        Effect.gen(function* () {
          const scene = yield* gitScene
          yield* n % 2 === 0 ? scene.importFolder(files) : scene.importBranch("docs", files)
          const pages = (yield* scene.documents).filter(({ git }) => git !== undefined)
          const page = pages[n % pages.length]!
          const path = page.git!.path
          yield* scene.edit({
            operation: "update_page",
            page: page.id,
            document: { markdown: `${files[path]}\n\nOurs.\n` }
          })
          const edited = texts(yield* scene.toBranch("edited"))
          expect(changed(files, edited)).toEqual([path])
          expect(edited[path]).toContain("Ours.")
          yield* scene.edit({ operation: "update_page", page: page.id, title: "Brand new" })
          const retitled = texts(yield* scene.toFolder("retitled"))
          const summary = Object.keys(files).find((one) => /(?:toc|SUMMARY)\.md$/.test(one))!
          expect(changed(edited, retitled).filter((one) => one !== path)).toEqual([summary])
          expect(otherLines(files[summary]!, retitled[summary]!).map((line) => line.replace(/\(.*/, ""))).toEqual([
            expect.stringMatching(/^\+\uFEFF?[ \t]*[*-] +\[(?:🎉 )?Brand new\]$/u),
            expect.stringMatching(/^-\uFEFF?[ \t]*[*-] +\[/)
          ])
        })
      )
    })
  })
