/** Questions on a published site: answered from what this visitor is shown, in the section and variant that is read. */
import type { Sentence } from "@octavo/core/content/answers/sentences"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteAnswers } from "@octavo/core/delivery/sites/SiteAnswers"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { inScope } from "@octavo/core/delivery/sites/searchScope"
import type { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { Text } from "@octavo/core/kernel/shared/text"
import { pageHref } from "@octavo/render/resolver"
import { Effect, Option, Schema, type Stream } from "effect"
import type { Contents } from "./contents.ts"
import type { makeLooks } from "./look.ts"
import { baseOf, languageOf } from "./pageContext.ts"

const Asked = Schema.fromJsonString(Schema.Struct({ question: Text(1, 512) }))
const decode = Schema.decodeUnknownOption(Asked)

/** A section that the model is given. */
export interface QuestionSource {
  /** What sentences name it by. */
  readonly number: number
  /** Of the page, and of the section where it has a heading. */
  readonly title: string
  readonly section?: string
  readonly href: string
}

export interface SiteAnswering {
  readonly sources: ReadonlyArray<QuestionSource>
  /** None where the pages do not say. */
  readonly sentences: Stream.Stream<Sentence, ModelError>
}

export type Questions = Effect.Success<ReturnType<typeof makeQuestions>>

export const makeQuestions = Effect.fnUntraced(function* (
  contents: Contents,
  lookOf: Effect.Success<ReturnType<typeof makeLooks>>["lookOf"]
) {
  const answers = yield* SiteAnswers
  const customizations = yield* SiteCustomizations

  /** Whether there is a model, and the site's settings let readers ask it. */
  const isOpen = Effect.fnUntraced(function* ({ site }: PublishedLocation) {
    if (!answers.isAvailable) return false
    return (yield* customizations.looks(site)).site.ai.mode !== "none"
  })

  const ask = Effect.fnUntraced(function* (location: PublishedLocation, question: string) {
    const scope = { mode: "default", currentSiteSpace: location.siteSpace.id } as const
    const chosen = inScope(location.siteSpaces, scope)
    const current = yield* contents.shownAt(location.siteSpace)
    const language = current === null ? undefined : languageOf(current, yield* lookOf(location))
    const ids = [...new Set(chosen.map(({ spaceId }) => spaceId))]
    const { instructions } = (yield* customizations.looks(location.site)).site.ai
    const { passages, sentences } = yield* answers
      .published(ids, question, location.judge, { language, instructions })
      .pipe(Effect.catchTag("PreconditionFailed", (error) => Effect.die(error)))
    const sources: Array<QuestionSource> = []
    for (const [i, { anchor, pageId, pageTitle, spaceId, title }] of passages.entries()) {
      const siteSpace = chosen.find((one) => one.spaceId === spaceId)!
      const shown = yield* contents.shownAt(siteSpace)
      const page = shown === null ? undefined : (yield* contents.indexOf(shown, location.judge)).pageById.get(pageId)
      const base = baseOf(location, siteSpace)
      sources.push({
        number: i + 1,
        title: pageTitle,
        ...(anchor === "" || title === "" ? {} : { section: title }),
        // a page that has gone since it was found leads to where it was
        href: page === undefined ? base : pageHref(base, page, anchor === "" ? undefined : anchor)
      })
    }
    return { sources, sentences } satisfies SiteAnswering
  })

  /** @returns `undefined` where nobody can ask, `false` for what is no question */
  const post = Effect.fnUntraced(function* (location: PublishedLocation, body: string) {
    if (!(yield* isOpen(location))) return undefined
    const asked = Option.getOrUndefined(decode(body))
    return asked === undefined ? false : yield* ask(location, asked.question)
  })

  return { ask, isOpen, post }
})
