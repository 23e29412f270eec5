/** A look at the mail server of the configuration. */
import type { MailServerCheck } from "@octavo/mail-smtp"
import type { OctavoConfig } from "./config.ts"
import { mailConfig } from "./layer.ts"

/** Signs in at the mail server and sends nothing; `undefined` without one. */
export const checkMail = async (config: OctavoConfig): Promise<MailServerCheck | undefined> => {
  const smtp = mailConfig(config)
  if (smtp === undefined) return undefined
  const { checkMailServer } = await import("@octavo/mail-smtp")
  return checkMailServer(smtp)
}
