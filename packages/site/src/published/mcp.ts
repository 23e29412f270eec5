/**
 * The MCP endpoint of a site (Model Context Protocol): agents list, search and read the pages that the visitor may.
 * Stateless: each request is answered by a server of its own, which knows one location and one visitor.
 */

import { type CallToolResult, createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server"
import type { Sentence } from "@octavo/core/content/answers/sentences"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { Effect } from "effect"
import type { Findings } from "../page/search.ts"
import type { QuestionSource } from "./questions.ts"

/** What the tools can do, at one location for one visitor. Texts are Markdown. */
export interface Tools {
  /** All pages that are listed, as `llms.txt` has them. */
  readonly list: Effect.Effect<string, StorageError>
  /** Addresses are absolute. */
  readonly search: (query: string) => Effect.Effect<Findings, StorageError>
  /** A page by its address or path; `undefined` when there is none for this visitor. */
  readonly read: (address: string) => Effect.Effect<string | undefined, StorageError>
  /** Answers a question; absent where nobody can ask. */
  readonly ask?: (question: string) => Effect.Effect<ToolAnswer, StorageError>
}

/** An answer with its sources, whose addresses are absolute, or why there is none. */
export type ToolAnswer =
  | { readonly sentences: ReadonlyArray<Sentence>; readonly sources: ReadonlyArray<QuestionSource> }
  | { readonly problem: string }

const searchInput = fromJsonSchema<{ readonly query: string }>({
  type: "object",
  properties: {
    query: { type: "string", minLength: 1, maxLength: 512, description: "Words to look for; a page must have all." }
  },
  required: ["query"]
})
const readInput = fromJsonSchema<{ readonly page: string }>({
  type: "object",
  properties: {
    page: { type: "string", maxLength: 2048, description: "The page's URL, or its path on the site." }
  },
  required: ["page"]
})
const askInput = fromJsonSchema<{ readonly question: string }>({
  type: "object",
  properties: {
    question: { type: "string", minLength: 1, maxLength: 512, description: "In whole words, as a person would ask." }
  },
  required: ["question"]
})
const listInput = fromJsonSchema<Record<string, never>>({ type: "object", properties: {} })

const readsOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] })
const problem = (value: string): CallToolResult => ({ ...text(value), isError: true })

const nothingText = (query: string, meant: ReadonlyArray<string>): string =>
  [`Nothing was found for "${query}".`, ...(meant.length === 0 ? [] : [`Pages have: ${meant.join(", ")}.`])].join(" ")

const foundText = ({ groups }: Findings): string =>
  groups
    .flatMap(({ pages, title }) => [
      ...(groups.length === 1 ? [] : [`## ${title}`]),
      ...pages.map((page) => {
        const parts = [page, ...page.sections].map((one) => `- [${one.title}](${one.href})`)
        const texts = [page.lead?.text ?? "", ...page.sections.map((section) => section.text)]
        return parts.map((part, i) => (texts[i] === "" ? part : `${part}: ${texts[i]}`)).join("\n  ")
      })
    ])
    .join("\n")

/** Sentences with the numbers of their sources, then these. */
const answerText = ({ sentences, sources }: Exclude<ToolAnswer, { problem: string }>): string =>
  sentences.length === 0
    ? "The pages do not say. searchDocumentation finds pages by words."
    : [
        sentences.map((one) => `${one.text} ${one.sources.map((number) => `[${number}]`).join("")}`).join("\n"),
        "Sources:",
        ...sources.map(
          ({ href, number, section, title }) =>
            `[${number}] ${section === undefined ? title : `${title} > ${section}`}: ${href}`
        )
      ].join("\n")

const makeServer = ({ site }: PublishedLocation, tools: Tools): McpServer => {
  const server = new McpServer({ name: site.basename ?? site.id, title: site.title, version: "1.0.0" })
  const run = <A>(effect: Effect.Effect<A, StorageError>, show: (value: A) => CallToolResult) =>
    Effect.runPromise(
      Effect.match(effect, {
        onSuccess: show,
        onFailure: () => problem("The documentation cannot be read right now. Try again in a moment.")
      })
    )
  server.registerTool(
    "listPages",
    {
      title: "List pages",
      description: `All pages of the documentation of ${site.title}, with their addresses and descriptions.`,
      inputSchema: listInput,
      annotations: readsOnly
    },
    () => run(tools.list, text)
  )
  server.registerTool(
    "searchDocumentation",
    {
      title: "Search",
      description: `Searches the documentation of ${site.title}. Answers pages and sections with an excerpt; read the page for the whole.`,
      inputSchema: searchInput,
      annotations: readsOnly
    },
    ({ query }) =>
      run(tools.search(query), (found) =>
        text(found.groups.length === 0 ? nothingText(query, found.meant) : foundText(found))
      )
  )
  server.registerTool(
    "getPage",
    {
      title: "Read a page",
      description: `The whole of a page of the documentation of ${site.title}, as Markdown.`,
      inputSchema: readInput,
      annotations: readsOnly
    },
    ({ page }) =>
      run(tools.read(page), (found) =>
        found === undefined ? problem(`There is no page at "${page}". listPages has all addresses.`) : text(found)
      )
  )
  const { ask } = tools
  if (ask !== undefined)
    server.registerTool(
      "askQuestion",
      {
        title: "Ask",
        description: `Answers a question from the documentation of ${site.title}, each sentence with its sources. A language model puts the answer together: read the sources for what matters.`,
        inputSchema: askInput,
        annotations: readsOnly
      },
      ({ question }) =>
        run(ask(question), (answer) => ("problem" in answer ? problem(answer.problem) : text(answerText(answer))))
    )
  return server
}

/** Bytes of a request; tools take a few words. */
const maxRequestBytes = 64 * 1024

/** Answers one request of an agent. */
export const answerAgent = (location: PublishedLocation, tools: Tools, request: Request): Effect.Effect<Response> =>
  Effect.promise(() =>
    createMcpHandler(() => makeServer(location, tools), {
      // nothing is ever pushed
      maxSubscriptions: 0,
      maxRequestBodySize: maxRequestBytes
    }).fetch(request)
  )
