/** OpenAPI specifications in words, and what of them can stand on a page. Pure. */
import type { OpenApiSpec } from "./api.ts"
import { counted } from "./words.ts"

/** Whether a specification is yet to be read, or is being read. */
export const isBeingRead = ({ processingState }: Pick<OpenApiSpec, "processingState">): boolean =>
  processingState !== "complete"

interface SpecState {
  readonly label: string
  /** Whether something is to be done about it. */
  readonly isWrong: boolean
  /** What it comes to. */
  readonly text: string
}

type SpecFacts = Pick<
  OpenApiSpec,
  "processingState" | "lastProcessErrorCode" | "lastProcessedErrorCount" | "lastVersion"
>

/** How reading a specification went. */
export const specState = (spec: SpecFacts): SpecState => {
  if (spec.processingState === "pending")
    return { label: "Waiting", isWrong: false, text: "It is read as soon as the server comes to it." }
  if (spec.processingState === "progress")
    return { label: "Reading", isWrong: false, text: "The server reads what it describes." }
  const stays =
    spec.lastVersion === undefined
      ? "Pages have nothing of it to show yet."
      : "Pages go on showing the version that was read before."
  switch (spec.lastProcessErrorCode) {
    case "FETCH_ERROR":
      return { label: "Not fetched", isWrong: true, text: `Its address gave no description. ${stays}` }
    case "FETCH_TIMEOUT":
      return { label: "Not fetched", isWrong: true, text: `Its address gave no whole answer in time. ${stays}` }
    case "PARSE_ERROR":
      return { label: "Not read", isWrong: true, text: `It is no description that can be read. ${stays}` }
  }
  return spec.lastProcessedErrorCount === 0
    ? { label: "Ready", isWrong: false, text: "It was read without a problem." }
    : {
        label: counted(spec.lastProcessedErrorCount, "problem"),
        isWrong: true,
        text: "Pages show it all the same. What breaks the rules of its format, or leads elsewhere, may be missing there."
      }
}

/** An operation of an API. */
export interface ApiOperation {
  readonly method: string
  readonly path: string
  /** What it does, where its description says so. */
  readonly title: string | undefined
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * What of a description can stand on a page: its operations in their order, without those that pages leave out.
 * @param specification OpenAPI 3.1 as the API answers it; whatever its author wrote
 */
export const operationsOf = (specification: unknown): ReadonlyArray<ApiOperation> => {
  const paths = isRecord(specification) ? specification["paths"] : undefined
  if (!isRecord(paths)) return []
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isRecord(item) ? item[method] : undefined
      if (!isRecord(operation) || operation["x-internal"] === true) return []
      const title = [operation["summary"], operation["operationId"]].find(
        (text): text is string => typeof text === "string" && text.trim() !== ""
      )
      return [{ method, path, title }]
    })
  )
}

/** Those that have all the words, in path, method or title. */
export const operationsWith = (operations: ReadonlyArray<ApiOperation>, words: string): ReadonlyArray<ApiOperation> => {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ method, path, title = "" }) => {
    const text = `${method} ${path} ${title}`.toLowerCase()
    return sought.every((word) => text.includes(word))
  })
}

/** The Markdown that shows an operation on a page. */
export const operationMarkdown = (slug: string, { method, path }: Pick<ApiOperation, "method" | "path">): string =>
  `{% openapi-operation spec="${slug}" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`

/** What a file or an address suggests as a name: `Pet Store.yaml` as `pet-store`. */
export const slugOf = (name: string): string =>
  name
    .replace(/\.(?:json|ya?ml)$/i, "")
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 100)
    .replace(/-$/, "")
    .toLowerCase()
