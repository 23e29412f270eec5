/** The `Translator` port over DeepL and LibreTranslate. */
import type { GlossaryTerm } from "@octavo/core/content/glossary/GlossaryEntry"
import type { Language } from "@octavo/core/content/spaces/Space"
import {
  type TranslationRequest,
  TranslatorError,
  type TranslatorShape
} from "@octavo/core/content/translations/Translator"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { Effect, Redacted } from "effect"
import { observeCall } from "./observeCall.ts"
import { type Posted, postJson } from "./postJson.ts"

export interface TranslatorConfig {
  readonly provider: "deepl" | "libretranslate"
  /** Of the server, without a path; DeepL's own when left out. */
  readonly url?: string | undefined
  readonly key?: Redacted.Redacted | undefined
  /** For one answer. */
  readonly timeoutMs?: number
}

const defaultTimeoutMs = 60_000

export const make = (config: TranslatorConfig): TranslatorShape =>
  config.provider === "deepl" ? deepl(config) : libreTranslate(config)

/** DeepL's API, version 2. */
const deepl = (config: TranslatorConfig): TranslatorShape => {
  const key = config.key === undefined ? "" : Redacted.value(config.key)
  // keys of the free plan end so, and have a server of their own
  const url = config.url ?? (key.endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com")
  return {
    id: "deepl",
    limits: { texts: 50, characters: 30_000 },
    translate: (request) =>
      fixingTerms(request, (texts) =>
        ask(
          config,
          `${trimmed(url)}/v2/translate`,
          {
            text: texts,
            source_lang: deeplSource(request.from),
            target_lang: deeplTarget(request.to),
            tag_handling: "xml",
            ...(request.instructions === "" ? {} : { context: request.instructions })
          },
          { authorization: `DeepL-Auth-Key ${key}` },
          (json) => list(field(json, "translations"))?.map((one) => field(one, "text"))
        )
      )
  }
}

/** The language alone: DeepL knows variants of targets only. */
const deeplSource = (language: Language): string =>
  language === "no" ? "NB" : language === "yue" ? "ZH" : language.split("-", 1)[0]!.toUpperCase()

const deeplTargets: Partial<Record<Language, string>> = {
  en: "EN-US",
  pt: "PT-PT",
  "pt-br": "PT-BR",
  zh: "ZH-HANS",
  "zh-tw": "ZH-HANT",
  no: "NB"
}

const deeplTarget = (language: Language): string => deeplTargets[language] ?? language.toUpperCase()

/** LibreTranslate, whoever runs it. It takes no instructions. */
const libreTranslate = (config: TranslatorConfig): TranslatorShape => {
  const url = trimmed(config.url ?? "http://localhost:5000")
  return {
    id: `libretranslate ${url}`,
    limits: { texts: 20, characters: 4000 },
    translate: (request) =>
      fixingTerms(request, (texts) =>
        ask(
          config,
          `${url}/translate`,
          {
            q: texts,
            source: libreLanguage(request.from),
            target: libreLanguage(request.to),
            format: "html",
            ...ifDefined(config.key, (key) => ({ api_key: Redacted.value(key) }))
          },
          {},
          (json) => list(field(json, "translatedText"))
        )
      )
  }
}

const libreLanguages: Partial<Record<Language, string>> = {
  "pt-br": "pt-BR",
  zh: "zh-Hans",
  "zh-tw": "zh-Hant",
  no: "nb"
}

const libreLanguage = (language: Language): string => libreLanguages[language] ?? language

const trimmed = (url: string): string => url.replace(/(?<!\/)\/+$/, "")

// ---------------------------------------------------------------- asking

const ask = (
  config: TranslatorConfig,
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  read: (json: unknown) => ReadonlyArray<unknown> | undefined
): Effect.Effect<ReadonlyArray<string>, TranslatorError> => {
  const name = `The translation provider at ${new URL(url).host}`
  const timeout = config.timeoutMs ?? defaultTimeoutMs
  return Effect.tryPromise({
    try: (signal) => postJson(url, body, headers, AbortSignal.any([signal, AbortSignal.timeout(timeout)])),
    catch: (error) =>
      new TranslatorError({
        reason: "unavailable",
        message:
          error instanceof DOMException && error.name === "TimeoutError"
            ? `${name} did not answer within ${Math.ceil(timeout / 1000)} seconds`
            : `${name} cannot be reached, or broke off`
      })
  }).pipe(
    Effect.flatMap((posted) => answerOf(name, posted, read)),
    observeCall("translator", url)
  )
}

const answerOf = (
  name: string,
  { json, retryAfter, status }: Posted,
  read: (json: unknown) => ReadonlyArray<unknown> | undefined
): Effect.Effect<ReadonlyArray<string>, TranslatorError> => {
  if (status === 429 || status >= 500) {
    return new TranslatorError({
      reason: "unavailable",
      message: `${name} answers ${status}`,
      ...defined({ retryAfter })
    })
  }
  if (status !== 200) {
    const said = field(json, "message") ?? field(json, "error")
    const words = typeof said === "string" ? `: ${said.replace(/\s+/g, " ").slice(0, 200)}` : ""
    const hint = status === 456 ? "its quota is used up" : "look at its address, its key and the languages it knows"
    return new TranslatorError({ reason: "refused", message: `${name} answers ${status}${words}; ${hint}` })
  }
  const texts = read(json)
  return texts?.every((text) => typeof text === "string") === true
    ? Effect.succeed(texts as ReadonlyArray<string>)
    : new TranslatorError({ reason: "garbage", message: `${name} answers something else than translations` })
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const list = (value: unknown): ReadonlyArray<unknown> | undefined => (Array.isArray(value) ? value : undefined)

// ---------------------------------------------------------------- terms

/**
 * Terms are taken out of the texts and put back translated, as providers without a glossary of their own need it: in
 * their place stand numbers that no text has.
 */
const fixingTerms = <E>(
  { terms, texts }: TranslationRequest,
  translate: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, E>
): Effect.Effect<ReadonlyArray<string>, E> => {
  if (terms.length === 0) return translate(texts)
  // the longest first: a term may stand in another one
  const sorted = [...terms].sort((a, b) => b.source.length - a.source.length)
  const targets = sorted.map(({ target }) => escaped(target))
  return Effect.map(translate(texts.map((text) => withoutTerms(text, sorted))), (answers) =>
    answers.map((answer) =>
      answer.replace(/<x9(\d{3})\s*(?:\/>|>\s*<\/x9\1\s*>)/g, (whole, index: string) => targets[Number(index)] ?? whole)
    )
  )
}

const withoutTerms = (text: string, terms: ReadonlyArray<GlossaryTerm>): string =>
  text
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith("<") ? part : withoutTermsIn(part, terms)))
    .join("")

const withoutTermsIn = (words: string, terms: ReadonlyArray<GlossaryTerm>): string => {
  const any = terms.map(({ source }) => escaped(source).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu")
  return words.replace(pattern, (found) => {
    const index = terms.findIndex(({ source }) => escaped(source).toLowerCase() === found.toLowerCase())
    return index === -1 || index > 999 ? found : `<x9${String(index).padStart(3, "0")}/>`
  })
}

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
