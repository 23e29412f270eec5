/** What somebody is told who has just started Octavo: where everything is, and how to get in. */

import { mailLinkMinutes } from "@octavo/core/people/sign-in/MailLinks"

export interface Started {
  /** Public URL without a slash at its end. */
  readonly url: string
  readonly sites: { readonly first: string | undefined; readonly count: number }
  /** E-mail address of an admin. */
  readonly admin: string | undefined
  /** The address that signs the admin in; `undefined` for one who comes in with single sign-on alone. */
  readonly link: string | undefined
  /** A token that was just made. */
  readonly token: string | undefined
  /** Mails are sent; else they are shown in this terminal. */
  readonly mails: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** The lines of the box. @param environment of this process: another terminal does not have it */
export const greeting = (
  { admin, link, mails, sites, token, url }: Started,
  environment: Environment = process.env
): ReadonlyArray<readonly [name: string, value: string]> => [
  ["Start here", `${url}/`],
  ...(sites.first === undefined ? [] : [["Site", sites.first] as const]),
  ...(sites.count < 2 ? [] : [["", `${sites.count} sites are published: ${url}/app lists them.`] as const]),
  ["Sign in", `${url}/app`],
  ...(admin === undefined ? [] : [["", howToSignIn(admin, link, mails)] as const]),
  ["API", `${url}/v1`],
  ["Reference", `${url}/docs`],
  ...tokenRows(admin, token, environment)
]

/** What stands below the box: an address is longer than a line of it. */
export const belowGreeting = ({ admin, link }: Started): string =>
  link === undefined
    ? ""
    : `\nOpen this to sign in as ${admin}, once and within ${mailLinkMinutes} minutes:\n\n${link}\n\n`

const howToSignIn = (admin: string, link: string | undefined, mails: boolean): string => {
  if (link !== undefined) return `As ${admin}: open the address below.`
  return mails
    ? `With an address of yours, or with an API token of ${admin}.`
    : `As ${admin}: the link to sign in is shown in this terminal.`
}

const tokenRows = (
  admin: string | undefined,
  token: string | undefined,
  environment: Environment
): ReadonlyArray<readonly [string, string]> => {
  if (token !== undefined) {
    return [
      ["API token", token],
      ["", "Keep the token: it is shown this once."]
    ]
  }
  const command = admin === undefined ? undefined : tokenCommand(admin, environment)
  return command === undefined ? [] : [["API token", command]]
}

/**
 * What makes a token in the store that runs, from the checkout in another terminal; `undefined` for a store that no
 * other process reaches.
 */
export const tokenCommand = (admin: string, environment: Environment): string | undefined => {
  const { OCTAVO_DATABASE_URL: database, OCTAVO_DATA: data } = environment
  if (database === "sqlite::memory:") return undefined
  const flags = [
    ["--user", admin],
    // a password is not shown: who set the variable has it
    ["--database", database?.startsWith("sqlite:") === false ? "$OCTAVO_DATABASE_URL" : database],
    ["--data", data]
  ].flatMap(([flag, value]) => (value === undefined || value === "" ? [] : [`${flag} ${shellWord(value)}`]))
  return `npm run -s octavo -- token create ${flags.join(" ")}`
}

const shellWord = (text: string): string =>
  text === "$OCTAVO_DATABASE_URL"
    ? `"${text}"`
    : /^[\w@%+=:,./-]+$/.test(text)
      ? text
      : `'${text.replaceAll("'", "'\\''")}'`
