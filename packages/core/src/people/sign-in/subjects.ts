/** Names that providers have for people: what of them can be kept, and shown to others. */

import { nameFromEmail } from "../../kernel/shared/email.ts"
import { isStorable } from "../../kernel/shared/text.ts"

/** Whether a provider's name for a person can be kept: not empty, not longer than this, without control characters. */
export const isSubject = (name: string, longest: number): boolean =>
  name !== "" && name.length <= longest && isStorable(name) && !/\p{Cc}/u.test(name)

/** What is no part of a name: control characters, halves of characters, and what turns the direction of writing. */
const noName = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Characters of a told name that are looked at. */
const longestTold = 1000

/** The name of a new account: what the provider tells, else what stands before the `@`. */
export const nameOf = (told: string | undefined, email: string): string =>
  [...(told ?? "").slice(0, longestTold).replace(noName, " ").trim()].slice(0, 64).join("").trim() ||
  nameFromEmail(email)
