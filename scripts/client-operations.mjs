/** The table of operations that the client of Promises sends requests by: all that it has of the contract when it runs. */
import { Schema, SchemaAST } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Api } from "../packages/api/src/Api.ts"

/** `change-requests` as a name in a program: `changeRequests`. */
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())

/** Answers without a body by their status alone. */
const bodiless = [204, 205, 304]

/** The path with `?` behind what may be empty: `/spaces/:spaceId/content/path/:pagePath?`. */
const pathOf = ({ params, path }) => {
  const fields = params === undefined ? [] : SchemaAST.toType(params.ast).propertySignatures
  const known = new Map(fields.map(({ name, type }) => [name, Schema.make(type)]))
  return path.replace(/:(\w+)/g, (whole, name) => (Schema.is(known.get(name))("") ? `${whole}?` : whole))
}

/** Statuses of answers, where there are others than one of 200 with JSON; `none`: no answer has a body. */
const answersOf = (identifier, successes, { responses }) => {
  if (responses[200]?.content?.[events] !== undefined) return ["events"]
  const statuses = [...successes.keys()].sort()
  const hasBody = (status) => responses[status].content !== undefined
  // a status that must have no body has none, and one that may have has one
  const isPlain = statuses.every((status) => hasBody(status) !== bodiless.includes(status))
  if (isPlain) return `${statuses}` === "200" ? [] : statuses
  if (statuses.some(hasBody)) throw new Error(`${identifier}: no status alone tells which answer has a body`)
  return [...statuses, "none"]
}

/** What a stream of events is. */
const events = "text/event-stream"

/** Fails where an operation has what the client does not know how to send or to read. */
const check = (identifier, { parameters, requestBody, responses }) => {
  const types = [requestBody, ...Object.values(responses)].flatMap((one) => Object.keys(one?.content ?? {}))
  if (
    parameters.some((one) => one.in === "header") ||
    types.some((type) => type !== "application/json" && type !== events)
  )
    throw new Error(`${identifier}: the client knows nothing of headers, or of bodies that are not JSON`)
}

export const clientOperations = () => {
  const documented = new Map(
    Object.values(OpenApi.fromApi(Api).paths).flatMap((methods) =>
      Object.values(methods).map((one) => [one.operationId, one])
    )
  )
  const groups = new Map()
  HttpApi.reflect(Api, {
    onGroup: ({ group }) => groups.set(camel(group.identifier), []),
    onEndpoint: ({ endpoint, group, successes }) => {
      const { identifier, method } = endpoint
      const document = documented.get(identifier)
      check(identifier, document)
      const line = [method, pathOf(endpoint), ...answersOf(identifier, successes, document)].join(" ")
      groups.get(camel(group.identifier)).push([identifier, line])
    }
  })
  const lines = [...groups].map(([group, endpoints]) => {
    const methods = endpoints.map(([name, line], at) => {
      const comma = at < endpoints.length - 1 ? "," : ""
      const written = `    ${name}: "${line}"${comma}`
      return written.length <= 120 ? written : `    ${name}:\n      "${line}"${comma}`
    })
    return `  ${group}: {\n${methods.join("\n")}\n  }`
  })
  return `/**
 * Every operation of the contract, from which \`node scripts/docs.mjs\` makes this file: its method, its path (with \`?\`
 * behind a part that may be empty), and the statuses of its answers where there are others than 200. Answers have JSON,
 * but those of 204, 205 and 304; \`none\`: no answer of the operation has anything; \`events\`: it is a stream of them.
 */
export const operations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
${lines.join(",\n")}
}
`
}
