/**
 * Highlighted code: shiki with a theme of our own whose colours are names of token classes. The classes get their
 * colours from the style sheet, light and dark, so that a page carries no colours and code is drawn once for both.
 */
import { makeLru } from "@octavo/core/kernel/shared/lru"
import type { Node, Root } from "@octavo/document"
import type { HighlighterCore, LanguageRegistration, RegexEngine, ThemeRegistrationRaw } from "shiki/core"
import { bundledLanguages } from "shiki/langs"
import { languageOf } from "./codeLanguage.ts"
import { latinLine } from "./latinLine.ts"
import type { CodePiece, Resolver } from "./references.ts"

/** Code longer than this is shown without colours. */
const LARGEST_CODE = 60_000

/** Lines longer than this are shown without colours. */
const LONGEST_LINE = 1_000

/** Milliseconds for one line; the first lines of a language include the time to compile its patterns. */
const LINE_TIME = 1_500

const TOKEN_SCOPES: Record<string, string[]> = {
  c: ["comment", "punctuation.definition.comment", "string.comment"],
  s: ["string", "string.regexp", "constant.character", "markup.inline.raw", "string.unquoted"],
  n: ["constant", "constant.numeric", "constant.language", "variable.language", "support.constant"],
  k: ["keyword", "storage", "storage.type", "storage.modifier", "keyword.control", "punctuation.definition.heading"],
  f: ["entity.name.function", "support.function", "meta.function-call.generic", "entity.name.command"],
  t: [
    "entity.name.type",
    "entity.name.class",
    "entity.name.tag",
    "support.type",
    "support.class",
    "entity.name.section"
  ],
  a: [
    "entity.other.attribute-name",
    "support.type.property-name",
    "meta.object-literal.key",
    "variable.other.property",
    "support.variable.property"
  ],
  v: [
    "variable.other.constant",
    "variable.parameter",
    "variable.other.readwrite.shell",
    "punctuation.definition.variable"
  ],
  o: ["keyword.operator", "punctuation"],
  i: ["markup.inserted", "punctuation.definition.inserted"],
  d: ["markup.deleted", "punctuation.definition.deleted"]
}

/** Rules that undo a wider one. */
const PLAIN_SCOPES = [
  "punctuation.section.embedded",
  "string.quoted variable",
  "string.template meta.embedded",
  "source.css entity.name.tag.reference"
]

const names = Object.keys(TOKEN_SCOPES)
const PLAIN_COLOR = "#0000ff"
const colorOf = (name: string): string => `#0000${(names.indexOf(name) + 16).toString(16)}`
const classByColor = new Map(names.map((name) => [colorOf(name), name]))

const theme: ThemeRegistrationRaw = {
  name: "octavo",
  type: "light",
  fg: PLAIN_COLOR,
  bg: "#ffffff",
  settings: [
    ...names.map((name) => ({ scope: TOKEN_SCOPES[name] as string[], settings: { foreground: colorOf(name) } })),
    { scope: PLAIN_SCOPES, settings: { foreground: PLAIN_COLOR } }
  ]
}

/** Shiki, and an engine that matches a stand-in of each line; the tokens are cut out of the line itself. */
const loadShiki = async () => {
  // at the first code: a thread that leaves code to others has nothing of this
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript")
  ])
  const own = createJavaScriptRegexEngine({ forgiving: true })
  const engine: RegexEngine = { ...own, createString: (line) => own.createString(latinLine(line)) }
  return { createHighlighterCore, engine }
}

/** Code that was coloured lately, in bytes: docs say the same command on many pages. */
const keptBytes = 4 * 1024 * 1024
/** What a UTF-16 unit of code takes with its pieces, roughly. */
const bytesOfUnit = 40

type Lines = ReadonlyArray<readonly CodePiece[]>

type Loader = () => Promise<{ default: LanguageRegistration[] }>

const loaders = new Map<string, Loader>(Object.entries(bundledLanguages) as Array<[string, Loader]>)

/** The grammar of a language. TypeScript's reads all of JavaScript's family: each one takes 5 MB of compiled patterns. */
const grammarOf = (language: string): string => (javaScripts.has(language) ? "tsx" : language)

const javaScripts = new Set(["javascript", "js", "mjs", "cjs", "jsx", "typescript", "ts", "mts", "cts"])

/** What is loaded for a language: its own grammar stands last, behind those of the languages that are written inside it. */
const grammarsOf = async (language: string, loader: Loader): Promise<LanguageRegistration[]> => {
  const { default: grammars } = await loader()
  return alone.has(language) ? grammars.slice(-1) : grammars
}

/** Of these no code holds another language: GraphQL names all of JavaScript's family, which holds it. */
const alone = new Set(["graphql", "gql"])

export interface Highlighter {
  /** Loads the grammars that a page and its includes name. Languages that nobody knows are left out. */
  prepare(root: Root, resolver?: Resolver): Promise<void>
  /** For `Resolver.highlight`: the pieces of each line, or undefined when the grammar is unknown or not loaded. */
  highlight(code: string, language: string): ReadonlyArray<readonly CodePiece[]> | undefined
}

const collect = (node: Node, resolver: Resolver | undefined, into: Set<string>, trail: readonly Root[]): void => {
  if (node.type === "code") {
    const language = languageOf(node)
    if (language !== undefined && loaders.has(language)) into.add(language)
  } else if (resolver?.api?.(node) !== undefined) {
    for (const language of API_LANGUAGES) into.add(language)
  } else if (node.type === "include" && trail.length < 8) {
    const included = resolver?.include(node.path)
    if (included !== undefined && !trail.includes(included.root)) {
      collect(included.root, included.resolver, into, [...trail, included.root])
    }
  } else if (node.type === "richTable") {
    for (const row of node.rows) for (const cell of row.children) collect(cell, resolver, into, trail)
  }
  if ("children" in node && node.children !== undefined) {
    for (const child of node.children) collect(child, resolver, into, trail)
  }
}

/** What API blocks have code in. */
const API_LANGUAGES = ["bash", "javascript", "python", "go", "php", "json", "xml"]

const languagesIn = (root: Root, resolver?: Resolver): ReadonlySet<string> => {
  const found = new Set<string>()
  collect(root, resolver, found, [root])
  return found
}

/** Whether a page or what it includes has code with colours: it takes grammars, some 2 MB for each language. */
export const hasColoredCode = (root: Root, resolver: Resolver): boolean => languagesIn(root, resolver).size > 0

/** Whether a text has a fence that names a language, seen without reading all of it; other code may be missed. */
export const namesLanguage = (text: string): boolean => /^[ \t>]*(?:```|~~~)[ \t]*[a-z]/im.test(text)

/**
 * One per thread: grammars are loaded once, when a page first needs them. Each language has those that it brings along to
 * itself: among others, what is coloured within it would hang on what was drawn before.
 */
export const makeHighlighter = (): Highlighter => {
  let shiki: ReturnType<typeof loadShiki> | undefined
  const loading = new Map<string, Promise<void>>()
  const ready = new Map<string, HighlighterCore>()
  /** Languages of which something was drawn. */
  const compiled = new Set<string>()
  const kept = makeLru<Lines>(keptBytes, "code")

  const load = async (language: string): Promise<void> => {
    const loader = loaders.get(language)
    if (loader === undefined) return
    try {
      shiki ??= loadShiki()
      const [{ createHighlighterCore, engine }, langs] = await Promise.all([shiki, grammarsOf(language, loader)])
      ready.set(language, await createHighlighterCore({ themes: [theme], langs, engine, warnings: false }))
    } catch {
      // A grammar that cannot be read leaves its code plain: a page is worth more than its colours.
    }
  }

  const highlight: Highlighter["highlight"] = (code, language) => {
    const lang = grammarOf(language)
    const core = ready.get(lang)
    if (core === undefined || code.length > LARGEST_CODE) return undefined
    const key = `${lang}\n${code}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const tokenize = () => {
      const begun = Date.now()
      const tokens = core.codeToTokensBase(code, {
        lang,
        theme: "octavo",
        tokenizeMaxLineLength: LONGEST_LINE,
        tokenizeTimeLimit: LINE_TIME
      })
      // what ran out of time is coloured in part
      return { tokens, isWhole: Date.now() - begun < LINE_TIME }
    }
    const first = tokenize()
    // the first code of a language waits for its patterns to be compiled: on a busy machine that may be what took the time
    const { isWhole, tokens } = first.isWhole || compiled.has(lang) ? first : tokenize()
    compiled.add(lang)
    const lines = tokens.map(piecesOf)
    if (isWhole) kept.set(key, lines, code.length * bytesOfUnit)
    return lines
  }

  return {
    prepare: async (root, resolver) => {
      await Promise.all(
        [...new Set([...languagesIn(root, resolver)].map(grammarOf))].map((language) => {
          const known = loading.get(language) ?? load(language)
          loading.set(language, known)
          return known
        })
      )
    },
    highlight
  }
}

/** Tokens that look alike as one piece; blanks go with what is before them. */
const piecesOf = (tokens: ReadonlyArray<{ content: string; color?: string }>): CodePiece[] => {
  const pieces: CodePiece[] = []
  let open: string | undefined
  let text = ""
  const close = (): void => {
    if (text !== "") pieces.push(open === undefined ? { text } : { text, kind: open })
    text = ""
  }
  for (const token of tokens) {
    const name = classByColor.get((token.color ?? "").toLowerCase())
    if (name !== open && token.content.trim() !== "") {
      close()
      open = name
    }
    text += token.content
  }
  close()
  return pieces
}
