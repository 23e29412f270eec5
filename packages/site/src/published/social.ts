/** Addresses of accounts on social sites. */

const sites = new Map<string, (handle: string) => string>([
  ["bluesky", (handle) => `https://bsky.app/profile/${handle}`],
  ["discord", (handle) => `https://discord.gg/${handle}`],
  ["facebook", (handle) => `https://www.facebook.com/${handle}`],
  ["github", (handle) => `https://github.com/${handle}`],
  ["gitlab", (handle) => `https://gitlab.com/${handle}`],
  ["instagram", (handle) => `https://www.instagram.com/${handle}`],
  ["linkedin", (handle) => `https://www.linkedin.com/${handle.includes("/") ? handle : `company/${handle}`}`],
  ["mastodon", (handle) => `https://mastodon.social/@${handle}`],
  ["medium", (handle) => `https://medium.com/@${handle}`],
  ["reddit", (handle) => `https://www.reddit.com/${handle.includes("/") ? handle : `r/${handle}`}`],
  ["slack", (handle) => `https://${handle}.slack.com/`],
  ["snapchat", (handle) => `https://www.snapchat.com/add/${handle}`],
  ["telegram", (handle) => `https://t.me/${handle}`],
  ["threads", (handle) => `https://www.threads.net/@${handle}`],
  ["tiktok", (handle) => `https://www.tiktok.com/@${handle}`],
  ["twitter", (handle) => `https://x.com/${handle}`],
  ["x", (handle) => `https://x.com/${handle}`],
  ["youtube", (handle) => `https://www.youtube.com/@${handle}`]
])

/** Where the account is: `handle` is its name, or its whole http(s) address. `undefined` when that can't be told. */
export const socialAddress = (platform: string, handle: string): string | undefined => {
  if (/^https?:\/\//i.test(handle)) return URL.parse(handle)?.href
  const name = handle.replace(/^@/, "")
  return /^[\w.-]+(?:\/[\w.-]+)?$/.test(name) ? sites.get(platform.toLowerCase())?.(name) : undefined
}
