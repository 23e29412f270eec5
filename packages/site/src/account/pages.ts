/** Pages of the application that are about who reads. Pure. */
import { linkPath } from "@octavo/core/people/sign-in/MailLinks"
import { attributes, element, type Html, html, none } from "../html/html.ts"
import type { PageAnswer } from "./answers.ts"
import { drawForm, drawHidden, drawInFrame, drawSignOut, frameOf, type Place, pageIn, signInPath } from "./frame.ts"

/** A provider that somebody can sign in with. */
export interface Offer {
  readonly label: string
  /** Title of the organization whose provider it is. */
  readonly organization: string
  readonly startURL: string
}

export interface SignInView {
  /** Path that the reader came for. */
  readonly to: string
  /** Why the last try failed. */
  readonly problem?: string | undefined
  /** The address that was given. */
  readonly email?: string | undefined
  readonly offers?: ReadonlyArray<Offer> | undefined
  /** What people are told where mails are not sent. */
  readonly unsent?: string | undefined
  /** The provider of the installation, by what people call it. */
  readonly provider?: string | undefined
}

export const oidcPath = "/~/oidc"

export const mailPath = "/~/sign-in-mail"

const drawOffer = ({ label, organization, startURL }: Offer, to: string): Html => {
  const href = `${startURL}?${new URLSearchParams({ to })}`
  return html`<li><a class="button" href="${href}">Continue with ${label}</a><small>${organization}</small></li>`
}

/** The provider that everybody here has, above all other ways. */
const drawProvider = ({ basePath }: Place, { provider, to }: SignInView): Html =>
  provider === undefined
    ? none
    : html`<p><a class="button" href="${basePath}${oidcPath}/start?${new URLSearchParams({ to }).toString()}">Continue with ${provider}</a></p><p class="or"><span>or</span></p>`

const drawEmail = ({ basePath }: Place, { email, to }: SignInView): Html => {
  const field = attributes({ id: "email", name: "email", type: "email", autocomplete: "username", required: true })
  return html`<form method="get"${attributes({ action: basePath + signInPath })}>${drawHidden("to", to)}<label for="email">E-mail address</label><input${field} value="${email ?? ""}"><button class="button" type="submit">Continue</button></form>`
}

const drawToken = (place: Place, { to }: SignInView): Html => {
  const field = attributes({
    id: "token",
    name: "token",
    type: "password",
    autocomplete: "current-password",
    required: true,
    spellcheck: "false"
  })
  return drawForm(
    place,
    signInPath,
    html`${drawHidden("to", to)}<label for="token">API token</label><input${field}><button class="button secondary" type="submit">Sign in</button>`
  )
}

const drawNote = (text: string | undefined): Html => (text === undefined ? none : html`<p class="note">${text}</p>`)

/** Has a link mailed to the address that was given. */
const drawMail = (place: Place, { email, to, unsent }: SignInView, secondary: boolean): Html => {
  if (email === undefined || email === "") return none
  const name = secondary ? "button secondary" : "button"
  const words = `${unsent === undefined ? "Mail a link to" : "Make a link for"} ${email}`
  const button = html`<button class="${name}" type="submit">${words}</button>`
  const form = drawForm(place, mailPath, html`${drawHidden("to", to)}${drawHidden("email", email)}${button}`)
  return html`${form}${drawNote(unsent)}`
}

/** The page where people sign in: with their organization's provider, or with an API token. */
export const renderSignIn = (place: Place, view: SignInView): Html => {
  const { offers = [], problem, to } = view
  const wrong = problem === undefined ? none : html`<p class="problem" role="alert">${problem}</p>`
  const again = `${place.basePath}${signInPath}?${new URLSearchParams({ to })}`
  const ways =
    offers.length > 0
      ? html`<ul class="offers">${offers.map((offer) => drawOffer(offer, to))}</ul>${drawMail(place, view, true)}<p class="note"><a href="${again}">Sign in another way</a></p>`
      : view.email
        ? html`${drawMail(place, view, false)}<p class="note"><a href="${again}">Sign in another way</a></p>`
        : html`${drawProvider(place, view)}${drawEmail(place, view)}<p class="or"><span>or</span></p>${drawToken(place, view)}`
  const note = html`<p class="note">This browser keeps a session for eight hours, which you can end at any time.</p>`
  const text = html`<h1>Sign in</h1><p class="lead">This page is for members of the organization.</p>${wrong}${ways}${note}`
  return drawInFrame(frameOf(place, "Octavo", place.basePath), "Sign in", element("div", { class: "sign-in" }, text))
}

/** The page that a link opens: reading it changes nothing, its button signs in. */
export const renderLink = (place: Place, email: string, secret: string): Html =>
  drawInFrame(
    frameOf(place, "Octavo", place.basePath),
    "Sign in",
    element(
      "div",
      { class: "sign-in" },
      html`<h1>Sign in</h1><p class="lead">This link signs you in as ${email}.</p>${drawForm(place, linkPath, html`${drawHidden("token", secret)}<button class="button" type="submit">Sign in</button>`)}`
    )
  )

/** The page that a mail leads to: reading it changes nothing, its button does. @param path of itself, below the application */
export const renderUnsubscribe = (place: Place, path: string, token: string): Html =>
  drawInFrame(
    frameOf(place, "Octavo", place.basePath),
    "No more mails",
    element(
      "div",
      { class: "sign-in" },
      html`<h1>No more mails?</h1><p class="lead">Reviews, mentions, answers and merges are not mailed to you then. You still see them in the application.</p>${drawForm(place, path, html`${drawHidden("token", token)}<button class="button" type="submit">Stop these mails</button>`)}`
    )
  )

/** What a program asks for, and who is asked. */
export interface AuthorizeView {
  /** The fields of the request, as they came. */
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  /** What the program says that it is. */
  readonly client: string
  /** Name and address of the person. */
  readonly person: string
  /** Where it counts, when that is not everywhere. */
  readonly organization?: string | undefined
  /** Where to go without having said yes. */
  readonly denied: string
  readonly days: number
}

/** The page where somebody lets a program of theirs act as them. */
export const renderAuthorize = (place: Place, view: AuthorizeView): Html => {
  const where = view.organization === undefined ? none : html` in ${view.organization}`
  const fields = view.fields.map(([name, value]) => drawHidden(name, value))
  const form = drawForm(place, "/~/authorize", html`${fields}<button class="button" type="submit">Allow</button>`)
  const text = html`<h1>Allow a program</h1><p class="lead"><strong>${view.client}</strong> wants to act as you${where}: ${view.person}.</p>${form}<p class="note"><a href="${view.denied}">Do not allow it</a></p><p class="note">It gets an API token that ends after ${view.days} days. Allow it only if you have just started it yourself.</p>`
  const site = frameOf(place, "Octavo", place.basePath)
  return drawInFrame(site, "Allow a program", [
    element("div", { class: "sign-in" }, text),
    drawSignOut(place, place.basePath)
  ])
}

/** The page that shows a code, to be copied into a program. */
export const renderCode = (place: Place, code: string): Html =>
  drawInFrame(
    frameOf(place, "Octavo", place.basePath),
    "Your code",
    element(
      "div",
      { class: "sign-in" },
      html`<h1>Your code</h1><p class="lead">Copy it into the terminal within two minutes. It works once.</p><p class="code-by-hand"><code>${code}</code></p>`
    )
  )

/** A few words. @param options `signedIn`: with the button that ends the session; `link`: where to go on; `note`: in small */
export const renderMessage = (
  place: Place,
  title: string,
  text: string,
  options: {
    readonly signedIn?: boolean
    readonly link?: { readonly href: string; readonly text: string } | undefined
    readonly note?: string | undefined
  } = {}
): Html => {
  const { link, note, signedIn = true } = options
  const site = frameOf(place, "Octavo", place.basePath)
  const onward = link === undefined ? none : html`<p><a class="button" href="${link.href}">${link.text}</a></p>`
  const head = html`<div class="page-head"><h1>${title}</h1><p class="lead">${text}</p></div>`
  return drawInFrame(
    site,
    title,
    [
      element("article", { class: "page" }, head, drawNote(note), onward),
      signedIn ? drawSignOut(place, place.basePath) : none
    ],
    { application: place.application }
  )
}

/** What is answered about what is not there, or not for who asks: the same. And to a session of too narrow a token. */
export const refusals = (place: Place) => {
  const message = (status: 403 | 404, title: string, text: string): PageAnswer =>
    pageIn(place, renderMessage(place, title, text), status)
  return {
    missing: message(404, "Nothing here", "There is no such page, or it is not for you to see."),
    narrow: (why: string) => message(403, "Not with this token", why)
  }
}
