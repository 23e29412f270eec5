/** Stories of files that are uploaded for content: who may, how large they may be, and what they are when content takes them. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { MaxFileBytes, MaxStorageBytes } from "@octavo/core/content/revisions/fileSize"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { NewUpload } from "@octavo/core/content/uploads/Upload"
import { Uploads } from "@octavo/core/content/uploads/Uploads"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect, Layer, Stream } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  outcome,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"

const most = 2_000
const room = 1_000_000

export const contentUploadsSuite = (under: StoreUnderTest) =>
  describe(`Files that are uploaded for content on ${under.name}`, () => {
    const bounded = Layer.mergeAll(Layer.succeed(MaxFileBytes, most), Layer.succeed(MaxStorageBytes, room))
    layer(services(under).pipe(Layer.provide(bounded)))((it) => {
      const story: Story = it.effect
      takenStories(story)
      rightStories(story)
      boundStories(story)
    })
  })

const png = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64"
  )
)

const newScene = Effect.fnUntraced(function* () {
  const { admin, id: organization } = yield* newOrganization()
  const { id: space } = yield* (yield* Spaces).create(organization, {}).pipe(as(admin))
  const uploads = yield* Uploads
  const contents = yield* ChangeRequestContent
  const announce = (file: Partial<NewUpload["file"]> = {}, where: Partial<NewUpload> = {}, within = organization) =>
    uploads.create(within, {
      file: { name: "a.bin", type: "application/octet-stream", size: 9, ...file },
      kind: "content_file",
      space,
      ...where
    })
  const send = <E>(url: string, bytes: Stream.Stream<Uint8Array, E>) =>
    uploads.receive(url.slice(url.lastIndexOf("/") + 1), {}, bytes)
  /** The key of bytes that are there. */
  const upload = Effect.fnUntraced(function* (bytes: Uint8Array, file: Partial<NewUpload["file"]> = {}) {
    const { key, url } = yield* announce({ ...file, size: bytes.length })
    yield* send(url, Stream.make(bytes))
    return key
  })
  const insert = (storageKey: string, file: object = {}, into = space) =>
    contents.editSpace(into, {
      changes: [{ operation: "insert_files", files: [{ name: "a.bin", storageKey, ...file }] }]
    })
  return { admin, organization, space, uploads, announce, send, upload, insert }
})

const takenStories = (story: Story) => {
  story("they are what their bytes are, whatever was announced", () =>
    Effect.gen(function* () {
      const { admin, insert, upload } = yield* newScene()
      const html = utf8.encode("<!doctype html><script>alert(1)</script>")
      const svg = utf8.encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
      const cases: ReadonlyArray<readonly [Uint8Array, name: string, announced: string, contentType: string]> = [
        [png, "p.png", "image/png", "image/png"],
        [png, "p.png", "application/octet-stream", "image/png"],
        [png, "p.html", "text/html", "image/png"],
        [html, "p.png", "image/png", "text/plain"],
        [html, "p.html", "text/html", "text/html"],
        [svg, "p.png", "image/png", "image/svg+xml"],
        [utf8.encode("a,b\n"), "d.csv", "application/octet-stream", "text/csv"],
        [utf8.encode("a: 1\n"), "d.conf", "text/x-conf", "text/x-conf"],
        [new Uint8Array(9), "d.bin", "application/octet-stream", "application/octet-stream"]
      ]
      for (const [bytes, name, type, contentType] of cases) {
        const key = yield* upload(bytes, { name, type })
        const { insertedFiles = [] } = yield* insert(key, { name })
        expect(insertedFiles.map((file) => [name, type, file.contentType, file.size])).toEqual([
          [name, type, contentType, bytes.length]
        ])
        expect(insertedFiles[0]?.dimensions).toEqual(contentType === "image/png" ? { width: 1, height: 1 } : undefined)
      }
      const error = yield* Effect.flip(insert(yield* upload(html), { contentType: "image/png" }))
      expect(error.message).toContain("says image/png, the bytes are text/plain")
      return admin
    }).pipe(asOperator, Effect.asVoid)
  )

  story("a key that is sent again, because an answer was lost, is the same file and no new revision", () =>
    Effect.gen(function* () {
      const { insert, space, upload } = yield* newScene()
      const key = yield* upload(png)
      const first = yield* insert(key)
      const again = yield* insert(key)
      expect(again.insertedFiles).toEqual(first.insertedFiles)
      expect(again.revision).toBe(first.revision)
      expect(first.insertedFiles?.[0]?.id).not.toBe(space)
      const twice = [
        { name: "a", storageKey: key },
        { name: "b", storageKey: key }
      ]
      const contents = yield* ChangeRequestContent
      const error = yield* Effect.flip(
        contents.editSpace(space, { changes: [{ operation: "insert_files", files: twice }] })
      )
      expect(error.message).toContain("changes.0.files.1.storageKey: is named twice")
    }).pipe(asOperator)
  )

  story("an upload that breaks off leaves nothing, and its URL takes the bytes once more", () =>
    Effect.gen(function* () {
      const { announce, insert, send } = yield* newScene()
      const bytes = utf8.encode("What comes in two pieces")
      const { key, url } = yield* announce({ size: bytes.length })
      const broken = Stream.concat(Stream.make(bytes.subarray(0, 9)), Stream.fail("lost" as const))
      expect(yield* Effect.flip(send(url, broken))).toBe("lost")
      const blobs = yield* Blobs
      expect(yield* blobs.info(contentHash(bytes.subarray(0, 9)))).toBeUndefined()
      expect((yield* Effect.flip(insert(key))).message).toContain("names no uploaded file of yours")
      yield* send(url, Stream.make(bytes))
      expect((yield* insert(key)).insertedFiles?.[0]?.size).toBe(bytes.length)
    }).pipe(asOperator)
  )
}

const rightStories = (story: Story) => {
  story("whoever may edit the space may upload for it, by a role or by a grant, and nobody else", () =>
    Effect.gen(function* () {
      const { announce, organization, send, space } = yield* newScene().pipe(asOperator)
      for (const role of [null, "read", "comment", "edit", "review", "create", "admin"] as const) {
        const member = yield* newMember(organization, role)
        const expected = role === null ? "NotFound" : role === "read" || role === "comment" ? "Forbidden" : "done"
        expect([role, yield* outcome(announce().pipe(as(member)))]).toEqual([role, expected])
      }
      const guest = yield* newMember(organization, null)
      yield* (yield* Grants).grant({ kind: "space", id: space }, { role: "edit", users: [guest] }).pipe(asOperator)
      const { url } = yield* announce().pipe(as(guest))
      // the same right is asked for again when the bytes come
      yield* (yield* Grants).update({ kind: "space", id: space }, { kind: "user", id: guest }, "read").pipe(asOperator)
      expect(yield* outcome(send(url, Stream.make(new Uint8Array(9))))).toBe("NotFound")
      expect(yield* outcome(announce({}, { kind: "import_file", space }).pipe(as(guest)))).toBe("Forbidden")
    })
  )

  story("the space is one of the organization, and is named", () =>
    Effect.gen(function* () {
      const { admin, announce } = yield* newScene()
      const other = yield* newScene()
      expect(yield* outcome(announce({}, {}, other.organization).pipe(as(admin)))).toBe("NotFound")
      expect(yield* outcome(announce({}, { space: other.space }).pipe(as(admin)))).toBe("NotFound")
      expect(yield* outcome(announce({}, { space: "none" }).pipe(as(admin)))).toBe("NotFound")
      // what the operator may see, too, is of one organization
      expect(yield* outcome(announce({}, { space: other.space }))).toBe("NotFound")
      const { uploads } = other
      const file = { name: "a", type: "text/plain", size: 1 }
      expect(yield* outcome(uploads.create(other.organization, { file, kind: "content_file" }))).toBe("Invalid")
    }).pipe(asOperator)
  )

  story("keys are the uploader's alone, in their organization, for a day", () =>
    Effect.gen(function* () {
      const { admin, announce, insert, organization, send, space, upload, uploads } = yield* newScene().pipe(asOperator)
      const other = yield* newScene().pipe(asOperator)
      const colleague = yield* newMember(organization, "admin")
      const mine = yield* upload(png).pipe(as(admin))
      const waiting = yield* announce().pipe(as(admin))
      const foreign = yield* other.upload(png).pipe(as(other.admin))
      const file = { name: "a.png", type: "image/png", size: png.length }
      const logo = yield* uploads.create(organization, { file, kind: "organization_file" }).pipe(as(admin))
      yield* send(logo.url, Stream.make(png))
      const refused = Effect.fnUntraced(function* (key: string, who: string) {
        return (yield* Effect.flip(insert(key).pipe(as(who)))).message
      })
      const nothing =
        "changes.0.files.0.storageKey: names no uploaded file of yours in this organization; upload it (again) first"
      for (const [key, who] of [
        [mine, colleague],
        [waiting.key, admin],
        [foreign, admin],
        ["uploads/none", admin],
        ["none", admin],
        // the id of a file that somebody sees is no right to its bytes
        [mine.slice("uploads/".length), admin]
      ] as const) {
        expect([key, yield* refused(key, who)]).toEqual([key, nothing])
      }
      expect(yield* refused(logo.key, admin)).toContain("was uploaded as organization_file, not as content_file")
      expect(yield* outcome(insert(mine).pipe(as(admin)))).toBe("done")
      // another space of the organization takes it, too
      const beside = yield* (yield* Spaces).create(organization, {}).pipe(as(admin))
      expect(yield* outcome(insert(mine, {}, beside.id).pipe(as(admin)))).toBe("done")
      expect(space).not.toBe(beside.id)
    })
  )
}

const boundStories = (story: Story) => {
  story("a file of just the bound is taken, one byte more is refused before it is sent, with the bound in words", () =>
    Effect.gen(function* () {
      const { announce, send, space, upload, uploads, organization } = yield* newScene()
      expect(yield* outcome(upload(new Uint8Array(most).fill(1)))).toBe("done")
      const error = yield* Effect.flip(announce({ size: most + 1 }))
      expect(error).toMatchObject({
        _tag: "Invalid",
        tooLarge: true,
        message: expect.stringContaining("file.size is 2,001 bytes, and a file has at most 2,000 here"),
        details: [{ path: "file.size" }]
      })
      // others have bounds of their own
      const file = { name: "a.md", type: "text/markdown", size: most + 1 }
      expect(yield* outcome(uploads.create(organization, { file, kind: "import_file" }))).toBe("done")
      const { url } = yield* announce({ size: 9 })
      expect((yield* Effect.flip(send(url, Stream.make(new Uint8Array(10))))).message).toContain("9 bytes")
      expect(space).not.toBe("")
    }).pipe(asOperator)
  )

  story("what all files together have no room for is refused, announced or in the body", () =>
    Effect.gen(function* () {
      const { organization, send, space, uploads } = yield* newScene()
      const early = yield* uploads.create(organization, {
        file: { name: "a.md", type: "text/markdown", size: 50_000 },
        kind: "import_file"
      })
      const large = { name: "a.md", type: "text/markdown", size: room - 100_000 }
      const filling = yield* uploads.create(organization, { file: large, kind: "import_file" })
      yield* send(filling.url, Stream.make(utf8.encode(`# ${space}\n`.padEnd(large.size, "x"))))
      const rest = { ...large, size: 200_000 }
      const words = /200,000 bytes, and all files together have no room for them: .* at most 1,000,000 bytes/
      expect(yield* Effect.flip(uploads.create(organization, { file: rest, kind: "import_file" }))).toMatchObject({
        tooLarge: true,
        message: expect.stringMatching(words)
      })
      const contents = yield* ChangeRequestContent
      const base64 = Buffer.alloc(200_000, 7).toString("base64")
      const inline = contents.editSpace(space, {
        changes: [{ operation: "insert_files", files: [{ name: "a.bin", contentType: "a/b", base64 }] }]
      })
      expect(yield* Effect.flip(inline)).toMatchObject({ tooLarge: true, message: expect.stringMatching(words) })
      // what was announced while there was room, and comes when there is none
      const rows = yield* uploads.create(organization, { file: { ...large, size: 60_000 }, kind: "import_file" })
      yield* send(rows.url, Stream.make(utf8.encode(`# ${organization}\n`.padEnd(60_000, "y"))))
      expect(yield* Effect.flip(send(early.url, Stream.make(new Uint8Array(50_000))))).toMatchObject({
        reason: "too-large"
      })
    }).pipe(asOperator)
  )
}
