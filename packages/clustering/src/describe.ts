/**
 * Words for a cluster: its label from the phrases that its messages have and others have not, its summary from the most
 * central of them. Every word stands in a message. Pure.
 */

import { shorten } from "@octavo/core/connections/conversations/shorten"
import { isStopWord } from "@octavo/core/connections/conversations/stopWords"
import { type Term, termsOf } from "@octavo/core/content/content-index/terms"

/** Longest phrase, in words (or pairs of letters). */
const longest = 3
const maxLabelLength = 60
const maxPhrases = 3

interface Phrase {
  /** What is written, as it stands first. */
  readonly written: string
  readonly words: ReadonlyArray<string>
}

/** The phrases of a message by their folded words. */
type Phrases = ReadonlyMap<string, Phrase>

const maxTerms = 120

const phrasesOf = (text: string): Phrases => {
  const terms = termsOf(text).slice(0, maxTerms)
  const phrases = new Map<string, Phrase>()
  for (const [i, first] of terms.entries()) {
    if (!isTelling(first)) continue
    const words: Array<string> = []
    for (let size = 0; size < longest; size++) {
      const term = terms[i + size]
      if (term === undefined) break
      const previous = terms[i + size - 1]
      if (size > 0 && !/^[\s'’-]*$/u.test(text.slice(previous!.end, Math.max(previous!.end, term.start)))) break
      words.push(term.text)
      if (!isTelling(term)) continue
      const key = words.join(" ")
      if (!phrases.has(key)) phrases.set(key, { written: text.slice(first.start, term.end), words: [...words] })
    }
  }
  return phrases
}

/** Whether a phrase can begin and end with it. */
const isTelling = ({ text }: Term): boolean => text.length > 1 && !isStopWord(text) && !/^\p{N}+$/u.test(text)

/** The label of each cluster. @param messages what they say, and the cluster of each */
export const labelsOf = (
  messages: ReadonlyArray<{ readonly text: string; readonly cluster: string | null }>
): ReadonlyMap<string, string> => {
  const everywhere = new Map<string, number>()
  const clusters = new Map<string, { size: number; readonly counts: Map<string, { count: number; phrase: Phrase }> }>()
  for (const { cluster, text } of messages) {
    const phrases = phrasesOf(text)
    for (const key of phrases.keys()) everywhere.set(key, (everywhere.get(key) ?? 0) + 1)
    if (cluster !== null) {
      const own = clusters.get(cluster) ?? { size: 0, counts: new Map() }
      clusters.set(cluster, own)
      own.size++
      for (const [key, phrase] of phrases) {
        const counted = own.counts.get(key)
        if (counted === undefined) own.counts.set(key, { count: 1, phrase })
        else counted.count++
      }
    }
  }
  const labels = new Map<string, string>()
  for (const [cluster, { counts, size }] of clusters) {
    const scored = Array.from(counts, ([key, { count, phrase }]) => {
      const within = count / size
      const outside = (everywhere.get(key)! - count + 0.5) / (messages.length - size + 1)
      return { phrase, score: within * Math.log(1 + within / outside) * (1 + 0.5 * (phrase.words.length - 1)) }
    }).sort((a, b) => b.score - a.score || (a.phrase.written < b.phrase.written ? -1 : 1))
    labels.set(cluster, labelFrom(scored))
  }
  return labels
}

const labelFrom = (scored: ReadonlyArray<{ readonly phrase: Phrase; readonly score: number }>): string => {
  const chosen: Array<Phrase> = []
  for (const { phrase, score } of scored.slice(0, 40)) {
    if (chosen.length === maxPhrases || score < 0.3 * scored[0]!.score) break
    if (chosen.some(({ words }) => words.some((word) => phrase.words.some((other) => isAkin(word, other))))) continue
    if ([...chosen, phrase].map(({ written }) => written).join(", ").length > maxLabelLength) continue
    chosen.push(phrase)
  }
  const label = chosen.map(({ written }) => written.replace(/\s+/gu, " ").toLowerCase()).join(", ")
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Whether one word begins like the other, as its forms do, or shares a letter where letters are words. */
const isAkin = (a: string, b: string): boolean =>
  a === b ||
  (a.length > 3 && b.length > 3 && a.slice(0, 4) === b.slice(0, 4)) ||
  (a.length < 3 && b.includes(a.charAt(0)))

const maxSummaryLength = 400

/** What the most central messages say, the most central first. */
export const summaryOf = (messages: ReadonlyArray<string>): string => {
  const said: Array<string> = []
  const seen = new Set<string>()
  for (const message of messages) {
    const text = shorten(message.replace(/\s+/gu, " ").trim(), 160)
    const key = termsOf(text)
      .map((term) => term.text)
      .sort()
      .join(" ")
    if (text === "" || seen.has(key)) continue
    if (said.length === 3 || [...said, text].join("\n").length > maxSummaryLength) break
    seen.add(key)
    said.push(text)
  }
  return said.join("\n")
}
