import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { anonymousJudge } from "@octavo/core/content/revisions/visibleContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import type { PdfBook } from "@octavo/core/delivery/pdf/PdfRenderer"
import { Pdfs } from "@octavo/core/delivery/pdf/Pdfs"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, newMember, newOrganization, newUser, refusal, type StoreUnderTest, services } from "./harness.ts"

/** A space with a page and one below it. */
const newSpace = Effect.fnUntraced(function* () {
  const spaces = yield* Spaces
  const contents = yield* ChangeRequestContent
  const { admin, id: organization } = yield* newOrganization()
  const { id: space } = yield* spaces.create(organization, { title: "Hand/book" }).pipe(as(admin))
  const insert = (title: string, parent?: string) =>
    Effect.map(
      contents
        .editSpace(space, {
          changes: [
            {
              operation: "insert_page",
              document: { markdown: `# ${title}\n\nText of ${title}.` },
              ...defined({ into: parent })
            }
          ]
        })
        .pipe(as(admin)),
      ({ changes: [change] }) => (change?.object === "created_page" ? change.page.id : "")
    )
  const guide = yield* insert("Guide")
  const start = yield* insert("Start", guide)
  const other = yield* insert("Other")
  return { admin, organization, space, guide, start, other }
})

const signedOf = (url: string): string => /\/~pdf\/([^/]+)\//.exec(url)?.[1] ?? ""

/** What would be printed. */
const opened = Effect.fnUntraced(function* (url: string) {
  const pdfs = yield* Pdfs
  const { bytes, name } = yield* pdfs.open(signedOf(url))
  const text = yield* Stream.mkString(Stream.decodeText(bytes))
  const book: PdfBook & { readonly texts: ReadonlyArray<string> } = JSON.parse(text)
  return { book, name }
})

/** PDFs: who gets an address, what it shows, when it ends. */
export const pdfSuite = (under: StoreUnderTest) =>
  describe(`PDFs on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("hold the whole space, a page with what is below it, or a page alone", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const { admin, guide, other, space, start } = yield* newSpace()
          const printed = Effect.fnUntraced(function* (scope: { page?: string; only?: boolean }) {
            const { url } = yield* pdfs.url(space, scope).pipe(as(admin))
            const { book } = yield* opened(url)
            return [book.title, book.parts[0]!.printed]
          })
          expect(yield* printed({})).toEqual(["Hand/book", [guide, start, other]])
          expect(yield* printed({ page: guide })).toEqual(["Guide", [guide, start]])
          expect(yield* printed({ page: guide, only: true })).toEqual(["Guide", [guide]])
          expect(yield* refusal(pdfs.url(space, { only: true }).pipe(as(admin)))).toBe("Invalid")
          expect(yield* refusal(pdfs.url(space, { page: "nothing" }).pipe(as(admin)))).toBe("NotFound")
        })
      )

      it.effect("are named after what they hold", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const { admin, guide, space } = yield* newSpace()
          expect((yield* opened((yield* pdfs.url(space, {}).pipe(as(admin))).url)).name).toBe("Hand book.pdf")
          expect((yield* opened((yield* pdfs.url(space, { page: guide }).pipe(as(admin))).url)).name).toBe("Guide.pdf")
        })
      )

      it.effect("show the content of the moment when they were asked for", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const contents = yield* ChangeRequestContent
          const { admin, other, space } = yield* newSpace()
          const before = yield* pdfs.url(space, {}).pipe(as(admin))
          yield* contents
            .editSpace(space, {
              changes: [{ operation: "update_page", page: other, document: { markdown: "# Other\n\nNew words." } }]
            })
            .pipe(as(admin))
          const after = yield* pdfs.url(space, {}).pipe(as(admin))
          expect((yield* opened(before.url)).book.texts.join()).toContain("Text of Other.")
          expect((yield* opened(before.url)).book.texts.join()).not.toContain("New words.")
          expect((yield* opened(after.url)).book.texts.join()).toContain("New words.")
        })
      )

      it.effect("show the draft of a change request, by its id or number", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const contents = yield* ChangeRequestContent
          const changeRequests = yield* ChangeRequests
          const { admin, other, space } = yield* newSpace()
          const draft = yield* changeRequests.create(space, { subject: "Better words" }).pipe(as(admin))
          yield* contents
            .edit(space, draft.id, {
              changes: [{ operation: "update_page", page: other, document: { markdown: "# Other\n\nDrafted." } }]
            })
            .pipe(as(admin))
          for (const named of [draft.id, String(draft.number)]) {
            const { book } = yield* opened((yield* pdfs.url(space, {}, named).pipe(as(admin))).url)
            expect(book.texts.join()).toContain("Drafted.")
            expect(book.subtitle).toBe(`#${draft.number} Better words`)
          }
          const { book } = yield* opened((yield* pdfs.url(space, {}).pipe(as(admin))).url)
          expect(book.texts.join()).not.toContain("Drafted.")
          expect(yield* refusal(pdfs.url(space, {}, "99").pipe(as(admin)))).toBe("NotFound")
        })
      )

      it.effect("are given to who may read", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const changeRequests = yield* ChangeRequests
          const { admin, organization, space } = yield* newSpace()
          const draft = yield* changeRequests.create(space, {}).pipe(as(admin))
          const reader = yield* newMember(organization, "read")
          const guest = yield* newMember(organization, null)
          const stranger = (yield* newUser()).id
          for (const at of [undefined, draft.id]) {
            expect(yield* refusal(pdfs.url(space, {}, at).pipe(as(reader)))).toBe("nothing refused it")
            for (const person of [guest, stranger]) {
              expect(yield* refusal(pdfs.url(space, {}, at).pipe(as(person)))).toBe("NotFound")
            }
          }
        })
      )

      it.effect("are open for an hour, and to nobody who makes an address up", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const { admin, other, space } = yield* newSpace()
          const { url } = yield* pdfs.url(space, { page: other }).pipe(as(admin))
          const signed = signedOf(url)
          expect(url.startsWith("https://octavo.test/~pdf/")).toBe(true)
          expect((yield* pdfs.open(signed)).name).toBe("Other.pdf")
          const [payload = "", signature = ""] = signed.split(".")
          const altered = btoa(
            atob(payload.replaceAll("-", "+").replaceAll("_", "/")).replace(other, "x".repeat(other.length))
          )
          for (const wrong of [
            "",
            ".",
            payload,
            `${payload}.`,
            `${altered.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.${signature}`,
            `${payload}.${"A".repeat(signature.length)}`,
            `${signed}A`
          ]) {
            expect(yield* refusal(pdfs.open(wrong)), wrong).toBe("NotFound")
          }
          yield* TestClock.adjust("59 minutes")
          expect((yield* pdfs.open(signed)).name).toBe("Other.pdf")
          yield* TestClock.adjust("1 minute")
          expect(yield* refusal(pdfs.open(signed))).toBe("PdfExpired")
        })
      )

      it.effect("end with their space", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const lifecycle = yield* SpaceLifecycle
          const { admin, space } = yield* newSpace()
          const { url } = yield* pdfs.url(space, {}).pipe(as(admin))
          yield* lifecycle.remove(space).pipe(as(admin))
          expect(yield* refusal(pdfs.open(signedOf(url)))).toBe("NotFound")
          expect(yield* refusal(pdfs.url(space, {}).pipe(as(admin)))).toBe("NotFound")
        })
      )

      it.effect("of a site hold its spaces in order, each read from its own content, without those that are gone", () =>
        Effect.gen(function* () {
          const pdfs = yield* Pdfs
          const spaces = yield* Spaces
          const lifecycle = yield* SpaceLifecycle
          const { admin, organization, other, space } = yield* newSpace()
          const copy = yield* lifecycle.duplicate(space).pipe(as(admin))
          const empty = yield* spaces.create(organization, {}).pipe(as(admin))
          const gone = yield* lifecycle.duplicate(space).pipe(as(admin))
          yield* lifecycle.remove(gone.id).pipe(as(admin))
          const contents = yield* ChangeRequestContent
          const document = { markdown: "# Other\n\nOtherwise." }
          yield* contents
            .editSpace(copy.id, { changes: [{ operation: "update_page", page: other, document }] })
            .pipe(as(admin))
          const part = (spaceId: string, home: string | null = null) => ({
            spaceId,
            home,
            headings: [{ id: spaceId, title: spaceId }],
            url: `https://docs.test/${spaceId}/`,
            language: "en",
            addressOf: () => "https://docs.test/file"
          })
          const site = {
            title: "The site",
            url: "https://docs.test/",
            language: "de",
            judge: anonymousJudge,
            spaces: { a: "https://docs.test/a/" }
          }
          const parts = [part(copy.id, other), part(gone.id), part(empty.id), part(space)]
          const { bytes, name } = yield* pdfs.publishedSite({ ...site, parts })
          const book: PdfBook & { readonly texts: ReadonlyArray<string> } = JSON.parse(
            yield* Stream.mkString(Stream.decodeText(bytes))
          )
          expect([name, book.title, book.language]).toEqual(["The site.pdf", "The site", "de"])
          expect(book.spaces).toEqual(site.spaces)
          expect(book.parts.map((one) => [one.space, one.headings[0]?.id, one.publishedUrl])).toEqual(
            [copy.id, space].map((id) => [id, id, `https://docs.test/${id}/`])
          )
          expect(book.parts.map(({ home }) => home === other)).toEqual([true, false])
          expect(book.texts.map((text) => text.split("\n").at(-1))).toEqual([
            "Text of Guide.",
            "Text of Start.",
            "Otherwise.",
            "Text of Guide.",
            "Text of Start.",
            "Text of Other."
          ])
          expect(yield* refusal(pdfs.publishedSite({ ...site, parts: [part(gone.id), part(empty.id)] }))).toBe(
            "NotFound"
          )
        })
      )
    })
  })
