/** What one page says that is wrong by itself, and what the rules about the whole space need to know of it. Pure. */
import type { Comment, Node } from "../ast.ts"
import { type Frontmatter, pageFields } from "../frontmatter.ts"
import { type ParsedPage, parsePage } from "../parse.ts"
import { offsetAt } from "../places.ts"
import type { Reference, ReferenceKind } from "../references.ts"
import { hrefFinder } from "../rewrite.ts"
import { headingAnchor } from "../slug.ts"
import { type PageFacts, pageFactsOf } from "../space.ts"
import { plainText } from "../text.ts"
import { childrenOf, visit } from "../visit.ts"
import { mendsName } from "./lintSettings.ts"
import { isNear } from "./near.ts"
import type { LintProblem } from "./rules.ts"
import { isSilenced, type Silence, silencedBy } from "./silenced.ts"

/** A reference with where its destination stands. */
export interface LintLink {
  kind: ReferenceKind
  href: string
  start: number
  end: number
  /** Whether that is the destination itself, so that another one can stand in its place. */
  isExact: boolean
  /** Where its block says the same again: what stands in one place stands in all of them. */
  repeats?: ReadonlyArray<{ start: number; end: number }>
}

/** Plain data: it may come from another thread. */
export interface PageLint {
  /** Without the path, which the page does not know. */
  problems: ReadonlyArray<Omit<LintProblem, "path">>
  links: ReadonlyArray<LintLink>
  /** What links to a part of the page may name. */
  anchors: ReadonlySet<string>
  /** Parts of it have anchors that only drawing makes: every link to one is taken for good. */
  isOpen: boolean
  /** Its headings with anchors, in order, with where they begin. */
  outline: ReadonlyArray<{ id: string; start: number }>
  facts: PageFacts
  silenced: ReadonlyArray<Silence>
}

type Add = (rule: LintProblem["rule"], at: { start: number; end: number }, message: string) => void

/** @param page the text, parsed */
export const lintPage = (text: string, page: ParsedPage = parsePage(text)): PageLint => {
  const problems: Array<Omit<LintProblem, "path">> = []
  const add: Add = (rule, { end, start }, message) => problems.push({ rule, start, end, message })
  const anchors = new Set<string>()
  const comments: Comment[] = []
  let isOpen = false
  if (page.frontmatter !== undefined) lintFrontmatter(text, page.frontmatter, add)
  lintOutline(page, anchors, add)
  visit(page.root, (node) => {
    if (node.type === "comment") comments.push(node)
    else if (node.type === "expandable") addFree(anchors, headingAnchor(node.summary.map(plainText).join("")))
    else if (node.type === "htmlElement") {
      for (const name of ["id", "name"]) if (node.attributes[name] !== undefined) anchors.add(node.attributes[name])
    } else if (opensAnchors.has(node.type)) isOpen = true
    lintNode(text, node, add)
    for (const child of childrenOf(node)) {
      const whole = wholes.get(child.type)
      if (whole === undefined || whole === node.type) continue
      add("stray-tag", firstLine(text, child), `A ${child.type} belongs into ${whole}: put it there`)
    }
    return true
  })
  const silenced = silencedBy(text, comments, page.frontmatter?.position.end)
  return {
    problems: problems.filter(({ rule, start }) => !isSilenced(silenced, rule, start)),
    links: linksOf(text, page.links),
    anchors,
    isOpen,
    outline: page.outline.flatMap(({ id, position }) => (id === undefined ? [] : [{ id, start: position.start }])),
    facts: pageFactsOf(text, page),
    silenced
  }
}

/** Blocks that are parts of others, by what they are parts of. */
const wholes: ReadonlyMap<Node["type"], Node["type"]> = new Map([
  ["tab", "tabs"],
  ["step", "stepper"],
  ["column", "columns"],
  ["update", "updates"]
])

/** Blocks whose parts have anchors of their own when they are drawn, or that show what is elsewhere. */
const opensAnchors: ReadonlySet<string> = new Set<Node["type"]>([
  "openapi",
  "openapiOperation",
  "openapiSchemas",
  "openapiWebhook",
  "swagger",
  "updates",
  "footnoteDefinition",
  "integration"
])

/** References that the body of their block repeats. */
const repeating: ReadonlySet<ReferenceKind> = new Set(["contentRef", "openapi"])

const linksOf = (text: string, links: ReadonlyArray<Reference>): ReadonlyArray<LintLink> => {
  const find = hrefFinder(text)
  /** How often a destination was found in one place: a table may name it in several cells. */
  const used = new Map<string, number>()
  return links.map(({ href, kind, position }) => {
    const found = find(position, href)
    const name = `${position.start} ${href}`
    const turn = used.get(name) ?? 0
    used.set(name, turn + 1)
    const place = found[turn] ?? found[0]
    const repeats = repeating.has(kind) ? found.slice(1) : []
    return {
      kind,
      href,
      ...(place ?? { start: position.start, end: position.end }),
      isExact: place !== undefined,
      ...(repeats.length > 0 && { repeats })
    }
  })
}

/** Keys that have a meaning, and those that only other tools know. */
const knownKeys = [
  "description",
  "icon",
  "cover",
  "coverY",
  "coverHeight",
  "layout",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "metaLinks",
  "vars",
  "tags",
  "title",
  "if"
]

const lintFrontmatter = (text: string, { data, error, position, raw }: Frontmatter, add: Add): void => {
  const from = text.indexOf(raw, position.start)
  const top = { start: position.start, end: position.start + 3 }
  if (error !== undefined) {
    const [, line = "1", column = "1"] = / at line (\d+), column (\d+)/.exec(error) ?? []
    const start = from + offsetAt(raw, { line: Number(line), column: Number(column) })
    add("frontmatter", { start, end: start }, `Frontmatter can't be read: ${error.replace(/ at line.*$/s, "")}`)
    return
  }
  for (const message of pageFields(data).warnings) {
    const [word = ""] = /^\w+/.exec(message) ?? []
    const key = word.startsWith("variable") ? "vars" : word
    const mends = message.endsWith(" is not valid") ? `: ${mendsName}` : ""
    add("frontmatter", keyAt(text, from, raw, key) ?? top, `In the frontmatter, ${message}${mends}`)
  }
  for (const key of Object.keys(data)) {
    if (knownKeys.includes(key)) continue
    const meant = knownKeys.find((known) => isNear(key, known))
    if (meant === undefined) continue
    add("frontmatter-key", keyAt(text, from, raw, key) ?? top, `${key} has no meaning: write ${meant}`)
  }
}

const keyAt = (text: string, from: number, raw: string, key: string): { start: number; end: number } | undefined => {
  if (key === "") return undefined
  for (let at = raw.indexOf(key); at !== -1; at = raw.indexOf(key, at + 1)) {
    const isKey = (at === 0 || /[\s"']/.test(raw[at - 1]!)) && /[\s"':]/.test(raw[at + key.length] ?? "")
    if (isKey) return { start: from + at, end: Math.min(text.length, from + at + key.length) }
  }
  return undefined
}

const lintOutline = ({ outline, title }: ParsedPage, anchors: Set<string>, add: Add): void => {
  if (title !== undefined) anchors.add(headingAnchor(title.text))
  // the title is of the page: what comes behind it begins at any level
  let level: number | undefined
  const taken = new Set<string>()
  for (const { id, level: own, position } of outline) {
    if (level !== undefined && own > level + 1) {
      add(
        "heading-level",
        position,
        `This heading is of level ${own} below one of level ${level}: make it ${level + 1}`
      )
    }
    if (title === undefined || position.start !== title.position.start) level = own
    if (id === undefined) continue
    if (taken.has(id))
      add("duplicate-id", position, `Another heading of the page has the id ${id}: give one of them another`)
    taken.add(id)
    addFree(anchors, id)
  }
}

/** As it is drawn: what is there already is told apart by a number. */
const addFree = (anchors: Set<string>, id: string): void => {
  let free = id
  for (let n = 1; anchors.has(free); n++) free = `${id}-${n}`
  anchors.add(free)
}

const lintNode = (text: string, node: Node, add: Add): void => {
  switch (node.type) {
    case "image":
      if (node.alt.trim() === "") add("image-alt", node.position, withoutAlt)
      return
    case "imagesItem":
      // a caption says what is seen
      if ((node.alt ?? "").trim() === "" && node.children.length === 0) add("image-alt", node.position, withoutAlt)
      return
    case "strayTag":
      add("stray-tag", node.position, `${node.value.trim()} belongs to nothing: take it out, or begin its block`)
      return
    case "unknownBlock":
      // a block of code without an end is read as one
      if (node.name === "code") add("unclosed-block", firstLine(text, node), withoutEnd("code"))
      else
        add(
          "unknown-block",
          firstLine(text, node),
          `Nobody knows the block ${node.name}, and only what is in it is shown: write another one, or take its tags out`
        )
  }
  if ("closed" in node && node.closed === false) {
    add("unclosed-block", firstLine(text, node), withoutEnd(node.tag))
  }
}

const withoutEnd = (tag: string): string => `The block ${tag} has no end: write {% end${tag} %}`

const withoutAlt = "The picture has no alternative text: say what is to be seen, for who can't see it"

const firstLine = (text: string, { position: { end, start } }: Node): { start: number; end: number } => {
  const line = text.indexOf("\n", start)
  return { start, end: line === -1 ? end : Math.min(end, line) }
}
