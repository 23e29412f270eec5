/** How an operation is called, in five languages. What stands in capitals is the reader's to put in. */
import { defined } from "../../../kernel/shared/defined.ts"
import { isJson, type OperationView } from "./operationView.ts"

export interface Sample {
  readonly title: string
  /** For highlighting. */
  readonly language: string
  readonly code: string
  /** What the others send: a file beside them, named by the title. */
  readonly isFile?: true
}

type Pairs = ReadonlyArray<readonly [name: string, value: string]>

interface Request {
  readonly method: string
  readonly url: string
  readonly headers: Pairs
  readonly body?:
    | { readonly kind: "json"; readonly value: unknown }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "form"; readonly multipart: boolean; readonly fields: Pairs }
    | { readonly kind: "file"; readonly name: string; readonly language: string; readonly text: string }
}

/** A body of more characters is shown once, as a file that each language sends. */
const longestInline = 4000

/** The author's own first, then those that are made. A webhook is not called by readers. */
export const samplesOf = (operation: OperationView): ReadonlyArray<Sample> => {
  if (operation.kind === "webhook") return operation.samples
  const request = requestOf(operation)
  const taken = new Set(operation.samples.map(({ title }) => title.toLowerCase()))
  const made = [
    { title: "cURL", language: "bash", code: curl(request) },
    { title: "JavaScript", language: "javascript", code: javascript(request) },
    { title: "Python", language: "python", code: python(request) },
    { title: "Go", language: "go", code: go(request) },
    { title: "PHP", language: "php", code: php(request) }
  ]
  const { body } = request
  const file =
    body?.kind === "file"
      ? [{ title: body.name, language: body.language, code: body.text, isFile: true } satisfies Sample]
      : []
  return [...operation.samples, ...made.filter(({ title }) => !taken.has(title.toLowerCase())), ...file]
}

/** Address of an operation, with what is needed in it. */
const addressOf = ({ parameters, path, servers }: OperationView, more: Pairs = []): string => {
  const base = servers[0]?.url ?? ""
  const filled = path.replace(/\{([^{}/]+)\}/g, (whole, name) => {
    const example = parameters.find((one) => one.in === "path" && one.name === name)?.example
    return example === undefined ? whole : encodeURIComponent(example)
  })
  const query = [
    ...parameters
      .filter((one) => one.in === "query" && one.required)
      .map(({ example, name }): readonly [string, string] => [name, example ?? "VALUE"]),
    ...more
  ]
  const text = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&")
  return `${base}${filled}${text === "" ? "" : `${filled.includes("?") ? "&" : "?"}${text}`}`
}

const requestOf = (operation: OperationView): Request => {
  const headers: Array<readonly [string, string]> = []
  const query: Array<readonly [string, string]> = []
  const cookies: Array<string> = []
  for (const { in: place, key, kind, scheme } of operation.security[0] ?? []) {
    if (kind === "apiKey" && key !== undefined) {
      if (place === "query") query.push([key, "YOUR_API_KEY"])
      else if (place === "cookie") cookies.push(`${key}=YOUR_API_KEY`)
      else headers.push([key, "YOUR_API_KEY"])
    } else if (kind === "http" && scheme === "basic") headers.push(["Authorization", "Basic YOUR_CREDENTIALS"])
    else if (kind === "http" && scheme !== undefined && scheme !== "bearer") {
      headers.push(["Authorization", `${scheme} YOUR_CREDENTIALS`])
    } else if (kind !== "mutualTLS" && kind !== "other") headers.push(["Authorization", "Bearer YOUR_TOKEN"])
  }
  for (const { example, in: place, name, required } of operation.parameters) {
    if (!required) continue
    if (place === "header") headers.push([name, example ?? "VALUE"])
    if (place === "cookie") cookies.push(`${name}=${example ?? "VALUE"}`)
  }
  if (cookies.length > 0) headers.push(["Cookie", cookies.join("; ")])
  const [content] = operation.body?.contents ?? []
  if (content !== undefined && !/multipart/i.test(content.mediaType)) headers.push(["Content-Type", content.mediaType])
  const answered = operation.responses.find(({ status }) => /^(?:2|default)/.test(status))?.contents[0]?.mediaType
  if (answered !== undefined) headers.push(["Accept", answered])
  const body = content === undefined ? undefined : bodyOf(content.mediaType, content.value)
  return {
    method: operation.method.toUpperCase(),
    url: addressOf(operation, query),
    headers: headers.filter(([, value]) => !/[\r\n]/.test(value)),
    ...defined({ body })
  }
}

const bodyOf = (mediaType: string, value: unknown): Request["body"] => {
  if (/form-data|x-www-form-urlencoded/i.test(mediaType)) {
    const fields = typeof value === "object" && value !== null ? Object.entries(value) : []
    return {
      kind: "form",
      multipart: /form-data/i.test(mediaType),
      fields: fields.map(([name, one]) => [name, typeof one === "string" ? one : JSON.stringify(one)] as const)
    }
  }
  if (isJson(mediaType)) {
    const text = json(value ?? {})
    if (text.length > longestInline) return { kind: "file", name: "body.json", language: "json", text }
    return { kind: "json", value: value ?? {} }
  }
  const text = typeof value === "string" ? value : json(value ?? "")
  if (text.length > longestInline) return { kind: "file", name: "body.txt", language: languageOf(mediaType), text }
  return { kind: "text", text }
}

const languageOf = (mediaType: string): string =>
  /(?:^|[/+])(xml|yaml|html|csv|css)\b/i.exec(mediaType)?.[1]?.toLowerCase() ?? "text"

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`)
const json = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null"
const quoted = (text: string): string => JSON.stringify(text)

/** A word of a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curl = ({ body, headers, method, url }: Request): string => {
  const parts = [method === "GET" ? `curl ${shell(url)}` : `curl -X ${method} ${shell(url)}`]
  for (const [name, value] of headers) parts.push(`-H ${shell(`${name}: ${value}`)}`)
  if (body?.kind === "json") parts.push(`-d ${shell(json(body.value))}`)
  if (body?.kind === "text") parts.push(`--data-binary ${shell(body.text)}`)
  if (body?.kind === "file") parts.push(`--data-binary @${body.name}`)
  if (body?.kind === "form") {
    for (const [name, value] of body.fields) {
      parts.push(`${body.multipart ? "-F" : "--data-urlencode"} ${shell(`${name}=${value}`)}`)
    }
  }
  return parts.join(" \\\n  ")
}

const javascript = ({ body, headers, method, url }: Request): string => {
  const before: Array<string> = []
  const options: Array<string> = method === "GET" ? [] : [`method: ${quoted(method)}`]
  if (headers.length > 0) {
    options.push(
      `headers: {\n${headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)}`).join(",\n")}\n  }`
    )
  }
  if (body?.kind === "json") options.push(`body: JSON.stringify(${indented(json(body.value), "  ")})`)
  if (body?.kind === "text") options.push(`body: ${quoted(body.text)}`)
  if (body?.kind === "file") {
    before.push('import { readFile } from "node:fs/promises"')
    options.push(`body: await readFile(${quoted(body.name)})`)
  }
  if (body?.kind === "form") {
    before.push(`const form = new ${body.multipart ? "FormData" : "URLSearchParams"}()`)
    for (const [name, value] of body.fields) before.push(`form.append(${quoted(name)}, ${quoted(value)})`)
    options.push("body: form")
  }
  const call =
    options.length === 0
      ? `const response = await fetch(${quoted(url)})`
      : `const response = await fetch(${quoted(url)}, {\n  ${options.join(",\n  ")}\n})`
  return [
    ...before,
    ...(before.length > 0 ? [""] : []),
    call,
    "console.log(response.status, await response.text())"
  ].join("\n")
}

/** A value as Python writes it. */
const pythonic = (value: unknown, indent = ""): string => {
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]"
    return `[\n${value.map((one) => `${inner}${pythonic(one, inner)}`).join(",\n")}\n${indent}]`
  }
  if (typeof value === "object") {
    const entries = Object.entries(value)
    if (entries.length === 0) return "{}"
    return `{\n${entries.map(([key, one]) => `${inner}${quoted(key)}: ${pythonic(one, inner)}`).join(",\n")}\n${indent}}`
  }
  return JSON.stringify(value)
}

const python = ({ body, headers, method, url }: Request): string => {
  const given: Array<string> = [quoted(method), quoted(url)]
  const own = body?.kind === "json" ? headers.filter(([name]) => name !== "Content-Type") : headers
  if (own.length > 0) given.push(`headers=${pythonic(Object.fromEntries(own), "    ")}`)
  if (body?.kind === "json") given.push(`json=${pythonic(body.value, "    ")}`)
  if (body?.kind === "text") given.push(`data=${quoted(body.text)}.encode()`)
  if (body?.kind === "file") given.push(`data=open(${quoted(body.name)}, "rb")`)
  if (body?.kind === "form") {
    const fields = Object.fromEntries(body.fields)
    given.push(
      body.multipart
        ? `files={\n${body.fields.map(([name, value]) => `        ${quoted(name)}: (None, ${quoted(value)})`).join(",\n")}\n    }`
        : `data=${pythonic(fields, "    ")}`
    )
  }
  return `import requests\n\nresponse = requests.request(\n    ${given.join(",\n    ")}\n)\nprint(response.status_code, response.text)`
}

/** Text of Go: as it is where that can be. */
const goText = (text: string): string => (text.includes("`") || text.includes("\r") ? quoted(text) : `\`${text}\``)

const go = ({ body, headers, method, url }: Request): string => {
  const imports = ["fmt", "io", "net/http"]
  const before: Array<string> = []
  let reader = "nil"
  let type = ""
  if (body?.kind === "json" || body?.kind === "text") {
    imports.push("strings")
    before.push(`body := strings.NewReader(${goText(body.kind === "json" ? json(body.value) : body.text)})`)
    reader = "body"
  } else if (body?.kind === "file") {
    imports.push("os")
    before.push(`body, _ := os.Open(${quoted(body.name)})`, "defer body.Close()")
    reader = "body"
  } else if (body?.kind === "form" && body.multipart) {
    imports.push("bytes", "mime/multipart")
    before.push("var body bytes.Buffer", "form := multipart.NewWriter(&body)")
    for (const [name, value] of body.fields) before.push(`form.WriteField(${quoted(name)}, ${quoted(value)})`)
    before.push("form.Close()")
    reader = "&body"
    type = 'request.Header.Set("Content-Type", form.FormDataContentType())'
  } else if (body?.kind === "form") {
    imports.push("net/url", "strings")
    before.push("form := url.Values{}")
    for (const [name, value] of body.fields) before.push(`form.Set(${quoted(name)}, ${quoted(value)})`)
    reader = "strings.NewReader(form.Encode())"
  }
  const lines = [
    ...before,
    `request, _ := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})`,
    ...headers.map(([name, value]) => `request.Header.Set(${quoted(name)}, ${quoted(value)})`),
    ...(type === "" ? [] : [type]),
    "response, err := http.DefaultClient.Do(request)",
    "if err != nil {",
    "\tpanic(err)",
    "}",
    "defer response.Body.Close()",
    "text, _ := io.ReadAll(response.Body)",
    "fmt.Println(response.StatusCode, string(text))"
  ]
  const named = imports.toSorted().map((name) => `\t${quoted(name)}`)
  return `package main\n\nimport (\n${named.join("\n")}\n)\n\nfunc main() {\n\t${lines.join("\n\t")}\n}`
}

/** Text of PHP. */
const phpText = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const php = ({ body, headers, method, url }: Request): string => {
  const options: Array<string> = ["CURLOPT_RETURNTRANSFER => true", `CURLOPT_CUSTOMREQUEST => ${phpText(method)}`]
  if (headers.length > 0) {
    options.push(
      `CURLOPT_HTTPHEADER => [\n${headers.map(([name, value]) => `        ${phpText(`${name}: ${value}`)},`).join("\n")}\n    ]`
    )
  }
  if (body?.kind === "json") options.push(`CURLOPT_POSTFIELDS => ${phpText(json(body.value))}`)
  if (body?.kind === "text") options.push(`CURLOPT_POSTFIELDS => ${phpText(body.text)}`)
  if (body?.kind === "file") options.push(`CURLOPT_POSTFIELDS => file_get_contents(${phpText(body.name)})`)
  if (body?.kind === "form") {
    const fields = `[\n${body.fields.map(([name, value]) => `        ${phpText(name)} => ${phpText(value)},`).join("\n")}\n    ]`
    options.push(`CURLOPT_POSTFIELDS => ${body.multipart ? fields : `http_build_query(${fields})`}`)
  }
  return [
    "<?php",
    `$request = curl_init(${phpText(url)});`,
    `curl_setopt_array($request, [\n${options.map((option) => `    ${option},`).join("\n")}\n]);`,
    "$text = curl_exec($request);",
    "echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $text;"
  ].join("\n")
}
