/** E-mail addresses: compared in lower case, kept that way. */
import { codePoints, isStorable } from "./text.ts"

const pattern = /^[^\s@<>"(),:;[\\\]]+@[^\s@<>"(),:;[\\\]][^\s@<>"(),:;[\\\].]*\.[^\s@<>"(),:;[\\\]]+$/

/** The address in the form that is kept; `undefined` when the text is none. */
export const readEmail = (text: string): string | undefined => {
  const email = text.trim().toLowerCase()
  const address =
    codePoints(email) <= 254 && isStorable(email) && pattern.test(email) && !/[\u0000-\u001f\u007f]/.test(email)
  return address ? email : undefined
}

/** What follows the `@`. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1)

/** A name for somebody of whom only the address is known, until they choose one. */
export const nameFromEmail = (email: string): string =>
  [...email.slice(0, email.lastIndexOf("@"))].slice(0, 64).join("")
