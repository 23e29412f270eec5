/** What a page is about, where its author has not said so in a description. */
import { parsePage, type Root, visit } from "@octavo/document"
import { firstSentence } from "@octavo/render/firstSentence"
import type { Resolver } from "@octavo/render/references"

/** As much of an operation's description is read. */
const mostRead = 2_000

/** The sentence that a page begins with; of one without prose, what the first operation that it shows says of itself. */
export const summaryOf = (root: Root, { api }: Pick<Resolver, "api">, language: string): string | undefined =>
  firstSentence(root, language) ?? (api === undefined ? undefined : operationSummary(root, api, language))

const operationSummary = (root: Root, api: NonNullable<Resolver["api"]>, language: string): string | undefined => {
  let found: string | undefined
  visit(root, (node) => {
    const view = found === undefined ? api(node) : undefined
    if (view?.kind === "operation") found = view.operation.description ?? view.operation.summary
    return found === undefined
  })
  return found === undefined ? undefined : firstSentence(parsePage(`\n${found.slice(0, mostRead)}`).root, language)
}
