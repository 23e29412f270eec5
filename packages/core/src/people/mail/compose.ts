/** The words of every mail: plain text, pure. */
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { linkURL, mailLinkMinutes } from "../sign-in/MailLinks.ts"
import { verificationDays } from "../users/Verification.ts"

export interface Invitation {
  /** Title of the organization. */
  readonly organization: string
  /** Name of who invites. */
  readonly sender: string | null
  /** Verifies the address; absent when it is verified. */
  readonly secret: string | undefined
}

/** Names come from people: on one line, not longer than a heading. */
const oneLine = (text: string): string => {
  const clean = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
  return [...clean].length > 80 ? `${[...clean].slice(0, 79).join("")}…` : clean
}

/** The page that verifies an address. */
const verificationUrl = (instance: InstanceConfig, secret: string): string =>
  `${instance.publicUrl}/auth/verify?token=${secret}`

export const invitation = (
  instance: InstanceConfig,
  { organization, secret, sender }: Invitation
): { readonly subject: string; readonly text: string; readonly link: string } => {
  const title = oneLine(organization)
  const by = sender === null ? "You were" : `${oneLine(sender)} has`
  const link = secret === undefined ? instance.publicUrl : verificationUrl(instance, secret)
  const lines =
    secret === undefined
      ? [`${sender === null ? "You were added" : `${by} added you`} to ${title}.`, "", link]
      : [
          `${sender === null ? "You were invited" : `${by} invited you`} to ${title}.`,
          "",
          "Open this link to confirm that this address is yours; then you can sign in:",
          "",
          link,
          "",
          `It works once and for ${verificationDays} days. If you did not expect this, do nothing.`
        ]
  return {
    subject: secret === undefined ? `You are now a member of ${title}` : `Confirm your address to join ${title}`,
    text: `${lines.join("\n")}\n`,
    link
  }
}

/** The link to sign in with. */
export const signInLink = (
  instance: InstanceConfig,
  secret: string
): { readonly subject: string; readonly text: string; readonly link: string } => {
  const link = linkURL(instance, secret)
  const lines = [
    "Open this link to sign in:",
    "",
    link,
    "",
    `It works once and for ${mailLinkMinutes} minutes. If you did not ask for it, do nothing.`
  ]
  return { subject: `Sign in to ${new URL(instance.publicUrl).host}`, text: `${lines.join("\n")}\n`, link }
}
