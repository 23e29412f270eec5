import { createHash } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BuildOptions, type Built, buildFolder } from "@octavo/local/buildSite"
import { Effect } from "effect"
import { afterAll, beforeAll, expect } from "vitest"
import { writeFiles } from "../../src/localPages.ts"
import { pixel } from "../../src/sample.ts"

export const base = "/docs/"

const openapi = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Cats", version: "1" },
  servers: [{ url: "https://cats.example" }],
  paths: {
    "/cats": { get: { operationId: "listCats", summary: "List cats", responses: { 200: { description: "All cats" } } } }
  }
})

export const files: Readonly<Record<string, string | Uint8Array>> = {
  ".gitbook.yaml": "redirects:\n  old/start: guide/install.md\n",
  "README.md":
    "# Home\n\nWelcome, [install](guide/install.md#on-linux) it. ![A dot](assets/dot.png)\n\n[Before](/old/start#a), [prices](/pricing)\n",
  "SUMMARY.md":
    "# Summary\n\n* [Home](README.md)\n\n## Guides\n\n* [Install & run](guide/install.md)\n  * [Über uns](guide/über.md)\n* [API](api.md)\n* [News](news.md)\n* [Secret](secret.md)\n",
  "guide/install.md":
    '# Install & run\n\n{% tabs %}\n{% tab title="npm" %}\nWith npm\n{% endtab %}\n{% tab title="yarn" %}\nWith yarn\n{% endtab %}\n{% endtabs %}\n\n## On Linux\n\nUnpack the **archive**, and start the daemon.\n\n## On Windows\n\nRun the wizard. 🚀\n',
  "guide/über.md": "---\ndescription: Who we are\n---\n\n# Über uns\n\nCats, all of us. 🐈\n",
  "api.md":
    '# API\n\n{% openapi src="openapi.json" path="/cats" method="get" %}\n[openapi.json](openapi.json)\n{% endopenapi %}\n',
  "news.md":
    '# News\n\n{% updates format="full" %}\n{% update date="2026-01-02" %}\n## First release\n\nIt is there.\n{% endupdate %}\n{% endupdates %}\n',
  "secret.md":
    '---\nhidden: true\n---\n\n# Secret\n\nNobody is led here.\n\n`<script data-emoji="/_octavo/emoji.woff">`\n',
  "openapi.json": openapi,
  "assets/dot.png": pixel
}

/** What a folder is, in few words. */
export const seen = (folder: string): ReadonlyMap<string, string> =>
  new Map(Array.from(filesIn(folder), ([path, text]) => [path, createHash("sha1").update(text).digest("hex")]))

/** Every file below a folder by its path, as Latin-1. */
export const filesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")])
  )

/** Registers what writes them and takes them away. */
export const writeDocs = () => {
  const root = mkdtempSync(join(tmpdir(), "octavo-static-"))
  const docs = join(root, "docs")
  const out = join(root, "out")
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const build = ({ directory = docs, ...given }: Partial<BuildOptions> & { readonly directory?: string } = {}) =>
    buildFolder(directory, {
      out,
      place: { base, origin: "https://acme.example" },
      report: () => Effect.void,
      ...given
    })
  const built = (given?: Parameters<typeof build>[0]): Promise<Built> => Effect.runPromise(build(given))

  beforeAll(async () => {
    writeFiles(docs, files)
    // the same dates wherever it is copied to
    for (const path of Object.keys(files)) utimesSync(join(docs, path), 1_700_000_000, 1_700_000_000)
    const { faults, pages, redirects } = await built()
    expect({ faults, pages }).toEqual({ faults: [], pages: 6 })
    expect(redirects).toBeGreaterThan(0)
  })

  return { root, docs, out, build, built }
}

export type Docs = ReturnType<typeof writeDocs>
