/**
 * A page with pages below it is the README of their folder: it becomes that with the first of them, and a file beside
 * others again when the last one goes. What leads to it, and what it leads to, goes along.
 */
import { describe, expect, layer } from "@effect/vitest"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect } from "effect"
import fc from "fast-check"
import { gitScene } from "./git-scene.ts"
import { asOperator, type Services, type StoreUnderTest, services } from "./harness.ts"

/** In milliseconds: a busy machine may take minutes. */
const patience = 900_000

const summary = (lines: ReadonlyArray<string>) => `# Summary\n\n${lines.join("\n")}\n`

/** Pages beside each other, with links between all of them, also to themselves. */
const flat = {
  "SUMMARY.md": summary(["* [Home](README.md)", "* [X](guide/x.md)", "* [Y](y/README.md)", "  * [Z](y/z.md)"]),
  "README.md": "# Home\n\n[x](guide/x.md), [part](guide/x.md#part), [y](y/), [z](y/z.md)\n",
  "guide/x.md":
    "---\ncover: ../.gitbook/assets/a.txt\n---\n\n# X\n\n## Part\n\n[home](../README.md), [part](x.md#part), [z](../y/z.md) ![](../.gitbook/assets/a.txt)\n\n" +
    '{% include "../.gitbook/includes/shared.md" %}\n',
  "y/README.md": "# Y\n\n[z](z.md), [home](../README.md), [x](../guide/x.md)\n",
  "y/z.md": "# Z\n\n[y](./), [x](../guide/x.md)\n",
  ".gitbook/assets/a.txt": "asset\n",
  ".gitbook/includes/shared.md": "---\ntitle: Shared\n---\n\n[x](../../guide/x.md), [y](../../y/)\n"
}

const texts = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, utf8.decode(bytes)]))

export const gitFoldersSuite = (under: StoreUnderTest) =>
  describe(`files of pages with pages below them on ${under.name}`, () => {
    layer(services(under))((it) => {
      const sceneOf = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
        const scene = yield* gitScene
        yield* scene.importBranch("docs", files)
        const find = (title: string) => Effect.map(scene.pages, (pages) => pages.find((page) => page.title === title)!)
        const add = Effect.fnUntraced(function* (title: string, into: string) {
          const { id } = yield* find(into)
          yield* scene.edit({ operation: "insert_page", title, into: id, document: { markdown: "Words.\n" } })
        })
        const remove = (title: string) =>
          Effect.flatMap(find(title), ({ id }) => scene.edit({ operation: "delete_page", page: id }))
        const move = Effect.fnUntraced(function* (title: string, into: string | null) {
          const up = into === null ? null : (yield* find(into)).id
          yield* scene.edit({ operation: "update_page", page: (yield* find(title)).id, into: up, at: 0 })
        })
        const written = Effect.map(scene.toBranch("docs"), texts)
        return { ...scene, find, add, remove, move, written }
      })

      it.effect("the first page below it makes it a folder's README, and the last one that goes a file again", () =>
        Effect.gen(function* () {
          const { add, find, importBranch, push, remove, written } = yield* sceneOf(flat)
          const { id } = yield* find("X")
          yield* add("New", "X")
          const files = yield* written
          expect(Object.keys(files).filter((path) => path.startsWith("guide/"))).toEqual([
            "guide/x/README.md",
            "guide/x/new.md"
          ])
          expect(files["SUMMARY.md"]).toBe(
            flat["SUMMARY.md"].replace("(guide/x.md)", "(guide/x/README.md)\n  * [New](guide/x/new.md)")
          )
          expect(files["guide/x/README.md"]).toBe(
            "---\ncover: ../../.gitbook/assets/a.txt\n---\n\n# X\n\n## Part\n\n[home](../../), [part](./#part), [z](../../y/z.md) ![](../../.gitbook/assets/a.txt)\n\n" +
              '{% include "../../.gitbook/includes/shared.md" %}\n'
          )
          expect(files["README.md"]).toBe("# Home\n\n[x](guide/x/), [part](guide/x/#part), [y](y/), [z](y/z.md)\n")
          expect(files["y/z.md"]).toBe("# Z\n\n[y](./), [x](../guide/x/)\n")
          expect(files[".gitbook/includes/shared.md"]).toContain("[x](../../guide/x/)")
          // read in again it is the same page, and nothing is to be written
          push("docs", { ...files, "SUMMARY.md": files["SUMMARY.md"]!.replace("[Home]", "[House]") })
          yield* importBranch("docs", { ...files, "SUMMARY.md": files["SUMMARY.md"]!.replace("[Home]", "[House]") })
          expect((yield* find("X")).id).toBe(id)
          expect((yield* find("X")).git?.path).toBe("guide/x/README.md")
          yield* remove("New")
          const back = yield* written
          expect(Object.keys(back).sort()).toEqual(Object.keys(flat).sort())
          expect(back["SUMMARY.md"]).toBe(flat["SUMMARY.md"].replace("[Home]", "[House]"))
          expect(back["guide/x.md"]).toContain("[z](../y/z.md) ![](../.gitbook/assets/a.txt)")
          expect((yield* find("X")).id).toBe(id)
        }).pipe(asOperator)
      )

      it.effect("a page that comes below from elsewhere counts, and one that goes elsewhere too", () =>
        Effect.gen(function* () {
          const { move, written } = yield* sceneOf(flat)
          yield* move("Z", "X")
          const files = yield* written
          expect(
            Object.keys(files)
              .filter((path) => /^(?:guide|y)/.test(path))
              .sort()
          ).toEqual(["guide/x/README.md", "guide/x/z.md", "y.md"])
          expect(files["y.md"]).toBe("# Y\n\n[z](guide/x/z.md), [home](./), [x](guide/x/)\n")
          yield* move("Z", null)
          expect(Object.keys(yield* written).filter((path) => path.endsWith(".md") && !path.startsWith("."))).toEqual(
            expect.arrayContaining(["guide/x.md", "y.md", "z.md"])
          )
        }).pipe(asOperator)
      )

      it.effect("a link below it is no page", () =>
        Effect.gen(function* () {
          const link = "\n  * [Elsewhere](https://example.com/)"
          const { add, remove, written } = yield* sceneOf({
            ...flat,
            "SUMMARY.md": flat["SUMMARY.md"]
              .replace("x.md)", `x.md)${link}`)
              .replace("y/z.md)", `y/z.md)${link.replace("  *", "    *")}`)
          })
          yield* add("New", "X")
          yield* remove("Z")
          expect(Object.keys(yield* written)).toEqual(expect.arrayContaining(["guide/x/README.md", "y.md"]))
          yield* remove("New")
          expect(Object.keys(yield* written)).toEqual(expect.arrayContaining(["guide/x.md", "y.md"]))
        }).pipe(asOperator)
      )

      it.effect("a file that others keep apart from the folder of its pages stays where it is", () =>
        Effect.gen(function* () {
          const apart = {
            ...flat,
            "SUMMARY.md": summary(["* [Home](README.md)", "* [X](guide/x.md)", "  * [Z](y/z.md)", "* [Y](y/README.md)"])
          }
          const { add, remove, written } = yield* sceneOf(apart)
          yield* add("New", "X")
          yield* remove("Z")
          const files = yield* written
          expect(Object.keys(files)).toEqual(expect.arrayContaining(["guide/x.md", "y/README.md"]))
          yield* remove("New")
          expect(Object.keys(yield* written)).toEqual(expect.arrayContaining(["guide/x.md", "y/README.md"]))
          yield* add("Again", "X")
          expect(Object.keys(yield* written)).toEqual(
            expect.arrayContaining(["guide/x/README.md", "guide/x/again.md", "y/README.md"])
          )
        }).pipe(asOperator)
      )

      it.effect("where another file has the place, the page stays where it is", () =>
        Effect.gen(function* () {
          const { add, written } = yield* sceneOf({
            ...flat,
            "README.md": `${flat["README.md"]}\n[more](guide/x/readme.md)\n`,
            "guide/x/readme.md": "Not in the table of contents.\n"
          })
          yield* add("New", "X")
          const files = yield* written
          expect(Object.keys(files)).toEqual(
            expect.arrayContaining(["guide/x.md", "guide/x/new.md", "guide/x/readme.md"])
          )
        }).pipe(asOperator)
      )

      it.effect(
        "whatever comes and goes, files follow the tree, and links lead where they led",
        () =>
          Effect.gen(function* () {
            const context = yield* Effect.context<Services>()
            type Step = typeof step extends fc.Arbitrary<infer A> ? A : never
            const step = fc.record({
              do: fc.constantFrom("add", "remove", "move", "export"),
              page: fc.nat(20),
              into: fc.nat(20)
            })
            const story = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
              const scene = yield* sceneOf(flat)
              /** Where each page's links lead, by titles. */
              const leads = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
                const titles = new Map((yield* scene.documents).map(({ git, title }) => [git!.path, title]))
                return Object.fromEntries(
                  [...titles].map(([path, title]) => {
                    const links = [...files[path]!.matchAll(/\]\(([^)#]*)(#[^)]*)?\)/g)].map(([, href, anchor]) => {
                      const at = new URL(href!, `file:///${path}`).pathname.slice(1)
                      const to = href === "" ? path : at === "" || at.endsWith("/") ? `${at}README.md` : at
                      return `${titles.get(to) ?? to}${anchor ?? ""}`
                    })
                    return [title, links]
                  })
                )
              })
              const check = Effect.gen(function* () {
                const files = yield* scene.written
                const documents = yield* scene.documents
                for (const { git, id, title } of documents) {
                  expect(files[git!.path], title).toBeDefined()
                  const holds = documents.some(({ parent }) => parent === id)
                  if (title !== "Home") expect([title, /(?:^|\/)README\.md$/.test(git!.path)]).toEqual([title, holds])
                }
                expect(
                  Object.keys(files).filter((path) => path.endsWith(".md") && !/^(?:SUMMARY|\.)/.test(path)).length
                ).toBe(documents.length)
                const found = yield* leads(files)
                const before = yield* leads0
                for (const [title, links] of Object.entries(found)) {
                  const led = (before as Record<string, ReadonlyArray<string>>)[title]
                  // what is gone leads nowhere, with whatever words
                  const isThere = (link: string) => documents.some((one) => link.split("#")[0] === one.title)
                  if (led !== undefined) expect(links.filter(isThere)).toEqual(led.filter(isThere))
                }
              })
              const leads0 = Effect.succeed(yield* leads(flat))
              let count = 0
              for (const { do: what, into, page } of steps) {
                const all = yield* scene.documents
                const chosen = all[page % all.length]!
                const up = all[into % all.length]!
                if (what === "add") yield* scene.add(`Added ${++count}`, chosen.title)
                else if (what === "export") yield* check
                else if (chosen.title === "Home") continue
                else if (what === "remove") yield* scene.remove(chosen.title)
                // below itself is refused
                else yield* Effect.ignore(scene.move(chosen.title, up.id === chosen.id ? null : up.title))
              }
              yield* check
            }, asOperator)
            const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) =>
              Effect.runPromise(Effect.provideContext(story(steps), context))
            )
            yield* Effect.promise(() => fc.assert(property, { seed: 20_261_125, numRuns: 25 }))
          }).pipe(asOperator),
        patience
      )
    })
  })
