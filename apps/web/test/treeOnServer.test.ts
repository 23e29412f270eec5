/** Edits of the tree of pages against a server: what is seen at once is what the server has then, whatever was done before. */
import type { Client } from "@octavo/acceptance/client"
import { sqlite } from "@octavo/acceptance/stores"
import { startWorld, type World } from "@octavo/acceptance/world"
import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ContentChange, ContentUpdate } from "../src/logic/api.ts"
import { type CopiedPage, copyPlan, copyRef } from "../src/logic/pageCopy.ts"
import { findPage, freeTitle, pagesIn, type TreePage, type TreePages, withBelow } from "../src/logic/pageTree.ts"
import { applyEdit, changesOf, createdId, inverseOf, moveTo, rename, type TreeEdit } from "../src/logic/treeEdits.ts"
import { placeByKey } from "../src/logic/treePlaces.ts"

let world: World
beforeAll(async () => {
  world = await startWorld(sqlite)
})
afterAll(() => world.stop())

/** A draft as the application reads and writes it. */
const openDraft = async (api: Client, space: string) => {
  const made = await api.post(`/v1/spaces/${space}/change-requests`, {})
  const content = `/v1/spaces/${space}/change-requests/${made.body.id}/content`
  return {
    pages: async (): Promise<TreePages> => (await api.get(`${content}/pages?metadata=false`)).body.pages,
    read: async (id: string): Promise<CopiedPage> =>
      (await api.get(`${content}/page/${id}?format=markdown&format.markdown.refs=stable`)).body,
    write: async (changes: ReadonlyArray<ContentChange>): Promise<ContentUpdate> => {
      const { body, status, text } = await api.post(`${content}?compat=false`, { changes })
      expect(status, `${JSON.stringify(changes)} ${text}`).toBe(200)
      return body
    },
    parentOf: async (revision: string): Promise<string> =>
      (await api.get(`/v1/spaces/${space}/revisions/${revision}?metadata=false`)).body.parents[0]
  }
}

const seen = (pages: TreePages): unknown =>
  pages.map(({ hidden, id, pages = [], path, title }) => [id, title, path, hidden === true, seen(pages)])

/** What a copy shares with what it was made of: all but ids, times and paths, and at its top the title. */
const alike = (page: TreePage, pages: TreePages): unknown => {
  const told = new Set(["id", "createdAt", "updatedAt", "documentId", "path", "slug", "title", "urls", "pages"])
  const { target } = page as { readonly target?: { readonly page?: string; readonly url?: string } }
  // a link that leads nowhere leads nowhere by another name
  const isBroken = target?.page !== undefined && findPage(pages, target.page) === undefined
  if (isBroken || target?.url?.startsWith("/pages/") === true) for (const one of ["target", "href"]) told.add(one)
  return [
    Object.entries(page)
      .filter(([field]) => !told.has(field))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    (page.pages ?? []).map((one) => [one.title, alike(one, pages)])
  ]
}

const step = fc.record({
  what: fc.constantFrom("new", "move", "key", "rename", "hide", "delete", "delete", "duplicate", "undo", "undo"),
  which: fc.nat(),
  where: fc.nat(),
  at: fc.nat({ max: 5 })
})

it("Any moves, titles, copies, deletions and undos give the tree that the server gives", async () => {
  let undone = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const draft = await openDraft(world.api, await world.space())
      const insert = (title: string, more: object = {}): ContentChange => ({
        operation: "insert_page",
        title,
        document: { markdown: title.length % 2 === 0 ? `# ${title}\n\nText of ${title}.\n` : "" },
        ...more
      })
      await draft.write([
        insert("Guides", { ref: "guides" }),
        insert("Start", { into: "guides", ref: "start" }),
        insert("Deep", { into: "start" }),
        insert("Start"),
        insert("Deep", { hidden: true }),
        insert("Reference"),
        { operation: "insert_group", title: "More", ref: "more" },
        insert("Glossary", { into: "more", emoji: "1f4d6", layout: { outline: false }, tags: [{ tag: "beta" }] }),
        { operation: "insert_link", title: "Status", url: "https://status.example.com/", into: "more" },
        { operation: "insert_link", title: "Home", target: { kind: "page", page: "guides" } }
      ])
      let pages = await draft.pages()
      const made: Array<{ readonly inverse: TreeEdit; readonly revision: string }> = []

      const perform = async (edit: TreeEdit, revision?: string) => {
        const [before, inverse] = [pages, inverseOf(pages, edit)]
        let update: ContentUpdate | undefined
        for (const batch of changesOf(before, edit, revision)) update = await draft.write(batch)
        const expected = applyEdit(before, edit)
        pages = await draft.pages()
        const isNamedByServer = edit.kind === "change" && edit.fields.slug === ""
        // what the server makes of a title it says itself
        if (isNamedByServer) expect(findPage(pages, edit.id)?.page.title).toBe(edit.fields.title)
        else expect(seen(pages), JSON.stringify(edit)).toEqual(seen(expected))
        return inverse === undefined || update === undefined
          ? undefined
          : { inverse, revision: update.changeRequest.revision }
      }

      for (const { at, what, where, which } of steps) {
        const all = pages.flatMap(withBelow)
        const id = all[which % Math.max(1, all.length)]?.id
        const into = [null, ...all.map((page) => page.id)][where % (all.length + 1)]!
        if (what === "undo") {
          const last = made.pop()
          if (last === undefined) continue
          undone++
          await perform(last.inverse, last.inverse.kind === "restore" ? await draft.parentOf(last.revision) : undefined)
          continue
        }
        if (what === "new") {
          if (pagesIn(pages, into) === undefined) continue
          const title = freeTitle(pagesIn(pages, into) ?? [], "Untitled")
          const update = await draft.write([
            { ...insert(title, { into, at }), document: {}, ref: "new" } as ContentChange
          ])
          pages = await draft.pages()
          const page = createdId(update, "new")!
          const found = findPage(pages, page)!
          expect([found.place.into, found.page.title]).toEqual([into, title])
          expect(found.place.at).toBe(Math.min(at, found.siblings.length - 1))
          made.push({ inverse: { kind: "delete", id: page }, revision: update.changeRequest.revision })
          continue
        }
        if (id === undefined) continue
        if (what === "duplicate") {
          const plan = copyPlan(pages, id)!
          const before = pages
          const copies = new Map<string, string>()
          for (const part of plan.parts) {
            const update = await draft.write(plan.changes(await Promise.all(part.map(draft.read)), copies))
            for (const one of part) copies.set(one, createdId(update, copyRef(one))!)
          }
          pages = await draft.pages()
          const copy = findPage(pages, copies.get(id)!)!
          const original = findPage(before, id)!
          expect(copy.place).toEqual({ into: original.place.into, at: original.place.at + 1 })
          expect(alike(copy.page, before)).toEqual(alike(original.page, before))
          expect(copy.page.title).toMatch(/ \(copy(?: \d+)?\)$/)
          // nothing else has moved
          expect(seen(applyEdit(pages, { kind: "delete", id: copy.page.id }))).toEqual(seen(before))
          made.push({ inverse: { kind: "delete", id: copy.page.id }, revision: "" })
          continue
        }
        const key = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"][at % 4]!
        const byKey = what === "key" ? placeByKey(pages, id, key) : { into, at }
        const edit: TreeEdit | undefined =
          what === "move" || what === "key"
            ? byKey && moveTo(pages, id, byKey)
            : what === "rename"
              ? rename(pages, id, `Title ${where % 7}`)
              : what === "hide"
                ? { kind: "change", id, fields: { hidden: at % 2 === 0 } }
                : { kind: "delete", id }
        const done = edit && (await perform(edit))
        if (done !== undefined) made.push(done)
      }
    }),
    // each case is a space of its own: the first that fails is told as it is
    { numRuns: 40, endOnFailure: true }
  )
  expect(undone).toBeGreaterThan(20)
}, 240_000)

it("A page with more below it than a batch holds is copied whole, deleted, and comes back with its ids", async () => {
  const draft = await openDraft(world.api, await world.space())
  const parent = await draft.write([{ operation: "insert_page", title: "Large", document: {}, ref: "large" }])
  const into = createdId(parent, "large")!
  for (let part = 0; part < 3; part++)
    await draft.write(
      Array.from({ length: 40 }, (_, at) => ({
        operation: "insert_page" as const,
        title: `Page ${part * 40 + at}`,
        document: { markdown: `Text ${part * 40 + at}.\n` },
        into
      }))
    )
  const before = await draft.pages()
  const plan = copyPlan(before, into)!
  const copies = new Map<string, string>()
  for (const part of plan.parts) {
    const update = await draft.write(plan.changes(await Promise.all(part.map(draft.read)), copies))
    for (const one of part) copies.set(one, createdId(update, copyRef(one))!)
  }
  const copied = findPage(await draft.pages(), copies.get(into)!)!
  expect(alike(copied.page, before)).toEqual(alike(findPage(before, into)!.page, before))
  const last = copied.page.pages!.at(-1)!
  expect(await draft.read(last.id)).toMatchObject({ type: "document", markdown: "Text 119.\n" })
  const gone = await draft.write([{ operation: "delete_page", page: into }])
  const revision = await draft.parentOf(gone.changeRequest.revision)
  const inverse = inverseOf(before, { kind: "delete", id: into })!
  for (const batch of changesOf(await draft.pages(), inverse, revision)) await draft.write(batch)
  expect(seen((await draft.pages()).filter(({ id }) => id === into))).toEqual(seen(before))
})
