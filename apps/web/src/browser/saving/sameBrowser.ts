/** What windows of one browser tell each other: that a page was saved, and who is signed in. */
import { sessionKey } from "../place.ts"

interface Said {
  readonly saved?: { readonly place: string; readonly revision: string }
  /** A window was opened in a session; which one, as far as it is told apart from others. */
  readonly session?: true
}

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("octavo")

export const say = (said: Said): void => channel?.postMessage(said)

/** Hears what other windows say. @returns what ends it */
export const hear = (listener: (said: Said) => void): (() => void) => {
  const onMessage = ({ data }: MessageEvent<Said>) => listener(data)
  channel?.addEventListener("message", onMessage)
  return () => channel?.removeEventListener("message", onMessage)
}

/** Tells windows that were signed out that there is a session again. */
export const saySignedIn = (): void => {
  if (sessionKey !== undefined) say({ session: true })
}
