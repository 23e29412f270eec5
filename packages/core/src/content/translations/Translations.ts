/**
 * Translations of spaces: what is to be translated into which language, and how. They are seen by who sees the source
 * and changed by who may make a space beside it. A run is asked for here and carried out by `TranslationJobs`.
 */
import { Context, Effect, Layer } from "effect"
import { Jobs } from "../../kernel/jobs/Jobs.ts"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import { afterRaces } from "../../kernel/shared/backoff.ts"
import { now } from "../../kernel/shared/clock.ts"
import { lengthOfDocument } from "../../kernel/shared/documentJson.ts"
import { type Forbidden, Invalid, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import { type ListParams, longestAnswer, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { atLeast, type Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { ActionName } from "../../people/permissions/actions.ts"
import { makeContentTree } from "../collections/contentTree.ts"
import { SpaceStore } from "../spaces/SpaceStore.ts"
import {
  type NewTranslation,
  type Translation,
  type TranslationRecord,
  type TranslationRun,
  type TranslationRunRecord,
  type TranslationUpdate,
  toTranslation,
  toTranslationRun
} from "./Translation.ts"
import { TranslationStore } from "./TranslationStore.ts"

type Failure = Forbidden | NotFound | StorageError

export class Translations extends Context.Service<
  Translations,
  {
    /** Those whose source the caller may see, oldest first. */
    readonly list: (
      organizationId: string,
      params: ListParams
    ) => Effect.Effect<Page<Translation>, Failure | Invalid, CurrentActor>
    readonly get: (organizationId: string, id: string) => Effect.Effect<Translation, Failure, CurrentActor>
    /** Nothing is translated before it is run. `Invalid`: the source is none that the caller may see. */
    readonly create: (
      organizationId: string,
      input: NewTranslation
    ) => Effect.Effect<Translation, Failure | Invalid, CurrentActor>
    /** Counts from the next run on. */
    readonly update: (
      organizationId: string,
      id: string,
      input: TranslationUpdate
    ) => Effect.Effect<Translation, Failure, CurrentActor>
    /** The space of the result stays, as a space like any other. `false`: there was none. */
    readonly remove: (organizationId: string, id: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** Asks for a run; one that is waiting already is the one that was asked for. */
    readonly run: (organizationId: string, id: string) => Effect.Effect<void, Failure, CurrentActor>
    /** Latest first. */
    readonly runs: (
      organizationId: string,
      id: string,
      params: ListParams
    ) => Effect.Effect<Page<TranslationRun>, Failure | Invalid, CurrentActor>
  }
>()("@octavo/core/content/translations/Translations") {
  static readonly layer = Layer.effect(
    Translations,
    Effect.gen(function* () {
      const store = yield* TranslationStore
      const spaces = yield* SpaceStore
      const contents = yield* makeContentTree
      const jobs = yield* Jobs
      const access = yield* Access
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey

      /** The translation, when the caller may do this with its source; hidden ones are as good as absent. */
      const allowed = Effect.fnUntraced(function* (organizationId: string, id: string, action: ActionName) {
        yield* access.list(organizationId, action)
        const found = yield* store.get(organizationId, id)
        if (found === undefined) return yield* NotFound.of("translation", id)
        const { role } = yield* ofSource(found, action).pipe(
          Effect.catchTag("NotFound", () => NotFound.of("translation", id))
        )
        return { translation: found, role }
      })

      /** A source that was handed to another organization is none any more. */
      const ofSource = Effect.fnUntraced(function* (
        { organizationId, sourceSpace }: Pick<TranslationRecord, "organizationId" | "sourceSpace">,
        action: ActionName
      ) {
        const found = yield* access.space(sourceSpace, action)
        return found.organizationId === organizationId ? found : yield* NotFound.of("space", sourceSpace)
      })

      /** Whether the caller may have the result made: beside the source, where it takes `create`. */
      const authorizeResult = Effect.fnUntraced(function* (organizationId: string, sourceSpace: string) {
        for (let lost = 0; ; lost++) {
          yield* afterRaces("translations.source", lost)
          const source = (yield* spaces.get(sourceSpace)) ?? (yield* NotFound.of("space", sourceSpace))
          const stays = yield* contents
            .authorizeStay({ kind: "space", id: sourceSpace }, organizationId, source.parent)
            .pipe(
              Effect.as(true),
              // it was moved between the two looks
              Effect.catchTag("Conflict", () => Effect.succeed(false))
            )
          if (stays) return source
        }
      })

      const shown = Effect.fnUntraced(function* (
        found: ReadonlyArray<{ readonly translation: TranslationRecord; readonly role: Role }>
      ) {
        const visible = yield* access.roles(
          found.flatMap(({ translation }) => (translation.resultSpace === null ? [] : [translation.resultSpace]))
        )
        return found.map(({ role, translation }) =>
          toTranslation(
            instance,
            translation,
            atLeast(role, "create"),
            translation.resultSpace !== null && visible.has(translation.resultSpace)
          )
        )
      })

      const showOne = (translation: TranslationRecord, role: Role) =>
        Effect.map(shown([{ translation, role }]), ([one]) => one!)

      const target = ({ id, language }: TranslationRecord) => ({ type: "translation" as const, id, label: language })

      const list = traced("Translations.list")(function* (organizationId: string, params: ListParams) {
        const scope = yield* access.list(organizationId, "translation.view")
        const page = yield* paginate(
          ["translations", organizationId, scope.all ? null : scope.grantedTo],
          params,
          (translation: TranslationRecord) => [translation.id],
          (slice) => store.list(organizationId, scope, slice),
          { of: ({ instructions }) => lengthOfDocument(instructions), most: longestAnswer }
        ).pipe(Effect.provideService(SigningKey, key))
        const roles = yield* access.roles(page.items.map(({ sourceSpace }) => sourceSpace))
        const items = yield* shown(
          page.items.map((translation) => ({ translation, role: roles.get(translation.sourceSpace) ?? "read" }))
        )
        return { ...page, items }
      })

      const get = traced("Translations.get")(function* (organizationId: string, id: string) {
        const { role, translation } = yield* allowed(organizationId, id, "translation.view")
        return yield* showOne(translation, role)
      })

      const create = traced("Translations.create")(function* (organizationId: string, input: NewTranslation) {
        yield* access.list(organizationId, "translation.edit")
        const { language, source } = input
        const { role } = yield* ofSource({ organizationId, sourceSpace: source.space }, "translation.edit").pipe(
          Effect.catchTag("NotFound", () => wrong("source.space", "names no space of this organization"))
        )
        const space = yield* authorizeResult(organizationId, source.space)
        const sourceLanguage = source.language ?? space.language ?? "en"
        if (sourceLanguage === language) {
          return yield* source.language === undefined && space.language === null
            ? wrong("source.language", "must say which language the space is in")
            : wrong("language", "must differ from the language of the source")
        }
        const createdAt = yield* now
        const translation: TranslationRecord = {
          id: makeId(),
          organizationId,
          sourceSpace: source.space,
          sourceLanguage,
          language,
          instructions: input.instructions ?? null,
          translateSlugs: input.translateSlugs ?? false,
          status: "pending",
          error: null,
          resultSpace: null,
          resultRevision: null,
          resultRoot: null,
          runs: 0,
          totalWords: 0,
          totalPages: 0,
          totalDuration: 0,
          latestRunDuration: 0,
          latestPages: 0,
          latestWords: 0,
          createdAt,
          updatedAt: createdAt
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.insert(translation)
            yield* audit.record({
              organizationId,
              action: "translation.create",
              target: target(translation),
              payload: { source: { space: source.space, language: sourceLanguage } }
            })
          })
        )
        return yield* showOne(translation, role)
      })

      const update = traced("Translations.update")(function* (
        organizationId: string,
        id: string,
        input: TranslationUpdate
      ) {
        const { role } = yield* allowed(organizationId, id, "translation.edit")
        const updatedAt = yield* now
        const translation = yield* transaction.run(
          Effect.gen(function* () {
            const before = (yield* store.get(organizationId, id)) ?? (yield* NotFound.of("translation", id))
            const changed = changes({ ...before }, { ...input })
            if (Object.keys(changed).length === 0) return before
            const patch = { ...input, updatedAt }
            yield* store.update(id, patch)
            const { instructions, ...told } = changed
            yield* audit.record({
              organizationId,
              action: "translation.update",
              target: target(before),
              payload: { ...told, ...(instructions && { instructions: "replaced" }) }
            })
            return { ...before, ...patch }
          })
        )
        return yield* showOne(translation, role)
      })

      const remove = traced("Translations.remove")(function* (organizationId: string, id: string) {
        yield* allowed(organizationId, id, "translation.edit")
        return yield* transaction.run(
          Effect.gen(function* () {
            const translation = yield* store.get(organizationId, id)
            if (translation === undefined || !(yield* store.remove(id))) return false
            yield* audit.record({
              organizationId,
              action: "translation.delete",
              target: target(translation),
              payload: { result: translation.resultSpace }
            })
            return true
          })
        )
      })

      const run = traced("Translations.run")(function* (organizationId: string, id: string) {
        const { translation } = yield* allowed(organizationId, id, "translation.edit")
        if (translation.resultSpace === null) yield* authorizeResult(organizationId, translation.sourceSpace)
        const actor = yield* CurrentActor
        const createdAt = yield* now
        yield* transaction.run(
          Effect.gen(function* () {
            const held = (yield* store.get(organizationId, id)) ?? (yield* NotFound.of("translation", id))
            const open = yield* store.openRuns(id)
            if (open.some(({ status }) => status === "pending")) return
            const next = newRun(id, actor.kind === "user" ? actor.userId : null, createdAt)
            yield* store.insertRun(next)
            // one after the other: a run that is under way hands on to this one
            if (open.length === 0) {
              yield* store.update(id, { status: "pending" })
              yield* jobs.offer("translations", next.id)
            }
            yield* audit.record({ organizationId, action: "translation.run", target: target(held) })
          })
        )
      })

      const runs = traced("Translations.runs")(function* (organizationId: string, id: string, params: ListParams) {
        yield* allowed(organizationId, id, "translation.view")
        const page = yield* paginate(
          ["translation-runs", id],
          params,
          (one: TranslationRunRecord) => [one.id],
          (slice) => store.listRuns(id, slice)
        ).pipe(Effect.provideService(SigningKey, key))
        return mapPage(page, toTranslationRun)
      })

      return Translations.of({ list, get, create, update, remove, run, runs })
    })
  )
}

const newRun = (translationId: string, requestedBy: string | null, createdAt: string): TranslationRunRecord => ({
  id: makeId(),
  translationId,
  status: "pending",
  requestedBy,
  progress: null,
  sourceRevision: null,
  revision: null,
  pages: 0,
  words: 0,
  error: null,
  problems: [],
  problemCount: 0,
  createdAt,
  startedAt: null,
  finishedAt: null
})

const wrong = (path: string, message: string) =>
  Effect.fail(new Invalid({ message: `${path} ${message}`, details: [{ path, message }] }))
