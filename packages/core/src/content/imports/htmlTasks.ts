/** Pages in HTML, read beside the thread that answers when they are long. */
import type { AskingTask } from "../../kernel/compute/AskingTask.ts"
import { type HtmlPage, loadHtmlReader, pageFile } from "./htmlPage.ts"

export interface HtmlSource {
  readonly html: string
  /** Where it lies. */
  readonly address: string
  /** Title of a page that says none. */
  readonly name?: string | undefined
}

/** What is known of a page without its text. */
export type HtmlFacts = Omit<HtmlPage, "markdown">

/** An address that a page has. */
export interface HtmlTarget {
  readonly url: string
  readonly kind: "link" | "image"
}

/** What a page says of itself; `undefined` for one that is nested deeper than a parser can follow. */
export const htmlFacts: AskingTask<HtmlSource, HtmlFacts | undefined> = {
  name: "htmlFacts",
  run: async (source) => {
    const page = await pageOf(source)
    if (page === undefined) return undefined
    const { markdown: _, ...facts } = page
    return facts
  }
}

/**
 * The page as a file of a repository; `undefined` as above. Asks what stands for its addresses, each once, and is
 * answered in their order.
 */
export const htmlFile: AskingTask<HtmlSource, string | undefined, ReadonlyArray<HtmlTarget>, ReadonlyArray<string>> = {
  name: "htmlFile",
  run: async (source, ask) => {
    const page = await pageOf(source)
    const targets = new Map<string, HtmlTarget>()
    const nameOf = ({ kind, url }: HtmlTarget) => `${kind} ${url}`
    const found = attempt(() =>
      page?.markdown((url, kind) => {
        targets.set(nameOf({ url, kind }), { url, kind })
        return url
      })
    )
    if (page === undefined || found === undefined) return undefined
    const answers = targets.size === 0 ? [] : await ask(Array.from(targets.values()))
    const written = new Map(Array.from(targets.keys(), (name, index) => [name, answers[index]!]))
    return pageFile(page, (url, kind) => written.get(nameOf({ url, kind })) ?? url)
  }
}

const pageOf = async ({ address, html, name }: HtmlSource): Promise<HtmlPage | undefined> => {
  const read = await loadHtmlReader()
  return attempt(() => read(html, address, name))
}

const attempt = <A>(f: () => A): A | undefined => {
  try {
    return f()
  } catch {
    return undefined
  }
}
