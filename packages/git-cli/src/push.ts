/** Moves a branch of a server to a commit that this machine has, and finds out what became of it. */
import { GitError } from "@octavo/core/content/git/Git"
import { traced } from "@octavo/core/kernel/shared/traced"
import { Effect } from "effect"
import { branchMoved } from "./cache.ts"
import { classify, scrub } from "./failures.ts"
import { collectGit } from "./process.ts"
import { type Progress, progressReader } from "./progress.ts"
import { findTip, memory, type Remote } from "./remote.ts"

export interface Push {
  readonly gitDirectory: string
  readonly ref: string
  /** The commit. */
  readonly oid: string
  /** The tip that the branch must have; undefined for a branch that must not exist. */
  readonly base: string | undefined
  /** Milliseconds for the push. */
  readonly timeoutMs: number
  readonly onProgress: (progress: Progress) => void
}

/** Pushes one commit. What the server does not answer clearly is looked up at the branch itself. */
export const pushCommit = traced("git.push")(function* (remote: Remote, push: Push) {
  const failure = yield* send(remote, push).pipe(
    Effect.timeoutOrElse({ duration: push.timeoutMs, orElse: () => Effect.succeed(timedOut) })
  )
  if (failure !== undefined) yield* settle(remote, push, failure)
})

// ---------------------------------------------------------------------------------------------------------------------

/** What the push itself says: `final` ends it, `refused` is the server's word on the branch, `unclear` may be a success. */
interface Failure {
  readonly kind: "final" | "refused" | "unclear"
  readonly error: GitError
}

const timedOut: Failure = {
  kind: "unclear",
  error: new GitError({ reason: "Timeout", message: "The server took too long to take the commit." })
}

/** Milliseconds before each look at the branch: a server may still be at work when the connection is gone. */
const looks = [0, 1000, 2000]

/** Milliseconds for one look. */
const lookMs = 30_000

/** Characters of the server's words in a message. */
const longestWords = 500

/** Seconds that a server may be silent: its hooks may take long. */
const silence = "300"

const send = Effect.fnUntraced(function* (remote: Remote, { base, gitDirectory, oid, onProgress, ref }: Push) {
  const { code, stderr, stdout } = yield* collectGit(
    remote.program,
    {
      args: [
        `--git-dir=${gitDirectory}`,
        "push",
        "--porcelain",
        "--progress",
        "--no-verify",
        "--no-signed",
        "--no-follow-tags",
        "--no-recurse-submodules",
        `--force-with-lease=${ref}:${base ?? ""}`,
        "--",
        remote.url.href,
        `${oid}:${ref}`
      ],
      env: { ...remote.env, GIT_HTTP_LOW_SPEED_TIME: silence },
      memory: memory.transfer,
      onMessage: progressReader(onProgress)
    },
    1_000_000
  )
  return code === 0 ? undefined : failureOf(remote, stdout.toString(), stderr)
})

const failureOf = (remote: Remote, stdout: string, stderr: string): Failure => {
  const [, status] = /^!\t[^\t]*\t(\[(?:remote )?rejected\].*)$/m.exec(stdout) ?? []
  if (status !== undefined) return { kind: "refused", error: rejected(remote, stderr, status) }
  if (/returned error: 403/.test(stderr))
    return { kind: "final", error: rejected(remote, stderr, "no permission to push (403)") }
  const error = classify(stderr, remote.credentials)
  if (error.reason === "AuthenticationFailed") return { kind: "final", error: noAccess() }
  // the first request failed: nothing was sent
  const early = /^fatal: (unable to (access|update url base)|repository .* not found)/m.test(stderr)
  return { kind: early ? "final" : "unclear", error }
}

/** Looks at the branch: only what it has counts. */
const settle = Effect.fnUntraced(function* (remote: Remote, { base, oid, ref }: Push, { error, kind }: Failure) {
  if (kind === "final") return yield* error
  for (const pause of kind === "refused" ? [0] : looks) {
    yield* Effect.sleep(pause)
    const tip = yield* findTip(remote, ref).pipe(
      Effect.timeoutOrElse({ duration: lookMs, orElse: () => error }),
      Effect.mapError(() => error)
    )
    if (tip.oid === oid) return
    if (tip.oid !== base) return yield* branchMoved()
  }
  return yield* error
})

const noAccess = () =>
  new GitError({
    reason: "AuthenticationFailed",
    message:
      "The server refused access. Check the user name and the token, and that the token may write to the repository."
  })

/** With the server's own words, which say why. */
const rejected = (remote: Remote, stderr: string, status: string): GitError => {
  const words = stderr
    .split(/[\r\n]+/)
    .filter((line) => line.startsWith("remote: ") && !/: +\d+%|, done\.\s*$/.test(line))
    .map((line) => line.slice("remote: ".length).trim())
  const said = scrub([status, ...words].filter(Boolean).join(" · "), remote.credentials)
  return new GitError({
    reason: "Rejected",
    message:
      `The server did not take the commit. It said: ${said.slice(0, longestWords).toWellFormed()}. ` +
      "Let the user of the token push to this branch, or export to another one."
  })
}
