/** Reads the pages of a folder on a thread that has nothing else to do yet: whoever imports it asks for them in a moment. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readTextAhead } from "@octavo/core/kernel/texts/readTexts"
import { displayText, exactText, isMarkdown } from "@octavo/document"
import { ignored } from "@octavo/git-cli/ignored"

/** Bytes of all that is read so: what it says is held until it is asked for. */
const mostBytes = 2_000_000
/** Of one page, so that who asks for something does not wait. */
const mostOfOne = 100_000

/** Languages of code whose patterns are compiled ahead: in a folder with more of them most pages do without most. */
const mostLanguages = 8

/** Pages that are looked through for code where none of those that were read has any. */
const mostLookedThrough = 20

/** Fences that name a language. */
const fence = /^[ \t>]*(?:```|~~~)[ \t]*([a-z][\w+#-]*)/gim

/** A folder that is being read. */
export interface ReadingAhead {
  /** What is asked for comes first. */
  readonly end: () => void
  /** Texts that have the first code of a language among those that were read: of each language one. */
  readonly withCode: Array<string>
  /** Takes the next of them. Where the first question came before a page with code, some more are looked through. */
  readonly nextWithCode: () => string | undefined
}

export interface FolderAhead {
  readonly directory: string
  /** An absolute path below it that is no part of the docs. */
  readonly except: string
}

function* pagesBelow(directory: string, except: string): Generator<string> {
  for (const child of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, child.name)
    if (ignored.has(child.name) || path === except) continue
    if (child.isDirectory()) yield* pagesBelow(path, except)
    else if (child.isFile() && isMarkdown(child.name)) yield path
  }
}

export const readFolderAhead = ({ directory, except }: FolderAhead): ReadingAhead => {
  const pages = pagesBelow(directory, except)
  const withCode: Array<string> = []
  const languages = new Set<string>()
  let bytes = 0
  let hasLooked = false
  const noteCode = (text: string): void => {
    const before = languages.size
    for (const [, language] of text.matchAll(fence))
      if (languages.size < mostLanguages) languages.add(language!.toLowerCase())
    if (languages.size > before) withCode.push(text)
  }
  /** The text of the next page; none at the end, and an empty one of a page that is too long. */
  const readNext = (): string | undefined => {
    const { done, value: path } = pages.next()
    if (done === true) return undefined
    const page = readFileSync(path)
    bytes += page.length
    if (page.length > mostOfOne) return ""
    const text = displayText(exactText(page))
    noteCode(text)
    return text
  }
  const lookOn = (): void => {
    try {
      for (let looked = 0; looked < mostLookedThrough && withCode.length === 0; looked++)
        if (readNext() === undefined) return
    } catch {
      // whoever imports the folder is told of what can't be read
    }
  }
  let next: NodeJS.Immediate | undefined
  const step = (): void => {
    next = undefined
    try {
      const text = readNext()
      if (text === undefined || bytes > mostBytes) return
      if (text !== "") readTextAhead(text)
    } catch {
      // whoever imports the folder is told of what can't be read
      return
    }
    next = setImmediate(step)
  }
  next = setImmediate(step)
  return {
    end: () => clearImmediate(next),
    withCode,
    nextWithCode: () => {
      if (languages.size === 0 && !hasLooked) lookOn()
      hasLooked = true
      return withCode.shift()
    }
  }
}
