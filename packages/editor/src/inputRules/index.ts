/** What is typed as Markdown becomes what it means: at the start of a paragraph, and around text. Backspace takes it back. */
import { inputRules as rulesPlugin } from "prosemirror-inputrules"
import type { Plugin } from "prosemirror-state"
import { blockRules } from "./blocks.ts"
import { inlineRules } from "./inlines.ts"

/** The rules as a plugin; `keymap` has the Backspace that undoes one. */
export const inputRules = (): Plugin => rulesPlugin({ rules: [...blockRules, ...inlineRules] })
