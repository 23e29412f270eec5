/** Syntax of other generators that Octavo shows as it is written: where it is, so that an import can say so. */

/** What is looked for, by kind: how it is called, and what to write instead. */
const kinds = {
  container: { what: "containers of Docusaurus or VuePress (:::note)", mend: "write {% hint %} blocks" },
  admonition: { what: "admonitions of MkDocs (!!! note)", mend: "write {% hint %} blocks" },
  mdx: { what: "imports or exports of MDX", mend: "take them out, and write blocks in the place of components" },
  shortcode: { what: "shortcodes of Hugo ({{< >}})", mend: "write their text or blocks of Octavo" },
  liquid: { what: "Liquid tags of Jekyll ({% include %})", mend: "write their text or blocks of Octavo" },
  directive: { what: "directives of Sphinx or MyST", mend: "write blocks of Octavo" }
} as const
export type ForeignKind = keyof typeof kinds

/** Of one page: how often, and the line of the first, counted from 1. */
export interface ForeignCount {
  readonly count: number
  readonly line: number
}
export type ForeignSyntax = Readonly<Partial<Record<ForeignKind, ForeignCount>>>

/** Whether there may be any: most pages are not looked at line by line. */
const any = /:::|^[ \t]*(?:!!!|\?\?\?)|^(?:import|export)[ \t]|\{\{[<%]|\{%|^[ \t]*\.\. [\w-]+::|^[ \t]*`{3,}\{/m

/** What a line of prose has; code between backquotes is blank. */
const inProse: ReadonlyArray<readonly [ForeignKind, RegExp]> = [
  ["directive", /^[ \t]*(?::{3,}\{[\w:-]+\}|\.\. [\w-]+::)/],
  ["container", /^[ \t]*:{3,}[ \t]*[a-z]/i],
  ["admonition", /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+["\w]/],
  [
    "mdx",
    /^(?:import[ \t]+(?:[\w*{][^'"]*[ \t}]from[ \t]+)?["'][^"']+["'];?[ \t]*$|export[ \t]+(?:const|default|function)[ \t])/
  ],
  ["shortcode", /\{\{[<%][ \t]*(?:\/[ \t]*)?\w/],
  [
    "liquid",
    /\{%-?[ \t]*(?:include(?=[ \t]+[^"' \t])|include_relative|raw|assign|capture|highlight|link|post_url|unless|for|case|comment)\b/
  ]
]

/** A line without the code between backquotes: a run ends with the next one of its length. */
const withoutCode = (line: string): string => {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ from: index, length: run.length, end: -1 }))
  const later = new Map<number, number>()
  for (const [i, run] of [...runs.entries()].reverse()) {
    run.end = later.get(run.length) ?? -1
    later.set(run.length, i)
  }
  let out = ""
  let at = 0
  for (let i = 0; i < runs.length; i++) {
    const { from, length, end } = runs[i]!
    if (end < 0) continue
    out += line.slice(at, from)
    at = runs[end]!.from + length
    i = end
  }
  return out + line.slice(at)
}

/** Finds what other generators read and Octavo does not; not in code and not in frontmatter. */
export const foreignSyntax = (text: string): ForeignSyntax => {
  if (!any.test(text)) return {}
  const found: Partial<Record<ForeignKind, ForeignCount>> = {}
  const note = (kind: ForeignKind, line: number): void => {
    found[kind] = { count: (found[kind]?.count ?? 0) + 1, line: found[kind]?.line ?? line }
  }
  let fence = ""
  let isFrontmatter = false
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (index === 0 && line === "---") isFrontmatter = true
    else if (isFrontmatter) isFrontmatter = line !== "---"
    else if (fence !== "") {
      const end = line.trim()
      if (end.length >= fence.length && end === fence[0]!.repeat(end.length)) fence = ""
    } else {
      const [, opening, rest = ""] = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)/.exec(line) ?? []
      if (opening !== undefined && !(opening[0] === "`" && rest.includes("`"))) {
        fence = opening
        if (/^\{[\w:-]+\}/.test(rest)) note("directive", index + 1)
      } else if (!/^(?: {4}|\t)/.test(line) || index === 0) {
        const prose = withoutCode(line)
        for (const [kind, pattern] of inProse) {
          if (!pattern.test(prose)) continue
          note(kind, index + 1)
          break
        }
      }
    }
  }
  return found
}

/** One sentence for each kind that some pages have, with the first place. */
export const foreignWarnings = (
  pages: Iterable<readonly [path: string, found: ForeignSyntax | undefined]>
): Array<{ path: string; line: number; message: string }> => {
  const all = new Map<ForeignKind, { path: string; line: number; count: number; pages: number }>()
  for (const [path, found = {}] of pages) {
    for (const [kind, { count, line }] of Object.entries(found) as Array<[ForeignKind, ForeignCount]>) {
      const one = all.get(kind) ?? { path, line, count: 0, pages: 0 }
      all.set(kind, { ...one, count: one.count + count, pages: one.pages + 1 })
    }
  }
  return Array.from(all, ([kind, { path, line, count, pages }]) => {
    const { what, mend } = kinds[kind]
    const where = pages === 1 ? "in this page" : `in ${pages} pages`
    const times = count === 1 ? "once" : `${count} times`
    return { path, line, message: `line ${line}: ${what} are shown as they are written, ${times} ${where}; ${mend}` }
  })
}
