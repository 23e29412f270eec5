/** The segments of a page, and the page with their translations: of long pages beside the thread that answers. */

import { compute } from "../../kernel/compute/Compute.ts"
import type { TranslatedTexts } from "./TranslateTexts.ts"
import { segments as segmentsTask, translated } from "./translateTasks.ts"

/** A page is read up to five times until its translation is right. */
const inlineTranslation = 4_096

/** What of a page is translated. */
export const segmentsOf = (text: string) => compute(segmentsTask, { text }, text.length, inlineTranslation)

/** A page in another language; `segments` are what of it is translated. */
export const translatedPage = (text: string, segments: ReadonlyArray<string>, { of }: TranslatedTexts) => {
  const found = new Map<string, string>()
  for (const segment of segments) {
    const to = of(segment)
    if (to !== undefined) found.set(segment, to)
  }
  return compute(translated, { text, found }, text.length, inlineTranslation)
}
