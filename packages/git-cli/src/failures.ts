/** What git says when it fails, as the errors of the port: for people, and without secrets. */
import { GitError } from "@octavo/core/content/git/Git"
import type { Credentials } from "@octavo/core/content/git/repository"
import { Redacted } from "effect"
import { basicToken } from "./environment.ts"

interface Case {
  readonly pattern: RegExp
  readonly reason: GitError["reason"]
  readonly message: string
}

/** First match wins. git runs with LC_ALL=C, so its words are stable. */
const cases: ReadonlyArray<Case> = [
  {
    pattern: /Out of memory/i,
    reason: "TooLarge",
    message: "The repository needs more memory than an import may use."
  },
  {
    pattern: /could not read (Username|Password)|Authentication failed|returned error: (401|403|407)/i,
    reason: "AuthenticationFailed",
    message:
      "The server refused access. Check the user name and the token, that the token may read the repository, and that the repository exists."
  },
  {
    pattern: /repository .* not found|returned error: (404|410)|info\/refs not valid|invalid server resp/i,
    reason: "NotARepository",
    message: "There is no Git repository at this URL. Check its spelling."
  },
  {
    // the server's own git says so while it packs what was asked for
    pattern:
      /^remote: (?:fatal|error): (?:unable to read|bad (?:object|tree|commit)|.*\b(?:missing|corrupt)|(?:packed |loose )?object .* is (?:corrupt|missing))|possible repository corruption|did not send all necessary objects|missing (?:necessary )?(?:object|blob|tree|commit)s?\b/im,
    reason: "Failed",
    message:
      "The repository is damaged at its source: objects of the branch are missing there. Run `git fsck` on the server, and push the branch again from a whole clone."
  },
  {
    pattern: /does not support shallow/i,
    reason: "NotARepository",
    message: "The server offers plain files instead of Git's protocol (smart HTTP). Ask its administrator to enable it."
  },
  {
    pattern: /returned error: 3\d\d|unable to update url base from redirection/i,
    reason: "Refused",
    message:
      "The server redirects to another address, and redirects are not followed. Use the final URL; often `.git` at its end is missing."
  },
  {
    pattern: /couldn't find remote ref/i,
    reason: "RefNotFound",
    message: "The branch does not exist."
  },
  {
    pattern: /Operation too slow|timed? ?out/i,
    reason: "Timeout",
    message: "The server sent too little for too long."
  },
  {
    pattern: /certificate|SSL|TLS/i,
    reason: "Failed",
    message: "No secure connection: the server's certificate or TLS version is not accepted."
  },
  {
    pattern: /Could not resolve host/i,
    reason: "Unreachable",
    message: "The server's name is not known. Check the URL."
  },
  {
    pattern: /returned error: (5\d\d|429)/i,
    reason: "Unreachable",
    message: "The server has a fault or is overloaded."
  },
  {
    pattern:
      /Failed to connect|Couldn't connect|Connection (refused|reset)|Empty reply|early EOF|hung up|RPC failed|transfer closed|Recv failure|Send failure|unexpected disconnect|No route|unreachable/i,
    reason: "Unreachable",
    message: "The server cannot be reached, or ended the connection."
  },
  {
    pattern: /No space left/i,
    reason: "Failed",
    message: "The disk of the Git cache is full. Free some of it, then ask again."
  }
]

/** The error for what git wrote to standard error. */
export const classify = (stderr: string, credentials: Credentials | undefined): GitError => {
  const found = cases.find(({ pattern }) => pattern.test(stderr))
  if (found !== undefined) return new GitError({ reason: found.reason, message: found.message })
  const line = stderr
    .split(/[\r\n]+/)
    .filter((text) => /^(fatal|error):/.test(text))
    .at(-1)
  const words = line === undefined ? "" : ` It said: ${scrub(line, credentials).slice(0, 300)}`
  return new GitError({ reason: "Failed", message: `Git could not read the repository.${words}` })
}

/** Takes userinfo, passwords and their encoded forms out of a text, and control characters. */
export const scrub = (text: string, credentials: Credentials | undefined): string => {
  let clean = text.replace(/:\/\/[^/@\s]*@/g, "://").replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")
  for (const secret of credentials === undefined ? [] : secretsOf(credentials)) clean = clean.replaceAll(secret, "***")
  return clean
}

// ---------------------------------------------------------------------------------------------------------------------

/** A user name is secret when it is a token: alone, or long. */
const secretsOf = (credentials: Credentials): ReadonlyArray<string> => {
  const password = Redacted.value(credentials.password)
  const names = password === "" || credentials.username.length >= 16 ? [credentials.username] : []
  return [basicToken(credentials), password, ...names]
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")])
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length)
}
