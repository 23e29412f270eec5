/** The page of somebody's own API tokens and sessions. Pure. */
import type { Token } from "@octavo/core/people/users/User"
import { attributes, element, escapeHtml } from "../html/escape.ts"
import { drawForm, drawHidden, drawInFrame, drawSignOut, frameOf, type Place } from "./frame.ts"

export const tokensPath = "/~/tokens"
export const deleteTokenPath = "/~/delete-token"
const endSessionPath = "/~/end-session"

/** Whether a path below the application's is that of one of the page's forms. */
export const isTokensForm = (path: string): boolean =>
  path === tokensPath || path === deleteTokenPath || path === endSessionPath

/** How long a new token may live, in days; none is without an end. */
export const lifetimes = [7, 30, 90, 365, undefined] as const
const usualDays = 90

export interface ShownSession {
  readonly id: string
  /** What it began with, in words. */
  readonly began: string
  /** The browser; `null` when it is not known. */
  readonly browser: string | null
  readonly createdAt: string
  readonly expiresAt: string
  /** That of this browser. */
  readonly current: boolean
}

export interface TokensView {
  readonly person: string
  /** Title of the one organization where tokens count, when they do not everywhere. */
  readonly organization: string | undefined
  readonly tokens: ReadonlyArray<Token>
  /** There are more than are shown. */
  readonly more: boolean
  readonly sessions: ReadonlyArray<ShownSession>
  /** A token that was just made: shown this once. */
  readonly made?: { readonly label: string; readonly secret: string } | undefined
  readonly problem?: string | undefined
  /** The label that was given and not taken. */
  readonly label?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
const minute = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" })

const drawDay = (iso: string): string => `<time datetime="${escapeHtml(iso)}">${day.format(new Date(iso))}</time>`
const drawTime = (iso: string): string =>
  `<time datetime="${escapeHtml(iso)}">${day.format(new Date(iso))}, ${minute.format(new Date(iso))} UTC</time>`

/** A button that asks once more, without scripts. */
const drawAsking = (
  place: Place,
  ask: { readonly path: string; readonly id: string; readonly verb: string; readonly of: string; readonly sure: string }
): string => {
  const form = drawForm(
    place,
    ask.path,
    `${drawHidden("id", ask.id)}<button class="button danger" type="submit">${ask.sure}</button>`
  )
  return `<details class="ask"><summary${attributes({ class: "button secondary", "aria-label": `${ask.verb} ${ask.of}` })}>${ask.verb}</summary>${form}</details>`
}

const drawToken = (place: Place, view: TokensView, token: Token): string => {
  const over = token.expiresAt !== undefined && Date.parse(token.expiresAt) <= view.now
  const facts = [
    `Created ${drawDay(token.createdAt)}`,
    token.lastUsedAt === undefined ? "Never used" : `Last used ${drawDay(token.lastUsedAt)}`,
    token.expiresAt === undefined ? "No end" : `${over ? "Ended" : "Ends"} ${drawDay(token.expiresAt)}`,
    ...(token.scopes === null ? [] : [`Only ${token.scopes.map((scope) => escapeHtml(scope)).join(", ")}`])
  ]
  const asked = drawAsking(place, {
    path: deleteTokenPath,
    id: token.id,
    verb: "Delete",
    of: `the token ${token.label}`,
    sure: "Delete for good"
  })
  return `<li${attributes({ class: over ? "over" : undefined })}><div><strong>${escapeHtml(token.label)}</strong><p class="when">${facts.map((fact) => `<span>${fact}</span>`).join("")}</p></div>${asked}</li>`
}

const drawSession = (place: Place, session: ShownSession): string => {
  const asked = drawAsking(place, {
    path: endSessionPath,
    id: session.id,
    verb: "End",
    of: `the session${session.browser === null ? "" : ` in ${session.browser}`} of ${session.createdAt}`,
    sure: session.current ? "Sign out here" : "End it"
  })
  const mark = session.current ? ' <span class="here">This browser</span>' : ""
  const [title, ...more] = session.browser === null ? [session.began] : [session.browser, session.began]
  const facts = more.map((fact) => `<span>${escapeHtml(fact)}</span>`).join("")
  return `<li><div><strong>${escapeHtml(title!)}</strong>${mark}<p class="when">${facts}<span>Began ${drawTime(session.createdAt)}</span><span>Ends ${drawTime(session.expiresAt)}</span></p></div>${asked}</li>`
}

const drawNewToken = (place: Place, { label }: TokensView): string => {
  const options = lifetimes.map((days) => {
    const given = attributes({ value: days ?? "", selected: days === usualDays })
    return `<option${given}>${days === undefined ? "No end" : days === 365 ? "One year" : `${days} days`}</option>`
  })
  const field = attributes({
    id: "label",
    name: "label",
    type: "text",
    required: true,
    maxlength: 50,
    autocomplete: "off",
    value: label,
    placeholder: "Laptop, build server"
  })
  return drawForm(
    place,
    tokensPath,
    `<div class="field"><label for="label">What it is for</label><input${field}></div><div class="field"><label for="days">Ends after</label><select id="days" name="days">${options.join("")}</select></div><button class="button" type="submit">Create token</button>`,
    { class: "new-token" }
  )
}

const drawMade = ({ made }: TokensView): string =>
  made === undefined
    ? ""
    : `<div class="made" role="status"><p><strong>${escapeHtml(made.label)}</strong> was created. Copy the token now: it is not shown again.</p><p class="secret"><code>${escapeHtml(made.secret)}</code></p></div>`

/** The page of tokens and sessions. */
export const renderTokens = (place: Place, view: TokensView): string => {
  const { more, organization, problem, sessions, tokens } = view
  const where = organization === undefined ? "" : ` in ${escapeHtml(organization)}`
  const head = `<div class="page-head"><h1>API tokens</h1><p class="lead">With a token a program acts as you${where}: ${escapeHtml(view.person)}.</p></div>`
  const wrong = problem === undefined ? "" : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`
  const list =
    tokens.length === 0
      ? '<p class="none-yet">There are no tokens yet.</p>'
      : `<ul class="own">${tokens.map((token) => drawToken(place, view, token)).join("")}</ul>`
  const rest = more ? '<p class="none-yet">There are more; the API lists all of them.</p>' : ""
  const signedIn = `<h2 id="sessions">Sessions</h2><p>Browsers in which you are signed in.</p><ul class="own">${sessions.map((session) => drawSession(place, session)).join("")}</ul>`
  return drawInFrame(
    frameOf(place, "Octavo", place.basePath),
    "API tokens",
    element(
      "article",
      { class: "page account" },
      head + wrong + drawMade(view) + drawNewToken(place, view) + list + rest + signedIn
    ) + drawSignOut(place, place.basePath)
  )
}
