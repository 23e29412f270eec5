/** Stories of glossaries. */
import { describe, expect, layer } from "@effect/vitest"
import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import type { GlossaryOperation } from "@octavo/core/content/glossary/GlossaryEntry"
import { GlossaryStore } from "@octavo/core/content/glossary/GlossaryStore"
import type { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services } from "./harness.ts"

export const glossarySuite = (under: StoreUnderTest) =>
  describe(`Glossaries on ${under.name}`, () => {
    layer(services(under))((it) => {
      const newGlossary = Effect.gen(function* () {
        const { admin, id: org } = yield* newOrganization()
        const glossaries = yield* Glossaries
        const change = (...operations: ReadonlyArray<GlossaryOperation>) =>
          glossaries.update(org, { operations }).pipe(as(admin))
        const insert = (translations: Record<string, string>) => change({ type: "insert", translations })
        const list = (filter: Parameters<typeof glossaries.list>[1] = {}, params = {}) =>
          glossaries.list(org, filter, params).pipe(as(admin))
        return { admin, org, glossaries, change, insert, list }
      })

      it.effect("hold terms by language, oldest first or by the terms of one, page by page", () =>
        Effect.gen(function* () {
          const { glossaries, admin, insert, list, org } = yield* newGlossary
          yield* insert({ en: "Zebra", fr: "Zèbre" })
          yield* insert({ en: "apple" })
          yield* insert({ de: "Birne" })
          yield* insert({ en: "Mango", de: "apfel" })
          const all = yield* list()
          const [first] = all.items
          expect(all.count).toBe(4)
          expect(first).toEqual({
            object: "glossary-entry",
            id: first!.id,
            translations: { en: "Zebra", fr: "Zèbre" },
            createdAt: first!.createdAt,
            updatedAt: first!.createdAt,
            urls: { location: `https://octavo.test/v1/orgs/${org}/translations-glossary/${first!.id}` }
          })
          expect(yield* glossaries.get(org, first!.id).pipe(as(admin))).toEqual(first)
          const words = (items: typeof all.items) => items.map(({ translations: { de, en } }) => en ?? de)
          expect(words(all.items)).toEqual(["Zebra", "apple", "Birne", "Mango"])
          for (const [orderBy, expected] of [
            ["en", ["apple", "Mango", "Zebra", "Birne"]],
            ["de", ["Mango", "Birne", "Zebra", "apple"]],
            ["ja", ["Zebra", "apple", "Birne", "Mango"]]
          ] as const) {
            const found: Array<string | undefined> = []
            let page: string | undefined
            do {
              const part = yield* list({ orderBy }, { limit: 1, page })
              expect(part.count).toBe(4)
              found.push(...words(part.items))
              page = part.next?.page
            } while (page !== undefined)
            expect(found, orderBy).toEqual(expected)
          }
        })
      )

      it.effect("are changed in batches, all of one or nothing", () =>
        Effect.gen(function* () {
          const { admin, change, glossaries, insert, list, org } = yield* newGlossary
          yield* insert({ en: "One" })
          yield* insert({ en: "Two", fr: "Deux" })
          const [one, two] = (yield* list()).items
          yield* change(
            { type: "update", id: two!.id, translations: { fr: "Les deux" } },
            { type: "delete", id: one!.id },
            { type: "insert", translations: { en: "Three" } }
          )
          const after = yield* list()
          expect(after.items.map(({ translations }) => translations)).toEqual([{ fr: "Les deux" }, { en: "Three" }])
          const missing = yield* Effect.flip(
            change({ type: "insert", translations: { en: "Four" } }, { type: "delete", id: one!.id })
          )
          expect(missing).toMatchObject({ _tag: "Invalid", details: [{ path: "operations.1.id" }] })
          expect(yield* list()).toEqual(after)
          // within one batch, too
          const gone = { type: "delete", id: after.items[0]!.id } as const
          expect(yield* refusal(change(gone, gone))).toBe("Invalid")
          expect(yield* list()).toEqual(after)
          expect(yield* refusal(glossaries.get(org, one!.id).pipe(as(admin)))).toBe("NotFound")
          const audit = yield* Audit
          const [latest] = (yield* audit.list(org, {}, {}).pipe(as(admin))).items
          const event = yield* audit.get(org, latest!.id).pipe(as(admin))
          expect(event).toMatchObject({
            action: "glossary.update",
            payload: { inserted: 1, updated: 1, deleted: 1 }
          })
        })
      )

      it.effect("are read by members, changed by creators, and another organization's are not there", () =>
        Effect.gen(function* () {
          const { glossaries, insert, list, org } = yield* newGlossary
          const theirs = yield* newGlossary
          yield* insert({ en: "Ours" })
          yield* theirs.insert({ en: "Theirs" })
          const [other] = (yield* theirs.list()).items
          const operations = [{ type: "insert" as const, translations: { en: "More" } }]
          const tried = <A, E>(effect: Effect.Effect<A, E, CurrentActor>, who: string) =>
            Effect.match(effect.pipe(as(who)), {
              onSuccess: () => "done",
              onFailure: (error) => (error as { _tag: string })._tag
            })
          for (const [role, read, write] of [
            ["read", "done", "Forbidden"],
            ["edit", "done", "Forbidden"],
            ["create", "done", "done"],
            [null, "Forbidden", "Forbidden"]
          ] as const) {
            const who = yield* newMember(org, role)
            expect(yield* tried(glossaries.list(org, {}, {}), who), String(role)).toBe(read)
            expect(yield* tried(glossaries.update(org, { operations }), who), String(role)).toBe(write)
          }
          expect(yield* tried(glossaries.list(org, {}, {}), theirs.admin)).toBe("NotFound")
          const creator = yield* newMember(org, "create")
          expect(yield* tried(glossaries.get(org, other!.id), creator)).toBe("NotFound")
          const foreign = [{ type: "delete" as const, id: other!.id }]
          expect(yield* tried(glossaries.update(org, { operations: foreign }), creator)).toBe("Invalid")
          expect((yield* theirs.list()).count).toBe(1)
          expect((yield* list()).items.map(({ translations }) => translations["en"])).toEqual(["Ours", "More"])
        })
      )

      it.effect("tell runs of translations the terms that have both languages", () =>
        Effect.gen(function* () {
          const { insert, org } = yield* newGlossary
          yield* insert({ en: "Space", fr: "Espace", de: "Bereich" })
          yield* insert({ en: "Page", de: "Seite" })
          const { terms } = yield* GlossaryStore
          expect(yield* terms(org, "en", "fr")).toEqual([{ source: "Space", target: "Espace" }])
          expect(yield* terms(org, "de", "en")).toEqual([
            { source: "Bereich", target: "Space" },
            { source: "Seite", target: "Page" }
          ])
          expect(yield* terms(org, "fr", "ja")).toEqual([])
        })
      )
    })
  })
