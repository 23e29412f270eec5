/** What is wrong in a folder, with the place in its files. */
import type { ImportCounts } from "@octavo/core/content/git/GitOperation"
import { placeAt } from "@octavo/document"
import type { Fault } from "@octavo/reader"

/** A link that leads nowhere, as it is written. */
export interface BrokenLink {
  readonly path: string
  readonly href: string
}

/** Where YAML says that it is wrong. */
const yamlPlace = / at line (\d+), column (\d+)/

export const faultsOfImport = (warnings: ImportCounts["warnings"]): ReadonlyArray<Fault> =>
  warnings.map(({ message, path }) => {
    const [, line, column] = yamlPlace.exec(message) ?? []
    return {
      path,
      ...(line === undefined ? {} : { line: Number(line), column: Number(column) }),
      message,
      severity: "warning"
    }
  })

/**
 * @param texts of the files that they are in, by path
 */
export const faultsOfLinks = (
  links: ReadonlyArray<BrokenLink>,
  texts: ReadonlyMap<string, string>
): ReadonlyArray<Fault> => {
  const used = new Map<string, number>()
  return links.map(({ href, path }) => {
    const text = texts.get(path)
    const name = `${path}\n${href}`
    const at = text === undefined ? -1 : findHref(text, href, used.get(name) ?? 0)
    if (at >= 0) used.set(name, at + 1)
    return {
      path,
      ...(at < 0 ? {} : placeAt(text!, at)),
      message: `The link to ${JSON.stringify(href)} leads nowhere`,
      severity: "warning"
    }
  })
}

/** The next place in a text, from a place on, that has an address as a link has it. */
const findHref = (text: string, href: string, from: number): number => {
  for (let at = text.indexOf(href, from); at >= 0; at = text.indexOf(href, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + href.length] ?? " "]
    if (/["'(<\s:]/.test(before) && /["')>\s]/.test(after)) return at
  }
  return -1
}

/** `path:line:column: what is wrong`, as compilers say it and editors find it. */
export const formatFault = ({ column, line, message, path }: Fault): string =>
  `${[path, line, column].filter((part) => part !== undefined).join(":")}: ${message}`
