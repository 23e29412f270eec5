/** README and the pages of `docs/`, followed to the letter: what they say to paste is run as it stands there. */
import { spawnSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readProject } from "@octavo/local/project"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import { type Installation, startInstallation } from "../src/guides/installation.ts"
import { type Block, blocksOf, pages, parseYaml, placeOf, root, textOf } from "../src/guides/pages.ts"
import { runPrograms, writePrograms } from "../src/guides/programs.ts"
import { problemsOf, runBlocks } from "../src/guides/shell.ts"
import {
  answered,
  documentOf,
  exchange,
  fence,
  greeted,
  inSource,
  leadsToProxyTarget,
  markup,
  namesSettings,
  nginx,
  prometheus,
  sent,
  sentTo,
  silences,
  type Try
} from "../src/guides/shown.ts"
import { payloadOf } from "../src/visitorToken.ts"

/** Commands that cannot be run here, by their page and first line: why, and what the shell says because of that. */
const notHere: ReadonlyArray<{ page: string; begins: string; why: string; says: RegExp }> = [
  {
    page: "docs/guides/gitbook-renderer.md",
    begins: "GITBOOK_API_URL=http://localhost:4477",
    why: "GitBook's renderer is another repository, which needs its own registry",
    says: /next: command not found/
  },
  {
    page: "docs/guides/answers.md",
    begins: 'curl -X POST "$OCTAVO_URL/v1/orgs',
    why: "there is no language model here: answers.test.ts asks a stand-in",
    says: /OCTAVO_MODEL_URL/
  },
  {
    page: "docs/guides/answers.md",
    begins: 'curl -N "$OCTAVO_URL/sites',
    why: "as above: site-answers.test.ts",
    says: /404/
  },
  {
    page: "docs/guides/single-sign-on.md",
    begins: "export OCTAVO_URL ORG TOKEN",
    why: "SimpleSAMLphp is a package of Debian",
    says: /simplesamlphp|php/i
  }
]

/** Programs that are run by a test of their own. */
const runElsewhere: ReadonlyArray<{ page: string; languages: ReadonlyArray<string>; test: string }> = [
  {
    page: "docs/guides/webhooks.md",
    languages: ["js", "python"],
    test: "packages/core/test/connections/webhooks/guide.test.ts"
  }
]

/** What is neither, in the order of the page: how each is tried. */
const shown: Readonly<Record<string, ReadonlyArray<Try>>> = {
  "docs/concepts/collections.md": [
    async (block, reader) => {
      const below = `/v1/orgs/${reader.organization}`
      const collection = (await reader.api.post(`${below}/collections`, { title: "Guides" })).body.id
      const neighbour = (await reader.api.post(`${below}/spaces`, { title: "Other", parent: collection })).body.id
      const text = block.text.replace("COLLECTION_ID", collection).replace("SPACE_ID", neighbour)
      const answer = await reader.api.post(`/v1/spaces/${reader.space}/move`, JSON.parse(text))
      expect(answer.status, answer.text).toBeLessThan(300)
    }
  ],
  "docs/concepts/documents.md": [documentOf('{% hint style="info" %}\nMind the gap.\n{% endhint %}\n')],
  "docs/concepts/insights.md": [
    sentTo("POST", "/v1/orgs/{organizationId}/sites/{siteId}/insights/events/aggregate"),
    answered(({ api, organization, site }) =>
      api.post(`/v1/orgs/${organization}/sites/${site}/insights/events/aggregate`, {
        range: "last30Days",
        groupBy: [{ column: "eventSearchQuery" }]
      })
    )
  ],
  "docs/getting-started/api.md": [answered(({ api }) => api.get("/v1/spaces/x")), exchange],
  "docs/getting-started/quickstart.md": [greeted],
  "docs/guides/adaptive-content.md": [
    sentTo("PUT", "/v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema"),
    markup
  ],
  // a command that does not end is run by a test of its own
  "docs/guides/local.md": [
    inSource("apps/cli/src/commands/dev.ts", (text) => text.trim().replace(" --open", " --port 8080 --open")),
    (block) =>
      expect(block.text).toMatch(
        /^\d+ pages in \d+\.\d s: http:\/\/localhost:4321\/\n\S+\.md:\d+:\d+: There is no page "\S+": name one that is there\n?$/
      )
  ],
  "docs/guides/checking.md": [
    inSource("apps/cli/src/commands/check.ts", (text) => text.trim()),
    (block) =>
      expect(block.text).toMatch(/^(?:\S+:\d+:\d+: (?:error|warning): .+ \([a-z-]+\)\n)+1 error and 1 warning in /),
    (block) => expect(readProject(block.text).faults).toEqual([]),
    silences(".gitbook.yaml", "redirect-over-page", { "README.md": "# Home\n", "old.md": "# Old\n" })
  ],
  // its own front page
  "docs/guides/looks.md": [inSource("docs/README.md", (text) => text.trim())],
  "docs/guides/search-engines.md": [
    async ({ text }, reader) => {
      const { metaLinks } = parseYaml(text.replaceAll("---", "")) as { metaLinks: Record<string, any> }
      const url = (one: string) => ({ kind: "url", url: one })
      const named = { canonical: url(metaLinks["canonical"]), alternates: metaLinks["alternates"].map(url) }
      const below = `/v1/spaces/${reader.space}/content`
      const changes = [{ operation: "insert_page", title: "Found", document: { markdown: "" }, metaLinks: named }]
      expect((await reader.api.post(below, { changes })).status).toBeLessThan(300)
      const { pages } = (await reader.api.get(`${below}/pages`)).body
      expect((await reader.api.get(`${below}/page/${pages.at(-1).id}/meta-links`)).body).toEqual(named)
    }
  ],
  "docs/guides/versions.md": [(block) => expect(readProject(block.text).faults).toEqual([])],
  "docs/reference/octavo-yaml.md": [(block) => expect(readProject(block.text).faults).toEqual([])],
  "docs/guides/static-sites.md": [
    inSource("apps/cli/src/commands/build.ts", (text) => text.trim()),
    (block) => expect(block.text).toMatch(/^Pages {3}\d+\nFiles {3}\d+: \d+ written, 0 removed\nFolder {2}public\n?$/)
  ],
  "docs/guides/custom-hostnames.md": [nginx(leadsToProxyTarget)],
  // a command that starts processes is run by a story of its own
  "docs/guides/deploying.md": [
    inSource("packages/acceptance/test/processes.test.ts", (text) =>
      /serve --processes/
        .exec(text)![0]
        .split(" ")
        .map((word) => JSON.stringify(word))
        .join(", ")
    )
  ],
  "docs/guides/exporting.md": [sent],
  "docs/guides/importing.md": [sent],
  "docs/guides/limits.md": [
    inSource("packages/runtime/src/rateLimits.ts", (text) =>
      JSON.parse(text).error.message.replace(/60|42/g, (one: string) => `\${${one === "60" ? "limit" : "wait"}}`)
    )
  ],
  "docs/guides/many-servers.md": [nginx()],
  "docs/guides/monitoring.md": [prometheus, prometheus],
  "docs/guides/openapi.md": [
    markup,
    async ({ text }, reader, installation) => {
      // the page has asked for it
      const specification = () => reader.api.get(`/v1/orgs/${reader.organization}/openapi/petstore`)
      const isDone = async () => (await specification()).body.processingState === "complete"
      await vi.waitUntil(isDone, { timeout: 120_000, interval: 100 })
      expect((await specification()).body).toMatchObject({ lastVersion: expect.anything() })
      await sentTo("POST", "/v1/orgs/{organizationId}/spaces", () => ({
        title: "API",
        computedSource: parseYaml(/```yaml\n([\s\S]*?)```/.exec(text)![1]!)
      }))({ text: "{}" } as Block, reader, installation)
    }
  ],
  "docs/guides/pdf.md": [answered(({ api, space }) => api.get(`/v1/spaces/${space}/pdf`))],
  "docs/guides/reviews.md": [
    async (block, { api, own, space }) => {
      const rules = [{ rule: "require_at_least_one_approved_review" }, { rule: "allow_bypass", users: [own["BEN"]] }]
      await api.patch(`/v1/spaces/${space}`, { mergeRules: { type: "rules", rules } })
      const { id } = (await api.post(`/v1/spaces/${space}/change-requests`, { subject: "Unseen" })).body
      const { body } = await api.post(`/v1/spaces/${space}/change-requests/${id}/merge`)
      const message = body.error.message.replace(/\. \S+ may/, ". Ada may")
      expect({ error: { ...body.error, message } }).toEqual(JSON.parse(block.text))
    },
    sentTo("PATCH", "/v1/spaces/{spaceId}", (rule) => ({ mergeRules: { type: "rules", rules: [rule] } }))
  ],
  "docs/guides/sign-in-oidc.md": [
    inSource("packages/core/src/people/sign-in/OidcSignIn.ts", (text) => new URL(text).pathname.replace("/app", ""))
  ],
  "docs/reference/markdown.md": [markup, markup, markup, markup, fence, fence, fence, fence, markup]
}

const commandLine = "docs/reference/command-line.md"
const isShell = ({ language }: Block) => /^(?:sh|bash)$/.test(language)
const isElsewhere = ({ language, page }: Block) =>
  runElsewhere.some((one) => one.page === page && one.languages.includes(language))
const isProgram = (block: Block) => /^[jt]s$/.test(block.language) && !isElsewhere(block)
const isNotHere = ({ page, text }: Block) => notHere.some((one) => one.page === page && text.startsWith(one.begins))

const missing = ["bash", "curl", "git", "jq", "openssl"].filter(
  (tool) => spawnSync(tool, ["--version"]).error !== undefined
)
if (missing.length > 0) console.warn(`SKIPPED: there is no ${missing.join(" and no ")} here, so no page is followed`)

describe("every block of the pages", () => {
  it("is run, shown to be right, or in the table of those that are not", () => {
    const others = pages
      .filter((page) => page !== commandLine)
      .map((page) => [
        page,
        blocksOf(page).filter((block) => !isShell(block) && !isProgram(block) && !isElsewhere(block)).length
      ])
      .filter(([, count]) => count !== 0)
    expect(Object.fromEntries(others)).toEqual(
      Object.fromEntries(Object.entries(shown).map(([page, tries]) => [page, tries.length]))
    )
    for (const { begins, page } of notHere)
      expect(
        blocksOf(page).filter(({ text }) => text.startsWith(begins)),
        page
      ).toHaveLength(1)
    for (const { languages, page, test } of runElsewhere) {
      expect(readFileSync(join(root, test), "utf8")).toContain(page)
      for (const language of languages) expect(blocksOf(page).map((block) => block.language)).toContain(language)
    }
  })

  it("names settings that there are", () => {
    const blocks = pages.flatMap((page) => blocksOf(page))
    expect(blocks.flatMap((block) => namesSettings(block.text).map((name) => `${placeOf(block)}: ${name}`))).toEqual([])
  })
})

describe.skipIf(missing.length > 0)("somebody who follows", { timeout: 300_000 }, () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await startInstallation(inject("postgresUrl"))
  }, 300_000)
  afterAll(() => installation?.close())

  it.each(pages.filter((page) => blocksOf(page).length > 0 && page !== commandLine))("%s gets there", async (page) => {
    const blocks = blocksOf(page)
    const reader = await installation.reader(page === "README.md")
    if (blocks.some(({ text }) => /@db\/|docker compose/.test(text))) await installation.emptyDatabase()
    const ran = await runBlocks(
      blocks.filter((block) => isShell(block) && !isNotHere(block)),
      reader,
      installation
    )
    expect(problemsOf(ran)).toEqual([])
    const others = blocks.filter((block) => !isShell(block) && !isProgram(block) && !isElsewhere(block))
    for (const [i, attempt] of (shown[page] ?? []).entries()) await attempt(others[i]!, reader, installation)
    for (const block of blocks.filter(isNotHere)) {
      const { says } = notHere.find((one) => block.page === one.page && block.text.startsWith(one.begins))!
      // what is set before it on the page is set here, too
      const before = blocks.filter((one) => isShell(one) && one.line < block.line && /^[A-Z_]+=/.test(one.text))
      await expect(runBlocks([...before, block], reader, installation)).rejects.toThrow(says)
    }
    reader.remove()
  })

  it.each(
    textOf(commandLine)
      .split(/^## /m)
      .filter((section) => section.includes("EXAMPLES"))
      .map((section) => [section.split("\n")[0]!, section])
  )("the examples of %s gets there", async (_, section) => {
    const [, text = ""] = /^EXAMPLES\n([\s\S]*?)^```$/m.exec(section)!
    const reader = await installation.reader()
    if (text.includes("@db/")) await installation.emptyDatabase()
    // what each begins with
    if (/ restore /.test(text)) await installation.octavo(["backup", "octavo.backup"], reader.directory)
    if (/ --from sqlite:\.\/octavo\.db /.test(text))
      cpSync(join(reader.directory, ".octavo/octavo.db"), join(reader.directory, "octavo.db"))
    const block = { page: commandLine, line: 1, language: "sh", text: text.replace(/^ +/gm, ""), before: "" }
    expect(problemsOf(await runBlocks([block], reader, installation))).toEqual([])
    reader.remove()
  })

  it("has programs that run in a project that npm init has made", async () => {
    const reader = await installation.reader()
    const programs = writePrograms(pages.flatMap((page) => blocksOf(page)).filter(isProgram), reader)
    expect(programs.length).toBeGreaterThan(8)
    expect(await runPrograms(programs, reader, installation)).not.toMatch(/Error/)
    const { file } = programs.find(({ block }) => block.page === "docs/guides/audience.md")!
    const { backToSite } = await import(/* @vite-ignore */ file)
    const { api, organization, site } = reader
    const below = `/v1/orgs/${organization}/sites/${site}`
    await api.patch(below, { visibility: "visitor-auth" })
    const { privateKey } = (await api.get(`${below}/publishing/auth`)).body
    const { published } = (await api.post(`${below}/publish`)).body.urls
    const back = await backToSite(privateKey, published, "guides/install")
    expect(back.startsWith(`${published}guides/install?jwt_token=`)).toBe(true)
    const token = back.split("=")[1]
    const [header, payload] = token.split(".")
    const signature = createHmac("sha256", privateKey).update(`${header}.${payload}`).digest("base64url")
    expect([payloadOf(token).plan, token.split(".")[2]]).toEqual(["pro", signature])
    reader.remove()
  })

  it("asks nobody outside that the pages do not name", () => {
    expect(installation.unknown).toEqual([])
  })
})
