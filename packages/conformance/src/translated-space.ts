/** A space with a translation, by a provider that shouts. */

import { Glossaries } from "@octavo/core/content/glossary/Glossaries"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { TranslationJobs } from "@octavo/core/content/translations/TranslationJobs"
import { Translations } from "@octavo/core/content/translations/Translations"
import { type TranslationRequest, Translator, type TranslatorError } from "@octavo/core/content/translations/Translator"
import { Effect, Layer } from "effect"
import { as, newOrganization } from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"

/** A language in which all words are shouted. */
const loud = (text: string): string =>
  text.replace(/(<[^>]*>|&\w+;)|[^<&]+/g, (part, tag: string | undefined) => tag ?? part.toUpperCase())

/** A provider that notes what it is asked, and fails when it is told to. */
export const provider = {
  requests: [] as Array<TranslationRequest>,
  /** Answers other than the loud ones, by text; each once. */
  answers: new Map<string, string>(),
  failures: [] as Array<TranslatorError>,
  garbage: false,
  /** What happens while a request is under way; once. */
  during: undefined as Effect.Effect<unknown, unknown> | undefined,
  get asked() {
    return this.requests.flatMap(({ texts }) => texts)
  },
  reset() {
    this.requests = []
    this.answers.clear()
    this.failures = []
    this.garbage = false
    this.during = undefined
  }
}

export const fakeProvider = Layer.mergeAll(
  Layer.succeed(Translator, {
    id: "loud",
    limits: { texts: 3, characters: 1000 },
    translate: (request) =>
      Effect.gen(function* () {
        provider.requests.push(request)
        const during = provider.during ?? Effect.void
        provider.during = undefined
        yield* Effect.ignore(during)
        const failure = provider.failures.shift()
        if (failure !== undefined) return yield* failure
        return request.texts.map((text) => {
          if (provider.garbage) return "<b>"
          const answer = provider.answers.get(text)
          provider.answers.delete(text)
          return answer ?? loud(text)
        })
      })
  })
)

/** Puts a term into the glossary. */
export const name = (org: string, who: string, translations: Record<string, string>) =>
  Effect.flatMap(Glossaries, (glossaries) =>
    glossaries.update(org, { operations: [{ type: "insert", translations }] }).pipe(as(who))
  )

interface PageText {
  readonly id: string
  readonly text: string
  readonly parent?: string
}

/** A space of an organization with these pages, and ways to go on with it. */
export const newTranslatedSpace = Effect.fnUntraced(function* (...pages: ReadonlyArray<PageText>) {
  provider.reset()
  const { admin, id: org } = yield* newOrganization()
  const { id: space } = yield* (yield* Spaces).create(org, { title: "Docs", language: "en" }).pipe(as(admin))
  yield* changeContent(space, {
    pages: pages.map(({ id, parent, text }, index) => [
      pageOf(id, { title: /^# (.*)/m.exec(text)?.[1] ?? id, parent: parent ?? null, order: `a${index}` }),
      text
    ])
  })
  const translations = yield* Translations
  const { id } = yield* translations.create(org, { language: "fr", source: { space } }).pipe(as(admin))
  const get = translations.get(org, id).pipe(as(admin))
  /** Carries out what waits, until this translation is done. */
  const settle = Effect.gen(function* () {
    for (;;) {
      const translation = yield* get
      if (translation.status === "completed") return translation
      yield* (yield* TranslationJobs).work
    }
  })
  const run = Effect.andThen(translations.run(org, id).pipe(as(admin)), settle)
  const replace = (page: string, text: string, where = space) =>
    Effect.flatMap(EditContent, (content) => content.replaceText(where, page, text)).pipe(as(admin))
  const textIn = (where: string, page: string) =>
    Effect.gen(function* () {
      const head = (yield* (yield* RevisionStore).head(where, primary))!
      const tree = yield* (yield* RevisionTree).open(head.root)
      const record = (yield* tree.page(page))!
      return record.body === undefined ? "" : (yield* tree.body(record.body)).text
    })
  return { admin, org, space, id, translations, get, run, settle, replace, textIn }
})
