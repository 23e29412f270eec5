import { parsePage } from "@octavo/document"
import { expect, it } from "vitest"
import { conditionNotes } from "../src/conditionNotes.ts"

it.each<readonly [name: string, markdown: string, notes: ReadonlyArray<RegExp>]>([
  ["nothing", "# A\n\nText.\n", []],
  ["a whole block", "{% if visitor.claims.a %}\n\nA\n\n{% else %}\n\nB\n\n{% endif %}\n", []],
  ["an open block", "{% if visitor.claims.a %}\n\nA\n", [/never closed.*endif/]],
  [
    "an unreadable condition",
    "{% if visitor.claims.a( %}\n\nA\n\n{% endif %}\n",
    [/visitor\.claims\.a\( cannot be read: .*called/]
  ],
  ["a missing condition", "{% if %}\n\nA\n\n{% endif %}\n", [/condition is missing/]],
  [
    "an unreadable condition of a further branch",
    "{% if visitor.claims.a %}\n\nA\n\n{% elsif ) %}\n\nB\n\n{% endif %}\n",
    [/The condition \) cannot be read/]
  ],
  [
    "an else behind the else",
    "{% if visitor.claims.a %}\nA\n\n{% else %}\nB\n\n{% else %}\nC\n\n{% endif %}\n",
    [/else/]
  ],
  ["code", "```liquid\n{% if ( %}\n```\n", []],
  [
    "nested ones, each thing once",
    "{% if visitor.claims.a %}\n\n{% if ( %}\n\nA\n\n{% endif %}\n\n{% if ( %}\n\nA\n\n{% endif %}\n\n{% endif %}\n",
    [/The condition \( cannot be read/]
  ]
])("%s", (_, markdown, notes) => {
  const found = conditionNotes(parsePage(markdown).root)
  expect(found).toHaveLength(notes.length)
  for (const [i, note] of notes.entries()) expect(found[i]).toMatch(note)
})
