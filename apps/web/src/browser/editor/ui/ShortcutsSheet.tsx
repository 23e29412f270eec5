/** The help sheet: what keys do in a page. */
import { shortcuts } from "@octavo/editor"
import { keysOf } from "../../../logic/keys.ts"
import { Dialog } from "../../parts/Dialog.tsx"

const ofView = [
  { keys: "Mod-.", what: "Menu of the block" },
  { keys: "Mod-f", what: "Find and replace" },
  { keys: "Alt-F10", what: "Go to the bar above the block or the selection" },
  { keys: "Escape", what: "Back to the text, or select the block" },
  { keys: "Mod-/", what: "This sheet" }
]

const ShortcutsSheet = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" kind="form" onClose={onClose}>
    <dl className="shortcuts">
      {[...shortcuts, ...ofView].map(({ keys, what }) => (
        <div key={what + keys} className="shortcut">
          <dt>{what}</dt>
          <dd>
            <kbd>{keysOf(keys)}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
)

export default ShortcutsSheet
