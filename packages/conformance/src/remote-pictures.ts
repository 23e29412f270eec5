/** Stories of pictures of other hosts: which are fetched, how often, what is kept of them and for how long. */
import { describe, expect, layer } from "@effect/vitest"
import { TakesPicturesIn } from "@octavo/core/content/remote-pictures/askForPictures"
import { RemotePictureStore } from "@octavo/core/content/remote-pictures/RemotePictureStore"
import { RemotePictures } from "@octavo/core/content/remote-pictures/RemotePictures"
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { FetchError } from "@octavo/core/kernel/outbound/Fetcher"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, type StoreUnderTest, type Story, services, web, webAsked, webFailures } from "./harness.ts"
import { purgeDue, writtenSpace } from "./written-space.ts"

export const remotePicturesSuite = (under: StoreUnderTest) => {
  describe(`pictures of other hosts on ${under.name}`, () => {
    layer(services(under).pipe(Layer.provide(Layer.succeed(TakesPicturesIn, true))))((it) => {
      const story: Story = it.effect
      takenStories(story)
      failureStories(story)
      endStories(story)
    })
  })
  describe(`pictures of other hosts, where they are left, on ${under.name}`, () => {
    layer(services(under))((it) => leftStories(it.effect))
  })
}

/** A picture of one colour: as much of it as tells its kind and size. */
const gif = (width: number, height: number): Uint8Array =>
  Uint8Array.from([
    ...utf8.encode("GIF89a"),
    ...[width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...[0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0, 2, 2, 0x44, 1, 0, 0x3b]
  ])

let hosts = 0

/** A host of its own that has pictures; answers its origin. */
const pictureHost = (pictures: Readonly<Record<string, Uint8Array | string>>): string => {
  const origin = `https://pictures-${hosts++}.test`
  for (const [path, bytes] of Object.entries(pictures)) {
    web.set(origin + path, {
      bytes: typeof bytes === "string" ? utf8.encode(bytes) : bytes,
      // whatever it is
      contentType: "image/png"
    })
  }
  return origin
}

const drawing = '<?xml version="1.0"?>\n<!-- a > b --><svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>'

const asked = (origin: string) =>
  webAsked.filter((url) => url.startsWith(origin)).map((url) => url.slice(origin.length))

const scene = Effect.gen(function* () {
  const space = yield* writtenSpace
  const pictures = yield* RemotePictures
  const store = yield* RemotePictureStore
  const states = Effect.map(store.list(space.id), (all) =>
    Object.fromEntries(all.map(({ state, url }) => [new URL(url).pathname, state]))
  )
  const revisions = yield* RevisionStore
  /** What the worker does until it has seen what the space shows: other stories may have left it something. */
  const worked = Effect.gen(function* () {
    const head = yield* revisions.head(space.id, primary)
    while ((yield* store.scan(space.id))?.root !== head!.root) yield* pictures.work
  })
  const unseen = (files: Readonly<Record<string, string>>) => space.write(space.id, files)
  const write = Object.assign((files: Readonly<Record<string, string>>) => Effect.andThen(unseen(files), worked), {
    unseen
  })
  /** What the worker finds by itself. */
  const swept = Effect.gen(function* () {
    const count = yield* pictures.sweep
    for (let i = 0; i < count; i++) yield* pictures.work
    return count
  })
  yield* worked
  return { ...space, pictures, store, states, write, swept }
})

const takenStories = (story: Story) => {
  story("what pages show is fetched once, told from its bytes and kept; texts stay as they are", () =>
    Effect.gen(function* () {
      const { id, pictures, states, store, write } = yield* scene
      const origin = pictureHost({
        "/a.png": gif(8, 4),
        "/b": gif(2, 3),
        "/d.svg": drawing,
        "/dark.gif": gif(9, 9),
        "/cover.jpg": gif(100, 50),
        "/card.png": gif(5, 5),
        "/shared.png": gif(7, 7),
        "/page.png": "<!DOCTYPE html><html><svg></svg></html>",
        "/text.png": "no picture"
      })
      const text = `---
cover: ${origin}/cover.jpg
---

# Start

![](${origin}/a.png) and again ![](${origin}/a.png#part)

<img src="${origin}/b" width="40">

<figure><picture><source srcset="${origin}/dark.gif" media="(prefers-color-scheme: dark)"><img src="${origin}/d.svg" alt=""></picture><figcaption></figcaption></figure>

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>One</td><td><a href="${origin}/card.png">card.png</a></td></tr></tbody></table>

{% include ".gitbook/includes/shared.md" %}

![](${origin}/page.png) ![](${origin}/text.png) [link](${origin}/link.png)
`
      const files = { "README.md": text, ".gitbook/includes/shared.md": `![](${origin}/shared.png)\n` }
      yield* write(files)
      expect(yield* states).toEqual({
        "/a.png": "kept",
        "/b": "kept",
        "/d.svg": "kept",
        "/dark.gif": "kept",
        "/cover.jpg": "kept",
        "/card.png": "kept",
        "/shared.png": "kept",
        "/page.png": "failed",
        "/text.png": "failed"
      })
      expect(asked(origin).toSorted()).toEqual(Object.keys(yield* states).toSorted())
      const kept = yield* pictures.kept(id)
      const of = (path: string) => kept.find(({ url }) => url === origin + path)?.copy
      expect(of("/a.png")).toMatchObject({ contentType: "image/gif", width: 8, height: 4, size: gif(8, 4).length })
      expect(of("/d.svg")).toMatchObject({ contentType: "image/svg+xml", width: 8, height: 4 })
      expect((yield* (yield* Blobs).info(of("/a.png")!.blob))?.size).toBe(gif(8, 4).length)

      // another text that shows one of them asks for nothing
      yield* write({ ...files, "other.md": `![](${origin}/a.png)\n` })
      expect(asked(origin).length).toBe(9)
      expect((yield* store.list(id)).find(({ url }) => url === `${origin}/page.png`)).toMatchObject({
        reason: "is no picture",
        nextTryAt: null
      })
    })
  )

  story("what nobody asked for is found all the same", () =>
    Effect.gen(function* () {
      const { id, pictures, states, swept, write } = yield* scene
      const origin = pictureHost({ "/a.png": gif(3, 3) })
      expect(yield* swept).toBe(0)
      // its job is in the queue, behind the one that the sweep asks for
      yield* write.unseen({ "README.md": `![](${origin}/a.png)\n` })
      expect(yield* pictures.sweep).toBe(1)
      yield* pictures.work
      yield* pictures.work
      expect(yield* states).toEqual({ "/a.png": "kept" })
      expect((yield* pictures.kept(id)).length).toBe(1)
      expect(yield* swept).toBe(0)
      expect(asked(origin)).toEqual(["/a.png"])
    })
  )

  story("what counts readers is neither fetched nor drawn", () =>
    Effect.gen(function* () {
      const { id, pictures, states, write } = yield* scene
      const origin = pictureHost({ "/seen": gif(1, 1), "/line.png": gif(600, 1), "/p": gif(20, 20) })
      yield* write({
        "README.md": `# A

<img src="${origin}/p" width="1" height="1"> <img src="${origin}/p?b" width="0px">

![](${origin}/pixel.gif) ![](https://www.facebook.com/tr?id=1) ![](${origin}/seen) ![](${origin}/line.png)
`
      })
      expect(yield* states).toEqual({ "/seen": "tracker", "/line.png": "kept" })
      expect(asked(origin).toSorted()).toEqual(["/line.png", "/seen"])
      // drawing learns that there is nothing to draw
      expect((yield* pictures.kept(id)).find(({ url }) => url.endsWith("/seen"))?.copy).toBeNull()
    })
  )

  story("a copy of a space has what the space has, and keeps it when that goes", () =>
    Effect.gen(function* () {
      const { admin, id, lifecycle, pictures, write } = yield* scene
      const origin = pictureHost({ "/a.png": gif(3, 3) })
      yield* write({ "README.md": `![](${origin}/a.png)\n` })
      const copy = yield* lifecycle.duplicate(id).pipe(as(admin))
      yield* lifecycle.remove(id).pipe(as(admin))
      yield* TestClock.adjust("8 days")
      yield* purgeDue
      expect(yield* pictures.kept(id)).toEqual([])
      const [kept] = yield* pictures.kept(copy.id)
      expect(yield* (yield* Blobs).info(kept!.copy!.blob)).toBeDefined()
      expect(asked(origin)).toEqual(["/a.png"])
    })
  )
}

const failureStories = (story: Story) => {
  story("what fails for now is tried again after longer and longer, what fails for good is not", () =>
    Effect.gen(function* () {
      const { id, states, store, swept, write } = yield* scene
      const origin = pictureHost({ "/late.png": gif(3, 3), "/large.png": new Uint8Array(10_000_001) })
      webFailures.set(`${origin}/late.png`, new FetchError({ reason: "status", message: "answers 502", status: 502 }))
      webFailures.set(`${origin}/gone.png`, new FetchError({ reason: "status", message: "answers 404", status: 404 }))
      yield* write({
        "README.md": ["late", "gone", "large", "private"].map((name) => `![](${origin}/${name}.png)\n`).join("\n")
      })
      expect(yield* states).toEqual({
        "/late.png": "waiting",
        "/gone.png": "failed",
        "/large.png": "failed",
        "/private.png": "failed"
      })
      expect((yield* store.list(id)).map(({ reason }) => reason)).toEqual([
        "answers 404",
        "is larger than 10000000 bytes",
        "answers 502",
        "is in a private network"
      ])
      expect(yield* swept).toBe(0)
      yield* TestClock.adjust("61 seconds")
      expect(yield* swept).toBe(1)
      yield* TestClock.adjust("61 seconds")
      expect(yield* swept).toBe(0)
      webFailures.delete(`${origin}/late.png`)
      yield* TestClock.adjust("5 minutes")
      expect(yield* swept).toBe(1)
      expect((yield* states)["/late.png"]).toBe("kept")
      expect(asked(origin).filter((path) => path === "/late.png").length).toBe(3)
      expect(
        asked(origin)
          .filter((path) => path !== "/late.png")
          .toSorted()
      ).toEqual(["/gone.png", "/large.png", "/private.png"])
    })
  )

  story("a host that does not answer is asked once, and what it has waits; after the last try it is given up", () =>
    Effect.gen(function* () {
      const { id, states, store, swept, write } = yield* scene
      const origin = pictureHost({})
      for (const name of ["a", "b", "c"]) {
        webFailures.set(`${origin}/${name}.png`, new FetchError({ reason: "timeout", message: "did not answer" }))
      }
      const page = `![](${origin}/a.png) ![](${origin}/b.png) ![](${origin}/c.png)\n`
      yield* write({ "README.md": page })
      expect(asked(origin).length).toBe(1)
      expect(yield* states).toEqual({ "/a.png": "waiting", "/b.png": "waiting", "/c.png": "waiting" })
      expect((yield* store.list(id)).map(({ tries }) => tries).toSorted()).toEqual([0, 0, 1])
      for (let round = 0; round < 40; round++) {
        yield* TestClock.adjust("13 hours")
        yield* swept
      }
      expect(yield* states).toEqual({ "/a.png": "failed", "/b.png": "failed", "/c.png": "failed" })
      expect(asked(origin).length).toBe(18)

      // whoever writes the page again wants it tried again
      for (const name of ["a", "b", "c"]) webFailures.delete(`${origin}/${name}.png`)
      web.set(`${origin}/a.png`, { bytes: gif(2, 2), contentType: undefined })
      yield* write({ "README.md": `${page}\nMore\n` })
      expect(yield* states).toEqual({ "/a.png": "kept", "/b.png": "failed", "/c.png": "failed" })
    })
  )

  story("two who work at once ask for each picture once", () =>
    Effect.gen(function* () {
      const { id, pictures, states, write } = yield* scene
      const names = Array.from({ length: 90 }, (_, n) => `/${n}.png`)
      const origin = pictureHost(Object.fromEntries(names.map((name, n) => [name, gif(n + 2, 2)])))
      const files = { "README.md": names.map((name) => `![](${origin}${name})\n`).join("\n") }
      yield* Effect.all([write(files), pictures.take(id), pictures.take(id)], { concurrency: "unbounded" })
      yield* pictures.take(id)
      expect(new Set(Object.values(yield* states))).toEqual(new Set(["kept"]))
      expect(asked(origin).length).toBe(90)
    })
  )

  story("a text, and a space, show so many at most", () =>
    Effect.gen(function* () {
      const { id, store, write } = yield* scene
      const origin = pictureHost({})
      const page = (n: number) => Array.from({ length: 210 }, (_, k) => `![](${origin}/${n}-${k}.png)\n`).join("\n")
      yield* write(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.md`, page(n)])))
      const all = yield* store.list(id)
      expect(all.length).toBe(2_000)
      expect(all.filter(({ url }) => url.startsWith(`${origin}/0-`)).length).toBe(200)
    })
  )
}

const endStories = (story: Story) => {
  story("a copy goes when no text shows it any more, and its bytes after that", () =>
    Effect.gen(function* () {
      const { id, pictures, states, write } = yield* scene
      const blobs = yield* Blobs
      const origin = pictureHost({ "/a.png": gif(11, 3), "/b.png": gif(12, 3) })
      const both = `![](${origin}/a.png) ![](${origin}/b.png)\n`
      yield* write({ "README.md": both, "other.md": `![](${origin}/b.png)\n` })
      const [first] = (yield* pictures.kept(id)).filter(({ url }) => url.endsWith("/a.png"))
      yield* write({ "README.md": "# Start\n", "other.md": `![](${origin}/b.png)\n` })
      expect(yield* states).toEqual({ "/b.png": "kept" })
      const collector = yield* BlobCollector
      yield* collector.collect("1 hour")
      yield* TestClock.adjust("2 hours")
      yield* collector.collect("1 hour")
      expect(yield* blobs.info(first!.copy!.blob)).toBeUndefined()
      const [left] = yield* pictures.kept(id)
      expect(yield* blobs.info(left!.copy!.blob)).toBeDefined()
    })
  )
}

const leftStories = (story: Story) => {
  story("nothing is fetched but for an import that wants it, and what is kept goes all the same", () =>
    Effect.gen(function* () {
      const space = yield* writtenSpace
      const pictures = yield* RemotePictures
      const origin = pictureHost({ "/a.png": gif(3, 4), "/b.png": gif(3, 5) })
      const kept = Effect.map(pictures.kept(space.id), (all) => all.map(({ url }) => url.slice(origin.length)))
      yield* space.write(space.id, { "README.md": `![](${origin}/a.png)\n` })
      expect(yield* pictures.sweep).toBe(0)
      expect(asked(origin)).toEqual([])
      const progress: Array<readonly [number, number]> = []
      const taken = yield* pictures.take(space.id, (done, total) =>
        Effect.sync(() => void progress.push([done, total]))
      )
      expect(taken.map(({ state }) => state)).toEqual(["kept"])
      expect(progress).toEqual([[1, 1]])
      expect(yield* kept).toEqual(["/a.png"])

      yield* space.write(space.id, { "README.md": `![](${origin}/b.png)\n` })
      expect(yield* pictures.sweep).toBe(1)
      yield* pictures.work
      expect(yield* kept).toEqual([])
      expect(asked(origin)).toEqual(["/a.png"])
      // what was let be is taken in by the next one that wants it
      yield* pictures.take(space.id)
      expect(yield* kept).toEqual(["/b.png"])
    })
  )
}
