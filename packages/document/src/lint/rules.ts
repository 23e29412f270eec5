/** What is looked for in the texts of a space. */

export type Severity = "error" | "warning"

/** Each rule with how bad it is where nobody says otherwise, and what it is about. */
export const lintRules = {
  "broken-link": ["error", "Links to pages that are not there"],
  "broken-anchor": ["error", "Links to headings that are not there"],
  "missing-file": ["error", "Pictures and files that are not there"],
  "absolute-path": ["warning", "Links from the root of the host to what is a file of the folder"],
  "missing-include": ["error", "Reusable content that is not there"],
  "include-cycle": ["error", "Reusable content that includes itself"],
  openapi: ["error", "Descriptions of APIs that can't be read"],
  "unclosed-block": ["error", "Blocks without an end"],
  "stray-tag": ["warning", "Ends of blocks that nothing begins, and parts outside of their block"],
  "unknown-block": ["warning", "Blocks that nobody knows"],
  frontmatter: ["error", "Frontmatter that is no YAML, or has values of a wrong type"],
  "frontmatter-key": ["warning", "Keys of frontmatter that are nearly known ones"],
  summary: ["error", "Entries of the table of contents that name no file"],
  settings: ["error", "Settings files that say what can't be done"],
  "not-in-summary": ["warning", "Pages that the table of contents does not name"],
  "unused-file": ["warning", "Files that nothing shows"],
  "duplicate-slug": ["warning", "Pages whose addresses are told apart by a number"],
  "duplicate-id": ["warning", "Headings of one page with the same id"],
  "redirect-over-page": ["warning", "Redirects from an address that a page has"],
  "redirect-loop": ["error", "Redirects that come back to where they begin"],
  "image-alt": ["warning", "Pictures without alternative text"],
  "heading-level": ["warning", "Headings that leave out a level"],
  encoding: ["warning", "Bytes that are no UTF-8"],
  "external-link": ["error", "Links to other hosts that lead nowhere"]
} as const satisfies Readonly<Record<string, readonly [Severity, string]>>

export type LintRule = keyof typeof lintRules

export const isLintRule = (name: string): name is LintRule => Object.hasOwn(lintRules, name)

/** What is wrong, and where: offsets into the text of the file, end exclusive. */
export interface LintProblem {
  rule: LintRule
  path: string
  start: number
  end: number
  /** What is wrong, and how it is mended. */
  message: string
  /** What mends it without doubt, in place of what stands there. */
  fix?: string
  /** Where else it belongs then. */
  repeats?: ReadonlyArray<{ start: number; end: number }>
}
