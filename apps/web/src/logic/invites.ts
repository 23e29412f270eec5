/** Inviting people by their addresses: what was typed, and what came of it, in words. Pure. */
import { counted } from "./words.ts"

/** Addresses in a text, each once: between commas, lines and spaces, or within brackets behind a name, as mail programs copy them. */
export const addressesIn = (text: string): ReadonlyArray<string> => {
  const found = text.split(/[,;\n]+/).flatMap((part) => {
    const [, inside] = /<\s*([^<>\s]+)\s*>/.exec(part) ?? []
    return inside === undefined ? part.split(/\s+/).filter(Boolean) : [inside]
  })
  return [...new Map(found.map((address) => [address.toLowerCase(), address])).values()]
}

interface Invited {
  /** Ids of all who were named. */
  readonly users: ReadonlyArray<string>
  /** How many of them are new. */
  readonly invited: number
  /** Where links are that no mail brought. */
  readonly unsent?: string
}

/** What came of an invitation, a sentence each. */
export const inviteWords = ({ invited, unsent, users }: Invited): ReadonlyArray<string> => {
  const before = users.length - invited
  return [
    ...(invited === 0 ? [] : [`${counted(invited, "person is a member", "people are members")} now.`]),
    ...(before === 0
      ? []
      : [`${counted(before, "was a member", "were members")} before, with the role that they keep.`]),
    unsent ?? "Who is new, or has not confirmed the address yet, gets a mail with a link that is good for seven days."
  ]
}

/** What is wrong with addresses, as the server said it of their places; `undefined` where it said something else. */
export const addressProblem = (error: unknown, addresses: ReadonlyArray<string>): string | undefined => {
  const { details = [] } = (error ?? {}) as { readonly details?: ReadonlyArray<{ readonly path: string }> }
  const wrong = details.flatMap(({ path }) => {
    const [, at] = /^(?:body\.)?emails\.(\d+)/.exec(path) ?? []
    const address = at === undefined ? undefined : addresses[Number(at)]
    return address === undefined ? [] : [`“${address}”`]
  })
  if (wrong.length === 0) return undefined
  const said = wrong.length > 5 ? `${wrong.slice(0, 5).join(", ")} and ${wrong.length - 5} more` : wrong.join(", ")
  return `${said} ${wrong.length === 1 ? "is no e-mail address" : "are no e-mail addresses"}. Nobody was invited yet.`
}
