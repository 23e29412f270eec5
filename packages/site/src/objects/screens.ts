/** Addresses that the application alone has a screen for: without scripts, they say what would be there. Pure. */

/** Rooms of a space, below `/s/{space}/~/`. */
const rooms: Readonly<Record<string, string>> = {
  changes: "Change requests",
  revisions: "History",
  files: "Files",
  comments: "Comments",
  links: "Links",
  git: "Git",
  import: "Import",
  people: "People",
  settings: "Settings"
}

/** What a room of a space is called; `undefined` for what is none. @param segments below the space */
export const roomOf = ([mark, name = "", ...rest]: ReadonlyArray<string>): string | undefined =>
  mark === "~" && (rest.length === 0 || isRevision(name, rest)) && Object.hasOwn(rooms, name) ? rooms[name] : undefined

/** Each revision of the history has an address of its own. */
const isRevision = (room: string, rest: ReadonlyArray<string>): boolean => room === "revisions" && rest.length === 1

/** Screens of an organization, below it. */
const organizationScreens: Readonly<Record<string, string>> = {
  people: "People",
  teams: "Teams",
  openapi: "OpenAPI",
  translations: "Translations",
  fonts: "Fonts",
  audit: "Audit log",
  webhooks: "Webhooks",
  "sign-in": "Sign-in",
  settings: "Settings"
}

/** What a screen of an organization is called, beside its home; `undefined` for what is none. @param segments below it */
export const organizationScreenOf = ([name = "", ...rest]: ReadonlyArray<string>): string | undefined =>
  rest.length === 0 && Object.hasOwn(organizationScreens, name) ? organizationScreens[name] : undefined

/** Id of the team that an address is of; `undefined` for others. @param segments below an organization */
export const teamOf = ([name, id, ...rest]: ReadonlyArray<string>): string | undefined =>
  name === "teams" && rest.length === 0 ? id : undefined

/** Whether one webhook is shown there. @param segments below an organization */
export const isWebhookScreen = ([name, webhook, ...rest]: ReadonlyArray<string>): boolean =>
  name === "webhooks" && webhook !== undefined && rest.length === 0

/** Whether an invite link is taken up there, by somebody who is no member yet. @param segments below an organization */
export const isJoinScreen = ([name, invite, ...rest]: ReadonlyArray<string>): boolean =>
  name === "join" && invite !== undefined && rest.length === 0

/** Screens of a site, below it. */
const siteScreens: Readonly<Record<string, string>> = {
  structure: "Structure",
  look: "Look",
  audience: "Audience",
  domain: "Domain",
  redirects: "Redirects",
  insights: "Insights",
  settings: "Settings"
}

/** What a screen of a site is called, beside the one of its content; `undefined` for what is none. @param segments below the site */
export const siteScreenOf = ([name = "", ...rest]: ReadonlyArray<string>): string | undefined =>
  rest.length === 0 && Object.hasOwn(siteScreens, name) ? siteScreens[name] : undefined

/** Screens about who is signed in, below the account. */
const accountScreens: Readonly<Record<string, string>> = { notifications: "Notifications", tokens: "API tokens" }

/** What a screen about who is signed in is called; `undefined` for what is none. @param segments below the application */
export const accountScreenOf = ([first, name, ...rest]: ReadonlyArray<string>): string | undefined =>
  first !== "account" || rest.length > 0
    ? undefined
    : name === undefined
      ? "Account"
      : Object.hasOwn(accountScreens, name)
        ? accountScreens[name]
        : undefined

/** What is said to who comes to such an address without scripts. */
export const needsScripts =
  "This page is drawn in the browser, which runs no scripts of this server, or not yet. The API does all that it would do."
