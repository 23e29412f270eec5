/**
 * What a browser says of itself, in the classes of the contract (`docs/contributing/wire.md#insights`). Pure; `test/kernel/shared/userAgent.test.ts`.
 * Names are looked for from the special to the general: browsers also name those that they want to be taken for.
 */
const browsers = ["chrome", "firefox", "safari", "edge", "ie", "opera", "unknown"] as const
const devices = ["desktop", "tablet", "mobile", "unknown"] as const
const systems = ["windows", "macos", "linux", "android", "ios", "unknown"] as const
const bots = [
  "unknown",
  "googlebot",
  "bingbot",
  "duckduckbot",
  "facebookbot",
  "applebot",
  "chatgpt",
  "anthropic"
] as const

export interface UserAgent {
  readonly browser: (typeof browsers)[number]
  readonly device: (typeof devices)[number]
  readonly os: (typeof systems)[number]
  /** Empty for people; `unknown` is a bot without a class of its own. */
  readonly bot: (typeof bots)[number] | ""
}

const first = <A>(text: string, table: ReadonlyArray<readonly [RegExp, A]>, otherwise: A): A =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? otherwise

const botTable: ReadonlyArray<readonly [RegExp, UserAgent["bot"]]> = [
  [/googlebot|google-extended|storebot-google|googleother/i, "googlebot"],
  [/bingbot|bingpreview|msnbot/i, "bingbot"],
  [/duckduckbot|duckassistbot/i, "duckduckbot"],
  [/facebookexternalhit|facebookbot|meta-externalagent|meta-externalfetcher/i, "facebookbot"],
  [/applebot/i, "applebot"],
  [/gptbot|chatgpt-user|oai-searchbot/i, "chatgpt"],
  [/claudebot|claude-user|claude-searchbot|claude-web|anthropic-ai/i, "anthropic"],
  [/bot\b|bot\/|crawler|spider|crawling|slurp|headlesschrome|curl\/|wget\/|python-requests|go-http-client/i, "unknown"]
]
const browserTable: ReadonlyArray<readonly [RegExp, UserAgent["browser"]]> = [
  [/\b(?:edg|edge|edga|edgios)\//i, "edge"],
  [/\b(?:opr|opera|opt)\b/i, "opera"],
  [/\b(?:firefox|fxios)\//i, "firefox"],
  [/\bmsie |\btrident\//i, "ie"],
  [/\b(?:chrome|chromium|crios)\//i, "chrome"],
  [/^(?=.*\bversion\/).*\bsafari\//i, "safari"]
]
const systemTable: ReadonlyArray<readonly [RegExp, UserAgent["os"]]> = [
  [/\bandroid\b/i, "android"],
  [/\b(?:iphone|ipad|ipod)\b/i, "ios"],
  [/\bwindows\b/i, "windows"],
  [/\bmac os x\b|\bmacintosh\b/i, "macos"],
  [/\blinux\b|\bcros\b|\bx11\b/i, "linux"]
]
const deviceTable: ReadonlyArray<readonly [RegExp, UserAgent["device"]]> = [
  [/\bipad\b|\btablet\b|\bkindle\b|\bsilk\//i, "tablet"],
  [/\bmobile\b|\biphone\b|\bipod\b/i, "mobile"],
  [/\bandroid\b/i, "tablet"],
  [/\bwindows\b|\bmacintosh\b|\blinux\b|\bcros\b|\bx11\b/i, "desktop"]
]

export const readUserAgent = (text: string): UserAgent => ({
  browser: first(text, browserTable, "unknown"),
  device: first(text, deviceTable, "unknown"),
  os: first(text, systemTable, "unknown"),
  bot: first(text, botTable, "")
})
