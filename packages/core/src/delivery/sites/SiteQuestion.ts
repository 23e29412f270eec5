/** Questions about a site and their answers, as the API has them (`docs/contributing/wire.md#answers`). */
import { Schema } from "effect"
import type { Sentence } from "../../content/answers/sentences.ts"
import type { Passage } from "../../content/search/findPassages.ts"
import { app, type InstanceConfig } from "../../kernel/shared/Instance.ts"
import { Text } from "../../kernel/shared/text.ts"
import { SiteSearchScope } from "./searchScope.ts"

/** Body of `POST .../ask`. */
export const SiteQuestion = Schema.Struct({
  question: Text(0, 512).annotate({ description: "In the words of the reader." }),
  /** Where the reader is: looked at where the scope does not say it. */
  context: Schema.optionalKey(Schema.Struct({ siteSpaceId: Schema.optionalKey(Schema.String) })),
  scope: Schema.optionalKey(SiteSearchScope)
}).annotate({ identifier: "AskSite" })
export type SiteQuestion = typeof SiteQuestion.Type

/** The answer in the form that was asked for. */
export const AnswerFormat = Schema.Literals(["document", "markdown"])
export type AnswerFormat = typeof AnswerFormat.Type

const AnswerSource = Schema.Struct({
  type: Schema.Literal("page"),
  page: Schema.String,
  revision: Schema.String,
  space: Schema.String,
  /** The part of the page: the anchor of its heading, or the page's id for what stands before the first one. */
  sections: Schema.Array(Schema.String),
  /** Extension: what sentences name it by, from 1. */
  number: Schema.Number,
  /** Extension: of the page. */
  title: Schema.String,
  /** Extension: of the page in its space, with the anchor. */
  path: Schema.String,
  urls: Schema.Struct({ app: Schema.String })
}).annotate({ identifier: "SearchAIAnswerSource" })
export type AnswerSource = typeof AnswerSource.Type

export const SearchAIAnswer = Schema.Struct({
  /** Absent while nothing is known, and where the pages do not say. */
  answer: Schema.optionalKey(
    Schema.Union([Schema.Struct({ markdown: Schema.String }), Schema.Struct({ document: Schema.Unknown })])
  ),
  followupQuestions: Schema.Array(Schema.String),
  /** Those that the answer is taken from; all that were given, before it begins. */
  sources: Schema.Array(AnswerSource),
  /** Extension: the answer as plain text, each sentence with the numbers of its sources. */
  sentences: Schema.Array(Schema.Struct({ text: Schema.String, sources: Schema.Array(Schema.Number) }))
}).annotate({ identifier: "SearchAIAnswer" })

/** What is streamed: each event has all that is known of the answer. */
export const SearchAIAnswerStream = Schema.Struct({
  type: Schema.Literal("answer"),
  answer: SearchAIAnswer
}).annotate({ identifier: "SearchAIAnswerStream" })
export type SearchAIAnswerStream = typeof SearchAIAnswerStream.Type

export const sourceOf = (instance: InstanceConfig, passage: Passage, i: number): AnswerSource => {
  const { anchor, pageId, pageTitle, path, revisionId, spaceId } = passage
  const place = anchor === "" ? path : `${path}#${anchor}`
  return {
    type: "page",
    page: pageId,
    revision: revisionId,
    space: spaceId,
    sections: [anchor === "" ? pageId : anchor],
    number: i + 1,
    title: pageTitle,
    path: place,
    urls: { app: app(instance, `/s/${spaceId}/${place}`) }
  }
}

/** Nothing of the answer yet: what it is made from. */
export const begun = (sources: ReadonlyArray<AnswerSource>): SearchAIAnswerStream => ({
  type: "answer",
  answer: { followupQuestions: [], sources, sentences: [] }
})

/** An answer as far as it has come; without any sentence, that the pages do not say. */
export const answerOf = (
  sources: ReadonlyArray<AnswerSource>,
  sentences: ReadonlyArray<Sentence>,
  format: AnswerFormat
): SearchAIAnswerStream => {
  const named = new Set(sentences.flatMap((sentence) => sentence.sources))
  return {
    type: "answer",
    answer: {
      ...(sentences.length === 0
        ? {}
        : {
            answer:
              format === "markdown" ? { markdown: markdownOf(sentences, sources) } : { document: documentOf(sentences) }
          }),
      followupQuestions: [],
      sources: sources.filter(({ number }) => named.has(number)),
      sentences
    }
  }
}

/** One paragraph of text: no word of the model is markup. */
const documentOf = (sentences: ReadonlyArray<Sentence>) => ({
  object: "document",
  data: {},
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [
        {
          object: "text",
          leaves: [{ object: "leaf", text: sentences.map(({ text }) => text).join(" "), marks: [] }]
        }
      ]
    }
  ]
})

/** Sentences with links to their sources, which are the only ones: what the model wrote stays text. */
const markdownOf = (sentences: ReadonlyArray<Sentence>, all: ReadonlyArray<AnswerSource>): string =>
  sentences
    .map(({ sources, text }) => {
      const links = sources.map((number) => `[\\[${number}\\]](${all[number - 1]!.urls.app})`)
      return `${escapeMarkdown(text)} ${links.join(" ")}`
    })
    .join(" ")

/** Addresses, which renderers make links of by themselves, stand as code. */
const addressLike = /:\/\/|www\.|@|mailto:/i
/** Signs that can begin or end markup, anywhere in a line. */
const markup = /[\\`*_{}[\]<>#+\-|~&$=!]/g

/** A text of one line as Markdown that shows just that text. */
export const escapeMarkdown = (text: string): string =>
  text
    .split(" ")
    .map((word) => (addressLike.test(word) ? `\`${word.replaceAll("`", "'")}\`` : word.replace(markup, "\\$&")))
    .join(" ")
    // not the beginning of a list
    .replace(/^(\d{1,9})([.)])/, "$1\\$2")
