/** The form of what people enter: a URL, a ref, a directory. Messages never repeat the input: it may hold secrets. */
import { GitError } from "@octavo/core/content/git/Git"
import { isSafePath } from "@octavo/core/content/git/paths"
import { type Credentials, splitCredentials } from "@octavo/core/content/git/repository"
import { Effect } from "effect"

/** A URL in the one spelling that git, curl and the address check all read alike. */
export interface RemoteUrl {
  /** Without userinfo. */
  readonly href: string
  readonly origin: string
  readonly hostname: string
  readonly port: number
  readonly credentials: Credentials | undefined
}

const longestUrl = 2048
const longestRef = 1000

/** Reads an http(s) URL of a repository. */
export const parseUrl = (text: string): Effect.Effect<RemoteUrl, GitError> => {
  const { credentials, url } = splitCredentials(text)
  const problem = urlProblem(text, url)
  if (problem !== undefined) return Effect.fail(refuse(problem))
  const parsed = new URL(url)
  parsed.hostname = parsed.hostname.replace(/\.$/, "")
  return Effect.succeed({
    href: parsed.href,
    origin: parsed.origin,
    hostname: parsed.hostname,
    port: Number(parsed.port || (parsed.protocol === "https:" ? 443 : 80)),
    credentials
  })
}

/** Why a text is not a ref `refs/heads/<branch>` by the rules of `git check-ref-format`; undefined when it is one. */
export const refProblem = (ref: string): string | undefined => {
  if (!ref.startsWith("refs/heads/")) return "The ref must have the form refs/heads/<branch>."
  const branch = ref.slice("refs/heads/".length)
  const valid =
    ref.length <= longestRef &&
    ref.isWellFormed() &&
    !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\.$/.test(branch) &&
    !branch.startsWith("-") &&
    branch !== "HEAD" &&
    branch.split("/").every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"))
  return valid ? undefined : "The ref holds a branch name that Git does not allow."
}

/** A directory without `./` and slashes at its ends; the empty string for the root. Fails when it leads outside. */
export const normalizeDirectory = (directory: string): Effect.Effect<string, GitError> => {
  const normal = directory
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/")
  if (directory.startsWith("/"))
    return Effect.fail(refuse("The directory must be relative to the repository: without a leading slash."))
  return normal === "" || isSafePath(normal)
    ? Effect.succeed(normal)
    : Effect.fail(refuse("The directory must lie inside the repository: no .., no .git, no backslash."))
}

/** All checks of form together: what can be said without the network. */
export const parseSource = Effect.fnUntraced(function* (source: {
  readonly url: string
  readonly ref: string
  readonly directory: string
}) {
  const url = yield* parseUrl(source.url)
  const problem = refProblem(source.ref)
  if (problem !== undefined) return yield* refuse(problem)
  const directory = yield* normalizeDirectory(source.directory)
  return { url, ref: source.ref, directory }
})

// ---------------------------------------------------------------------------------------------------------------------

const refuse = (message: string) => new GitError({ reason: "Refused", message })

/** What an address of ssh is over https, as a sentence; empty for anything else. Without the user, who may be a secret. */
const httpsForm = (url: string): string => {
  const [, host, path] =
    /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)\/?([\w.~-][\w./~-]*)$/.exec(url) ??
    /^(?:git\+)?ssh:\/\/([\w-]+(?:\.[\w-]+)+)(?::\d+)?\/([\w./~-]+)$/i.exec(url) ??
    []
  return host === undefined ? "" : ` Use https://${host}/${path}, with a token in place of the key.`
}

const urlProblem = (text: string, url: string): string | undefined => {
  if (text.length > longestUrl) return `The URL must be at most ${longestUrl} characters long.`
  if (/[\u0000-\u001f\u007f-\u009f\s]/.test(text)) return "The URL must not hold spaces or control characters."
  if (!/^https?:\/\//i.test(url)) return `The URL must start with https:// or http://.${httpsForm(url)}`
  if (/[\\?#]/.test(text)) return "The URL must not hold a backslash, a query or a fragment."
  return URL.canParse(url) ? undefined : "The URL is malformed."
}
