/** A look at the mail server of the configuration. */
import type { Looked } from "@octavo/mail-smtp"
import type { OctavoConfig } from "./config.ts"
import { mailConfig } from "./layer.ts"

/** Signs in at the mail server and sends nothing; `undefined` without one. */
export const lookAtMail = async (config: OctavoConfig): Promise<Looked | undefined> => {
  const smtp = mailConfig(config)
  if (smtp === undefined) return undefined
  const { look } = await import("@octavo/mail-smtp")
  return look(smtp)
}
