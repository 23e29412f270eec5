/** Who may read a site, in words: what each is called, and what it comes to. */
import type { Site } from "../../logic/api.ts"
import type { Words } from "../parts/DescribedRadios.tsx"

type Visibility = Site["visibility"]

/** Those that need nothing else to be set up. */
export const openTo = {
  public: ["Everybody", "Search engines find it."],
  unlisted: ["Whoever has its address", "Search engines are told to leave it out."]
} as const satisfies Partial<Record<Visibility, Words>>

export const readers: Readonly<Record<Visibility, Words>> = {
  ...openTo,
  "share-link": ["Who comes with a share link", "Nobody else gets in."],
  "visitor-auth": ["Who signed in at your own server", "It sends readers on with a token that it signs."]
}
