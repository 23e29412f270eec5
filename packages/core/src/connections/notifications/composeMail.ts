/** The words of notifications, and of the mails that tell of them: plain text, pure. */
import type { Notification } from "./Notification.ts"

/** Names and titles come from people: on one line, not longer than a heading. */
const oneLine = (text: string, most = 80): string => {
  const clean = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
  return [...clean].length > most ? `${[...clean].slice(0, most - 1).join("")}…` : clean
}

/** Of several things, as many are told of in one mail. */
const mostInMail = 50

export interface MailAddresses {
  readonly unsubscribe: string
  readonly settings: string
}

/** @param notifications at least one, in any order */
export const composeMail = (
  notifications: ReadonlyArray<Pick<Notification, "message" | "createdAt" | "space" | "words" | "urls">>,
  { settings, unsubscribe }: MailAddresses
): { readonly subject: string; readonly text: string; readonly link: string } => {
  const inOrder = notifications.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  const shown = inOrder.slice(0, mostInMail)
  const [first] = inOrder
  const isOne = inOrder.length === 1
  const parts = shown.map(({ message, space, urls, words }) =>
    [
      `${oneLine(message, 200)} (${oneLine(space.title) || "Untitled"})`,
      ...(words === undefined || words.trim() === "" ? [] : [`  ${oneLine(words, 300)}`]),
      `  ${urls.app}`
    ].join("\n")
  )
  const more = inOrder.length - shown.length
  const rest = more > 0 ? [`And ${more} more: ${settings}`] : []
  const foot = `What is mailed to you, and when: ${settings}\nNo such mails any more: ${unsubscribe}`
  return {
    subject: isOne ? oneLine(first!.message, 120) : `${inOrder.length} notifications: ${oneLine(first!.message, 100)}`,
    text: `${[...parts, ...rest, "-- ", foot].join("\n\n").replace("-- \n\n", "-- \n")}\n`,
    link: isOne ? first!.urls.app : settings
  }
}
