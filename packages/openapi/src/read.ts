/** From the text of a description to its content as JSON of OpenAPI 3.1, an index of it, and what is wrong with it. */
import type { ReadDescription } from "@octavo/core/content/openapi/DescriptionReader"
import { problemsKept } from "@octavo/core/content/openapi/description/DescriptionIndex"
import type { SpecProblem } from "@octavo/core/content/openapi/OpenApiSpec"
import { upgrade } from "@scalar/openapi-upgrader"
import type { Validator } from "@seriousme/openapi-schema-validator"
import { LineCounter, parseDocument } from "yaml"
import { makeIndex } from "./makeIndex.ts"
import { survey } from "./survey.ts"
import { isRecord, type JsonObject } from "./values.ts"

export type Read =
  | ({ readonly kind: "description" } & ReadDescription)
  | { readonly kind: "unreadable"; readonly problems: ReadonlyArray<SpecProblem> }

/** Aliases of YAML, those within what they stand for counted too: more are made to grow. */
const mostAliases = 10_000

const longestMessage = 500

/** Text that every store can keep, as a message. */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, "\uFFFD")
    .slice(0, longestMessage)
    .toWellFormed()

const unreadable = (code: string, ...messages: ReadonlyArray<string>): Read => ({
  kind: "unreadable",
  problems: messages.slice(0, problemsKept).map((message) => ({ message: plain(message), code }))
})

/** @param check whether to hold it against the schema of its version, which takes most of the memory and time */
export const readDescription = async (bytes: Uint8Array, check = true): Promise<Read> => {
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return unreadable("encoding", "The description is not text in UTF-8")
  }
  const parsed = parse(text)
  if ("messages" in parsed) return unreadable("syntax", ...parsed.messages)
  const { format, value } = parsed
  const surveyed = survey(value)
  if ("limit" in surveyed) return unreadable("too-large", surveyed.limit)
  if (!isRecord(value)) return unreadable("format", "The description must be an object, with openapi or swagger in it")
  const root = withVersion(value)
  if (root === undefined) {
    return unreadable("version", "The description must say openapi: 3.x or swagger: 2.0 at its top")
  }
  const problems = check ? [...(await invalidities(root)), ...surveyed.references] : []
  let upgraded: unknown
  try {
    upgraded = upgrade(root, "3.1")
  } catch (error) {
    return unreadable("format", `The description does not have the form of OpenAPI: ${String(error)}`)
  }
  if (!isRecord(upgraded)) return unreadable("format", "The description does not have the form of OpenAPI")
  // what an older version was turned into may be larger than it
  const checked = survey(upgraded)
  if ("limit" in checked) return unreadable("too-large", checked.limit)
  const { content, index } = makeIndex(upgraded)
  return {
    kind: "description",
    format,
    content,
    index,
    problems: problems.slice(0, problemsKept),
    problemCount: problems.length
  }
}

const parse = (
  text: string
): { readonly format: "json" | "yaml"; readonly value: unknown } | { readonly messages: ReadonlyArray<string> } => {
  let jsonError: unknown
  try {
    return { format: "json", value: JSON.parse(text) as unknown }
  } catch (error) {
    jsonError = error
  }
  // YAML reads JSON too, and says worse what is wrong with it
  if (/^\s*[{[]\s*["}\]]/.test(text)) return { messages: [`The JSON cannot be read: ${String(jsonError)}`] }
  try {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, {
      merge: true,
      uniqueKeys: false,
      stringKeys: false,
      lineCounter,
      // each would show its line, which may be the whole text
      prettyErrors: false
    })
    if (document.errors.length > 0) {
      const messages = document.errors.slice(0, problemsKept).map(({ message, pos }) => {
        const { col, line } = lineCounter.linePos(pos[0])
        return `The YAML cannot be read: ${message} at line ${line}, column ${col}`
      })
      return { messages }
    }
    return { format: "yaml", value: document.toJS({ maxAliasCount: mostAliases }) as unknown }
  } catch (error) {
    return { messages: [`The YAML cannot be read: ${String(error)}`] }
  }
}

/** The description with its version as text, also where YAML took it for a number; `undefined` without a known one. */
const withVersion = (root: JsonObject): JsonObject | undefined => {
  const { openapi, swagger } = root
  if (typeof openapi === "string" && /^3\.[0-9]+(?:\.|$)/.test(openapi)) return root
  if (openapi === 3) return { ...root, openapi: "3.0.0" }
  if (typeof openapi === "number" && openapi > 3 && openapi < 4) return { ...root, openapi: `${openapi}.0` }
  if (swagger === "2.0") return root
  return swagger === 2 || swagger === "2" ? { ...root, swagger: "2.0" } : undefined
}

/** One for all: it compiles the schema of each version once, which takes longer than most descriptions. */
let validator: Promise<Validator> | undefined
const loadValidator = async (): Promise<Validator> =>
  new (await import("@seriousme/openapi-schema-validator")).Validator()

/** What the schema of the description's version has against it. */
const invalidities = async (root: JsonObject): Promise<ReadonlyArray<SpecProblem>> => {
  try {
    validator ??= loadValidator()
    const { errors, valid } = await (await validator).validate(structuredClone(root))
    if (valid || errors === undefined) return []
    if (typeof errors === "string") return [{ message: plain(errors), code: "schema" }]
    return errors.map(({ instancePath, message, params }) => {
      const what = Object.values(params ?? {})
        .filter((value) => typeof value === "string")
        .join(", ")
      return {
        message: plain(`${instancePath || "/"} ${message ?? "is wrong"}${what === "" ? "" : ` (${what})`}`),
        code: "schema"
      }
    })
  } catch (error) {
    return [{ message: plain(`The description could not be checked: ${String(error)}`), code: "schema" }]
  }
}
