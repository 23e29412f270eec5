/**
 * The environment of every git process: nothing of the machine's or the user's configuration, no prompts, no
 * transport but http(s), no hooks, no helpers. Configuration travels in the environment and not in arguments, because
 * arguments can be read by every user of the machine.
 */
import { isIP } from "node:net"
import type { Credentials } from "@octavo/core/content/git/repository"
import { Redacted } from "effect"
import type { GitProgram } from "./process.ts"
import type { RemoteUrl } from "./source.ts"

export type GitConfig = ReadonlyArray<readonly [key: string, value: string]>

/** Bytes a second, over seconds: slower transfers are ended. */
const slowest = { bytes: 100, seconds: 60 }

const hardened: GitConfig = [
  ["protocol.allow", "never"],
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.symlinks", "false"],
  ["core.askPass", ""],
  ["credential.helper", ""],
  ["submodule.recurse", "false"],
  ["init.defaultBranch", "main"]
]

const network: GitConfig = [
  ["protocol.http.allow", "always"],
  ["protocol.https.allow", "always"],
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", String(slowest.bytes)],
  ["http.lowSpeedTime", String(slowest.seconds)],
  ["transfer.bundleURI", "false"],
  ["fetch.recurseSubmodules", "false"],
  // objects stay in the pack they came in: a small pack that unfolds to gigabytes takes no more room on disk
  ["fetch.unpackLimit", "1"],
  // what keeps git's memory small
  ["core.bigFileThreshold", "16m"],
  ["core.packedGitWindowSize", "32m"],
  ["core.packedGitLimit", "512m"],
  ["pack.threads", "2"],
  ["gc.autoDetach", "false"],
  ["maintenance.autoDetach", "false"],
  ["gc.pruneExpire", "1.day.ago"]
]

/** Environment of commands that only read a repository on this machine. */
export const localEnvironment = (program: GitProgram): Record<string, string> =>
  environment(program, hardened, "none", ["PATH"])

/**
 * Environment of commands that talk to one server. `pinned` are the only addresses they may connect to; without it they
 * may connect anywhere.
 */
export const remoteEnvironment = (
  program: GitProgram,
  url: RemoteUrl,
  credentials: Credentials | undefined,
  pinned: ReadonlyArray<string> | undefined
): Record<string, string> => {
  const config: Array<readonly [string, string]> = [...hardened, ...network]
  if (pinned !== undefined && !isAddress(url.hostname))
    config.push(["http.curloptResolve", `${url.hostname}:${url.port}:${pinned.map(bracketed).join(",")}`])
  if (credentials !== undefined)
    config.push([`http.${url.origin}/.extraHeader`, `Authorization: Basic ${basicToken(credentials)}`])
  // a proxy resolves names itself and so would undo the pinning: it is only used where any network may be reached
  const inherited = pinned === undefined ? [...inheritedAlways, ...proxies] : inheritedAlways
  return environment(program, config, "http:https", inherited)
}

/** The text after `Basic` in an Authorization header. */
export const basicToken = (credentials: Credentials): string =>
  Buffer.from(`${credentials.username}:${Redacted.value(credentials.password)}`).toString("base64")

/** Whether the host of a URL is an address already, so that nothing is left to resolve. */
export const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, "")) !== 0

// ---------------------------------------------------------------------------------------------------------------------

const inheritedAlways = ["PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH"]
const proxies = ["http_proxy", "https_proxy", "no_proxy", "all_proxy"].flatMap((name) => [name, name.toUpperCase()])

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address)

const environment = (
  program: GitProgram,
  config: GitConfig,
  protocols: string,
  inherited: ReadonlyArray<string>
): Record<string, string> => {
  const variables: Record<string, string> = {
    LC_ALL: "C",
    // no ~/.gitconfig, and no ~/.netrc, which curl would read
    HOME: "/dev/null",
    XDG_CONFIG_HOME: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    ...configVariables(program, config)
  }
  for (const name of inherited) {
    const value = process.env[name]
    if (value !== undefined) variables[name] = value
  }
  return variables
}

const configVariables = (program: GitProgram, config: GitConfig): Record<string, string> => {
  // git 2.30 has no GIT_CONFIG_COUNT: there, the variable that `-c` itself sets
  if (!program.atLeast(2, 31)) {
    const quoted = config.map(([key, value]) => `'${`${key}=${value}`.replaceAll("'", "'\\''")}'`)
    return { GIT_CONFIG_PARAMETERS: quoted.join(" ") }
  }
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(config.length) }
  config.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key
    variables[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return variables
}
