/** Answers of the application for the people who write, as answers without a socket. */
import type { Html } from "../html/html.ts"
import type { SiteAnswer } from "../published/answers.ts"

/** What the application keeps in a browser; each is bound to its path and hidden from scripts. */
export type AppCookieName = "session" | "sign-in"

export interface AppCookie {
  readonly name: AppCookieName
  /** Empty to forget it. */
  readonly value: string
  /** In seconds. */
  readonly maxAge: number
}

export interface AppRequest {
  /** Path of the request target, as it came, without the query. */
  readonly path: string
  /** What follows the `?`. */
  readonly query: string
  readonly cookies: Readonly<Partial<Record<AppCookieName, string>>>
}

export interface PageAnswer {
  readonly kind: "page"
  readonly status: 200 | 400 | 401 | 403 | 404 | 409 | 503
  readonly html: Html
  /** The web application takes the page over: nothing on it has a style of its own. */
  readonly isApplication?: boolean
  /** It shows diagrams, which are drawn in a frame. */
  readonly hasDiagrams?: boolean
  /** Another origin that forms of the page may lead to. */
  readonly formAction?: string
  readonly cookies?: ReadonlyArray<AppCookie>
}

export type AppAnswer =
  | PageAnswer
  | { readonly kind: "went"; readonly location: string; readonly cookies: ReadonlyArray<AppCookie> }
  | { readonly kind: "xml"; readonly body: string }
  | { readonly kind: "json"; readonly status: 200 | 400; readonly body: unknown }
  | { readonly kind: "asset"; readonly answer: SiteAnswer }
