/** Forms that are sent by what they do. */
import type { FormEvent } from "react"

interface Sent {
  readonly isPending: boolean
  readonly mutate: () => void
}

/** Sends a form once at a time. */
export const submitOnce =
  ({ isPending, mutate }: Sent) =>
  (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate()
  }
