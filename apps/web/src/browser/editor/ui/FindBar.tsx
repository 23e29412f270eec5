/** Find and replace in the page. */
import type { EditorState } from "prosemirror-state"
import { FindForm } from "../../parts/FindForm.tsx"
import { useEditorState, useLive } from "../live.ts"
import {
  closeFind,
  currentMatch,
  findOf,
  goToMatch,
  replaceAllMatches,
  replaceMatch,
  setFindWords
} from "../plugins/find.ts"

const barOf = (state: EditorState) => {
  const { count, isOpen, words } = findOf(state)
  return isOpen ? { count, words, at: currentMatch(state) } : undefined
}

export const FindBar = () => {
  const { services, view } = useLive()
  const bar = useEditorState(barOf)
  return bar === undefined ? null : (
    <FindForm
      {...bar}
      onWords={(words) => setFindWords(view, words)}
      onGo={(direction) => goToMatch(view, direction)}
      onReplace={(replacement) => replaceMatch(view, replacement)}
      onReplaceAll={(replacement) => replaceAllMatches(view, replacement)}
      onClose={() => closeFind(view)}
      onSay={services().say}
    />
  )
}
