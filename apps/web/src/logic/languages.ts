/** Languages that a space can be written in, or translated into. Pure. */
import type { Language } from "./api.ts"

const names: Readonly<Record<Language, string>> = {
  ar: "Arabic",
  bg: "Bulgarian",
  yue: "Cantonese",
  zh: "Chinese",
  "zh-tw": "Chinese (Taiwan)",
  hr: "Croatian",
  cs: "Czech",
  da: "Danish",
  nl: "Dutch",
  en: "English",
  et: "Estonian",
  fi: "Finnish",
  fr: "French",
  de: "German",
  el: "Greek",
  he: "Hebrew",
  hi: "Hindi",
  hu: "Hungarian",
  id: "Indonesian",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  lv: "Latvian",
  lt: "Lithuanian",
  ms: "Malay",
  no: "Norwegian",
  pl: "Polish",
  pt: "Portuguese",
  "pt-br": "Portuguese (Brazil)",
  ro: "Romanian",
  ru: "Russian",
  sk: "Slovak",
  sl: "Slovenian",
  es: "Spanish",
  sv: "Swedish",
  th: "Thai",
  tr: "Turkish",
  uk: "Ukrainian",
  vi: "Vietnamese"
}

/** By their names. */
export const languages = Object.entries(names) as ReadonlyArray<readonly [Language, string]>

/** What a language is called; one that is not known here, by its code. */
export const languageName = (language: string): string =>
  Object.hasOwn(names, language) ? names[language as Language] : language
