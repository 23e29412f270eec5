/** MCP servers of others that a site offers beside its own. As the store keeps them, and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { type InstanceConfig, location } from "../../kernel/shared/Instance.ts"
import { Text } from "../../kernel/shared/text.ts"

const Transport = Schema.Literals(["sse", "http"])

export interface McpServerRecord {
  readonly id: string
  readonly siteId: string
  readonly name: string
  readonly url: string
  readonly transport: typeof Transport.Type
  /** Headers of requests to it, as JSON, sealed: they hold tokens. */
  readonly sealedHeaders: string
  /** Expression that decides which visitors get it. */
  readonly condition: string | null
  readonly createdAt: string
}

export const McpServer = Schema.Struct({
  object: Schema.Literal("site-mcp-server"),
  id: Schema.String,
  name: Schema.String,
  url: Schema.String,
  transport: Transport,
  headers: Schema.Record(Schema.String, Schema.String).annotate({
    description: "Admins of the site see the values; for others each is a row of dots."
  }),
  condition: Schema.optionalKey(Schema.String),
  urls: Schema.Struct({ location: Schema.String })
}).annotate({ identifier: "SiteMcpServer" })
export type McpServer = typeof McpServer.Type

/** How many MCP servers a site may have. */
export const mostMcpServers = 100
const mostHeaders = 50
const longestHeader = 512

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/
/** No line end: a value cannot begin another header. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Why these cannot be headers of a request (RFC 9110, 5). */
export const headersProblem = (headers: Readonly<Record<string, string>>): string | undefined => {
  const names = Object.keys(headers)
  if (names.length > mostHeaders) return `must be at most ${mostHeaders} headers`
  const seen = new Set<string>()
  for (const name of names) {
    const shown = JSON.stringify(name.slice(0, 60))
    if (!token.test(name)) return `${shown} is no name of a header`
    if (seen.has(name.toLowerCase())) return `${shown} is named twice`
    seen.add(name.toLowerCase())
    const value = headers[name]!
    if (value === "" || value.length > longestHeader) return `${shown} must have 1 to ${longestHeader} characters`
    if (!headerValue.test(value)) return `${shown} must be one line of Latin text`
  }
  return undefined
}

const Headers = Schema.Record(Schema.String, Schema.String).check(
  Schema.makeFilter((headers) => headersProblem(headers) ?? true)
)

const Url = Text(0, 2048).check(
  Schema.makeFilter((url) => {
    const parsed = /^https?:\/\/[^\s\\]+$/i.test(url) ? URL.parse(url) : null
    if (parsed === null) return "must be an http or https address"
    return (parsed.username === "" && parsed.password === "") || "must not hold a password: use headers for that"
  })
)
const Name = Text(1, 100)
const Condition = Schema.NullOr(Text(0, 1024))

/** Body of `POST .../mcp-servers`. */
export const NewMcpServer = Schema.Struct({
  name: Name,
  url: Url,
  transport: Schema.optionalKey(Transport),
  headers: Schema.optionalKey(Headers),
  condition: Schema.optionalKey(Condition)
})
export type NewMcpServer = typeof NewMcpServer.Type

/** Body of `PATCH .../mcp-servers/{siteMcpServerId}`; `headers` replaces all of them. */
export const McpServerUpdate = Schema.Struct({
  name: Schema.optionalKey(Name),
  url: Schema.optionalKey(Url),
  transport: Schema.optionalKey(Transport),
  headers: Schema.optionalKey(Headers),
  condition: Schema.optionalKey(Condition)
})
export type McpServerUpdate = typeof McpServerUpdate.Type

const mask = "••••••••"

export const masked = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, mask]))

export const toMcpServer = (
  instance: InstanceConfig,
  organizationId: string,
  server: McpServerRecord,
  headers: Readonly<Record<string, string>>
): McpServer => ({
  object: "site-mcp-server",
  id: server.id,
  name: server.name,
  url: server.url,
  transport: server.transport,
  headers,
  ...present({ condition: server.condition }),
  urls: { location: location(instance, `/orgs/${organizationId}/sites/${server.siteId}/mcp-servers/${server.id}`) }
})
