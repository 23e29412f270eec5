/** What is in a repository's URL. Pure. */
import { Redacted } from "effect"

/** The URL without userinfo, and the userinfo as `username:password`. `undefined` for what is no http(s) URL. */
export const splitCredentials = (
  url: string
): { readonly url: string; readonly credentials?: Redacted.Redacted } | undefined => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  const { username, password } = parsed
  if (username === "" && password === "") return { url }
  parsed.username = ""
  parsed.password = ""
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return text
    }
  }
  return { url: parsed.toString(), credentials: Redacted.make(`${decode(username)}:${decode(password)}`) }
}

/** `owner/name` of a hosted repository: the last two segments of its path. */
export const repositoryName = (url: string): string => {
  const segments = new URL(url).pathname
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter((segment) => segment !== "")
  return segments.slice(-2).join("/") || new URL(url).hostname
}
