/**
 * Words of the interface, a file for each language. All of them are there from the start: they are small, and a page
 * that waits for its words would make waiting everything that draws.
 */
import { ar } from "./labels/ar.ts"
import { de } from "./labels/de.ts"
import { en } from "./labels/en.ts"
import { es } from "./labels/es.ts"
import { fr } from "./labels/fr.ts"
import { he } from "./labels/he.ts"
import { ja } from "./labels/ja.ts"
import { nl } from "./labels/nl.ts"
import { no } from "./labels/no.ts"
import { pt } from "./labels/pt.ts"
import { ru } from "./labels/ru.ts"
import { zh } from "./labels/zh.ts"

/** Every word that there is: a language that lacks one does not compile. */
export type Labels = Readonly<Record<keyof typeof en, string>>

/** By the first part of a BCP 47 language; `nb` is the written Norwegian that `no` is, too. */
const languages = new Map<string, Labels>(Object.entries({ ar, de, es, fr, he, ja, nb: no, nl, no, pt, ru, zh }))

const rightToLeft: ReadonlySet<string> = new Set(["ar", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"])

/** Where lines of a BCP 47 language begin; `undefined` on the left, as pages do by themselves. */
export const directionOf = (language: string): "rtl" | undefined =>
  rightToLeft.has(primary(language)) ? "rtl" : undefined

const primary = (language: string): string => language.toLowerCase().split("-")[0] ?? ""

/** The language that the words for a language are in. */
export const labelLanguage = (language: string): string => (languages.has(primary(language)) ? language : "en")

/** Words for a BCP 47 language; English when there are none. */
export const labelsFor = (language: string): Labels => languages.get(primary(language)) ?? en
