/** The glossary of an organization: read by its members, changed in batches, all of one or nothing. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { Language } from "../spaces/Space.ts"
import { type GlossaryEntry, type GlossaryUpdate, mostGlossaryEntries, toGlossaryEntry } from "./GlossaryEntry.ts"
import { GlossaryStore, type OrderedGlossaryEntry } from "./GlossaryStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Glossaries extends Context.Service<
  Glossaries,
  {
    /** Oldest first, or by the term of a language; entries without one come last. */
    readonly list: (
      organizationId: string,
      filter: { readonly orderBy?: Language | undefined },
      params: ListParams
    ) => Effect.Effect<Page<GlossaryEntry>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, id: string) => Effect.Effect<GlossaryEntry, Failure, CurrentActor>
    /** Carries out the operations in their order. `Invalid` names the one that cannot be; then none was. */
    readonly update: (
      organizationId: string,
      input: GlossaryUpdate
    ) => Effect.Effect<void, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/content/glossary/Glossaries") {
  static readonly layer = Layer.effect(
    Glossaries,
    Effect.gen(function* () {
      const store = yield* GlossaryStore
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      const list = traced("Glossaries.list")(function* (
        organizationId: string,
        { orderBy }: { readonly orderBy?: Language | undefined },
        params: ListParams
      ) {
        yield* access.organization(organizationId, "glossary.view")
        const page = yield* paginate(
          ["glossary", organizationId, orderBy],
          params,
          ({ entry, order }: OrderedGlossaryEntry) => [...order, entry.id],
          (slice) => store.list(organizationId, orderBy, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, ({ entry }) => toGlossaryEntry(instance, entry))
      })

      const get = traced("Glossaries.get")(function* (organizationId: string, id: string) {
        yield* access.organization(organizationId, "glossary.view")
        const entry = yield* store.get(organizationId, id)
        return entry === undefined ? yield* NotFound.of("glossary entry", id) : toGlossaryEntry(instance, entry)
      })

      const update = traced("Glossaries.update")(function* (organizationId: string, { operations }: GlossaryUpdate) {
        yield* access.organization(organizationId, "glossary.edit")
        if (operations.length === 0) return
        const at = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.hold(organizationId)
            const counts = { insert: 0, update: 0, delete: 0 }
            for (const [i, operation] of operations.entries()) {
              counts[operation.type]++
              if (operation.type === "insert") {
                const { translations } = operation
                yield* store.put({ id: makeId(), organizationId, translations, createdAt: at, updatedAt: at })
                continue
              }
              const before = yield* store.get(organizationId, operation.id)
              if (before === undefined) {
                return yield* wrong(`operations.${i}.id`, `names no entry of this glossary: ${operation.id}`)
              }
              if (operation.type === "delete") yield* store.remove(organizationId, operation.id)
              else yield* store.put({ ...before, translations: operation.translations, updatedAt: at })
            }
            if (counts.insert > 0 && (yield* store.count(organizationId)) > mostGlossaryEntries) {
              return yield* wrong("operations", `would make more than ${mostGlossaryEntries} entries; delete some`)
            }
            yield* audit.record({
              organizationId,
              action: "glossary.update",
              target: { type: "organization", id: organizationId },
              payload: { inserted: counts.insert, updated: counts.update, deleted: counts.delete }
            })
          })
        )
      })

      return Glossaries.of({ list, get, update })
    })
  )
}

const wrong = (path: string, message: string) =>
  new Invalid({ message: `${path} ${message}`, details: [{ path, message }] })
