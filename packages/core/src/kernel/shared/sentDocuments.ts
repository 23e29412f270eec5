/**
 * Long documents of a request, which are parsed beside the thread that answers: something else stands for each in what
 * was parsed.
 */
import { reference } from "./reference.ts"

/** The documents of the request that runs, in JSON as it came, by their names. */
export const SentDocuments = reference<ReadonlyMap<string, string>>(
  "@octavo/core/shared/SentDocuments",
  () => new Map()
)

const member = "octavo:sent"

/** What stands for a document. */
export const standInFor = (name: string): object => ({ [member]: name })

/** The document that something stands for, in JSON. */
export const sentDocument = (documents: ReadonlyMap<string, string>, value: unknown): string | undefined => {
  if (documents.size === 0 || typeof value !== "object" || value === null) return undefined
  const name = (value as Readonly<Record<string, unknown>>)[member]
  return typeof name === "string" ? documents.get(name) : undefined
}
