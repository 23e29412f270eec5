/** The three corpora, read once. They are unpacked into memory; without them the tests that need them say so. */
import { existsSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

const directory = new URL("../../../../shared/corpora/", import.meta.url)

export const corpora = ["lawnchair-docs", "beefree-sdk-docs", "intersect-knowledge-base"] as const

export type Corpus = (typeof corpora)[number]

export const hasCorpora = corpora.every((name) => existsSync(new URL(`${name}.tar.gz`, directory)))

if (!hasCorpora) console.warn(`The corpora are not at ${directory.pathname}: tests over them are skipped`)

const cache = new Map<Corpus, Map<string, Buffer>>()

/** Path below `tree/` to content. */
export const filesOf = (name: Corpus): Map<string, Buffer> => {
  const known = cache.get(name)
  if (known !== undefined) return known
  const files = untar(gunzipSync(readFileSync(new URL(`${name}.tar.gz`, directory))), `${name}/tree/`)
  cache.set(name, files)
  return files
}

/** All Markdown files of the corpora; none when they are not there. */
export const pages = (): Array<{ name: string; text: string }> =>
  !hasCorpora
    ? []
    : corpora.flatMap((corpus) =>
        [...filesOf(corpus)]
          .filter(([path]) => path.endsWith(".md"))
          .map(([path, content]) => ({ name: `${corpus}/${path}`, text: content.toString("utf8") }))
      )

const BLOCK = 512

const untar = (archive: Buffer, prefix: string): Map<string, Buffer> => {
  const files = new Map<string, Buffer>()
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK)
    if (header[0] === 0) break
    const size = Number.parseInt(field(header, 124, 12), 8) || 0
    const content = archive.subarray(at + BLOCK, at + BLOCK + size)
    const type = String.fromCharCode(header[156]!)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (type === "L") longName = text(content)
    else if (type === "x") longName = /\d+ path=(.*)\n/.exec(content.toString("utf8"))?.[1] ?? longName
    else {
      const folder = header.toString("latin1", 257, 262) === "ustar" ? field(header, 345, 155) : ""
      const name = longName ?? (folder === "" ? field(header, 0, 100) : `${folder}/${field(header, 0, 100)}`)
      longName = undefined
      const path = name.replace(/^\.\//, "")
      if ((type === "0" || type === "\0") && path.startsWith(prefix)) files.set(path.slice(prefix.length), content)
    }
  }
  return files
}

const text = (content: Buffer): string => content.toString("utf8").replace(/\0.*$/s, "")

const field = (header: Buffer, from: number, length: number): string => text(header.subarray(from, from + length))
