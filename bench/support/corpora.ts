/** The repositories that the main job is shown on: real documentation, kept beside this repository. */
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { commitFiles } from "@octavo/git-cli/testing"

const archives = fileURLToPath(new URL("../../../shared/corpora/", import.meta.url))

export interface Corpus {
  readonly name: string
  /** Directories of its spaces. */
  readonly spaces: ReadonlyArray<string>
}

export const largest: Corpus = { name: "intersect-knowledge-base", spaces: [""] }

export const corpora: ReadonlyArray<Corpus> = [
  { name: "lawnchair-docs", spaces: ["help", "developers", "community"] },
  { name: "beefree-sdk-docs", spaces: [""] },
  largest
]

/** Unpacks a corpus below a directory; answers where its files are. */
export const unpackCorpus = ({ name }: Corpus, directory: string): string => {
  const archive = join(archives, `${name}.tar.gz`)
  if (!existsSync(archive)) throw new Error(`This benchmark needs the corpus ${archive}`)
  mkdirSync(directory, { recursive: true })
  execFileSync("tar", ["-xzf", archive, "-C", directory])
  return join(directory, name, "tree")
}

/** Commits a corpus to the bare repository `NAME.git` in a directory; answers the repository. */
export const commitCorpus = async (corpus: Corpus, directory: string): Promise<string> => {
  const root = unpackCorpus(corpus, join(directory, "unpacked"))
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const repository = join(directory, `${corpus.name}.git`)
  const byPath = Object.fromEntries(files.map((file) => [file.slice(root.length + 1), readFileSync(file)]))
  await commitFiles(repository, byPath, "The origin's tree")
  return repository
}
