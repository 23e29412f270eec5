/** A form that sends an operation from the reader's browser. It is hidden until the page's script can work. */
import { type OperationView, places } from "@octavo/core/content/openapi/description/operationView"
import { attributes, element, escaped, type Html, html, none } from "../../html/html.ts"
import type { Context } from "../context.ts"

/** Hosts that one page may be let to ask. */
const mostOrigins = 5

/** Absolute addresses of servers; others are of where the description lies, and that is not told. */
const serversOf = (operation: OperationView): ReadonlyArray<URL> =>
  operation.servers.flatMap(({ url }) => {
    const parsed = URL.parse(url)
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === "" ? [parsed] : []
  })

interface Input {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly value?: string | undefined
  readonly type: "text" | "password"
  readonly prefix?: string | undefined
}

/** What the first way to be let in wants to be sent. Browsers set no cookies of other sites. */
const secrets = (operation: OperationView): ReadonlyArray<Input> =>
  (operation.security[0] ?? []).flatMap(({ in: place, key, kind, scheme }): ReadonlyArray<Input> => {
    const common = { required: false, type: "password" } as const
    if (kind === "apiKey") {
      return key === undefined || place === "cookie" ? [] : [{ ...common, name: key, in: place ?? "header" }]
    }
    if (kind === "mutualTLS" || kind === "other") return []
    const prefix = kind === "http" && scheme === "basic" ? "Basic " : "Bearer "
    return [{ ...common, name: "Authorization", in: "header", prefix }]
  })

export const drawTry = (operation: OperationView, level: number, context: Context): Html => {
  const { state } = context
  const [server] = serversOf(operation)
  if (operation.kind === "webhook" || operation.method !== "get" || server === undefined) return none
  if (!state.connects.has(server.origin) && state.connects.size >= mostOrigins) return none
  state.connects.add(server.origin)
  const { labels } = state
  const inputs: ReadonlyArray<Input> = [
    ...secrets(operation),
    ...operation.parameters
      .filter((one) => one.in !== "cookie" && places.includes(one.in))
      .map(({ example, in: place, name, required }) => ({
        name,
        in: place,
        required,
        value: required ? example : undefined,
        type: "text" as const
      }))
  ]
  const group = `Try-${++state.groups}`
  const fields = inputs.map(({ in: place, name, prefix, required, type, value }, n) => {
    const id = `${group}-${n + 1}`
    const input = attributes({
      id,
      type,
      value,
      required: required || undefined,
      autocomplete: "off",
      spellcheck: "false",
      "data-name": name,
      "data-in": place,
      "data-prefix": prefix
    })
    return html`<label for="${id}"><code>${name}</code> <span class="field-type">${place}</span></label><input${input}>`
  })
  const form = attributes({
    class: "try",
    hidden: true,
    "data-url": server.href.replace(/(?<!\/)\/+$/, "") + operation.path,
    "data-failed": labels.tryFailed
  })
  const title = element(`h${level}`, { class: "op-label" }, escaped(labels.tryIt))
  const target = html`<p class="try-url"><code>GET ${server.href.replace(/(?<!\/)\/+$/, "") + operation.path}</code></p>`
  const button = html`<button class="button" type="submit">${labels.send}</button>`
  const output = html`<div class="try-answer" role="status"></div>`
  return html`<form${form}>${title}${target}${fields}${button}${output}</form>`
}
