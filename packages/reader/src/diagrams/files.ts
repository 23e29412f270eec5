/**
 * The files that diagrams are drawn with, read from the disk when somebody asks: some 3 MB that no server keeps in memory.
 *
 * Where Octavo is packed they lie beside its code. Where the sources lie, they are bundled when a page first needs them and
 * they are not those of the last time.
 */
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { framePolicy } from "./policy.ts"

/** Of the packed command: one directory, whose name is what is in it. */
const packed = fileURLToPath(new URL("../diagrams/", import.meta.url))

const sources = fileURLToPath(new URL("..", import.meta.url))
const built = join(sources, "..", "dist", "diagrams")

/** Everything that the files are made of, from the directory of the sources. */
export const sourcesOfDiagrams = [
  "browser/diagramFrame.ts",
  "browser/diagramParts.ts",
  "diagrams/bundle.ts",
  "diagrams/policy.ts",
  "logic/diagrams.ts",
  // the versions of what is bundled
  "../../../pnpm-lock.yaml"
]

/** What the files of these sources are called together. */
export const digestOfSources = (): string => {
  const hash = createHash("sha256")
  for (const path of sourcesOfDiagrams) hash.update(`\0${path}\0${readFileSync(join(sources, path), "utf8")}`)
  return hash.digest("hex").slice(0, 16)
}

interface Place {
  readonly name: string
  readonly directory: string
}

const find = (): Place | undefined => {
  const [name] = existsSync(packed) ? readdirSync(packed).filter((one) => /^[0-9a-f]{16}$/.test(one)) : []
  if (name !== undefined) return { name, directory: join(packed, name) }
  // a program that bundles the engine has the code elsewhere, and nothing beside it: its pages have the sources of diagrams
  if (!existsSync(join(sources, sourcesOfDiagrams[0]!))) return undefined
  const digest = digestOfSources()
  return { name: digest, directory: join(built, digest) }
}

let found: { readonly place: Place | undefined } | undefined
const placeOfFiles = (): Place | undefined => {
  found ??= { place: find() }
  return found.place
}

/** Path of the frame's page below a site, whose directory is called by what is in it; `undefined` where nothing is drawn. */
export const framePath = (): string | undefined => {
  const place = placeOfFiles()
  return place && `/_octavo/diagrams.${place.name}/frame.html`
}

let building: Promise<unknown> | undefined

const ready = async ({ directory }: Place): Promise<string> => {
  if (existsSync(directory)) return directory
  mkdirSync(dirname(directory), { recursive: true })
  // in a process of its own: the bundler stays out of a server's memory. Another process may be as far at the same time
  building ??= promisify(execFile)(process.execPath, [join(sources, "diagrams", "bundle.ts"), directory])
    .catch((error) => {
      if (!existsSync(directory)) throw error
    })
    .finally(() => {
      building = undefined
    })
  await building
  return directory
}

/** Names of all of them. */
export const diagramFiles = async (): Promise<ReadonlyArray<string>> => {
  const place = placeOfFiles()
  return place === undefined ? [] : readdirSync(await ready(place)).sort()
}

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8"
}

export interface DiagramFile {
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** Those that were read and that somebody still sends: whoever asks meanwhile is given the same bytes. */
const sent = new Map<string, WeakRef<DiagramFile>>()

const file = /\/_octavo\/diagrams\.([0-9a-f]{16})\/([\w-]{1,40}\.(html|js))$/

/** The file that a path ends in; `undefined` for every other path. They are the same on all sites, and say nothing of any. */
export const diagramFile = async (path: string): Promise<DiagramFile | undefined> => {
  const [, digest, name = "", type = ""] = file.exec(path) ?? []
  const place = digest === undefined ? undefined : placeOfFiles()
  if (place === undefined || digest !== place.name) return undefined
  const known = sent.get(name)?.deref()
  if (known !== undefined) return known
  const directory = await ready(place)
  const body = await readFile(join(directory, name)).catch(() => undefined)
  if (body === undefined) return undefined
  const read: DiagramFile = {
    body,
    headers: {
      "content-type": types[type]!,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      ...(type === "html" && {
        "content-security-policy": `${framePolicy}; sandbox allow-scripts; frame-ancestors 'self'`,
        "x-robots-tag": "noindex"
      })
    }
  }
  sent.set(name, new WeakRef(read))
  return read
}
