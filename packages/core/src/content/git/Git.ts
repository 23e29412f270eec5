/**
 * The port to Git repositories: what an import reads. Implemented by `@octavo/git-cli` over the system's git, and by
 * its directory reader for a plain folder. Objects are read without a checkout: nothing in a repository is ever run,
 * followed or written outside the cache.
 */
import type { PageLint } from "@octavo/document"
import { Context, type Effect, type Redacted, Schema, type Scope, type Stream } from "effect"

/** Where to read: an http(s) URL without userinfo, the credentials apart, a full ref (`refs/heads/main`), a directory. */
export interface GitSource {
  readonly url: string
  readonly credentials?: { readonly username: string; readonly password: Redacted.Redacted } | undefined
  readonly ref: string
  /** Directory of the space inside the repository, `/`-separated, no leading or trailing slash; empty for the root. */
  readonly directory: string
}

/** A commit as the API shows it. `committedAt` is ISO 8601. */
export interface GitCommit {
  readonly oid: string
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  readonly committer: { readonly name: string; readonly email: string }
  readonly committedAt: string
}

/** One blob of the tree below the directory. `path` is relative to the directory; `size` in bytes. Symlinks and submodules are not listed. */
export interface TreeEntry {
  readonly path: string
  readonly oid: string
  readonly size: number
}

/** What an import says of what is new where the same files are to say the same each time, on every machine. */
export interface Origin {
  /** When a file was changed, ISO 8601; of everything without a path. */
  readonly changedAt: (path?: string) => string
  /** Names of those who wrote a file, the latest first; absent where readers are to be told of nobody. */
  readonly authorsOf?: ((path: string) => ReadonlyArray<string>) | undefined
  /** The id of something new, by its name among all that the snapshot has. */
  readonly idOf: (name: string) => string
}

/** What a history says of a file. */
export interface FileHistory {
  /** Of the last commit that changed it, ISO 8601. */
  readonly changedAt: string
  /**
   * Names of those who wrote it, the latest first, as a `.mailmap` says them: ten at most, no programs, and never an
   * address.
   */
  readonly authors: ReadonlyArray<string>
}

/** What was left out of the tree and why, so that an import can say so. */
export interface SkippedEntry {
  readonly path: string
  readonly reason: "symlink" | "submodule" | "too-large" | "bad-path"
}

/** The tree of one commit, open for reading until its scope closes. */
export interface GitSnapshot {
  /** Absent for a plain directory. */
  readonly commit?: GitCommit | undefined
  /** Git object id of the directory's tree: equal ids mean equal content. */
  readonly tree: string
  readonly entries: ReadonlyArray<TreeEntry>
  readonly skipped: ReadonlyArray<SkippedEntry>
  /** Without it what is new has ids of its own, and was changed now. */
  readonly origin?: Origin | undefined
  /**
   * Takes what rules see in the texts that are read, by their ids: where somebody asks for that and for all else that they
   * say once they are imported, which is worked out with it and kept.
   */
  readonly lints?: Map<string, PageLint> | undefined
  /** Whole bytes of one blob: for text. Fails with `TooLarge` above `limit` bytes. */
  readonly read: (entry: TreeEntry, limit: number) => Effect.Effect<Uint8Array, GitError>
  /** Bytes of one blob as they come: for files of any size. Interrupting it stops the reader. */
  readonly stream: (entry: TreeEntry) => Stream.Stream<Uint8Array, GitError>
}

export const GitErrorReason = Schema.Literals([
  /** The URL or ref is malformed, uses a transport other than http(s), or points into a refused network. */
  "Refused",
  "Unreachable",
  "NotARepository",
  "AuthenticationFailed",
  "RefNotFound",
  /** The branch exists and has no commit, or the repository has no branch at all. */
  "Empty",
  "DirectoryNotFound",
  /** The branch has another commit at its tip than the one that the change was made on. */
  "Moved",
  /** The remote took the commit's objects and refused to move the branch: protected, a hook, no right to push. */
  "Rejected",
  /** A limit on bytes, entries or time was reached. */
  "TooLarge",
  "Timeout",
  "Failed"
])

/** Why Git could not be read. `message` is for people, never holds credentials, and says what to change. */
export class GitError extends Schema.TaggedError<GitError>()("GitError", {
  reason: GitErrorReason,
  message: Schema.String
}) {
  /** Whether trying again later may help. */
  get retryable(): boolean {
    return this.reason === "Unreachable" || this.reason === "Timeout" || this.reason === "Moved"
  }
}

export interface GitLimits {
  readonly entries: number
  readonly fileBytes: number
  readonly totalBytes: number
}

/** Bounds of one import: 100,000 entries, 100 MB a file (the contract's dialect), 5 GB together. */
export const defaultGitLimits: GitLimits = { entries: 100_000, fileBytes: 100_000_000, totalBytes: 5_000_000_000 }

/** One file of a commit: its new bytes, or `null` when it goes. `path` is relative to the directory of the source. */
export interface TreeChange {
  readonly path: string
  readonly bytes: Stream.Stream<Uint8Array, GitError> | null
}

export interface Signature {
  readonly name: string
  readonly email: string
}

/** A commit to be made on top of `base`; files that `changes` does not name stay as they are. */
export interface NewCommit {
  /** Tip that the branch must still have; `undefined` for a branch or repository without a commit. */
  readonly base: string | undefined
  /** For a branch that is to be made: the one that has `base` as its tip. */
  readonly from?: string | undefined
  readonly changes: ReadonlyArray<TreeChange>
  readonly message: string
  readonly author: Signature
  readonly committer: Signature
}

export class Git extends Context.Service<
  Git,
  {
    /**
     * Brings the ref up to date in the cache (a clone the first time, a fetch afterwards) and opens the directory's
     * tree. Progress is reported in words and, where known, as a fraction 0..1.
     */
    readonly open: (
      source: GitSource,
      options?: {
        readonly limits?: GitLimits
        readonly onProgress?: (message: string, fraction: number | undefined) => Effect.Effect<void>
      }
    ) => Effect.Effect<GitSnapshot, GitError, Scope.Scope>
    /**
     * Makes one commit and moves the remote's branch to it, in one step that fails with `Moved` when somebody else was
     * first. Needs no checkout. A commit that would change nothing is not made: the answer is then the base itself.
     */
    readonly commit: (
      source: GitSource,
      commit: NewCommit,
      options?: { readonly onProgress?: (message: string, fraction: number | undefined) => Effect.Effect<void> }
    ) => Effect.Effect<{ readonly oid: string; readonly tree: string }, GitError>
    /**
     * The history of files up to a commit of the branch that was opened, by their paths below the directory. Files that
     * were not changed for longer than a history may reach are not in it; one that is too large fails.
     */
    readonly history: (
      source: GitSource,
      commit: string,
      paths: ReadonlySet<string>
    ) => Effect.Effect<ReadonlyMap<string, FileHistory>, GitError>
    /** The branch that clones of a repository start with, as a full ref; `undefined` for one without branches. */
    readonly defaultBranch: (
      source: Pick<GitSource, "url" | "credentials">
    ) => Effect.Effect<string | undefined, GitError>
    /**
     * Takes away what is kept of repositories but for those at these addresses, and for what was used within a day; answers
     * how much that was.
     */
    readonly removeUnused: (urls: Iterable<string>) => Effect.Effect<number, GitError>
    /** Checks the source's form and network without reading it: what the API answers 400 for. */
    readonly validate: (source: Pick<GitSource, "url" | "ref" | "directory">) => Effect.Effect<void, GitError>
  }
>()("@octavo/core/content/git/Git") {}
