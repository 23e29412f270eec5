/** What keys do in the text of a page, as buttons for who writes with a finger. */
import type { TextActs } from "../editor/services.ts"
import { Icon, type IconName } from "../parts/Icon.tsx"

const tools: ReadonlyArray<readonly [act: keyof TextActs, label: string, icon: IconName]> = [
  ["undo", "Undo edit", "undo"],
  ["redo", "Redo edit", "redo"],
  ["find", "Find and replace", "search"]
]

export const TouchTools = ({ acts }: { readonly acts: TextActs | undefined }) =>
  acts === undefined ? null : (
    <div className="touch-tools">
      {tools.map(([act, label, icon]) => (
        <button
          key={act}
          type="button"
          className="tool"
          aria-label={label}
          // the caret stays in the text, and the keys on the screen
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => acts[act]()}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
