/** Verbs and the nouns of what they do are found by each other, in every language whose words are known. */
import { describe, expect, it } from "vitest"
import { otherwise, parseQuery } from "../../../src/content/content-index/SearchQuery.ts"
import { fold } from "../../../src/content/content-index/terms.ts"
import { relatedForms } from "../../../src/content/content-index/wordForms.ts"

const pairs: Readonly<Record<string, ReadonlyArray<readonly [verb: string, noun: string]>>> = {
  en: [
    ["configure", "configuration"],
    ["install", "installation"],
    ["authenticate", "authentication"],
    ["migrate", "migrations"],
    ["deploy", "deployments"],
    ["manage", "management"],
    ["connect", "connection"],
    ["delete", "deletion"],
    ["compress", "compression"],
    ["notify", "notification"],
    ["authorize", "authorization"],
    ["encrypt", "encryption"]
  ],
  de: [
    ["konfigurieren", "Konfiguration"],
    ["einstellen", "Einstellungen"],
    ["sichern", "Sicherung"]
  ],
  fr: [
    ["installer", "installation"],
    ["chargez", "chargement"]
  ],
  es: [
    ["configurar", "configuración"],
    ["almacenar", "almacenamiento"]
  ],
  it: [
    ["configurare", "configurazione"],
    ["caricare", "caricamento"]
  ],
  nl: [
    ["installeren", "installatie"],
    ["instellen", "instellingen"]
  ],
  no: [
    ["installere", "installasjon"],
    ["endre", "endringer"]
  ],
  pt: [
    ["configurar", "configuração"],
    ["armazenar", "armazenamento"]
  ],
  ru: [
    ["авторизировать", "авторизация"],
    ["установить", "установка"]
  ]
}

/** Whether one word is found by another, in a query that few pages answer. */
const finds = (query: string, word: string, language: string): boolean => {
  const [asked] = parseQuery(`${query} .`, language).words
  return [...asked!, ...otherwise(asked!, true, language)].some(({ isPrefix, terms: [term] }) =>
    isPrefix ? fold(word).startsWith(term) : fold(word) === term
  )
}

describe.each(Object.entries(pairs))("in %s", (language, all) => {
  it.each(all)("%s and %s", (verb, noun) => {
    expect([finds(verb, noun, language), finds(noun, verb, language)]).toEqual([true, true])
  })
})

it.each(["configured", "configures", "configuring"])("%s and configuration", (verb) => {
  expect([finds(verb, "configuration", "en"), finds("configuration", verb, "en")]).toEqual([true, true])
})

it.each([
  ["analysis", "analyses"],
  ["index", "indices"],
  ["matrix", "matrices"]
])("%s and %s", (one, many) => {
  expect(finds(one, many, "en")).toBe(true)
})

it.each(["server", "storage", "section", "error", "language", "application", "single", "state", "station", "element"])(
  "%s is no verb, and of none",
  (word) => {
    // a beginning that the word itself has finds nothing new that is not alike
    expect(relatedForms(word).filter(({ text }) => text.length < 5)).toEqual([])
    expect(relatedForms(word).filter(({ text }) => !word.startsWith(text))).toEqual([])
  }
)

it.each([
  ["setup", ["set+up", "setting+up"]],
  ["login", ["log+in", "logging+in"]],
  ["backup", ["back+up", "backing+up"]],
  ["onchain", ["on+chain"]],
  ["email", ["e+mail"]],
  ["within", []],
  ["icon", []],
  ["inbox", []]
])("%s where others write it apart", (word, expected) => {
  const apart = otherwise(parseQuery(word).words[0]!, true).filter(({ terms }) => terms.length > 1)
  expect(apart.map(({ terms }) => terms.join("+"))).toEqual(expected)
  expect(otherwise(parseQuery(word).words[0]!, false).filter(({ terms }) => terms.length > 1)).toEqual([])
})
