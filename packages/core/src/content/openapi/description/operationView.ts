/** An operation as readers see it: everything that is needed to call it, in one value. */
import { defined, ifDefined } from "../../../kernel/shared/defined.ts"
import {
  type Description,
  entriesOf,
  escapePointer,
  isRecord,
  type JsonObject,
  listOf,
  memoized,
  resolve,
  textOf
} from "./Description.ts"
import { exampleOf } from "./exampleOf.ts"
import { type Budget, newBudget, type SchemaView, schemaView } from "./schemaView.ts"

export const places = ["path", "query", "header", "cookie"] as const
export type Place = (typeof places)[number]

export interface ParameterView {
  readonly name: string
  readonly in: Place
  readonly required: boolean
  readonly deprecated: boolean
  readonly description?: string
  readonly schema: SchemaView
  /** A value to begin with, as text; absent where nobody knows one. */
  readonly example?: string
}

export interface ExampleView {
  /** What it shows. */
  readonly title?: string
  readonly language: string
  readonly text: string
}

export interface ContentView {
  readonly mediaType: string
  /** Other types of the same content. */
  readonly alike: ReadonlyArray<string>
  readonly schema: SchemaView | undefined
  readonly examples: ReadonlyArray<ExampleView>
  /** What an example is, before it is text. */
  readonly value: unknown
}

export interface ResponseView {
  readonly status: string
  readonly description?: string
  readonly headers: ReadonlyArray<{ readonly name: string; readonly description?: string; readonly schema: SchemaView }>
  readonly contents: ReadonlyArray<ContentView>
}

/** One way to be let in: all of its parts are needed. */
export type SecurityView = ReadonlyArray<{
  readonly name: string
  readonly kind: "http" | "apiKey" | "oauth2" | "openIdConnect" | "mutualTLS" | "other"
  /** `bearer`, `basic`. */
  readonly scheme?: string
  readonly in?: string
  /** Of the header, query parameter or cookie. */
  readonly key?: string
  readonly description?: string
  readonly scopes: ReadonlyArray<string>
}>

export interface OperationView {
  readonly kind: "operation" | "webhook"
  readonly method: string
  /** Of a webhook: its name. */
  readonly path: string
  readonly summary?: string
  readonly description?: string
  /** Its title and description are said by the page. */
  readonly headless?: true
  readonly deprecated: boolean
  /** Address, with its variables at their defaults; a relative one is of where the description lies. */
  readonly servers: ReadonlyArray<{ readonly url: string; readonly description?: string }>
  /** Several are alternatives; an empty one means that nothing is needed. */
  readonly security: ReadonlyArray<SecurityView>
  readonly parameters: ReadonlyArray<ParameterView>
  readonly body?: {
    readonly required: boolean
    readonly description?: string
    readonly contents: ReadonlyArray<ContentView>
  }
  readonly responses: ReadonlyArray<ResponseView>
  /** Samples of code that the author gives. */
  readonly samples: ReadonlyArray<{ readonly title: string; readonly language: string; readonly code: string }>
}

/** What an operation says of itself; costs less than the whole of it. */
export const operationAbout = (description: Description, path: string, method: string): string | undefined => {
  const item = resolve(description, description.at(`/paths/${escapePointer(path)}`))
  const operation = item?.[method.toLowerCase()]
  return isRecord(operation) ? (textOf(operation["description"]) ?? textOf(item?.["description"])) : undefined
}

/** `undefined` when there is no such operation. */
export const operationView = (description: Description, path: string, method: string): OperationView | undefined =>
  viewAt(description, "operation", "/paths", path, method)

export const webhookView = (description: Description, name: string, method: string): OperationView | undefined =>
  viewAt(description, "webhook", "/webhooks", name, method)

const viewAt = (
  whole: Description,
  kind: OperationView["kind"],
  field: string,
  path: string,
  method: string
): OperationView | undefined => {
  const description = memoized(whole)
  const item = resolve(description, description.at(`${field}/${escapePointer(path)}`))
  const operation = item?.[method.toLowerCase()]
  if (item === undefined || !isRecord(operation)) return undefined
  const budget = newBudget()
  const about = textOf(operation["description"]) ?? textOf(item["description"])
  const summary = textOf(operation["summary"]) ?? textOf(item["summary"])
  const body = resolve(description, operation["requestBody"])
  const aboutBody = textOf(body?.["description"])
  return {
    kind,
    method: method.toLowerCase(),
    path,
    ...defined({ summary, description: about }),
    deprecated: operation["deprecated"] === true,
    servers: serversOf(operation["servers"] ?? item["servers"] ?? description.at("/servers")),
    security: securityOf(description, operation["security"] ?? description.at("/security")),
    parameters: parametersOf(description, [...listOf(item["parameters"]), ...listOf(operation["parameters"])], budget),
    ...ifDefined(body, ({ content, required }) => ({
      body: {
        required: required === true,
        ...defined({ description: aboutBody }),
        contents: contentsOf(description, content, budget, "readOnly")
      }
    })),
    responses: entriesOf(operation["responses"])
      .filter(([status]) => !status.startsWith("x-"))
      .flatMap(([status, found]) => responseOf(description, status, found, budget)),
    samples: samplesOf(operation)
  }
}

const serversOf = (servers: unknown): OperationView["servers"] =>
  listOf(servers).flatMap((server) => {
    if (!isRecord(server) || typeof server["url"] !== "string") return []
    let { url } = server as { url: string }
    for (const [name, variable] of entriesOf(server["variables"])) {
      const value = isRecord(variable) ? variable["default"] : undefined
      if (typeof value === "string") url = url.replaceAll(`{${name}}`, value)
    }
    const about = textOf(server["description"])
    return [{ url: url.replace(/(?<!\/)\/+$/, ""), ...defined({ description: about }) }]
  })

const kinds = new Set(["http", "apiKey", "oauth2", "openIdConnect", "mutualTLS"])

const securityOf = (description: Description, requirements: unknown): OperationView["security"] =>
  listOf(requirements).map((requirement) =>
    entriesOf(requirement).map(([name, scopes]) => {
      const scheme = resolve(description, description.at(`/components/securitySchemes/${escapePointer(name)}`)) ?? {}
      const kind = String(scheme["type"])
      const [word, place, key, about] = ["scheme", "in", "name", "description"].map((field) => textOf(scheme[field]))
      return {
        name,
        kind: kinds.has(kind) ? (kind as SecurityView[number]["kind"]) : "other",
        ...defined({ scheme: word?.toLowerCase(), in: place, key, description: about }),
        scopes: listOf(scopes).filter((scope) => typeof scope === "string")
      }
    })
  )

const isPlace = (value: unknown): value is Place => places.includes(value as Place)

/** Those of the operation count where the path has some of the same name. */
const parametersOf = (
  description: Description,
  found: ReadonlyArray<unknown>,
  budget: Budget
): ReadonlyArray<ParameterView> => {
  const parameters = new Map<string, ParameterView>()
  for (const one of found) {
    const parameter = resolve(description, one)
    const name = parameter?.["name"]
    const place = parameter?.["in"]
    if (parameter === undefined || typeof name !== "string" || !isPlace(place)) continue
    const [[, content] = []] = entriesOf(parameter["content"])
    const schema = parameter["schema"] ?? (isRecord(content) ? content["schema"] : undefined)
    const about = textOf(parameter["description"])
    const example = exampleValue(description, parameter, schema)
    parameters.set(`${place} ${name}`, {
      name,
      in: place,
      required: parameter["required"] === true || place === "path",
      deprecated: parameter["deprecated"] === true,
      ...defined({ description: about }),
      schema: schemaView(description, schema, budget),
      ...defined({ example })
    })
  }
  return [...parameters.values()].sort((a, b) => places.indexOf(a.in) - places.indexOf(b.in))
}

const exampleValue = (description: Description, parameter: JsonObject, schema: unknown): string | undefined => {
  const [[, named] = []] = entriesOf(parameter["examples"])
  const own = resolve(description, schema)
  const value =
    parameter["example"] ??
    resolve(description, named)?.["value"] ??
    own?.["example"] ??
    listOf(own?.["examples"])[0] ??
    own?.["default"] ??
    listOf(own?.["enum"])[0]
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined
}

const responseOf = (
  description: Description,
  status: string,
  found: unknown,
  budget: Budget
): ReadonlyArray<ResponseView> => {
  const response = resolve(description, found)
  if (response === undefined) return []
  const about = textOf(response["description"])
  return [
    {
      status,
      ...defined({ description: about }),
      headers: entriesOf(response["headers"]).flatMap(([name, one]) => {
        const header = resolve(description, one)
        if (header === undefined) return []
        const said = textOf(header["description"])
        return [
          {
            name,
            ...defined({ description: said }),
            schema: schemaView(description, header["schema"], budget)
          }
        ]
      }),
      contents: contentsOf(description, response["content"], budget, "writeOnly")
    }
  ]
}

const mostContents = 6
const mostExamples = 6
const longestExample = 20_000

const contentsOf = (
  description: Description,
  content: unknown,
  budget: Budget,
  hidden: "readOnly" | "writeOnly"
): ReadonlyArray<ContentView> => {
  const types = new Map<string, Array<string>>()
  for (const [mediaType, found] of entriesOf(content)) {
    const key = JSON.stringify(found)
    types.set(key, [...(types.get(key) ?? []), mediaType])
  }
  return [...types.values()].slice(0, mostContents).flatMap(([mediaType = "", ...alike]) => {
    const found = isRecord(content) ? content[mediaType] : undefined
    if (!isRecord(found)) return []
    const { schema } = found
    const named = entriesOf(found["examples"]).flatMap(([name, one]) => {
      const example = resolve(description, one)
      return example?.["value"] === undefined
        ? []
        : [{ title: textOf(example["summary"]) ?? name, value: example["value"] }]
    })
    const given = found["example"] === undefined ? named : [{ title: undefined, value: found["example"] }]
    const made = schema === undefined ? undefined : exampleOf(description, schema, hidden)
    const shown = given.length > 0 ? given : made === undefined ? [] : [{ title: undefined, value: made }]
    return [
      {
        mediaType,
        alike,
        schema: schema === undefined ? undefined : schemaView(description, schema, budget),
        examples: shown.slice(0, mostExamples).map(({ title, value }) => ({
          ...defined({ title }),
          ...written(mediaType, value)
        })),
        value: shown[0]?.value
      }
    ]
  })
}

export const isJson = (mediaType: string): boolean => /[/+]json\b/i.test(mediaType)

const written = (mediaType: string, value: unknown): { readonly language: string; readonly text: string } => {
  const isText = typeof value === "string" && !isJson(mediaType)
  const text = isText ? value : (JSON.stringify(value, null, 2) ?? "null")
  const language = isText ? (/xml/i.test(mediaType) ? "xml" : /ya?ml/i.test(mediaType) ? "yaml" : "text") : "json"
  return { language, text: text.length > longestExample ? `${text.slice(0, longestExample)}\n…` : text }
}

const samplesOf = (operation: JsonObject): OperationView["samples"] =>
  listOf(operation["x-codeSamples"] ?? operation["x-code-samples"]).flatMap((sample) => {
    if (!isRecord(sample)) return []
    const code = textOf(sample["source"])
    const language = textOf(sample["lang"])
    if (code === undefined || language === undefined) return []
    return [{ title: textOf(sample["label"]) ?? language, language: language.toLowerCase(), code }]
  })
