/** A plain folder as a snapshot: the same ids that Git would give its files, without Git. */
import { createHash } from "node:crypto"
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync
} from "node:fs"
import { lstat, open, opendir } from "node:fs/promises"
import { join } from "node:path"
import {
  defaultGitLimits,
  GitError,
  type GitLimits,
  type GitSnapshot,
  type SkippedEntry,
  type TreeEntry
} from "@octavo/core/content/git/Git"
import { isSafePath } from "@octavo/core/content/git/paths"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect, Stream } from "effect"
import { ignored } from "./ignored.ts"
import { makeSizeCheck, tooManyEntries } from "./listing.ts"
import { makeSnapshot } from "./snapshot.ts"

export interface DirectoryOptions {
  readonly limits?: GitLimits
  /** Files as they were read before, by their paths: those that nobody touched since are not read again. Kept up to date. */
  readonly known?: KnownFiles | undefined
  /** What was read before, and which of its files changed since, where none came, went or moved: it is not listed again. */
  readonly since?: { readonly snapshot: GitSnapshot; readonly changed: ReadonlySet<string> } | undefined
  /** A path below the folder that is not read, with all that is below it. */
  readonly except?: string | undefined
  /** Folders below it with a file of this name are not read. */
  readonly exceptWith?: string | undefined
}

/** What a file had when its id was made: when it was written, as finely as the disk says, its size and its number. */
export type KnownFiles = Map<string, { readonly seen: string; readonly oid: string }>

/**
 * Reads a folder of this machine. Symbolic links are skipped, never followed. The tree id is the one that Git would
 * give a commit of the listed files.
 */
export const readDirectory = traced("git.readDirectory")(function* (path: string, options?: DirectoryOptions) {
  const { entries, skipped, tree } = yield* Effect.tryPromise({
    try: async (signal) => (await again(path, options)) ?? scan(path, options, signal),
    catch: (error) => (error instanceof GitError ? error : notReadable(path, error))
  })
  return makeSnapshot(
    { tree, entries, skipped },
    {
      read: (entry) =>
        options?.known !== undefined && entry.size <= readAtOnce
          ? Effect.try({ try: () => readNow(join(path, entry.path), entry), catch: () => changed(entry) })
          : Effect.tryPromise({ try: () => readFile(join(path, entry.path), entry), catch: () => changed(entry) }),
      stream: (entry) => Stream.fromAsyncIterable(verified(join(path, entry.path), entry), () => changed(entry))
    }
  )
}) satisfies (path: string, options?: DirectoryOptions) => Effect.Effect<GitSnapshot, GitError>

/** A file's bytes. One that was replaced by a link after it was listed is not followed. */
export const bytesOf = (file: string): AsyncIterable<Buffer> =>
  createReadStream(file, { flags: constants.O_RDONLY | constants.O_NOFOLLOW } as never)

// ---------------------------------------------------------------------------------------------------------------------

const notReadable = (path: string, error: unknown) => {
  const { code } = error as NodeJS.ErrnoException
  const absent = code === "ENOENT" || code === "ENOTDIR"
  return new GitError({
    reason: absent ? "DirectoryNotFound" : "Failed",
    message: absent ? `${path} is no directory.` : `${path} cannot be read (${code}).`
  })
}

const changed = (entry: TreeEntry) =>
  new GitError({ reason: "Failed", message: `The file ${entry.path} changed while it was read. Try again.` })

interface Node {
  readonly name: string
  readonly mode: "40000" | "100644" | "100755"
  readonly oid: string
}

/**
 * The listing of before with what changed in it; `undefined` where something else is there by now. The id of its tree is
 * one of its own: Git's would need all folders.
 */
const again = async (root: string, { known, limits = defaultGitLimits, since }: DirectoryOptions = {}) => {
  if (since === undefined) return undefined
  const { changed, snapshot } = since
  const places = new Map(snapshot.entries.map(({ path }, index) => [path, index]))
  const checkSize = makeSizeCheck(limits)
  const entries = [...snapshot.entries]
  const tree = createHash("sha1").update(snapshot.tree)
  for (const path of changed) {
    const place = places.get(path)
    const file = join(root, path)
    if (place === undefined || lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
    const { oid, size } = await lookAt(file, path, checkSize, known)
    entries[place] = { path, oid, size }
    tree.update(`${path}\0${oid}\0`)
  }
  return { entries, skipped: snapshot.skipped, tree: tree.digest("hex") }
}

const scan = async (
  root: string,
  { except, exceptWith, known, limits = defaultGitLimits }: DirectoryOptions = {},
  signal: AbortSignal
) => {
  const entries: Array<TreeEntry> = []
  const skipped: Array<SkippedEntry> = []
  const checkSize = makeSizeCheck(limits)
  let count = 0

  const visit = async (directory: string): Promise<ReadonlyArray<Node>> => {
    const nodes: Array<Node> = []
    for (const child of await sorted(join(root, directory), known)) {
      signal.throwIfAborted()
      if (ignored.has(child.name)) continue
      if (++count > limits.entries) throw tooManyEntries(limits)
      const path = directory === "" ? child.name : `${directory}/${child.name}`
      if (path === except) continue
      if (!isSafePath(path)) skipped.push({ path: path.toWellFormed(), reason: "bad-path" })
      else if (child.isSymbolicLink()) skipped.push({ path, reason: "symlink" })
      else if (child.isDirectory()) {
        if (exceptWith !== undefined && existsSync(join(root, path, exceptWith))) continue
        const below = await visit(path)
        if (below.length > 0) nodes.push({ name: child.name, mode: "40000", oid: treeId(below) })
      } else if (child.isFile()) {
        const { mode, oid, size } = await lookAt(join(root, path), path, checkSize, known)
        entries.push({ path, oid, size })
        nodes.push({ name: child.name, mode: (mode & 0o100) === 0 ? "100644" : "100755", oid })
      } else skipped.push({ path, reason: "bad-path" })
    }
    return nodes
  }

  const tree = treeId(await visit(""))
  if (known !== undefined && known.size > entries.length) {
    const paths = new Set(entries.map(({ path }) => path))
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path)
  }
  return { entries, skipped, tree }
}

/** What a file is: read, or as it was read before while it has not been touched since. */
const lookAt = async (
  file: string,
  path: string,
  checkSize: ReturnType<typeof makeSizeCheck>,
  known: KnownFiles | undefined
) => {
  // where most files are known, waiting for each of them is what takes the time
  const { ctimeMs, ino, mode, mtimeMs, size } = known === undefined ? await lstat(file) : lstatSync(file)
  const problem = checkSize(path, size)
  if (problem !== undefined) throw problem
  const seen = `${mtimeMs} ${ctimeMs} ${size} ${ino}`
  const before = known?.get(path)
  if (before?.seen === seen) return { mode, oid: before.oid, size }
  const oid = known === undefined || size > readAtOnce ? await blobId(file, size) : blobIdAtOnce(file)
  known?.set(path, { seen, oid })
  return { mode, oid, size }
}

/** In Git's order: by bytes, a directory as if its name ended in a slash. */
const sorted = async (directory: string, known: KnownFiles | undefined) => {
  const children = []
  const found = known === undefined ? await opendir(directory) : readdirSync(directory, { withFileTypes: true })
  for await (const child of found) {
    children.push({ child, key: Buffer.from(child.isDirectory() ? `${child.name}/` : child.name) })
  }
  return children.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ child }) => child)
}

const treeId = (nodes: ReadonlyArray<Node>): string => {
  const body = Buffer.concat(
    nodes.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")])
  )
  return createHash("sha1").update(`tree ${body.length}\0`).update(body).digest("hex")
}

const startBlob = (size: number) => createHash("sha1").update(`blob ${size}\0`)

/** So large may a file be that is read in one piece, in bytes. */
const readAtOnce = 1_000_000

const bytesAtOnce = (file: string): Buffer => {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const blobIdAtOnce = (file: string): string => idOf(bytesAtOnce(file))

const idOf = (bytes: Uint8Array): string => startBlob(bytes.length).update(bytes).digest("hex")

/** Where a folder is followed its files were read a moment ago: waiting for each of them is what takes the time. */
const readNow = (file: string, entry: TreeEntry): Uint8Array => {
  const bytes = bytesAtOnce(file)
  if (idOf(bytes) !== entry.oid) throw new Error("changed")
  return bytes
}

const blobId = async (file: string, size: number): Promise<string> => {
  const hash = startBlob(size)
  for await (const chunk of bytesOf(file)) hash.update(chunk)
  return hash.digest("hex")
}

const readFile = async (file: string, entry: TreeEntry): Promise<Uint8Array> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const bytes = new Uint8Array(entry.size)
    for (let at = 0; at < entry.size; ) {
      const { bytesRead } = await handle.read(bytes, at)
      if (bytesRead === 0) break
      at += bytesRead
    }
    if (idOf(bytes) !== entry.oid) throw new Error("changed")
    return bytes
  } finally {
    await handle.close()
  }
}

async function* verified(file: string, entry: TreeEntry): AsyncGenerator<Uint8Array> {
  const hash = startBlob(entry.size)
  for await (const chunk of bytesOf(file)) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest("hex") !== entry.oid) throw new Error("changed")
}
