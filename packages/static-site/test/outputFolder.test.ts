import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { toPlace } from "../src/addresses.ts"
import { openOutput } from "../src/outputFolder.ts"
import { makePagesAsFiles } from "../src/pagesAsFiles.ts"

const build = (folder: string, files: Readonly<Record<string, string>>) =>
  Effect.runPromiseExit(
    Effect.gen(function* () {
      const out = yield* openOutput(folder)
      for (const [path, text] of Object.entries(files)) {
        const bytes = utf8.encode(text)
        yield* out.put({ path, bytes, size: bytes.length })
      }
      return yield* out.finish
    }).pipe(Effect.scoped)
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

describe("Files that a thread writes", () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "octavo-written-"))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it("are all there at the end, more than may wait for the disk, and only those that changed are written again", async () => {
    const folder = join(root, "site")
    const files = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`pages/${at % 7}/${at}.html`, `${at} `.repeat(400_000)])
    )
    const written = async (some: Readonly<Record<string, string>>) => {
      const exit = await build(folder, some)
      return Exit.isSuccess(exit) ? exit.value : exit.cause
    }
    expect(await written(files)).toEqual({ files: 80, written: 80, removed: 0 })
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(folder, path), "utf8") === text).toBe(true)
    const changed = { ...files, "pages/0/0.html": "new", "other.html": "" }
    delete (changed as Record<string, string>)["pages/1/1.html"]
    expect(await written(changed)).toEqual({ files: 80, written: 2, removed: 1 })
    expect(readFileSync(join(folder, "pages/0/0.html"), "utf8")).toBe("new")
  })

  it("are of pages what this thread would make of them, and what they lead to is told once", async () => {
    const site = { place: toPlace({ origin: undefined, base: "/" }), pages: ["/a", "/b"], led: [], below: [] }
    const pages = {
      "a/index.html": '<link rel="canonical" href="http://octavo.invalid/a"></head><a href="/b"></a><img src="/1.png">',
      "b/index.html":
        '</head><a href="/a#x"></a><img src="/1.png"><img src="/two.png?size=2"><b data-emoji="/~e/_octavo/emoji.47/1f600.woff">'
    }
    const found = await Effect.runPromise(
      Effect.gen(function* () {
        const out = yield* openOutput(join(root, "site"))
        const taken = out.takePages(site)
        for (const [path, html] of Object.entries(pages)) yield* taken.put(path, html)
        const told = [yield* taken.found, yield* taken.found]
        yield* out.finish
        return told
      }).pipe(Effect.scoped)
    )
    const here = makePagesAsFiles(site)
    for (const [path, html] of Object.entries(pages))
      expect(readFileSync(join(root, "site", path), "utf8")).toBe(here.page(html))
    expect(here.page(pages["b/index.html"])).toMatch(/href="\/a\/#x".*~emoji\.woff#1f600/)
    expect(found).toEqual([here.found(), { wanted: [], letters: [] }])
    expect(found[0]).toEqual({ wanted: ["/1.png", "/two.png"], letters: [new Set([0x1f600])] })
  })

  it("fail with what the disk says, and nothing stays beside the folder", async () => {
    const exit = await build(join(root, "site"), { a: "a file", "a/b": "no file has files in it" })
    expect(String(Exit.isFailure(exit) && exit.cause)).toMatch(/ENOTDIR|EEXIST/)
    expect(readdirSync(root)).toEqual([])
  })
})
