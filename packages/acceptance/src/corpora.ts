/** The repositories that the main job is shown on: real documentation, kept beside this repository. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { commitFiles } from "@octavo/git-cli/testing"
import { shared } from "./published.ts"

export interface CorpusSpace {
  readonly title: string
  /** `repoProjectDirectory`; empty for the root. */
  readonly directory: string
}

export interface CorpusName {
  readonly name: string
  /** Pages that the tables of contents list, as the corpora's README counts them. */
  readonly listed: number
  readonly spaces: ReadonlyArray<CorpusSpace>
}

/** As the README beside the archives describes them. */
export const corpora: ReadonlyArray<CorpusName> = [
  {
    name: "lawnchair-docs",
    listed: 40,
    spaces: [
      { title: "Help", directory: "help" },
      { title: "Developers", directory: "developers" },
      { title: "Community", directory: "community" }
    ]
  },
  { name: "beefree-sdk-docs", listed: 204, spaces: [{ title: "Beefree SDK", directory: "" }] },
  { name: "intersect-knowledge-base", listed: 425, spaces: [{ title: "Knowledge base", directory: "" }] }
]

export interface Corpus extends CorpusName {
  /** Every file of the archive, by path in the repository. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Git blob ids of the origin, by path. */
  readonly oids: ReadonlyMap<string, string>
}

const archive = (name: string): string => join(shared, "corpora", `${name}.tar.gz`)

export const haveCorpora = (): boolean => corpora.every(({ name }) => existsSync(archive(name)))

/** Unpacks an archive into memory. */
export const readCorpus = (named: CorpusName): Corpus => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-corpus-"))
  try {
    execFileSync("tar", ["-xzf", archive(named.name), "-C", directory])
    const root = join(directory, named.name, "tree")
    const files = new Map<string, Buffer>()
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      files.set(path.slice(root.length + 1), readFileSync(path))
    }
    const manifest = readFileSync(join(directory, named.name, "MANIFEST.tsv"), "utf8")
    const oids = new Map(
      manifest
        .split("\n")
        .filter((line) => /^[01]\t/.test(line))
        .map((line) => line.split("\t"))
        .map(([, , oid, , path]) => [path!, oid!] as const)
    )
    return { ...named, files, oids }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Commits a corpus to a bare repository; answers the commit's id. */
export const commitCorpus = (corpus: Corpus, repository: string): Promise<string> =>
  commitFiles(repository, Object.fromEntries(corpus.files), "Import the origin's tree")

export interface ListedPage {
  /** Path in the space's directory. */
  readonly file: string
  readonly label: string
}

/**
 * What a table of contents lists, read in a simple way of our own: the product's reader is what is tested. Links to
 * other sites are none of its pages.
 */
export const listedPages = (summary: string): ReadonlyArray<ListedPage> =>
  [...summary.matchAll(/^\s*[*-] \[((?:\\.|[^\]\\])*)\]\((<[^>]*>|[^)\s]*)(?: "[^"]*")?\)/gm)].flatMap(
    ([, label = "", written = ""]) => {
      const href = decodeURIComponent(written.replace(/^<|>$/g, ""))
      return /^[a-z]+:/i.test(href) ? [] : [{ file: href, label }]
    }
  )

/** One thing that a text points to. */
export interface SourceReference {
  readonly kind: "link" | "image"
  readonly href: string
}

/** Links and images of a Markdown text, found by their looks: code and comments blanked out first. */
export const sourceReferences = (text: string): ReadonlyArray<SourceReference> => {
  const prose = text
    .replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ *\2[`~]* *$|(?![\s\S]))/gm, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/(`+)[^`\n](?:[^\n]*?[^`\n])?\1(?!`)/g, "")
  const found: Array<SourceReference> = []
  const add = (kind: SourceReference["kind"], href: string | undefined): void => {
    if (href !== undefined && href !== "") found.push({ kind, href: plainHref(href) })
  }
  for (const [, bang, angled, plain] of prose.matchAll(
    /(!?)\[(?:\\.|[^\\])*?\]\((?:<([^>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))*))/g
  )) {
    add(bang === "!" ? "image" : "link", angled ?? plain?.replace(/\\(.)/g, "$1"))
  }
  for (const [, name, href] of prose.matchAll(/<img\b[^>]*?\b(src)="([^"]*)"/g))
    add(name === "src" ? "image" : "link", href)
  for (const [, href] of prose.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)) add("link", href)
  for (const [, href] of prose.matchAll(/<source\b[^>]*?\bsrcset="([^"]*)"/g)) add("image", href)
  for (const [, href] of prose.matchAll(/\{% (?:content-ref|include|embed|file|openapi)[^%]*?(?:url|src)="([^"]*)"/g))
    add("link", href)
  for (const [, href] of prose.matchAll(/\{% file [^%]*?src="([^"]*)"/g)) add("link", href)
  return found
}

const plainHref = (href: string): string => href.replace(/&(?:amp|#x26);/g, "&").replaceAll("&#x20;", " ")

/** The file of the repository that a reference names, relative to the space; `undefined` when it names none there. */
export const resolvePath = (href: string, from: string): string | undefined => {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\/)/i.test(href)) return undefined
  let path = href.replace(/[?#].*$/s, "")
  try {
    path = decodeURIComponent(path)
  } catch {
    // then the percent sign is one of the name
  }
  if (path === "") return undefined
  const joined = posix.join(posix.dirname(from), path)
  return joined.endsWith("/") || path === "." || path === ".." ? posix.join(joined, "README.md") : joined
}

/** Texts that a page shows besides its own, as far as it says so itself, with the path that they are relative to. */
export const withIncludes = (
  file: string,
  textOf: (path: string) => string | undefined,
  depth = 0
): ReadonlyArray<{ readonly from: string; readonly text: string }> => {
  const text = textOf(file)
  if (text === undefined || depth > 5) return []
  const included = [...text.matchAll(/\{% include "([^"]*)" %\}/g)].flatMap(([, href]) => {
    const path = resolvePath(href!, file)
    return path === undefined ? [] : withIncludes(path, textOf, depth + 1)
  })
  return [{ from: file, text }, ...included]
}

/** Width and height of a PNG, GIF or JPEG, read from its first bytes. */
export const pixels = (bytes: Buffer): { readonly width: number; readonly height: number } | undefined => {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.subarray(0, 4).toString("latin1") === "GIF8") {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return undefined
}

/** What the bytes of an image are, by their own signature. */
export const imageType = (bytes: Buffer): string | undefined => {
  const head = bytes.subarray(0, 16).toString("latin1")
  if (head.startsWith("\x89PNG")) return "image/png"
  if (head.startsWith("GIF8")) return "image/gif"
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg"
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp"
  if (/<svg[\s>]/i.test(bytes.subarray(0, 4096).toString("latin1"))) return "image/svg+xml"
  return undefined
}
