/** What can be said of the settings of a mail server without a look at it. */

/** What is wrong with its URL, in words that stand behind a name and tell no password; `undefined` when it can be used. */
export const smtpUrlProblem = (url: string): string | undefined => {
  const parsed = URL.parse(url)
  return parsed !== null && /^smtps?:$/.test(parsed.protocol) && parsed.hostname !== ""
    ? undefined
    : "must be like smtp://user:password@mail.example.com:587"
}

/** The address in a sender like `Docs <docs@example.com>`; `undefined` where there is none. */
export const senderAddress = (from: string): string | undefined =>
  /^(?:[^<>\r\n]*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/.exec(from.trim())?.slice(1).find(Boolean)
