/** What people answer with one sign. Each is counted, says who, and is one's own to add and take back. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Comment } from "../../logic/api.ts"
import { meQuery } from "../queries.ts"
import { nameOf } from "../shell/Person.tsx"

type ReactionChange =
  | { readonly addedReactions: ReadonlyArray<string> }
  | { readonly removedReactions: ReadonlyArray<string> }

interface ReactionsProps {
  readonly reactions: Comment["reactions"]
  /** Absent for who may not. */
  readonly onReact: ((change: ReactionChange) => void) | undefined
}

/** Those that are offered. */
const offered: ReadonlyArray<readonly [emoji: string, name: string]> = [
  ["👍", "Thumbs up"],
  ["👎", "Thumbs down"],
  ["❤️", "Heart"],
  ["🎉", "Hooray"],
  ["😄", "Laugh"],
  ["👀", "Eyes"]
]

const nameOfEmoji = new Map(offered)

export const Reactions = ({ onReact, reactions }: ReactionsProps) => {
  const me = useQuery(meQuery).data?.id
  const [isOpen, setOpen] = useState(false)
  if (reactions.length === 0 && onReact === undefined) return null
  const isMine = (emoji: string) =>
    reactions.some((one) => one.emoji === emoji && one.users.some(({ user }) => user.id === me))
  const toggle = (emoji: string) => {
    setOpen(false)
    onReact?.(isMine(emoji) ? { removedReactions: [emoji] } : { addedReactions: [emoji] })
  }
  return (
    <div className="reactions">
      {reactions.map(({ count, emoji, users }) => {
        const who = users.map(({ user }) => nameOf(user)).join(", ")
        return (
          <button
            key={emoji}
            type="button"
            className="reaction"
            aria-pressed={isMine(emoji)}
            aria-label={`${nameOfEmoji.get(emoji) ?? emoji}: ${who}`}
            title={who}
            disabled={onReact === undefined}
            onClick={() => toggle(emoji)}
          >
            <span aria-hidden="true">{emoji}</span> {count}
          </button>
        )
      })}
      {onReact === undefined ? null : (
        <button type="button" className="reaction" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          React
        </button>
      )}
      {isOpen
        ? offered.map(([emoji, name]) => (
            <button key={emoji} type="button" className="reaction" aria-label={name} onClick={() => toggle(emoji)}>
              <span aria-hidden="true">{emoji}</span>
            </button>
          ))
        : null}
    </div>
  )
}
