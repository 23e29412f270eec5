/** Names in a site's URLs: basenames, and paths of its spaces. */
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"

/** What a basename may be. The length is 1 to 100; below a site host it must also be a DNS label. */
export const basenamePattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u

/** What the path of a site space may be: one segment. `~` begins the site's own routes. */
export const pathPattern = /^[A-Za-z0-9_][A-Za-z0-9._~-]*$/u

/** Room for a suffix within a DNS label. */
const maxSlug = 50

/** Lower-case letters, digits and hyphens out of any text. */
export const slug = (text: string, otherwise: string): string => {
  const letters = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
  return (
    letters
      .slice(0, maxSlug + 1)
      .replace(/^-+/, "")
      .slice(0, maxSlug)
      .replace(/(?<!-)-+$/, "") || otherwise
  )
}

/** A path segment out of the name of a version: as `slug`, with the dots between numbers. */
export const versionPath = (title: string): string =>
  title
    .split(".")
    .map((part) => slug(part, ""))
    .filter((part) => part !== "")
    .join(".")
    .slice(0, maxSlug)
    .replace(/[.-]$/, "") || "version"

/** The basenames to try for a site of this title, in order; the last one is as good as free. */
export const basenames = (instance: InstanceConfig, title: string, random: string): ReadonlyArray<string> => {
  const name = slug(title, "site")
  return [name, `${name}-2`, `${name}-3`, `${name}-4`, `${name}-5`, `${name}-${random.toLowerCase()}`].filter(
    (candidate) => basenameProblem(instance, candidate) === undefined
  )
}

/** Why a basename of the right letters cannot name a site of this installation. */
export const basenameProblem = (instance: InstanceConfig, basename: string): string | undefined => {
  if (basename.startsWith("xn--")) return "basename must not begin with xn--"
  if (instance.siteHost === undefined) return undefined
  if (basename.length > 63) return "basename has at most 63 characters here: sites have a host name of their own"
  return `${basename}.${instance.siteHost}` === new URL(instance.publicUrl).host
    ? `basename ${basename} is reserved: Octavo itself is at that address`
    : undefined
}

/** The wanted path, with the first number behind it that makes it free. */
export const freePath = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted)) return wanted
  let n = 2
  while (taken.has(`${wanted}-${n}`)) n++
  return `${wanted}-${n}`
}
