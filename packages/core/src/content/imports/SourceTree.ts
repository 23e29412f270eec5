/** What an import brings, whatever it is made from: a tree of files as a Git import reads one. */
import type { GitSnapshot } from "../git/Git.ts"

export interface SourceTree {
  readonly snapshot: GitSnapshot
  /** Where pages were found, by the paths of their files. */
  readonly sources: ReadonlyMap<string, string>
}
