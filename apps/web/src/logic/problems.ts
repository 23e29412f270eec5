/** What is said when something went wrong: what happened, and what to do. Pure. */

export interface Problem {
  readonly title: string
  readonly text: string
  /** Whether asking once more may help. */
  readonly again: boolean
}

/** @param error what an operation rejected with; an `OctavoError` has the status of the answer, or none without one */
export const problemOf = (error: unknown, isOnline = true): Problem => {
  const { message, status } = (error ?? {}) as { readonly message?: string; readonly status?: number | undefined }
  if (status === 404)
    return {
      title: "Nothing here",
      text: "There is no such page, or it is not for you to see. It may have been moved or deleted.",
      again: false
    }
  if (status === 403)
    return { title: "Not for you to see", text: `${sentence(message)} Ask an admin of the organization.`, again: false }
  if (status === 429)
    return { title: "Too many requests", text: `${sentence(message)} Wait a little, then try again.`, again: true }
  if (status !== undefined && status >= 500)
    return { title: "The server could not answer", text: `${sentence(message)} Nothing was changed.`, again: true }
  if (status !== undefined) return { title: "This did not work", text: sentence(message), again: true }
  return isOnline
    ? { title: "The server does not answer", text: "It may be restarting. Nothing was changed.", again: true }
    : { title: "You are offline", text: "This page appears as soon as you are back on the network.", again: true }
}

const sentence = (text: string | undefined): string => {
  const said = (text ?? "").trim()
  return said === "" ? "The server gave no reason." : /[.!?]$/.test(said) ? said : `${said}.`
}
