/** The browser that somebody signs in with, by a name that its person knows it by. */

import { reference } from "../../kernel/shared/reference.ts"
import { readUserAgent, type UserAgent } from "../../kernel/shared/userAgent.ts"

/** Of the request that runs; `null` when it says nothing that is known. */
export const CurrentBrowser = reference<string | null>("@octavo/core/people/sign-in/CurrentBrowser", () => null)

const browsers: Readonly<Record<UserAgent["browser"], string | undefined>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  ie: "Internet Explorer",
  opera: "Opera",
  safari: "Safari",
  unknown: undefined
}
const systems: Readonly<Record<UserAgent["os"], string | undefined>> = {
  android: "Android",
  ios: "iOS",
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
  unknown: undefined
}

/** Characters of a header that are looked at. */
const longest = 1024

/** A few words of ours, like `Firefox on Linux`, and nothing of the text itself; `null` when nothing in it is known. */
export const browserLabel = (userAgent: string): string | null => {
  const { browser, os } = readUserAgent(userAgent.slice(0, longest))
  const [name, system] = [browsers[browser], systems[os]]
  if (system === undefined) return name ?? null
  return `${name ?? "A browser"} on ${system}`
}
