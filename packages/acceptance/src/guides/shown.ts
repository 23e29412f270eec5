/** What pages show beside commands and programs: bodies, answers, configuration, text of pages. Each is tried where it belongs. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { defined } from "@octavo/core/kernel/shared/defined"
import { checkFolder } from "@octavo/local/check/checkFolder"
import { settings } from "@octavo/runtime/settings"
import { Effect } from "effect"
import { expect } from "vitest"
import { writeFiles } from "../localPages.ts"
import type { Installation, Reader } from "./installation.ts"
import { type Block, operationBefore, parseYaml, root } from "./pages.ts"
import { isLike, pathOf } from "./shell.ts"

/** Tries one block, after the commands of its page were run. */
export type Try = (block: Block, reader: Reader, installation: Installation) => Promise<void> | void

const send = async (reader: Reader, method: string, path: string, body?: unknown) => {
  const answer = await reader.api.request(method, pathOf(path, reader), defined({ body }))
  expect([`${method} ${path}`, answer.status < 300 ? "" : answer.text]).toEqual([`${method} ${path}`, ""])
  expect(answer.headers.get("octavo-ignored-fields")).toBeNull()
  return answer.body
}

/** The body of the operation that the text names before it. */
export const sent: Try = async (block, reader) => {
  await send(reader, ...operationBefore(block), JSON.parse(block.text))
}

/** The body of an operation whose path the text shortens. */
export const sentTo =
  (method: string, path: string, inside = (body: unknown): unknown => body): Try =>
  async ({ text }, reader) => {
    await send(reader, method, path, inside(JSON.parse(text)))
  }

/** An answer, as it is to a request. */
export const answered =
  (ask: (reader: Reader) => Promise<{ readonly body: any }>): Try =>
  async ({ text }, reader) => {
    const shown = JSON.parse(text)
    const { body } = await ask(reader)
    expect(isLike(shown, body), JSON.stringify(body)).toBe(true)
  }

/** A line that the product's own code holds. */
export const inSource =
  (file: string, like: (text: string) => string): Try =>
  ({ text }) => {
    expect(readFileSync(join(root, file), "utf8")).toContain(like(text.trim()))
  }

/** Text of a page: every tag in it is understood. */
export const markup: Try = async ({ text }, reader) => {
  const changes = [{ operation: "insert_page", title: "Markup", document: { markdown: text } }]
  await send(reader, "POST", "/v1/spaces/{spaceId}/content", { changes })
  const { pages } = await send(reader, "GET", "/v1/spaces/{spaceId}/content/pages")
  const { document } = await send(reader, "GET", `/v1/spaces/{spaceId}/content/page/${pages.at(-1).id}`)
  // what a reader would see; what the blocks have no field for stands beside it
  const texts = [...JSON.stringify(document).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, one]) => one)
  expect(texts.join("\n")).not.toMatch(/\{%|%\}|<details|<summary/)
  expect(document.nodes.length).toBeGreaterThan(0)
  const tags = [...text.matchAll(/\{% (?!end)(?:\w+-)?(\w+)/g), ...text.matchAll(/<(details)/g)]
  expect(tags.length).toBeGreaterThan(0)
}

/** A fence, or one that is shown as text: it is kept as it is written, with all that stands behind its language. */
export const fence: Try = async ({ language, text }, reader) => {
  const markdown = text.startsWith("```") ? text : `\`\`\`${language}\n${text}\`\`\`\n`
  const [, syntax, info] = /^```(\w+) ?(.*)\n/.exec(markdown)!
  const changes = [{ operation: "insert_page", title: "Fence", document: { markdown } }]
  await send(reader, "POST", "/v1/spaces/{spaceId}/content", { changes })
  const { pages } = await send(reader, "GET", "/v1/spaces/{spaceId}/content/pages")
  const { document } = await send(reader, "GET", `/v1/spaces/{spaceId}/content/page/${pages.at(-1).id}`)
  expect(document.nodes).toMatchObject([{ type: "code", data: { syntax, ...(info === "" ? {} : { info }) } }])
}

/** What a structured document is shown as: the page of its text, keys aside. */
export const documentOf =
  (markdown: string): Try =>
  async ({ text }, reader) => {
    const changes = [{ operation: "insert_page", title: "Shown", document: { markdown } }]
    await send(reader, "POST", "/v1/spaces/{spaceId}/content", { changes })
    const { pages } = await send(reader, "GET", "/v1/spaces/{spaceId}/content/pages")
    const { document } = await send(reader, "GET", `/v1/spaces/{spaceId}/content/page/${pages.at(-1).id}`)
    const keyless = (json: string) => JSON.parse(json.replace(/"key":\s*"[^"]*"/g, '"key":""'))
    expect(document).toMatchObject(keyless(JSON.stringify(document)).nodes === undefined ? {} : { object: "document" })
    expect(keyless(JSON.stringify(document))).toMatchObject(keyless(text))
  }

/** A request and its answer, as they go over the wire. */
export const exchange: Try = async ({ text }, reader) => {
  const [asked = "", answer = ""] = text.split("\n\n")
  const [, method = "", path = "", body = ""] = /^(\w+) (\S+)\n(.*)$/s.exec(asked) ?? []
  const got = await reader.api.request(method, path.replace("ORG", reader.organization), { body: JSON.parse(body) })
  const [status, ...headers] = answer.trim().split("\n")
  expect(status).toMatch(new RegExp(`^HTTP/1\\.1 ${got.status} `))
  for (const header of headers) {
    const [name = "", value] = header.split(": ")
    expect(got.headers.get(name)).toBe(value)
  }
}

/** The box that `npm start` shows, drawn as it draws it. */
export const greeted: Try = async ({ text }) => {
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(root, "apps/server/src", name)).href)
  const [{ box }, { belowGreeting, greeting }] = await Promise.all([load("box.ts"), load("greeting.ts")])
  const url = "http://localhost:4000"
  const sites = { first: `${url}/sites/octavo-documentation/`, count: 1 }
  const link = `${url}/app/~/sign-in-link?token=…`
  const started = { url, sites, admin: "admin@octavo.example", link, token: "oct_…", mails: false }
  expect(text).toBe(box("Octavo is running", greeting(started, {})) + belowGreeting(started))
}

/** Configuration of nginx, whose directives and settings there are. */
export const nginx =
  (more: Try = () => {}): Try =>
  async (block, reader, installation) => {
    const known = ["location", "upstream", "server", "listen", "server_name", "client_max_body_size"]
    const directives = [...known, "proxy_pass", "proxy_set_header", "proxy_next_upstream"]
    let depth = 0
    for (const line of block.text
      .trim()
      .split("\n")
      .map((text) => text.trim())) {
      if (line === "}") depth--
      else if (line.endsWith("{")) depth++
      else expect(line).toMatch(/;$/)
      if (line !== "}") expect(directives).toContain(line.split(" ")[0])
      expect(depth).toBeGreaterThanOrEqual(0)
    }
    expect(depth).toBe(0)
    await more(block, reader, installation)
  }

/** Leads to where the answer of the API says. */
export const leadsToProxyTarget: Try = async ({ text }, reader) => {
  const { proxy } = await send(reader, "GET", "/v1/orgs/{organizationId}/sites/{siteId}")
  const shown = new URL(/proxy_pass (\S+);/.exec(text)![1]!)
  expect(shown.pathname.replace("SITE_ID", reader.site)).toBe(new URL(proxy.target).pathname)
  expect(text).toContain(`Host ${shown.host};`)
}

/** Names of settings that there are. */
export const namesSettings = (text: string): ReadonlyArray<string> => {
  // the token of whoever calls the API by the command line is no setting of the server
  const known = new Set<string>(["OCTAVO_TOKEN", ...Object.values(settings).map(({ env }) => env)])
  return [...new Set(text.match(/\bOCTAVO_[A-Z0-9_]+\b/g))].filter((name) => !known.has(name))
}

/** Whether the server has the words somewhere. */
const isInSources = (words: string): boolean =>
  spawnSync("git", ["grep", "-qF", words, "--", "packages/*/src/*"], { cwd: root }).status === 0

/** YAML of Prometheus that names no metric and no label that the server does not tell. */
export const prometheus: Try = async ({ text }, _, { origin }) => {
  const read = parseYaml(text)
  expect(Object.keys(read)).toHaveLength(1)
  expect(namesSettings(text)).toEqual([])
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  // what only a server on Postgres, or one that worked longer, has is in the table of the page
  const page = readFileSync(join(root, "docs/guides/monitoring.md"), "utf8")
  for (const name of new Set(text.match(/\boctavo_\w+/g))) {
    const family = name.replace(/_(?:bucket|sum|count)$/, "")
    expect(page).toContain(`\`${family}\``)
    const isKnown = metrics.includes(`# TYPE ${family} `) || isInSources(family)
    expect([family, isKnown]).toEqual([family, true])
  }
}

/** A file whose comment silences a rule: without the comment it is told. */
export const silences =
  (path: string, rule: string, files: Readonly<Record<string, string>>): Try =>
  async ({ text }) => {
    const told = async (shown: string): Promise<ReadonlyArray<string>> => {
      const directory = mkdtempSync(join(tmpdir(), "octavo-guides-"))
      try {
        writeFiles(directory, { ...files, [path]: shown })
        return (await Effect.runPromise(checkFolder({ directory }))).findings.map((one) => one.rule)
      } finally {
        rmSync(directory, { recursive: true, force: true })
      }
    }
    expect(await told(text)).toEqual([])
    expect(await told(text.replace(/^ *# octavo-check-.*$/m, ""))).toEqual([rule])
  }
