/** Custom fonts of an organization: what its sites may be drawn with beside the fonts that everybody knows. */
import { Context, Effect, Layer } from "effect"
import { Blobs } from "../../content/revisions/Blobs.ts"
import { blobBytes } from "../../content/revisions/blobBytes.ts"
import { Uploads } from "../../content/uploads/Uploads.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { type Forbidden, NotFound, PreconditionFailed, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import { makeId } from "../../kernel/shared/ids.ts"
import type { Page } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import {
  type CustomFont,
  type FontDefinition,
  type FontFaceRecord,
  type FontRecord,
  type FontUpdate,
  mostFonts,
  type NewFont,
  toDefinition,
  weightsProblem
} from "./Font.ts"
import { FontStore } from "./FontStore.ts"
import { inspectFont } from "./inspect.ts"

type Failure = Forbidden | NotFound | StorageError

export class Fonts extends Context.Service<
  Fonts,
  {
    /** All of the organization's, oldest first. */
    readonly list: (organizationId: string) => Effect.Effect<Page<CustomFont>, Failure, CurrentActor>
    readonly get: (organizationId: string, fontId: string) => Effect.Effect<CustomFont, Failure, CurrentActor>
    /** Makes a font of uploaded files. */
    readonly create: (
      organizationId: string,
      input: NewFont
    ) => Effect.Effect<CustomFont, Failure | PreconditionFailed, CurrentActor>
    /** Changes the family, adds or replaces weights, and removes those whose `storageKey` is null. */
    readonly update: (
      organizationId: string,
      fontId: string,
      input: FontUpdate
    ) => Effect.Effect<CustomFont, Failure | PreconditionFailed, CurrentActor>
    /** `false`: there was none. Sites that were drawn with it are drawn with their default font. */
    readonly remove: (organizationId: string, fontId: string) => Effect.Effect<boolean, Failure, CurrentActor>
    /** The organization's fonts by id, for its sites; asks for no actor. Kept until the store's next commit. */
    readonly definitions: (organizationId: string) => Effect.Effect<ReadonlyMap<string, FontDefinition>, StorageError>
  }
>()("@octavo/core/delivery/fonts/Fonts") {
  static readonly layer = Layer.effect(
    Fonts,
    Effect.gen(function* () {
      const store = yield* FontStore
      const access = yield* Access
      const audit = yield* Audit
      const blobs = yield* Blobs
      const transaction = yield* Transaction
      const uploads = yield* Uploads
      const context = { instance: yield* Instance, key: yield* SigningKey }
      const cache = makePartCache<ReadonlyMap<string, FontDefinition>>(yield* Epoch, 200)

      const show = (font: FontRecord, edit: boolean): CustomFont => ({
        ...toDefinition(context, font),
        permissions: { edit }
      })

      const require = Effect.fnUntraced(function* (organizationId: string, fontId: string) {
        return (yield* store.get(organizationId, fontId)) ?? (yield* NotFound.of("font", fontId))
      })

      const refused = (message: string) => Effect.fail(new PreconditionFailed({ message }))

      /** The faces of uploads. `place` is where the first one stands. */
      const faceOf = Effect.fnUntraced(function* (
        organizationId: string,
        { storageKey, weight }: { readonly weight: number; readonly storageKey: string },
        place: number
      ) {
        const where = `fontFaces.${place}.storageKey`
        const upload = yield* uploads.find(organizationId, storageKey)
        if (upload === undefined) {
          return yield* refused(`${where} names no uploaded file of this organization; upload it (again) first`)
        }
        if (upload.kind !== "customization_font") {
          return yield* refused(`${where} names a file that was uploaded as ${upload.kind}, not as customization_font`)
        }
        const inspected = yield* inspectFont(yield* blobBytes(blobs, upload.blob))
        if (typeof inspected === "string") return yield* refused(`${where}: the file of weight ${weight} ${inspected}`)
        return { weight, format: inspected.format, blob: upload.blob, size: upload.size } satisfies FontFaceRecord
      })

      const record = (
        action: "font.create" | "font.update" | "font.delete",
        { family, id, organizationId }: FontRecord,
        payload: Readonly<Record<string, unknown>> = {}
      ) => audit.record({ organizationId, action, target: { type: "font", id, label: family }, payload })

      const list = traced("Fonts.list")(function* (organizationId: string) {
        const { role } = yield* access.organization(organizationId, "fonts.view")
        const items = (yield* store.all(organizationId)).map((font) => show(font, role === "admin"))
        return { items, count: items.length }
      })

      const get = traced("Fonts.get")(function* (organizationId: string, fontId: string) {
        const { role } = yield* access.organization(organizationId, "fonts.view")
        return show(yield* require(organizationId, fontId), role === "admin")
      })

      const create = traced("Fonts.create")(function* (
        organizationId: string,
        { fontFaces = [], fontFamily }: NewFont
      ) {
        yield* access.organization(organizationId, "fonts.edit")
        const problem = weightsProblem(fontFaces.map(({ weight }) => weight))
        if (problem !== undefined) return yield* refused(problem)
        const faces = yield* Effect.forEach(fontFaces, (face, i) => faceOf(organizationId, face, i))
        const font: FontRecord = {
          id: makeId(),
          organizationId,
          family: fontFamily,
          faces: sorted(faces),
          createdAt: yield* now
        }
        yield* transaction.run(
          Effect.gen(function* () {
            yield* store.lock(organizationId)
            if ((yield* store.all(organizationId)).length >= mostFonts) {
              return yield* refused(`An organization has at most ${mostFonts} fonts; delete some`)
            }
            yield* store.insert(font)
            yield* record("font.create", font, { weights: weightsOf(font.faces) })
          })
        )
        return show(font, true)
      })

      const update = traced("Fonts.update")(function* (
        organizationId: string,
        fontId: string,
        { fontFaces = [], fontFamily }: FontUpdate
      ) {
        yield* access.organization(organizationId, "fonts.edit")
        yield* require(organizationId, fontId)
        const given = fontFaces.map(({ weight }) => weight)
        const twice = given.find((weight, i) => given.indexOf(weight) !== i)
        if (twice !== undefined) return yield* refused(`The weight ${twice} is given twice; give each weight once`)
        const faces = (yield* Effect.forEach(fontFaces, ({ storageKey, weight }, i) =>
          storageKey === null
            ? Effect.succeed([])
            : Effect.map(faceOf(organizationId, { weight, storageKey }, i), (face) => [face])
        )).flat()
        const font = yield* transaction.run(
          Effect.gen(function* () {
            yield* store.lock(organizationId)
            const before = yield* require(organizationId, fontId)
            const after: FontRecord = {
              ...before,
              family: fontFamily ?? before.family,
              faces: sorted([...before.faces.filter(({ weight }) => !given.includes(weight)), ...faces])
            }
            const problem = weightsProblem(weightsOf(after.faces))
            if (problem !== undefined) return yield* refused(problem)
            const changed = changes(told(before), told(after))
            if (Object.keys(changed).length === 0) return before
            yield* store.replace(fontId, after.family, after.faces)
            yield* record("font.update", before, changed)
            return after
          })
        )
        return show(font, true)
      })

      const remove = traced("Fonts.remove")(function* (organizationId: string, fontId: string) {
        yield* access.organization(organizationId, "fonts.edit")
        const font = yield* store.get(organizationId, fontId)
        if (font === undefined) return false
        return yield* transaction.run(
          Effect.tap(store.remove(organizationId, fontId), (done) => (done ? record("font.delete", font) : Effect.void))
        )
      })

      const definitions = (organizationId: string) =>
        cache(
          organizationId,
          organizationId,
          Effect.map(
            store.all(organizationId),
            (fonts) => new Map(fonts.map((font) => [font.id, toDefinition(context, font)]))
          )
        )

      return Fonts.of({ list, get, create, update, remove, definitions })
    })
  )
}

const sorted = (faces: ReadonlyArray<FontFaceRecord>) => [...faces].sort((a, b) => a.weight - b.weight)
const weightsOf = (faces: ReadonlyArray<FontFaceRecord>) => faces.map(({ weight }) => weight)

/** What the trail tells of a font. */
const told = ({ faces, family }: FontRecord) => ({
  fontFamily: family,
  fontFaces: faces.map(({ blob, weight }) => `${weight} ${blob}`)
})
