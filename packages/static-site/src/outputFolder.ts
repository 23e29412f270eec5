/**
 * The folder that a static site is written to. Only what changed is written, and what the site has no more is taken away,
 * once all of it is there: until then the folder holds the site of before.
 */
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname, join, relative, resolve, sep } from "node:path"
import type { StaticFile } from "@octavo/core/delivery/site-exports/StaticSites"
import { Data, Effect, type Scope, Stream } from "effect"
import { type FileWriter, makeWriter } from "./fileWriter.ts"
import type { SitePaths, TakenPages } from "./pagesAsFiles.ts"
import { type Files, isAsItWas, keyOf } from "./writtenFiles.ts"

/** Why nothing is written to a folder. */
export class RefusedFolder extends Data.TaggedError("RefusedFolder")<{ readonly message: string }> {}

/**
 * In the output folder: what the build before this one wrote, as hashes of paths and of what was there. Hosts send it to
 * whoever asks, and no list of them may tell of pages that nothing leads to.
 */
export const buildFile = ".octavo-build.json"

export interface Written {
  /** All files of the site, and those that were written and taken away for it. */
  readonly files: number
  readonly written: number
  readonly removed: number
}

/** In place of the hash of a file that may be of this build or the one before. */
const unsure = ""

const readBuild = (folder: string): Files | undefined => {
  try {
    const { files } = JSON.parse(readFileSync(join(folder, buildFile), "utf8"))
    return typeof files === "object" && files !== null ? files : undefined
  } catch {
    return undefined
  }
}

const writeBuild = (folder: string, files: Files): void =>
  writeFileSync(join(folder, buildFile), `${JSON.stringify({ files }, null, 1)}\n`)

const isBelow = (folder: string, other: string): boolean => {
  const way = relative(folder, other)
  return way === "" || (!way.startsWith(`..${sep}`) && way !== "..")
}

/**
 * Opens a folder to write a site to.
 * @param source a folder that is read meanwhile, which must not be lost
 */
export const openOutput = (folder: string, source?: string): Effect.Effect<OutputFolder, RefusedFolder, Scope.Scope> =>
  Effect.suspend(() => {
    const out = resolve(folder)
    const refused = (message: string) => new RefusedFolder({ message })
    if (source !== undefined && isBelow(out, resolve(source))) {
      return refused(`${folder} holds what the site is made of: name another folder with --out`)
    }
    if (!existsSync(out)) return open(out, {})
    if (!statSync(out).isDirectory()) return refused(`${folder} is no folder`)
    const before = readBuild(out)
    if (before === undefined && readdirSync(out).length > 0) {
      return refused(`${folder} is not empty, and no earlier build: nothing in it is overwritten`)
    }
    return open(out, before ?? {})
  })

/** What was written beside the folder is gone at the end. */
const open = (out: string, before: Files): Effect.Effect<OutputFolder, never, Scope.Scope> => {
  // beside it: what is written there is moved, and not copied
  const staged = `${out}.octavo-${process.pid}`
  return Effect.acquireRelease(
    Effect.sync(() => makeWriter({ out, staged, before })),
    ({ end }) =>
      Effect.andThen(
        end,
        Effect.sync(() => rmSync(staged, { recursive: true, force: true }))
      )
  ).pipe(Effect.map((writer) => new OutputFolder(out, staged, before, writer)))
}

export class OutputFolder {
  private readonly files = new Map<string, string>()
  private readonly changed: Array<{ readonly path: string; readonly key: string }> = []
  private readonly made = new Set<string>()
  private readonly out: string
  private readonly staged: string
  private readonly before: Files
  private readonly writer: FileWriter

  constructor(out: string, staged: string, before: Files, writer: FileWriter) {
    this.out = out
    this.staged = staged
    this.before = before
    this.writer = writer
  }

  /** Writes a file beside the folder, unless the folder has it as it is. */
  readonly put = (file: StaticFile) =>
    Effect.suspend(() => {
      const { bytes, hash, path, size } = file
      if (bytes instanceof Uint8Array) return this.writer.put({ path, bytes, hash })
      if (hash === undefined) return Effect.die(new Error(`${path} comes in pieces, and has no hash`))
      const key = keyOf(path)
      this.files.set(key, hash)
      if (isAsItWas(this.before, this.out, { path, key, hash, size })) return Effect.void
      this.changed.push({ path, key })
      const target = join(this.staged, path)
      this.makeFolder(dirname(target))
      return writeStream(target, bytes)
    })

  /** Pages of a site: a thread makes files of them, and writes these as others. */
  readonly takePages = (site: SitePaths): TakenPages<never, never> => this.writer.takePages(site)

  private makeFolder(folder: string): void {
    if (this.made.has(folder)) return
    mkdirSync(folder, { recursive: true })
    this.made.add(folder)
  }

  /** Moves what was written to its place, and takes away what the site has no more. */
  readonly finish: Effect.Effect<Written> = Effect.suspend(() =>
    Effect.map(this.writer.written, (written) => {
      for (const { path, key, hash, isChanged } of written) {
        this.files.set(key, hash)
        if (isChanged) this.changed.push({ path, key })
      }
      return this.move()
    })
  )

  private move(): Written {
    const gone = this.gone()
    const files = Object.fromEntries([...this.files].sort(([a], [b]) => (a < b ? -1 : 1)))
    const written = { files: this.files.size, written: this.changed.length, removed: gone.length }
    if (this.isFirst()) {
      writeBuild(this.staged, files)
      rmSync(this.out, { recursive: true, force: true })
      renameSync(this.staged, this.out)
      return written
    }
    // where this is cut off, the build after it knows all files that may be there, and takes none of the changed for good
    writeBuild(this.out, { ...this.before, ...Object.fromEntries(this.changed.map(({ key }) => [key, unsure])) })
    // a file where a folder is to be, and the other way round
    for (const path of gone) rmSync(join(this.out, path), { force: true })
    for (const path of gone) removeEmpty(this.out, dirname(path))
    for (const { path } of this.changed) {
      const target = join(this.out, path)
      this.makeFolder(dirname(target))
      renameSync(join(this.staged, path), target)
    }
    writeBuild(this.out, files)
    return written
  }

  /** Files of the build before this one that are not of this one. */
  private gone(): ReadonlyArray<string> {
    if (Object.keys(this.before).every((key) => this.files.has(key))) return []
    return readdirSync(this.out, { recursive: true, withFileTypes: true })
      .filter((one) => !one.isDirectory())
      .map(({ name, parentPath }) => relative(this.out, join(parentPath, name)).split(sep).join("/"))
      .filter((path) => {
        const key = keyOf(path)
        return Object.hasOwn(this.before, key) && !this.files.has(key)
      })
  }

  /** Whether there is nothing yet where the site goes: then all of it is moved at once. */
  private isFirst(): boolean {
    return existsSync(this.staged) && (!existsSync(this.out) || readdirSync(this.out).length === 0)
  }
}

const removeEmpty = (root: string, folder: string): void => {
  for (let at = folder; at !== "." && at !== ""; at = dirname(at)) {
    try {
      rmdirSync(join(root, at))
    } catch {
      // something else is in it
      return
    }
  }
}

const writeStream = <E>(target: string, bytes: Stream.Stream<Uint8Array, E>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => createWriteStream(target)),
    (file) =>
      Effect.andThen(
        Stream.runForEach(bytes, (piece) =>
          Effect.callback<void, Error>((resume) => {
            file.write(piece, (error) => resume(error ? Effect.fail(error) : Effect.void))
          })
        ),
        Effect.callback<void>((resume) => void file.end(() => resume(Effect.void)))
      ),
    (file) => Effect.sync(() => file.destroy())
  )
