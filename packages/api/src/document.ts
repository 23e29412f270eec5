/** The OpenAPI document, as the public client and people know it, from what Effect derives of the contract. */
import { maxLimit } from "@octavo/core/kernel/shared/pagination"
import { exampleOf } from "./examples.ts"

type Json = Record<string, any>

/** `limit` of a list as what it is, not as the text that carries it. */
const limitSchema = { type: "integer", minimum: 0, maximum: maxLimit, description: "How many items to return" }

interface Operation {
  operationId: string
  readonly parameters: ReadonlyArray<{ readonly in: string; readonly name: string; schema: unknown }>
  readonly requestBody?: { readonly content?: Json }
  readonly responses: Record<string, { readonly content?: Json; readonly $ref?: string }>
}

const operationsOf = (document: Json): ReadonlyArray<Operation> =>
  Object.values<Record<string, Operation>>(document["paths"]).flatMap((methods) => Object.values(methods))

/** JSON has no infinite numbers, which Effect writes as words. */
const isInfinite = (option: Json): boolean => option["enum"]?.includes("Infinity") === true

/** Whether a schema says nothing of the fields of its objects. */
const isAnyObject = (value: any): boolean =>
  value?.type === "object" && value.properties === undefined && value.additionalProperties === undefined

/**
 * Objects may hold more than is listed: unknown fields are ignored on the way in and may be added on the way out. Where
 * none is listed the fields are any: generators of clients take such an object for an empty one unless it is said.
 */
const opened = (document: Json): Json =>
  JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === "additionalProperties" && value === false) return undefined
    if (isAnyObject(value)) return { ...value, additionalProperties: true }
    if (!Array.isArray(value?.anyOf) || !value.anyOf.some(isInfinite)) return value
    const { anyOf, ...rest } = value
    const finite = anyOf.filter((option: Json) => !isInfinite(option))
    return finite.length === 1 ? { ...finite[0], ...rest } : { ...rest, anyOf: finite }
  })

/** Words that a query carries for a boolean. */
const isBooleanWord = (word: unknown): boolean => word === "true" || word === "false"

/** A boolean of a query as what it is, not as the text that carries it; beside other words where there are some. */
const queryBoolean = ({ enum: words, type: _, ...rest }: Json): Json => {
  const others = words.filter((word: unknown) => !isBooleanWord(word))
  return others.length === 0
    ? { type: "boolean", ...rest }
    : { anyOf: [{ type: "boolean" }, { type: "string", enum: others }], ...rest }
}

/** A body that may be left out is optional. Effect writes one that may be `null`, which is how an absent one is read. */
const leaveOutBodies = (document: Json): void => {
  for (const { requestBody } of operationsOf(document) as ReadonlyArray<{ requestBody?: Json }>) {
    const body = requestBody?.["content"]?.["application/json"]
    const options: ReadonlyArray<Json> | undefined = body?.schema.anyOf
    const given = options?.filter((option) => option["type"] !== "null")
    if (requestBody === undefined || given === undefined || given.length === options?.length) continue
    requestBody["required"] = false
    const { anyOf: _, ...rest } = body.schema
    body.schema = given.length === 1 ? { ...given[0], ...rest } : { ...rest, anyOf: given }
  }
}

/** Every body of a request or an answer has an example: with its name where it has one, else where it is used. */
const giveExamples = (document: Json): void => {
  const schemas: Json = document["components"].schemas
  for (const { requestBody, responses } of operationsOf(document)) {
    for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
      const body: Json | undefined = content?.["application/json"]
      if (body === undefined) continue
      const name: string | undefined = body["schema"]?.$ref?.split("/").at(-1)
      if (name === undefined) body["example"] = exampleOf(schemas, body["schema"])
      else schemas[name].examples ??= [exampleOf(schemas, schemas[name])]
    }
  }
}

/** What stands before all operations, and no handler answers: a client that asks too often is refused. */
const tooMany = {
  description:
    "More requests came than the client may send, too many tries failed, or too much work waits for the caller",
  headers: {
    "Retry-After": {
      description: "Seconds until the client may come again",
      required: true,
      schema: { type: "integer", minimum: 1 },
      example: 42
    },
    "X-RateLimit-Limit": {
      description: "Requests that the client may send in a minute",
      schema: { type: "integer" },
      example: 1000
    },
    "X-RateLimit-Remaining": {
      description: "How many of them are left",
      schema: { type: "integer", minimum: 0 },
      example: 0
    },
    "X-RateLimit-Reset": {
      description:
        "When all of them are left again, in seconds since 1970. Answers to requests that are taken have it too",
      schema: { type: "integer" },
      example: 1790000042
    }
  },
  content: { "application/json": { schema: { $ref: "#/components/schemas/TooManyRequests" } } }
}

const tooManyBody = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { code: { type: "integer", enum: [429] }, message: { type: "string" } },
      required: ["code", "message"]
    }
  },
  required: ["error"],
  description: "Too many requests came from one client",
  examples: [{ error: { code: 429, message: "More than 1000 requests came in a minute; try again in 42 seconds" } }]
}

/** Of every answer to a request that may have had something that nobody knows. */
const ignoredHeader = {
  description:
    "Fields of the body and parameters of the query that the operation does not know, and ignored: `body.titel, " +
    "query.limt`. Ten at most, then an ellipsis. Absent when there were none",
  schema: { type: "string" },
  example: "body.titel, query.limt"
}

const tellIgnored = (document: Json): void => {
  document["components"].headers = { IgnoredFields: ignoredHeader }
  for (const { responses } of operationsOf(document)) {
    for (const [status, response] of Object.entries<Json>(responses)) {
      if (!/^2|^400$/.test(status)) continue
      response["headers"] = {
        ...response["headers"],
        "Octavo-Ignored-Fields": { $ref: "#/components/headers/IgnoredFields" }
      }
    }
  }
}

const refuseTooMany = (document: Json): void => {
  document["components"].schemas.TooManyRequests = tooManyBody
  document["components"].responses = { TooManyRequests: tooMany }
  for (const { responses } of operationsOf(document))
    responses["429"] = { $ref: "#/components/responses/TooManyRequests" }
}

/** How the library's own client is told of failures within a stream: there are none here. */
const plainStreams = (document: Json): void => {
  for (const { responses } of operationsOf(document))
    for (const { content = {} } of Object.values<Json>(responses))
      for (const type of Object.values<Json>(content)) delete type["x-effect-stream"]
}

/** Reads take no text that could be too long. */
const refuseLength = (document: Json): void => {
  for (const methods of Object.values<Json>(document["paths"])) delete methods["get"]?.responses?.["413"]
}

/** Operations by their plain names, as the client's methods are called; everything described, with examples. */
export const toDocument = (derived: Json): Json => {
  const document = opened(derived)
  for (const operation of operationsOf(document)) {
    operation.operationId = operation.operationId.slice(operation.operationId.lastIndexOf(".") + 1)
    for (const parameter of operation.parameters) {
      if (parameter.in !== "query") continue
      if (parameter.name === "limit") parameter.schema = limitSchema
      else if ((parameter.schema as Json)["enum"]?.some(isBooleanWord)) {
        parameter.schema = queryBoolean(parameter.schema as Json)
      }
    }
  }
  leaveOutBodies(document)
  giveExamples(document)
  tellIgnored(document)
  refuseTooMany(document)
  refuseLength(document)
  plainStreams(document)
  // said of all operations, with what else a 429 may mean
  delete document["components"].schemas.TooMuchWork
  document["info"].license = { name: "Apache-2.0", identifier: "Apache-2.0" }
  document["servers"] = [{ url: "/", description: "This server" }]
  return document
}
