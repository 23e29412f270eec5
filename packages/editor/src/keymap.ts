/** What keys do in the editor, and how a help sheet says it. */
import { chainCommands } from "prosemirror-commands"
import { undoInputRule } from "prosemirror-inputrules"
import type { Command } from "prosemirror-state"
import { type BlockKind, blockKinds, kindNamed } from "./blockKinds.ts"
import { redo, undo } from "./collaboration/undo.ts"
import { tabInCode } from "./commands/code.ts"
import * as commands from "./commands/index.ts"

const { backspace, deleteForward, enter, exitBlock, hardBreak, indentItem, outdentItem, toggleMark } = commands

const backwards = chainCommands(undoInputRule, backspace)

/** Within a list the focus stays in the text, whether an item moves or not. */
const inList =
  (command: Command): Command =>
  (state, dispatch, view) =>
    command(state, dispatch, view) || commands.isInList(state)

const turns = (kinds: ReadonlyArray<BlockKind>): Record<string, Command> =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      kind.shortcut === undefined || kind.into === undefined ? [] : [[kind.shortcut, commands.turnInto(kind)] as const]
    )
  )

/** Commands by key, as `prosemirror-keymap` takes them. `Mod-k`, a link, and `Mod-Alt-m`, a comment, are the view's, which asks for more. */
export const keymap: Readonly<Record<string, Command>> = {
  "Mod-b": toggleMark("bold"),
  "Mod-i": toggleMark("italic"),
  "Mod-e": toggleMark("code"),
  "Mod-Shift-s": toggleMark("strikethrough"),
  "Mod-z": undo,
  "Mod-y": redo,
  "Mod-Shift-z": redo,
  Enter: enter,
  "Shift-Enter": hardBreak,
  "Mod-Enter": chainCommands(commands.toggleTask, exitBlock),
  Backspace: backwards,
  "Mod-Backspace": backwards,
  "Alt-Backspace": backwards,
  "Shift-Backspace": backwards,
  Delete: deleteForward,
  "Mod-Delete": deleteForward,
  "Alt-Delete": deleteForward,
  ArrowUp: chainCommands(commands.cellBeside("up"), commands.selectBeside("up")),
  ArrowDown: chainCommands(commands.cellBeside("down"), commands.selectBeside("down")),
  ArrowLeft: commands.selectBeside("left"),
  ArrowRight: commands.selectBeside("right"),
  "Mod-Home": commands.toEdge("start"),
  "Mod-End": commands.toEdge("end"),
  "Mod-Shift-Home": commands.toEdge("start", true),
  "Mod-Shift-End": commands.toEdge("end", true),
  // of Macs, whose keyboards have no Home
  "Meta-ArrowUp": commands.toEdge("start"),
  "Meta-ArrowDown": commands.toEdge("end"),
  "Meta-Shift-ArrowUp": commands.toEdge("start", true),
  "Meta-Shift-ArrowDown": commands.toEdge("end", true),
  Tab: chainCommands(commands.nextCell, tabInCode(1), inList(indentItem)),
  "Shift-Tab": chainCommands(commands.previousCell, tabInCode(-1), inList(outdentItem)),
  "Alt-ArrowUp": commands.moveBlockUp,
  "Alt-ArrowDown": commands.moveBlockDown,
  "Mod-d": commands.duplicateBlock,
  "Mod-Shift-Backspace": commands.deleteBlock,
  "Mod-Alt-1": commands.turnInto(kindNamed("Heading 2")),
  ...turns(blockKinds)
}

/** A row of the help sheet. */
export interface Shortcut {
  readonly keys: string
  readonly what: string
}

/** The keys in words, in the order of a help sheet. `Mod` is Control, and Command on a Mac. */
export const shortcuts: ReadonlyArray<Shortcut> = [
  { keys: "/", what: "Insert a block" },
  { keys: "Mod-b", what: "Bold" },
  { keys: "Mod-i", what: "Italic" },
  { keys: "Mod-e", what: "Code" },
  { keys: "Mod-Shift-s", what: "Strikethrough" },
  { keys: "Mod-k", what: "Link" },
  { keys: "Mod-Alt-m", what: "Comment" },
  { keys: "Mod-z", what: "Undo" },
  { keys: "Mod-Shift-z", what: "Redo" },
  ...blockKinds.flatMap(({ name, shortcut }) => (shortcut === undefined ? [] : [{ keys: shortcut, what: name }])),
  { keys: "Enter", what: "New paragraph or item" },
  { keys: "Shift-Enter", what: "New line in the paragraph" },
  { keys: "Mod-Enter", what: "Leave the block, or tick the task" },
  { keys: "Tab", what: "Indent the item, or go to the next cell" },
  { keys: "Shift-Tab", what: "Outdent the item, or go to the cell before" },
  { keys: "Mod-Home", what: "Go to the start of the page" },
  { keys: "Mod-End", what: "Go to the end of the page" },
  { keys: "Mod-Shift-Home", what: "Select to the start" },
  { keys: "Mod-Shift-End", what: "Select to the end" },
  { keys: "Alt-ArrowUp", what: "Move the block up" },
  { keys: "Alt-ArrowDown", what: "Move the block down" },
  { keys: "Mod-d", what: "Duplicate the block" },
  { keys: "Mod-Shift-Backspace", what: "Delete the block" }
]
