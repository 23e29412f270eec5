/** A question to a language model, which answers it from the pages of the site: sentence by sentence, each with its sources. */
import { takeEvents } from "../logic/eventTexts.ts"
import { make } from "./dom.ts"

interface Source {
  readonly number: number
  readonly title: string
  readonly section?: string
  readonly href: string
}

interface Sentence {
  readonly text: string
  readonly sources: ReadonlyArray<number>
}

/** Words and address that the page gives with its search link. */
type Words = DOMStringMap

/** The entry of a list of results that asks the question. */
export const askEntry = ({ askWord = "" }: Words, question: string, act: () => void): HTMLElement => {
  const entry = make("button", "ask")
  entry.type = "button"
  const strong = make("strong")
  strong.textContent = `${askWord}: “${question}”`
  entry.append(strong)
  entry.addEventListener("click", act)
  return entry
}

const linkTo = ({ href, section, title }: Source, text: string): HTMLAnchorElement => {
  const link = make("a")
  link.href = href
  link.title = section ? `${title}: ${section}` : title
  link.textContent = text
  return link
}

/** Asks, and shows the answer as it comes. */
export const ask = async (words: Words, question: string, list: HTMLElement, signal: AbortSignal): Promise<void> => {
  const { ask: address = "", asking = "", madeBy = "", notSaid = "" } = words
  const state = make("p", "count")
  const answer = make("p", "answer")
  const cited = make("ol", "sources")
  state.setAttribute("role", "status")
  state.textContent = `${asking} …`
  answer.setAttribute("aria-live", "polite")
  list.replaceChildren(state, answer, cited)

  const sources = new Map<number, Source>()
  const cite = (number: number): void => {
    const source = sources.get(number)
    if (!source || cited.querySelector(`[value="${number}"]`)) return
    const item = make("li")
    item.value = number
    const link = linkTo(source, "")
    const strong = make("strong")
    strong.textContent = source.title
    link.append(strong, ...(source.section ? [source.section] : []))
    item.append(link)
    cited.append(item)
  }
  const take = (name: string, data: any): void => {
    if (name === "sources") for (const source of data as ReadonlyArray<Source>) sources.set(source.number, source)
    if (name === "sentence") {
      const { sources: numbers, text } = data as Sentence
      answer.append(`${text} `)
      for (const number of numbers) {
        const source = sources.get(number)
        if (source) answer.append(linkTo(source, `[${number}]`), " ")
        cite(number)
      }
    }
    if (name === "error") state.textContent = data.message
    if (name === "done") state.textContent = answer.firstChild ? madeBy : notSaid
  }

  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question }),
    signal
  })
  if (!response.ok || !response.body) {
    const said = await response.json().catch(() => undefined)
    state.textContent = said?.error?.message ?? response.statusText
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const [events, left] = takeEvents(rest + part.value)
    rest = left
    for (const { data, name } of events) take(name, JSON.parse(data))
  }
}
