/** Stories of exports of sites: jobs that end with a zip of what everybody may read. */
import { describe, expect, layer } from "@effect/vitest"
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { exportLifetime, type NewSiteExport, type SiteExport } from "@octavo/core/delivery/site-exports/SiteExport"
import { SiteExportJobs } from "@octavo/core/delivery/site-exports/SiteExportJobs"
import { SiteExportStore } from "@octavo/core/delivery/site-exports/SiteExportStore"
import { SiteExports } from "@octavo/core/delivery/site-exports/SiteExports"
import { NotStatic } from "@octavo/core/delivery/site-exports/StaticSites"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { StorageError } from "@octavo/core/kernel/shared/errors"
import { concatBytes, contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import type { Role } from "@octavo/core/kernel/shared/roles"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import {
  type Attempts,
  as,
  newMember,
  outcome,
  refusal,
  type StoreUnderTest,
  type Story,
  services,
  sitesAsFiles,
  whileDrawn
} from "./harness.ts"
import { newSite } from "./new-site.ts"

const signedOf = ({ downloadURL = "" }: SiteExport): string => /\/~exports\/([^/]+)\//.exec(downloadURL)?.[1] ?? ""

/** Files of a zip by their paths, in its order. */
const unzip = (bytes: Uint8Array) =>
  Effect.promise(async () => {
    const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
    const files: Array<readonly [string, string]> = []
    for (const entry of await reader.getEntries()) {
      if (entry.directory) continue
      const content = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false })
      files.push([entry.filename, utf8.decode(content)])
    }
    return files
  })

/** A site for everybody, and its exports as its admin asks for them. */
const newScene = Effect.fnUntraced(function* (published = true) {
  const { admin, org, site, spaceIds } = yield* newSite({ published }, "Guide")
  const exports = yield* SiteExports
  const { work } = yield* SiteExportJobs
  const sites = yield* Sites
  const start = (input: NewSiteExport = {}, siteId = site.id) => exports.start(org, siteId, input).pipe(as(admin))
  const get = (id: string) => exports.get(org, site.id, id).pipe(as(admin))
  const remove = (id: string) => exports.remove(org, site.id, id).pipe(as(admin))
  /** Lets a worker work until an export is in another state than it was. */
  const run = Effect.fnUntraced(function* (id: string) {
    const fiber = yield* Effect.forkChild(Effect.forever(work))
    for (;;) {
      const one = yield* Effect.catchTag(get(id), "NotFound", () => Effect.undefined)
      // what is to be tried again says why
      if (one === undefined || one.reason !== undefined || one.completedAt !== undefined) {
        yield* Fiber.interrupt(fiber)
        return one
      }
      yield* Effect.yieldNow
    }
  })
  const bytesOf = Effect.fnUntraced(function* (one: SiteExport) {
    const zip = yield* exports.open(signedOf(one))
    return concatBytes(yield* Stream.runCollect(zip.bytes()))
  })
  const exported = Effect.fnUntraced(function* (input: NewSiteExport = {}) {
    const one = yield* run((yield* start(input)).id)
    expect(one).toMatchObject({ status: "completed" })
    return one!
  })
  const patch = (input: Parameters<Sites["Service"]["update"]>[2]) =>
    sites.update(org, site.id, input).pipe(as(admin), Effect.orDie, Effect.asVoid)
  return { admin, org, site, spaceIds, exports, sites, start, get, remove, run, bytesOf, exported, patch }
})

export const siteExportsSuite = (under: StoreUnderTest) =>
  describe(`exports of sites on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      endingStories(story)
      refusalStories(story)
      middleStories(story)
      keepingStories(story)
    })
  })

const endingStories = (story: Story) => {
  story("end with a zip of the files, which says where they will be", () =>
    Effect.gen(function* () {
      const { bytesOf, run, site, start } = yield* newScene()
      sitesAsFiles.set(site.id, [
        ["index.html", "<h1>Guide</h1>"],
        ["größe/a b.md", "# A\n".repeat(100_000)]
      ])
      const begun = yield* start({ url: "https://docs.example.com/handbook" })
      expect(begun).toMatchObject({ status: "pending", url: "https://docs.example.com/handbook/", base: "/handbook/" })
      expect(begun).not.toHaveProperty("downloadURL")
      const done = yield* run(begun.id)
      expect(done).toMatchObject({ object: "site-export", id: begun.id, status: "completed", files: 3, pages: 2 })
      expect(Date.parse(done!.expiresAt!) - Date.parse(done!.completedAt!)).toBe(exportLifetime)
      const bytes = yield* bytesOf(done!)
      expect(bytes.length).toBe(done!.size)
      expect(bytes.length).toBeLessThan(10_000)
      expect(yield* unzip(bytes)).toEqual([
        ["place.txt", "https://docs.example.com /handbook/"],
        ["index.html", "<h1>Guide</h1>"],
        ["größe/a b.md", "# A\n".repeat(100_000)]
      ])
    })
  )

  story("give the same bytes for the same site, whenever they are made", () =>
    Effect.gen(function* () {
      const { bytesOf, exported } = yield* newScene()
      const first = yield* bytesOf(yield* exported())
      yield* TestClock.adjust("3 hours")
      expect(contentHash(yield* bytesOf(yield* exported()))).toBe(contentHash(first))
      expect(contentHash(yield* bytesOf(yield* exported({ base: "/other" })))).not.toBe(contentHash(first))
    })
  )

  story("are written down, and so is who deletes one", () =>
    Effect.gen(function* () {
      const { admin, exported, org, remove, site } = yield* newScene()
      yield* remove((yield* exported()).id)
      const { items } = yield* (yield* Audit).list(org, {}, { limit: 2 }).pipe(as(admin))
      expect(items).toMatchObject([
        { action: "site.export.delete", target: { id: site.id } },
        { action: "site.export", target: { id: site.id } }
      ])
    })
  )
}

const refusalStories = (story: Story) => {
  story("are refused at once for a site that is not for everybody, in words", () =>
    Effect.gen(function* () {
      const { admin, org, patch, site, sites, start } = yield* newScene(false)
      const words = Effect.map(Effect.flip(start()), (error) => [error._tag, error.message])
      expect(yield* words).toEqual(["PreconditionFailed", expect.stringMatching(/is not published/)])
      yield* sites.publish(org, site.id).pipe(as(admin))
      for (const visibility of ["share-link", "visitor-auth"] as const) {
        yield* patch({ visibility })
        expect(yield* words).toEqual(["PreconditionFailed", expect.stringMatching(/asks who reads it/)])
      }
      yield* patch({ visibility: "unlisted" })
      expect((yield* start()).status).toBe("pending")
    })
  )

  story("wait one at a time for each site, and few for an organization, until one is deleted", () =>
    Effect.gen(function* () {
      const { admin, org, remove, sites, spaceIds, start } = yield* newScene()
      const first = yield* start()
      expect(yield* refusal(start())).toBe("Conflict")
      const others = yield* Effect.forEach([1, 2, 3, 4, 5], (n) =>
        Effect.gen(function* () {
          const other = yield* sites.create(org, { title: `Other ${n}`, spaces: spaceIds })
          yield* sites.publish(org, other.id)
          return other.id
        }).pipe(as(admin))
      )
      expect(yield* Effect.forEach(others, (id) => outcome(start({}, id)))).toEqual([
        ...Array<string>(4).fill("done"),
        "Invalid"
      ])
      expect(yield* remove(first.id)).toBe(true)
      expect(yield* outcome(start({}, others[4]))).toBe("done")
    })
  )

  story("are for who may publish the site, and hidden from other organizations", () =>
    Effect.gen(function* () {
      const { exported, exports, org, site } = yield* newScene()
      const { id } = yield* exported()
      const stranger = yield* newScene()
      const attempts: Attempts = [
        exports.start(org, site.id, {}),
        exports.get(org, site.id, id),
        exports.list(org, site.id, {}),
        exports.remove(org, site.id, id)
      ]
      const roles: ReadonlyArray<Role> = ["read", "comment", "edit", "review", "create"]
      for (const role of roles) {
        const member = yield* newMember(org, role)
        for (const attempt of attempts) expect(yield* refusal(attempt.pipe(as(member))), role).toBe("Forbidden")
      }
      for (const attempt of attempts) expect(yield* refusal(attempt.pipe(as(stranger.admin)))).toBe("NotFound")
      // the export is of another site
      const own = exports.get(stranger.org, stranger.site.id, id).pipe(as(stranger.admin))
      expect(yield* refusal(own)).toBe("NotFound")
      expect(yield* outcome(exports.start(org, site.id, {}).pipe(as(yield* newMember(org, "admin"))))).toBe("done")
    })
  )
}

const middleStories = (story: Story) => {
  story("fail in words when the site is closed in the middle, and name no bytes", () =>
    Effect.gen(function* () {
      const { admin, org, patch, run, site, sites, start } = yield* newScene()
      const closings = [
        [sites.unpublish(org, site.id).pipe(as(admin), Effect.orDie, Effect.asVoid), /is not published/],
        [patch({ visibility: "share-link" }), /asks who reads it/]
      ] as const
      for (const [closing, words] of closings) {
        const { id } = yield* start()
        whileDrawn.set(site.id, closing)
        const failed = yield* run(id)
        expect(failed).toMatchObject({ status: "failed", reason: expect.stringMatching(words) })
        expect(failed).not.toHaveProperty("downloadURL")
        expect(failed).toHaveProperty("expiresAt")
        whileDrawn.delete(site.id)
        yield* patch({ visibility: "public" })
        yield* sites.publish(org, site.id).pipe(as(admin))
      }
    })
  )

  story("fail in words when the site can't be files, and are tried again when the store is away", () =>
    Effect.gen(function* () {
      const { get, run, site, start } = yield* newScene()
      whileDrawn.set(site.id, new NotStatic({ message: "Nothing is there" }))
      expect(yield* run((yield* start()).id)).toMatchObject({ status: "failed", reason: "Nothing is there" })
      whileDrawn.set(site.id, new StorageError({ operation: "test.read", retryable: true }))
      const { id } = yield* start()
      expect(yield* run(id)).toMatchObject({ status: "pending", reason: expect.stringMatching(/try again later/) })
      expect(yield* get(id)).not.toHaveProperty("completedAt")
    })
  )

  story("are made anew when the site is changed in the middle", () =>
    Effect.gen(function* () {
      const { patch, run, site, start } = yield* newScene()
      const { id } = yield* start()
      whileDrawn.set(site.id, Effect.andThen(TestClock.adjust("1 second"), patch({ title: "Another title" })))
      expect(yield* run(id)).toMatchObject({ status: "pending", reason: expect.stringMatching(/was changed/) })
    })
  )

  story("stop when they are deleted in the middle, and when the site is", () =>
    Effect.gen(function* () {
      const { admin, exports, org, remove, run, site, sites, start } = yield* newScene()
      const { id } = yield* start()
      whileDrawn.set(site.id, remove(id).pipe(Effect.orDie, Effect.asVoid))
      expect(yield* run(id)).toBeUndefined()
      whileDrawn.set(site.id, sites.remove(org, site.id).pipe(as(admin), Effect.orDie, Effect.asVoid))
      const second = yield* start()
      expect(yield* run(second.id)).toBeUndefined()
      whileDrawn.delete(site.id)
      expect(yield* (yield* SiteExportStore).get(second.id)).toBeUndefined()
      expect(yield* refusal(exports.list(org, site.id, {}).pipe(as(admin)))).toBe("NotFound")
    })
  )
}

const keepingStories = (story: Story) => {
  story("keep one zip of a site: the next one takes its place when it is there", () =>
    Effect.gen(function* () {
      const { admin, bytesOf, exported, exports, org, run, site, start } = yield* newScene()
      const first = yield* exported()
      const { id } = yield* start()
      expect((yield* bytesOf(first)).length).toBeGreaterThan(0)
      const second = yield* run(id)
      expect(yield* refusal(bytesOf(first))).toBe("NotFound")
      expect((yield* bytesOf(second!)).length).toBeGreaterThan(0)
      const { count, items } = yield* exports.list(org, site.id, {}).pipe(as(admin))
      expect([count, items.map((one) => one.id)]).toEqual([1, [id]])
    })
  )

  story("have an address that ends while the site is closed, and with the export", () =>
    Effect.gen(function* () {
      const { admin, bytesOf, exported, exports, org, patch, remove, site, sites } = yield* newScene()
      const one = yield* exported()
      const isOpen = Effect.map(outcome(bytesOf(one)), (found) => found === "done")
      expect(yield* isOpen).toBe(true)
      yield* patch({ visibility: "visitor-auth" })
      expect(yield* isOpen).toBe(false)
      yield* patch({ visibility: "unlisted" })
      expect(yield* isOpen).toBe(true)
      yield* sites.unpublish(org, site.id).pipe(as(admin))
      expect(yield* isOpen).toBe(false)
      yield* sites.publish(org, site.id).pipe(as(admin))
      expect(yield* isOpen).toBe(true)
      for (const wrong of ["", "x", `${signedOf(one)}x`, signedOf(one).slice(1)]) {
        expect(yield* refusal(exports.open(wrong)), wrong).toBe("NotFound")
      }
      expect(yield* remove(one.id)).toBe(true)
      expect(yield* isOpen).toBe(false)
      expect(yield* refusal(remove(one.id))).toBe("NotFound")
    })
  )

  story("are kept for a day with their bytes, and then forgotten", () =>
    Effect.gen(function* () {
      const { exported, exports, get, site } = yield* newScene()
      sitesAsFiles.set(site.id, [["only.txt", `Only in ${site.id}`]])
      const one = yield* exported()
      const { blob } = (yield* (yield* SiteExportStore).get(one.id))!
      const collector = yield* BlobCollector
      const isKept = Effect.map((yield* Blobs).info(blob!), (found) => found !== undefined)
      yield* collector.collect("0 seconds")
      yield* collector.collect("0 seconds")
      expect(yield* isKept).toBe(true)
      yield* TestClock.adjust(exportLifetime - 1000)
      yield* exports.sweep
      expect((yield* get(one.id)).status).toBe("completed")
      yield* TestClock.adjust(1000)
      expect(yield* refusal(exports.open(signedOf(one)))).toBe("NotFound")
      expect(yield* exports.sweep).toBeGreaterThan(0)
      expect(yield* refusal(get(one.id))).toBe("NotFound")
      yield* collector.collect("0 seconds")
      yield* TestClock.adjust(1000)
      yield* collector.collect("0 seconds")
      expect(yield* isKept).toBe(false)
    })
  )
}
