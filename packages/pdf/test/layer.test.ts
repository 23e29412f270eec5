/** The port: threads, turns, and what a page cannot make them do. */
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { crc32, deflateSync } from "node:zlib"
import type { PdfReads } from "@octavo/core/delivery/pdf/PdfRenderer"
import { PdfRenderer } from "@octavo/core/delivery/pdf/PdfRenderer"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { layer, type PdfConfig } from "../src/index.ts"
import { readPdf } from "../src/testing.ts"
import { bookOf, type TestSpace } from "./book.ts"

const renderer = <A, E>(
  use: (service: PdfRenderer["Service"]) => Effect.Effect<A, E>,
  config: PdfConfig = {}
): Promise<A> => Effect.runPromise(Effect.flatMap(PdfRenderer, use).pipe(Effect.provide(layer(config))))

const prepared = (space: TestSpace, more: Partial<PdfReads> = {}) => {
  const { book, reads } = bookOf(space)
  const effects: PdfReads = {
    text: (hash, part) => Effect.promise(() => reads.text(hash, part)),
    bytes: (file) => Effect.promise(() => reads.bytes(file)),
    address: (file) => `https://octavo.test/${file.name}`,
    ...more
  }
  return { book, reads: effects }
}

const whole = (service: PdfRenderer["Service"], space: TestSpace, more: Partial<PdfReads> = {}) => {
  const { book, reads } = prepared(space, more)
  return Effect.flatMap(service.render(book, reads), Stream.runCollect).pipe(
    Effect.map((pieces) => Buffer.concat([...pieces]))
  )
}

const small: TestSpace = { pages: { a: { title: "A page", text: "Words." } } }

describe("the renderer", () => {
  it("prints in a thread", async () => {
    const bytes = await renderer((service) => whole(service, small))
    expect((await readPdf(bytes)).text).toContain("Words.")
  })

  it("leaves this thread free while it prints", async () => {
    const text = `| a | b |\n| - | - |\n${"| word | another `word` |\n".repeat(6_000)}`
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    const begun = performance.now()
    await renderer((service) => whole(service, { pages: { a: { text } } }))
    const took = performance.now() - begun
    clearInterval(timer)
    // a share of the whole, whatever the machine: were the table laid out here, it would be nearly all of it
    expect(longest).toBeLessThan(took / 2)
  })

  it("fetches nothing and opens no file, whatever a page asks for", async () => {
    const asked: Array<string> = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? "")
      response.end("x")
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const targets = [`${origin}/secret`, "file:///etc/passwd", "/etc/passwd", "../../../../etc/passwd", "//127.0.0.1/x"]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">
      <style>@import url("${origin}/style.css");</style><script>fetch("${origin}/script")</script>
      ${targets.map((target) => `<image width="9" height="9" href="${target}"/><image width="9" height="9" xlink:href="${target}"/>`).join("")}
      <use href="${origin}/use.svg#a"/><rect width="9" height="9"/></svg>`
    const text = targets
      .flatMap((target) => [
        `![image](${target})`,
        `<img src="${target}">`,
        `<figure><img src="${target}" alt=""></figure>`,
        `<iframe src="${target}"></iframe><script src="${target}"></script><link rel="stylesheet" href="${target}">`,
        `{% embed url="${target}" %}`,
        `{% file src="${target}" %}`,
        `{% include "${target}" %}`,
        `{% openapi src="${target}" path="/" method="get" %}x{% endopenapi %}`,
        `$$\\includegraphics{${target}}$$`
      ])
      .join("\n\n")
    const files = { "a.svg": { contentType: "image/svg+xml", bytes: Buffer.from(svg) } }
    const bytes = await renderer((service) =>
      whole(service, { pages: { a: { title: "A page", text: `${text}\n\n![](a.svg)\n\nThe end.` } }, files })
    )
    const { sheets, text: seen } = await readPdf(bytes)
    expect(seen).toContain("The end.")
    expect(seen).not.toMatch(/root:.*:0:0/)
    for (const { links } of sheets) for (const { url } of links) expect(url ?? "https:").toMatch(/^https?:/)
    await sleep(100)
    server.close()
    expect(asked).toEqual([])
    // nothing runs when the PDF is opened
    expect(bytes.toString("latin1")).not.toMatch(/\/(?:JavaScript|JS|Launch|OpenAction|EmbeddedFile|SubmitForm)\b/)
  })

  it("lets so many print at once, so many wait, and refuses more", async () => {
    const hanging: Partial<PdfReads> = { text: () => Effect.never }
    await renderer(
      (service) =>
        Effect.gen(function* () {
          const stuck = yield* Effect.forEach([1, 2], () => Effect.forkChild(whole(service, small, hanging)))
          yield* Effect.sleep("50 millis")
          expect(yield* Effect.flip(whole(service, small))).toMatchObject({ _tag: "PdfError", reason: "busy" })
          // whoever goes away makes room
          yield* Effect.forEach(stuck, Fiber.interrupt)
          expect((yield* whole(service, small)).subarray(0, 5).toString()).toBe("%PDF-")
        }),
      { atOnce: 1, waiting: 1 }
    )
  })

  it("fails with what the content failed with", async () => {
    const broken = new StorageError({ operation: "test", retryable: true })
    const error = await renderer((service) => Effect.flip(whole(service, small, { text: () => Effect.fail(broken) })))
    expect(error).toBe(broken)
  })

  it("gives up on content that takes too long", async () => {
    const slow: Partial<PdfReads> = { text: () => Effect.never }
    const error = await renderer((service) => Effect.flip(whole(service, small, slow)), { patience: "1 second" })
    expect(error).toMatchObject({ _tag: "PdfError", reason: "failed" })
  })

  it("gives the turn of a reader who stops to the next", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index}.png`, { contentType: "image/png", bytes: noise() }])
    )
    const pages = Object.fromEntries(Object.keys(files).map((name) => [`page-${name}`, { text: `![](${name})` }]))
    await renderer(
      (service) =>
        Effect.gen(function* () {
          const { book, reads } = prepared({ pages, files })
          const stream = yield* service.render(book, reads)
          const begins = yield* Deferred.make<void>()
          const stopped = yield* Effect.forkChild(
            Stream.runForEach(stream, () => Effect.andThen(Deferred.succeed(begins, undefined), Effect.never))
          )
          yield* Effect.raceFirst(Deferred.await(begins), Fiber.join(stopped))
          const begun = performance.now()
          expect((yield* whole(service, small)).subarray(0, 5).toString()).toBe("%PDF-")
          expect(performance.now() - begun).toBeGreaterThan(500)
          yield* Fiber.interrupt(stopped)
        }),
      { atOnce: 1, patience: "8 seconds" }
    )
  })
})

/** A PNG that does not get smaller: 300 by 300 pixels of nothing in particular. */
const noise = (): Buffer => {
  const side = 300
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const lines = randomBytes((side * 3 + 1) * side)
  for (let line = 0; line < side; line++) lines[line * (side * 3 + 1)] = 0
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0))
  ])
}
