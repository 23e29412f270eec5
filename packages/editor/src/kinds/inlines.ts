/** What stands among text. */
import { emojiOf } from "@octavo/document/emoji"
import { noteOf } from "../commands/marks.ts"
import { textOf } from "../schema/attributes.ts"
import { schema } from "../schema/schema.ts"
import { type BlockKind, making, words } from "./kind.ts"

const group = "In the text"

export const inlineKinds: ReadonlyArray<BlockKind> = [
  {
    name: "Emoji",
    keywords: words("smiley, emoticon, symbol, :"),
    group,
    // as a character, which Markdown is read with; `code` is that of the dialect
    make: (data = {}) => schema.text(emojiOf(textOf(data, "code") ?? "") || "🙂")
  },
  {
    name: "Icon",
    keywords: words("font awesome, symbol, pictogram"),
    group,
    make: making("icon", undefined, { icon: "circle-info" })
  },
  {
    name: "Button",
    keywords: words("call to action, cta, link"),
    group,
    needs: "page",
    make: making("button", undefined, { label: "Button", kind: "primary" })
  },
  {
    name: "Mention",
    keywords: words("page, person, @, reference, link"),
    group,
    needs: "page",
    make: making("mention")
  },
  {
    name: "Variable",
    keywords: words("expression, value, placeholder, claim, {{"),
    group,
    make: making("expression", undefined, { expression: "space.vars.name" })
  },
  {
    name: "Inline math",
    keywords: words("formula, equation, tex, latex, $$"),
    group,
    make: making("inline_math", undefined, { formula: "x" })
  },
  {
    name: "Inline image",
    keywords: words("picture, icon, small image"),
    group,
    needs: "picture",
    make: making("inline_image", undefined, { size: "line" })
  },
  {
    name: "Annotation",
    keywords: words("footnote, note, explanation, tooltip, glossary"),
    group,
    make: (data = {}) => schema.text("note", [schema.mark("annotation", { data, fragments: [noteOf("")] })])
  }
]
