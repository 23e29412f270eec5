/** The address in each mail of notifications, at which they end. */
import { NotificationMails, unsubscribePath } from "@octavo/core/connections/notifications/NotificationMails"
import { Effect } from "effect"
import type { PageAnswer } from "./answers.ts"
import type { Place } from "./frame.ts"
import { renderMessage, renderUnsubscribe } from "./pages.ts"

export const makeUnsubscribe = Effect.fnUntraced(function* (place: Place) {
  const mails = yield* NotificationMails
  const { basePath } = place
  const unsubscribed: PageAnswer = {
    kind: "page",
    status: 200,
    html: renderMessage(
      place,
      "No more mails",
      "Nothing of what happens in change requests is mailed to you any more. You still see it in the application, and can change this in your account.",
      { signedIn: false, link: { href: basePath, text: "To the application" } }
    )
  }
  const noSubscription: PageAnswer = {
    kind: "page",
    status: 404,
    html: renderMessage(
      place,
      "This address is not whole",
      "Open the link of the mail once more, or change what is mailed to you in your account.",
      { signedIn: false, link: { href: `${basePath}/account`, text: "To my account" } }
    )
  }

  return {
    /** A page with a button; a look changes nothing. */
    show: (token: string): PageAnswer =>
      mails.isToken(token)
        ? { kind: "page", status: 200, html: renderUnsubscribe(place, unsubscribePath, token) }
        : noSubscription,
    submit: (token: string) =>
      Effect.map(mails.unsubscribe(token), (isDone): PageAnswer => (isDone ? unsubscribed : noSubscription))
  }
})
