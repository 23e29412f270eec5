/** The page of somebody's own API tokens and sessions. Pure. */
import type { Token } from "@octavo/core/people/users/User"
import { attributes, element, escaped, type Html, html, none } from "../html/html.ts"
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

export interface SessionEntry {
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
  readonly sessions: ReadonlyArray<SessionEntry>
  /** A token that was just made: shown this once. */
  readonly made?: { readonly label: string; readonly secret: string } | undefined
  readonly problem?: string | undefined
  /** The label that was given and not taken. */
  readonly label?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

let day: Intl.DateTimeFormat | undefined
const dayOf = (iso: string): string => {
  day ??= new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
  return day.format(new Date(iso))
}

let minute: Intl.DateTimeFormat | undefined
const minuteOf = (iso: string): string => {
  minute ??= new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" })
  return minute.format(new Date(iso))
}

const drawDay = (iso: string): Html => html`<time datetime="${iso}">${dayOf(iso)}</time>`
const drawTime = (iso: string): Html => html`<time datetime="${iso}">${dayOf(iso)}, ${minuteOf(iso)} UTC</time>`

/** A button that asks once more, without scripts. */
const drawAsking = (
  place: Place,
  ask: { readonly path: string; readonly id: string; readonly verb: string; readonly of: string; readonly sure: string }
): Html => {
  const form = drawForm(
    place,
    ask.path,
    html`${drawHidden("id", ask.id)}<button class="button danger" type="submit">${ask.sure}</button>`
  )
  return html`<details class="ask"><summary${attributes({ class: "button secondary", "aria-label": `${ask.verb} ${ask.of}` })}>${ask.verb}</summary>${form}</details>`
}

const drawToken = (place: Place, view: TokensView, token: Token): Html => {
  const over = token.expiresAt !== undefined && Date.parse(token.expiresAt) <= view.now
  const facts = [
    html`Created ${drawDay(token.createdAt)}`,
    token.lastUsedAt === undefined ? html`Never used` : html`Last used ${drawDay(token.lastUsedAt)}`,
    token.expiresAt === undefined ? html`No end` : html`${over ? "Ended" : "Ends"} ${drawDay(token.expiresAt)}`,
    ...(token.scopes === null ? [] : [escaped(`Only ${token.scopes.join(", ")}`)])
  ]
  const asked = drawAsking(place, {
    path: deleteTokenPath,
    id: token.id,
    verb: "Delete",
    of: `the token ${token.label}`,
    sure: "Delete for good"
  })
  return html`<li${attributes({ class: over ? "over" : undefined })}><div><strong>${token.label}</strong><p class="when">${facts.map((fact) => html`<span>${fact}</span>`)}</p></div>${asked}</li>`
}

const drawSession = (place: Place, session: SessionEntry): Html => {
  const asked = drawAsking(place, {
    path: endSessionPath,
    id: session.id,
    verb: "End",
    of: `the session${session.browser === null ? "" : ` in ${session.browser}`} of ${session.createdAt}`,
    sure: session.current ? "Sign out here" : "End it"
  })
  const mark = session.current ? html` <span class="here">This browser</span>` : none
  const [title, ...more] = session.browser === null ? [session.began] : [session.browser, session.began]
  const facts = more.map((fact) => html`<span>${fact}</span>`)
  return html`<li><div><strong>${title!}</strong>${mark}<p class="when">${facts}<span>Began ${drawTime(session.createdAt)}</span><span>Ends ${drawTime(session.expiresAt)}</span></p></div>${asked}</li>`
}

const drawNewToken = (place: Place, { label }: TokensView): Html => {
  const options = lifetimes.map((days) => {
    const given = attributes({ value: days ?? "", selected: days === usualDays })
    return html`<option${given}>${days === undefined ? "No end" : days === 365 ? "One year" : `${days} days`}</option>`
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
    html`<div class="field"><label for="label">What it is for</label><input${field}></div><div class="field"><label for="days">Ends after</label><select id="days" name="days">${options}</select></div><button class="button" type="submit">Create token</button>`,
    { class: "new-token" }
  )
}

const drawMade = ({ made }: TokensView): Html =>
  made === undefined
    ? none
    : html`<div class="made" role="status"><p><strong>${made.label}</strong> was created. Copy the token now: it is not shown again.</p><p class="secret"><code>${made.secret}</code></p></div>`

/** The page of tokens and sessions. */
export const renderTokens = (place: Place, view: TokensView): Html => {
  const { more, organization, problem, sessions, tokens } = view
  const where = organization === undefined ? none : html` in ${organization}`
  const head = html`<div class="page-head"><h1>API tokens</h1><p class="lead">With a token a program acts as you${where}: ${view.person}.</p></div>`
  const wrong = problem === undefined ? none : html`<p class="problem" role="alert">${problem}</p>`
  const list =
    tokens.length === 0
      ? html`<p class="none-yet">There are no tokens yet.</p>`
      : html`<ul class="own">${tokens.map((token) => drawToken(place, view, token))}</ul>`
  const rest = more ? html`<p class="none-yet">There are more; the API lists all of them.</p>` : none
  const signedIn = html`<h2 id="sessions">Sessions</h2><p>Browsers in which you are signed in.</p><ul class="own">${sessions.map((session) => drawSession(place, session))}</ul>`
  return drawInFrame(frameOf(place, "Octavo", place.basePath), "API tokens", [
    element("article", { class: "page account" }, [
      head,
      wrong,
      drawMade(view),
      drawNewToken(place, view),
      list,
      rest,
      signedIn
    ]),
    drawSignOut(place, place.basePath)
  ])
}
