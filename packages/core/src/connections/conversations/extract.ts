/**
 * The issues in a conversation, from its words alone: what the user wrote first is one; a later message is another one
 * when it asks something that shares no words with what came before.
 */

import { noteTextLength } from "@octavo/document"
import { termsOf } from "../../content/content-index/terms.ts"
import { compute } from "../../kernel/compute/Compute.ts"
import { task } from "../../kernel/compute/Task.ts"
import { type ConversationRecord, lengthOf } from "./Conversation.ts"
import { plainText } from "./plainText.ts"
import { shorten } from "./shorten.ts"
import { isStopWord } from "./stopWords.ts"

/** An issue before it has an id and a cluster. */
export interface Extracted {
  readonly title: string
  readonly summary: string
  readonly text: string
}

export const maxTitle = 120
export const maxSummary = 400
/** Longest text that issues are compared by. */
export const maxText = 4_000
export const maxIssues = 5

const asks = /[?？؟]/u
/** Fewer words than these are no question of their own. */
const fewest = 4
/** A message is about something new when it shares at most this part of its words with those before. */
const sharedAtMost = 0.2

type Said = Pick<ConversationRecord, "parts" | "subject">

export const extractIssues = ({ parts, subject }: Said): ReadonlyArray<Extracted> => {
  noteTextLength(lengthOf({ parts }))
  const said = parts.filter(({ role }) => role === "user").map(({ body }) => plainText(body))
  const title = (subject ?? "").replace(/^(?:\s*(?:re|fwd?|aw|wg)\s*:\s*)+/iu, "").trim()
  const issues: Array<{ title: string; texts: Array<string> }> = []
  const known = new Set<string>()
  for (const text of said) {
    if (text === "") continue
    const words = new Set(
      termsOf(text)
        .map((term) => term.text)
        .filter((word) => !isStopWord(word))
    )
    const shared = [...words].filter((word) => known.has(word)).length
    for (const word of words) known.add(word)
    const current = issues.at(-1)
    if (current === undefined) issues.push({ title, texts: [text] })
    else if (
      issues.length < maxIssues &&
      asks.test(text) &&
      words.size >= fewest &&
      shared <= words.size * sharedAtMost
    ) {
      issues.push({ title: "", texts: [text] })
    } else if (asks.test(text)) current.texts.push(text)
  }
  if (issues.length === 0 && title !== "") issues.push({ title, texts: [] })
  return issues.map(({ texts, title: named }) => {
    const heading = named !== "" ? named : headingOf(texts[0] ?? "")
    return {
      title: shorten(heading, maxTitle),
      summary: shorten(texts[0]?.replace(/\s+/gu, " ") ?? heading, maxSummary),
      text: [named, ...texts]
        .join("\n")
        .trim()
        .slice(0, maxText)
        .replace(/[\uD800-\uDBFF]$/, "")
    }
  })
}

export const extractedIssues = task("extracted", extractIssues)

/** The same, of a conversation of any length. */
export const issuesOf = (conversation: Said) =>
  compute(extractedIssues, { parts: conversation.parts, subject: conversation.subject }, lengthOf(conversation))

const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten tag|bonjour|hola|olá|ciao)\b[^.!?\n]{0,40}[,.!\n]\s*/iu

/** The first sentence that asks, else the first one. */
const headingOf = (text: string): string => {
  const sentences = text
    .replace(greeting, "")
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
  return sentences.find((sentence) => asks.test(sentence)) ?? sentences[0] ?? text
}
