/** People who are named in what somebody writes: seen as `@Name`, sent as links that the API knows. Pure. */

/** A text with the people whom it names. */
export interface MentionText {
  readonly text: string
  /** Ids by the names that stand behind an `@`. */
  readonly people: ReadonlyMap<string, string>
}

export const noText: MentionText = { text: "", people: new Map() }

/** Longest name that is looked for, in letters. */
const longestName = 40

/** Where somebody is being named, before the caret: where the `@` is, and what of the name is typed. */
export const mentionAt = (
  { people, text }: MentionText,
  caret: number
): { readonly from: number; readonly words: string } | undefined => {
  const from = text.lastIndexOf("@", caret - 1)
  if (from === -1 || caret - from > longestName || !isFree(text[from - 1])) return undefined
  const words = text.slice(from + 1, caret)
  const isDone = [...people.keys()].some((name) => words.startsWith(name))
  return isDone || words.includes("\n") || words.startsWith(" ") ? undefined : { from, words }
}

/** Whether an `@` behind a letter names somebody: in an address it does not. */
const isFree = (before: string | undefined): boolean => before === undefined || /[\s([{"']/.test(before)

/** @param name by which the person is not known yet in this text */
const nameFor = (
  people: ReadonlyMap<string, string>,
  person: { readonly id: string; readonly name: string }
): string => {
  let name = person.name
  for (let more = 2; people.has(name) && people.get(name) !== person.id; more++) name = `${person.name} ${more}`
  return name
}

/** A person put in the place of what was typed. @returns the text, and where the caret is then */
export const withMention = (
  { people, text }: MentionText,
  { from, words }: { readonly from: number; readonly words: string },
  person: { readonly id: string; readonly name: string }
): { readonly written: MentionText; readonly caret: number } => {
  const name = nameFor(people, person)
  const before = `${text.slice(0, from)}@${name}`
  const after = text.slice(from + 1 + words.length)
  const space = /^\s/.test(after) ? "" : " "
  return {
    written: { text: before + space + after, people: new Map([...people, [name, person.id]]) },
    caret: before.length + 1
  }
}

/** The text in Markdown: each `@Name` of somebody who was chosen is a link to that person. */
export const mentionsToMarkdown = ({ people, text }: MentionText): string => {
  // of two names that begin alike the longer one is meant
  const names = [...people.keys()].sort((one, other) => other.length - one.length)
  let markdown = ""
  let at = 0
  for (let next = text.indexOf("@"); next !== -1; next = text.indexOf("@", at)) {
    const name = isFree(text[next - 1])
      ? names.find((one) => text.startsWith(one, next + 1) && !/[\p{L}\p{N}]/u.test(text[next + 1 + one.length] ?? ""))
      : undefined
    markdown += text.slice(at, next)
    markdown += name === undefined ? "@" : `[${escaped(name)}](https://app.gitbook.com/u/${people.get(name)} "mention")`
    at = next + 1 + (name?.length ?? 0)
  }
  return markdown + text.slice(at)
}

const escaped = (name: string): string => name.replace(/[\\[\]*_`<&]/g, "\\$&")

const reference = /\[((?:\\.|[^\\[\]]){1,200})\]\(https?:\/\/[^\s/()<>]{1,255}\/u\/([\w-]{1,128}) "mention"\)/g

/** Markdown as it is edited: links to people are `@Name`. */
export const markdownToMentions = (markdown: string): MentionText => {
  let people: ReadonlyMap<string, string> = new Map()
  const text = markdown.replace(reference, (_whole, label: string, id: string) => {
    const name = nameFor(people, { id, name: label.replace(/\\(.)/g, "$1") })
    people = new Map([...people, [name, id]])
    return `@${name}`
  })
  return { text, people }
}
