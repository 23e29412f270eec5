/**
 * The part of a commit's tree that a change touches, as folders in memory. Names are bytes as latin1 text and modes are
 * kept as they are, so that what is not changed comes out as it was.
 */
import { createHash } from "node:crypto"
import type { GitError } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"
import { refusePath } from "./changes.ts"
import { localEnvironment } from "./environment.ts"
import { damaged } from "./listing.ts"
import { collectGit, type GitProgram } from "./process.ts"

/** A file, a link, a submodule, or a tree that is not touched. */
export interface Entry {
  readonly mode: string
  oid: string
}

export interface Folder {
  readonly entries: Map<string, Entry>
  readonly folders: Map<string, Folder>
}

export const emptyFolder = (): Folder => ({ entries: new Map(), folders: new Map() })

/** Reads the folders at the paths, which include the parents of each; those that are no folders are left out. */
export const readFolders = traced("git.readFolders")(function* (
  program: GitProgram,
  gitDirectory: string,
  commit: string,
  paths: ReadonlyArray<string>
) {
  const ask = (how: string, names: ReadonlyArray<string>) =>
    collectGit(
      program,
      {
        args: [`--git-dir=${gitDirectory}`, "cat-file", how],
        env: localEnvironment(program),
        input: names.map((name) => `${name}\n`).join("")
      },
      treeBytes
    )
  const sorted = [...paths].sort((a, b) => depthOf(a) - depthOf(b))
  const found = yield* ask(
    "--batch-check",
    sorted.map((path) => `${commit}:${path}`)
  )
  const oids = new Map<string, string>()
  found.stdout
    .toString("latin1")
    .split("\n")
    .forEach((line, index) => {
      const [, oid] = /^([0-9a-f]{40,64}) tree \d+$/.exec(line) ?? []
      if (oid !== undefined) oids.set(sorted[index] ?? "", oid)
    })
  const trees = parseTrees((yield* ask("--batch", [...new Set(oids.values())])).stdout)
  const root = emptyFolder()
  for (const [path, oid] of oids) {
    const tree = trees.get(oid)
    if (tree === undefined) return yield* damaged()
    const folder: Folder = { entries: new Map(tree), folders: new Map() }
    if (path === "") Object.assign(root, folder)
    else attach(root, path, folder)
  }
  return oids.has("") ? root : yield* damaged()
})

/** Every folder on the way to the paths, the root (the empty text) included. */
export const parentsOf = (paths: Iterable<string>): ReadonlyArray<string> => {
  const parents = new Set([""])
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const parent = path.slice(0, at)
      if (parents.has(parent)) break
      parents.add(parent)
    }
  return [...parents]
}

/** Takes a file out, and every folder that is empty then; answers whether it was there. */
export const removeFile = (root: Folder, path: string): Effect.Effect<boolean, GitError> => {
  const names = namesOf(path)
  const remove = (folder: Folder, depth: number): boolean | undefined => {
    const name = names[depth] ?? ""
    const child = folder.folders.get(name)
    if (depth === names.length - 1) {
      if (child !== undefined || isTree(folder.entries.get(name))) return undefined
      return folder.entries.delete(name)
    }
    const removed = child === undefined ? false : remove(child, depth + 1)
    if (removed === true && child !== undefined && child.entries.size + child.folders.size === 0)
      folder.folders.delete(name)
    return removed
  }
  const removed = remove(root, 0)
  return removed === undefined ? Effect.fail(refusePath(path, "is a folder, not a file")) : Effect.succeed(removed)
}

/** The entry to be filled with a file's new id; a file that exists keeps its mode. */
export const claimFile = (root: Folder, path: string): Effect.Effect<Entry, GitError> => {
  const names = namesOf(path)
  const last = names.pop() ?? ""
  let folder = root
  for (const name of names) {
    if (folder.entries.has(name)) return Effect.fail(refusePath(path, "lies below a file, a link or a submodule"))
    const below = folder.folders.get(name) ?? emptyFolder()
    folder.folders.set(name, below)
    folder = below
  }
  const entry = folder.entries.get(last) ?? { mode: "100644", oid: "" }
  if (folder.folders.has(last) || isTree(entry)) return Effect.fail(refusePath(path, "is a folder that holds files"))
  if (!entry.mode.startsWith("100"))
    return Effect.fail(refusePath(path, "is a symbolic link or a submodule, which is not replaced"))
  folder.entries.set(last, entry)
  return Effect.succeed(entry)
}

/** The trees of a folder, children first, as `git mktree -z --batch` reads them, and the ids of two of them. */
export const writeFolders = (root: Folder, directory: string, sha256: boolean) => {
  const trees: Array<string> = []
  const oids = new Map<Folder, string>()
  const write = (folder: Folder): string => {
    const items = [
      ...Array.from(folder.entries, ([name, { mode, oid }]) => ({ name, mode, oid })),
      ...Array.from(folder.folders, ([name, below]) => ({ name, mode: "40000", oid: write(below) }))
    ].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
    trees.push(`${items.map(({ mode, name, oid }) => `${mode} ${typeOf(mode)} ${oid}\t${name}\0`).join("")}\0`)
    const body = items.map(({ mode, name, oid }) => `${mode} ${name}\0${Buffer.from(oid, "hex").toString("latin1")}`)
    const oid = objectId("tree", Buffer.from(body.join(""), "latin1"), sha256)
    oids.set(folder, oid)
    return oid
  }
  const top = write(root)
  const own = folderAt(root, directory)
  const tree = (own && oids.get(own)) ?? objectId("tree", Buffer.alloc(0), sha256)
  return { root: top, tree, input: Buffer.from(trees.join(""), "latin1") }
}

// ---------------------------------------------------------------------------------------------------------------------

/** All the trees that one change may touch together. */
const treeBytes = 268_435_456

/** The id that git gives an object. */
const objectId = (type: string, body: Uint8Array, sha256: boolean): string =>
  createHash(sha256 ? "sha256" : "sha1")
    .update(`${type} ${body.length}\0`)
    .update(body)
    .digest("hex")

const depthOf = (path: string): number => (path === "" ? 0 : path.split("/").length)

const namesOf = (path: string): Array<string> => Buffer.from(path).toString("latin1").split("/")

const isTree = (entry: Entry | undefined): boolean => entry?.mode === "40000"

const typeOf = (mode: string): string => (mode === "40000" ? "tree" : mode === "160000" ? "commit" : "blob")

/** Git sorts by bytes, a folder as if its name ended in a slash. */
const sortKey = ({ mode, name }: { readonly mode: string; readonly name: string }): string =>
  mode === "40000" ? `${name}/` : name

const folderAt = (root: Folder, path: string): Folder | undefined =>
  path === "" ? root : namesOf(path).reduce<Folder | undefined>((folder, name) => folder?.folders.get(name), root)

/** Puts a folder in the place of the tree entry that it was read from. */
const attach = (root: Folder, path: string, folder: Folder): void => {
  const at = path.lastIndexOf("/")
  const parent = folderAt(root, at < 0 ? "" : path.slice(0, at))
  const name = Buffer.from(path.slice(at + 1)).toString("latin1")
  parent?.entries.delete(name)
  parent?.folders.set(name, folder)
}

/** The answers of `git cat-file --batch`: `<oid> tree <size>\n<entries>\n`, each entry `<mode> <name>\0<oid bytes>`. */
const parseTrees = (output: Buffer): ReadonlyMap<string, ReadonlyArray<readonly [string, Entry]>> => {
  const trees = new Map<string, ReadonlyArray<readonly [string, Entry]>>()
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at)
    const [, oid = "", size] = /^([0-9a-f]+) tree (\d+)$/.exec(output.toString("latin1", at, end)) ?? []
    if (size === undefined) break
    at = end + 1 + Number(size)
    const tree = parseTree(output.subarray(end + 1, at), oid.length / 2)
    if (tree !== undefined) trees.set(oid, tree)
    at++
  }
  return trees
}

/** Undefined for what is no tree. */
const parseTree = (body: Buffer, idBytes: number): ReadonlyArray<readonly [string, Entry]> | undefined => {
  const entries: Array<readonly [string, Entry]> = []
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(32, at)
    const nul = body.indexOf(0, at)
    if (space < 0 || nul < space || nul + idBytes >= body.length) return undefined
    const mode = Number.parseInt(body.toString("latin1", at, space), 8).toString(8)
    at = nul + 1 + idBytes
    entries.push([body.toString("latin1", space + 1, nul), { mode, oid: body.toString("hex", nul + 1, at) }])
  }
  return entries
}
