/** What is decided while a page is written: fields, options, links, words for what went wrong. */
import { OctavoError } from "@octavo/client"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ChangeRequest, DocumentPage, ListedPage, SearchResult } from "../src/logic/api.ts"
import { collisionsOf, settledBy } from "../src/logic/collisions.ts"
import { paragraphsOf, plainText, wordsOf } from "../src/logic/document.ts"
import { changedWords, changesTree, mayWrite, ownDraftOf } from "../src/logic/drafts.ts"
import { errorToShow, failureOf, PageDeleted } from "../src/logic/failures.ts"
import { referenceOf, targetsFor } from "../src/logic/linkTargets.ts"
import { freeSlug, isUnnamed } from "../src/logic/pageFields.ts"
import { whatChanged, whyOf } from "../src/logic/pageHistory.ts"
import { changedOptions, layoutParts, optionsOf, withUnsaved } from "../src/logic/pageOptions.ts"
import { refusalOf } from "../src/logic/refusal.ts"
import { dueOf, step } from "../src/logic/saving.ts"
import { savingWords } from "../src/logic/savingWords.ts"
import { troubleWords } from "../src/logic/troubleWords.ts"

const layout = {
  width: "default",
  coverSize: "hero",
  coverMask: "none",
  ...Object.fromEntries(Object.keys(layoutParts).map((part) => [part, true])),
  anchors: true
} as DocumentPage["layout"]

const page = (id: string, title: string, more: Partial<DocumentPage> = {}): DocumentPage => ({
  type: "document",
  kind: "sheet",
  id,
  title,
  slug: id,
  path: id,
  pages: [],
  urls: { app: "" },
  layout,
  tags: [],
  ...more
})
const pages: ReadonlyArray<ListedPage> = [
  page("start", "Start", { pages: [page("steps", "First steps", { path: "start/steps" })] }),
  page("übersicht", "Übersicht")
]

describe("A page without a name", () => {
  it.each([
    ["untitled", true],
    ["untitled-2", true],
    ["untitled-", false],
    ["untitled-story", false],
    ["start", false]
  ])("%s: %s", (slug, is) => expect(isUnnamed(slug)).toBe(is))

  it("gets a slug that no page beside it has, of at most 100 letters", () => {
    expect(freeSlug("Start", "new", pages)).toBe("start-2")
    expect(freeSlug("Start", "start", pages)).toBe("start")
    expect(freeSlug("What's new?", "new", pages)).toBe("what-s-new")
    expect(freeSlug("!?", "new", pages)).toBeUndefined()
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (title) => {
        const slug = freeSlug(title, "new", pages)
        if (slug === undefined) return
        expect([...slug].length).toBeLessThanOrEqual(100)
        expect(pages.map((one) => "slug" in one && one.slug)).not.toContain(slug)
      })
    )
  })
})

describe("The options of a page", () => {
  const first = page("start", "Start", {
    emoji: "📘",
    tags: [{ tag: { kind: "tag", tag: "beta" }, primary: true }],
    cover: { ref: { kind: "file", file: "f1" }, yPos: 12 }
  })

  it("send nothing when nothing was changed", () => {
    expect(changedOptions(optionsOf(first), optionsOf(first), first)).toEqual({})
  })

  it("send what was changed, and of a layout only its changed parts", () => {
    const before = optionsOf(first)
    const after = {
      ...before,
      emoji: " ",
      slug: "A new one!",
      tags: "Beta, api, ,api",
      cover: "https://example.com/a.png",
      hidden: true,
      isWide: true,
      shown: { ...before.shown, outline: false }
    }
    const fields = changedOptions(before, after, first)
    expect(fields).toEqual({
      emoji: "",
      slug: "a-new-one",
      tags: [{ tag: "beta", primary: true }, { tag: "api" }],
      cover: { ref: { kind: "url", url: "https://example.com/a.png" }, yPos: 12 },
      hidden: true,
      layout: { width: "wide", outline: false }
    })
    const shown = optionsOf(withUnsaved(first, fields))
    expect(shown).toMatchObject({ slug: "a-new-one", tags: "beta, api", hidden: true, isWide: true })
    expect(shown.shown).toMatchObject({ outline: false, title: true })
    expect(optionsOf(withUnsaved(first, { cover: null })).cover).toBe("")
    expect(changedOptions(before, { ...before, cover: "" }, first)).toEqual({ cover: null })
    expect(changedOptions(before, { ...before, slug: "?" }, first)).toEqual({})
  })
})

describe("What a link may lead to", () => {
  const known = {
    space: "s1",
    pages,
    files: [{ id: "f1", name: "steps.pdf" }],
    spaces: [
      { id: "s1", title: "Steps here" },
      { id: "s2", title: "Steps there" }
    ],
    headings: [{ anchor: "more-steps", title: "More steps" }],
    found: [
      {
        type: "space",
        id: "s2",
        title: "Other",
        score: 1,
        pages: [
          {
            id: "p9",
            title: "Steps of others",
            description: "",
            path: "steps",
            score: 1,
            rank: 1,
            ancestors: [],
            urls: { app: "" },
            sections: [
              {
                id: "x",
                title: "Last steps",
                path: "steps#last",
                body: "",
                highlights: [],
                score: 1,
                urls: { app: "" }
              }
            ]
          }
        ],
        urls: { app: "" }
      } as unknown as SearchResult
    ]
  }

  it("is pages, headings, files and spaces with all the words", () => {
    const found = targetsFor("STEPS", known)
    expect(found.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      "heading More steps",
      "page First steps",
      "page Steps of others",
      "heading Last steps",
      "file steps.pdf",
      "space Steps there"
    ])
    expect(found.map(({ ref }) => ref)).toEqual([
      { kind: "anchor", anchor: "more-steps" },
      { kind: "page", page: "steps" },
      { kind: "page", page: "p9", space: "s2" },
      { kind: "anchor", page: "p9", anchor: "last", space: "s2" },
      { kind: "file", file: "f1" },
      { kind: "space", space: "s2" }
    ])
    expect(targetsFor("ubersicht", known).map(({ title }) => title)).toContain("Übersicht")
    expect(targetsFor("steps of nobody", { ...known, found: [] })).toEqual([])
  })

  it.each([
    ["https://docs.acme.org/app/s/s1/start/steps", { kind: "page", page: "steps" }],
    ["https://docs.acme.org/app/s/s1/start/steps#a%20b", { kind: "anchor", page: "steps", anchor: "a b" }],
    ["https://docs.acme.org/app/s/s1/~/changes/3/start", { kind: "page", page: "start" }],
    ["https://docs.acme.org/app/s/s2", { kind: "space", space: "s2" }],
    ["https://docs.acme.org/app/s/s2/start", undefined],
    ["https://docs.acme.org/app/s/s1/nothing", undefined],
    ["https://elsewhere.org/app/s/s1/start", undefined],
    ["javascript:alert(1)", undefined]
  ])("the address %s is %j", (url, reference) => {
    expect(referenceOf(url, { origin: "https://docs.acme.org", base: "/app" }, known)).toEqual(reference)
  })
})

describe("What went wrong with a saving", () => {
  const answer = (status: number | undefined, details: ReadonlyArray<{ path: string; message: string }> = []) =>
    new OctavoError("words", status, details)
  it.each([
    [undefined, { why: "unreachable" }],
    [401, { stop: "signed-out" }],
    [403, { stop: "forbidden" }],
    [404, { stop: "gone" }],
    [409, { stop: "collision" }],
    [412, { stop: "closed" }],
    [413, { stop: "too-large" }],
    [400, { stop: "refused" }],
    [408, { why: "server" }],
    [429, { why: "server" }],
    [500, { why: "server" }],
    [507, { why: "server" }]
  ])("%s is %j", (status, failure) => expect(failureOf(answer(status))).toMatchObject(failure))

  it("a page that is not there is told from other refusals", () => {
    expect(failureOf(answer(400, [{ path: "changes.0.page", message: "" }]))).toMatchObject({ stop: "deleted" })
    expect(failureOf(answer(400, [{ path: "changes.0.slug", message: "" }]))).toMatchObject({ stop: "refused" })
    expect(failureOf(new PageDeleted())).toEqual({ stop: "deleted" })
    expect(failureOf(new OctavoError("", 429, [], { retryAfter: 7 }))).toMatchObject({ why: "server", after: 7000 })
  })

  it.each([
    [undefined, false],
    [503, false],
    [429, false],
    [401, false],
    [403, true],
    [404, true]
  ])("%s takes from a screen what it shows already: %s", (status, isTaken) => {
    const error = status === undefined ? new TypeError("Failed to fetch") : answer(status)
    expect(errorToShow({ data: undefined, error })).toBe(error)
    expect(errorToShow({ data: {}, error: null }, { data: {}, error })).toBe(isTaken ? error : null)
    expect(errorToShow({ data: undefined, error: null })).toBeNull()
  })

  it("words that collide are settled by one of them, or by both", () => {
    const collision = { base: "a", mine: "b", theirs: "c" }
    expect(collisionsOf({ conflicts: [collision] })).toEqual([collision])
    expect(collisionsOf(new Error("no"))).toEqual([])
    expect(settledBy(collision, "mine").text).toBe("b")
    expect(settledBy(collision, "theirs").text).toBe("c")
    expect(settledBy(collision, "both").text).toBe("c\n\nb")
    expect(settledBy({ ...collision, theirs: "" }, "both").text).toBe("b")
  })
})

describe("Where edits go", () => {
  const request = (number: number, status: string, subject = "") => ({ number, status, subject }) as ChangeRequest
  it("is the newest draft without a subject", () => {
    expect(ownDraftOf([])).toBeNull()
    expect(ownDraftOf([request(1, "draft"), request(3, "draft"), request(2, "draft")])?.number).toBe(3)
    expect(ownDraftOf([request(1, "open"), request(2, "draft", "Named"), request(3, "archived")])).toBeNull()
  })

  it("edits of a text change no tree", () => {
    const text = { operation: "update_page", page: "p", document: { markdown: "" }, revision: "r" } as const
    expect(changesTree([text])).toBe(false)
    expect(changesTree([text, { ...text, title: "New" }])).toBe(true)
    expect(changesTree([{ operation: "delete_page", page: "p" }])).toBe(true)
    expect(changesTree([{ operation: "insert_files", files: [] }])).toBe(false)
  })

  it("a locked space is written by those who may review", () => {
    const may = (edit: boolean, review: boolean, editMode: "live" | "locked") =>
      mayWrite({ editMode, permissions: { edit, review } } as Parameters<typeof mayWrite>[0])
    expect(may(true, false, "live")).toBe(true)
    expect(may(false, true, "locked")).toBe(true)
    expect(may(false, false, "locked")).toBe(false)
    expect(may(false, true, "live")).toBe(false)
  })

  it("says what was changed, each page once, whatever was changed of it", () => {
    const of = (type: string, id: string) => ({ type, page: { id } }) as never
    const edited = { type: "reusable_content_edited", reusableContent: { id: "r" } } as never
    const file = { type: "file_created", file: { id: "f" } } as never
    const variables = { type: "variables_edited", variables: {} } as never
    expect(changedWords([])).toBe("nothing changed yet")
    expect(changedWords([of("page_edited", "a"), of("page_moved", "a"), of("page_created", "b")])).toBe(
      "2 pages changed"
    )
    expect(changedWords([of("page_edited", "a"), edited, file, variables])).toBe(
      "1 page, 1 reusable content, 1 file, variables changed"
    )
  })
})

describe("The history of a page", () => {
  it("says what of it was changed", () => {
    const changes = [{ type: "page_edited", page: { id: "p" }, attributes: { title: {}, document: {} } }] as never
    expect(whatChanged({ change: "edited" }, "p", changes)).toBe("Edited: title, text")
    expect(whatChanged({ change: "edited" }, "q", changes)).toBe("Edited")
    expect(whatChanged({ change: "created" }, "p")).toBe("Created")
    expect(whyOf({ type: "merge" })).toBe("Merged")
    expect(whyOf({ type: "edits", message: "Why" })).toBe("Why")
    expect(whyOf({ type: "edits" })).toBeUndefined()
  })
})

it("Plain words become paragraphs, and a text becomes plain words", () => {
  const document = paragraphsOf("One\nline.\n\n\n  Two.\n")
  expect(document.nodes.map((node) => plainText([node as never]))).toEqual(["One line.", "Two."])
  expect(wordsOf({ document } as never)).toBe("One line.\n\nTwo.")
  expect(wordsOf({ markdown: "# A" })).toBe("# A")
})

describe("What is said of a page that is not saved", () => {
  const troubles = ["signed-out", "forbidden", "deleted", "closed", "gone", "too-large", "refused"] as const

  it.each(troubles)("says what to do in one line: %s", (trouble) => {
    const words = troubleWords(trouble, {})
    expect(words).toMatch(/^[^:]+: .+\.$/)
    expect(words).not.toMatch(/\n|\.\)/)
  })

  it("says first where the words are", () => {
    for (const stop of [...troubles, "collision"] as const) {
      const state = { stop, edited: { first: 0, last: 0 } }
      expect(savingWords(state, { isOnline: true, isKept: true })).toMatch(/^Kept in this browser: /)
      expect(savingWords(state, { isOnline: true, isKept: false })).toMatch(/^Only in this window, leave it open: /)
      expect(savingWords({ stop }, { isOnline: true, isKept: true })).not.toMatch(/kept/i)
    }
  })

  it("names the block that the server could not write", () => {
    const details = [{ path: "changes.0.document.document.nodes.3.nodes.1.data.url", message: "is needed" }]
    expect(refusalOf(new OctavoError("changes.0…", 400, details))).toEqual({
      path: "nodes.3.nodes.1.data.url",
      reason: "is needed"
    })
    expect(refusalOf(new OctavoError("no", 400, [{ path: "changes.0.title", message: "is too long" }]))).toEqual({
      path: undefined,
      reason: "is too long"
    })
    expect(refusalOf(undefined)).toEqual({ path: undefined, reason: undefined })
    expect(troubleWords("refused", { reason: "is needed", block: "Embed “A video”" })).toBe(
      "Embed “A video” cannot be saved as it is: change it or take it out, and all is saved (is needed)."
    )
    expect(troubleWords("too-large", { reason: "has 2 bytes, and a page has at most 1: make two of it" })).toBe(
      "The page has 2 bytes, and a page has at most 1: make two of it."
    )
  })

  it("is about what was sent: with what was typed meanwhile it is tried again", () => {
    const sent = { sent: { tries: 0 }, edited: { first: 5, last: 9 } }
    for (const stop of ["refused", "too-large"] as const) {
      const after = step(sent, { type: "stopped", stop }, 10)
      expect(after.stop).toBeUndefined()
      expect(dueOf(after, 20_000)).toEqual({ act: "send" })
      expect(step({ sent: { tries: 0 } }, { type: "stopped", stop }, 10).stop).toBe(stop)
    }
    expect(step(sent, { type: "stopped", stop: "deleted" }, 10).stop).toBe("deleted")
  })
})
