/** Where the application is, and in which session. */

/** Path of the application without a slash at its end: its files lie below `~/assets`. */
export const base = new URL(import.meta.url).pathname.replace(/\/~\/assets\/[^/]*$/, "")

/** For telling own addresses from others. */
export const app = { origin: location.origin, base }

/** Key of the session that the page was opened in; the API asks for it, and no other origin can read it. */
export const sessionKey = document.querySelector<HTMLMetaElement>('meta[name="octavo-session"]')?.content

/** Where the API is, for this session. */
export const api = `${base}/~/api`

/** `fetch` of the API in the session of this page. */
export const inSession: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), ...(sessionKey && { "octavo-session": sessionKey }) }
  })

/** Id of who is signed in, as the server said it in the page; without it that is asked for. */
export const person = document.querySelector<HTMLMetaElement>('meta[name="octavo-person"]')?.content

/** The form that ends the session, as the server drew it for this session. */
const signOutForm = document.querySelector<HTMLFormElement>('form[action$="/~/sign-out"]')

/** Ends the session, and leads to the page to sign in on. */
export const signOut = (): void => {
  if (signOutForm === null) {
    location.assign(`${base}/~/sign-in`)
    return
  }
  const to = signOutForm.elements.namedItem("to")
  if (to instanceof HTMLInputElement) to.value = base
  signOutForm.hidden = true
  document.body.append(signOutForm)
  signOutForm.submit()
}

const organizationKey = "octavo-organization"

/** The organization that was looked at last in this browser. */
export const lastOrganization = (): string | undefined => {
  try {
    return localStorage.getItem(organizationKey) ?? undefined
  } catch {
    return undefined
  }
}

export const rememberOrganization = (id: string): void => {
  try {
    localStorage.setItem(organizationKey, id)
  } catch {
    // a browser that keeps nothing asks again
  }
}
