/** The face of the area, for the lists of areas: its services, what can be done and what the trail records. */
import { Layer } from "effect"
import type { Action } from "../../people/permissions/actions.ts"
import { TranslateSpace } from "./TranslateSpace.ts"
import { TranslationJobs } from "./TranslationJobs.ts"
import { Translations } from "./Translations.ts"

export const layer = Layer.mergeAll(Translations.layer, TranslationJobs.layer.pipe(Layer.provide(TranslateSpace.layer)))

export const actions = {
  /** Of a translation's source: whoever has it translated pays for it and gets a space beside it. */
  "translation.view": { role: "read", scope: undefined },
  "translation.edit": { role: "create", scope: undefined }
} as const satisfies Record<string, Action>

export const auditActions = {
  "translation.create": "Translation added",
  "translation.update": "Translation changed",
  "translation.delete": "Translation deleted",
  "translation.run": "Run of a translation requested"
} as const
