import { chooseBranches, cutBranches, parsePage, plainText } from "@octavo/document"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pages } from "./corpora.ts"

/** `y` holds, `n` does not, anything else cannot be decided. */
const decide = (condition: string): boolean | undefined =>
  condition === "y" ? true : condition === "n" ? false : undefined

const words = (text: string): string =>
  plainText(chooseBranches(parsePage(text).root, decide))
    .replace(/\s+/g, " ")
    .trim()
const cut = (text: string): string => cutBranches(text, parsePage(text).root, decide)

const page = (...lines: ReadonlyArray<string>) => `${lines.join("\n")}\n`
const [endif, otherwise] = ["{% endif %}", "{% else %}"]

describe("branches of {% if %}", () => {
  it.each<readonly [what: string, text: string, shown: string]>([
    ["holds", page("{% if y %}", "A", endif, "", "Z"), "A Z"],
    ["does not", page("{% if n %}", "A", endif, "", "Z"), "Z"],
    ["cannot be decided", page("{% if ? %}", "A", endif, "", "Z"), "Z"],
    ["cannot be decided, with another branch", page("{% if ? %}", "A", otherwise, "B", endif), ""],
    ["has no condition", page("{% if %}", "A", otherwise, "B", endif), ""],
    ["the first branch", page("{% if y %}", "A", otherwise, "B", endif), "A"],
    ["the second branch", page("{% if n %}", "A", otherwise, "B", endif), "B"],
    ["elsif", page("{% if n %}", "A", "{% elsif y %}", "B", otherwise, "C", endif), "B"],
    ["elseif", page("{% if n %}", "A", "{% elseif y %}", "B", otherwise, "C", endif), "B"],
    ["else if", page("{% if n %}", "A", "{% else if y %}", "B", otherwise, "C", endif), "B"],
    ["none of several", page("{% if n %}", "A", "{% elsif n %}", "B", otherwise, "C", endif), "C"],
    ["the first of several that hold", page("{% if y %}", "A", "{% elsif y %}", "B", endif), "A"],
    [
      "an undecided one before one that holds",
      page("{% if n %}", "A", "{% elsif ? %}", "B", "{% elsif y %}", "C", endif),
      ""
    ],
    ["an undecided one behind one that holds", page("{% if y %}", "A", "{% elsif ? %}", "B", endif), "A"],
    ["elsif without a condition", page("{% if n %}", "A", "{% elsif %}", "B", otherwise, "C", endif), ""],
    ["a branch behind else", page("{% if n %}", "A", otherwise, "B", "{% elsif y %}", "C", endif), ""],
    ["two elses", page("{% if n %}", "A", otherwise, "B", otherwise, "C", endif), ""],
    ["an empty branch", page("{% if y %}", otherwise, "B", endif, "Z"), "Z"],
    ["on one line", "{% if n %}A{% else %}B{% endif %}\n", "B"],
    ["on one line, the first", "{% if y %}A{% else %}B{% endif %}\n", "A"],
    ["an end with text behind it", page("{% if n %}A{% endif %} Z"), "Z"],
    ["glued to text", page("{% if n %}", "A {% else %} B", endif), "B"],
    ["one in another", page("{% if y %}", "{% if n %}", "A", otherwise, "B", endif, otherwise, "C", endif), "B"],
    [
      "in one that is not shown",
      page("{% if n %}", "{% if y %}", "A", endif, otherwise, "{% if y %}", "B", endif, endif),
      "B"
    ],
    ["in a list", page("* A", "", "  {% if n %}", "  B", "  {% else %}", "  C", "  {% endif %}", "* D"), "A C D"],
    ["in a hint", page('{% hint style="info" %}', "{% if n %}", "A", otherwise, "B", endif, "{% endhint %}"), "B"],
    ["around a hint", page("{% if y %}", '{% hint style="info" %}', "A", "{% endhint %}", otherwise, "B", endif), "A"],
    [
      "a branch inside of a hint",
      page("{% if y %}", '{% hint style="info" %}', "A", otherwise, "B", "{% endhint %}", endif),
      ""
    ],
    ["a branch inside of HTML", page("{% if y %}", "<div>", "A", otherwise, "B", "</div>", endif), ""],
    ["in code it is text", page("{% if y %}", "```", otherwise, "```", endif), "{% else %}"],
    ["in inline code it is text", page("{% if y %}", "`{% else %}`", endif), "{% else %}"],
    ["not closed: holds", page("{% if y %}", "A", "", "# H", "", "Z"), "A H Z"],
    ["not closed: does not", page("0", "", "{% if n %}", "A", "", "# H", "", "Z"), "0"],
    ["not closed, with another branch", page("{% if n %}", "A", otherwise, "B", "", "Z"), "B Z"],
    ["an end without a beginning", page("A", "", endif, "", "Z"), "A Z"],
    ["Liquid in a sentence", page("Write {% if n %} and {% else %}."), "Write {% if n %} and {% else %}."]
  ])("%s", (_, text, shown) => {
    expect(words(text)).toBe(shown)
    // the text that is left says the same, and holds no condition any more
    expect(words(cut(text))).toBe(shown)
    expect(cut(cut(text))).toBe(cut(text))
  })

  it.each<readonly [what: string, text: string, left: string]>([
    ["whole blocks with their blank lines", "A\n\n{% if n %}\nB\n{% endif %}\n\nZ\n", "A\n\nZ\n"],
    [
      "a branch between what was there",
      "A\n\n{% if n %}\nB\n{% else %}\nC\n\nD\n{% endif %}\n\nZ\n",
      "A\n\nC\n\nD\n\nZ\n"
    ],
    [
      "in a list",
      "* A\n\n  {% if y %}\n  B\n\n  C\n  {% else %}\n  D\n  {% endif %}\n* E\n",
      "* A\n\n  B\n\n  C\n* E\n"
    ],
    ["nothing else", "A  \n* b\n+ c\n{% hint %}\nx\n", "A  \n* b\n+ c\n{% hint %}\nx\n"]
  ])("cuts %s", (_, text, left) => {
    expect(cut(text)).toBe(left)
  })

  it("headings of what is not shown are in no outline, and anchors stay", () => {
    const parsed = parsePage("## A\n\n{% if n %}\n## A\n{% endif %}\n\n## A\n")
    const root = chooseBranches(parsed.root, decide)
    expect(root.children.flatMap((node) => (node.type === "heading" ? [node.anchor] : []))).toEqual(["a", "a-2"])
  })

  it("a page without conditions is left as it is, to the byte", () => {
    for (const { text } of pages()) {
      const { root } = parsePage(text)
      if (text.includes("{% if")) continue
      expect(chooseBranches(root, decide)).toBe(root)
      expect(cutBranches(text, root, decide)).toBe(text)
    }
  })

  it("what stands in no branch that holds is never left, wherever tags stand", () => {
    const piece = fc.constantFrom(
      "{% if n %}\nSECRET\n{% endif %}\n",
      "{% if n %}\n\n* SECRET\n{% else %}\n\nopen\n{% endif %}\n",
      "{% if ? %}\nSECRET\n{% else %}\nSECRET\n{% endif %}\n",
      "{% if y %}\nopen\n{% else %}\nSECRET\n{% endif %}\n",
      "{% if y %}open{% else %}SECRET{% endif %}\n",
      "{% if y %}\n{% if n %}\nSECRET\n{% endif %}\nopen\n{% endif %}\n",
      "text\n",
      "\n",
      "* item\n\n",
      "> quote\n",
      "## Heading\n",
      "<details>\n\n<summary>S</summary>\n\ntext\n\n</details>\n",
      "```\ncode\n```\n",
      '{% hint style="info" %}\ntext\n{% endhint %}\n',
      '{% tabs %}\n{% tab title="T" %}\ntext\n{% endtab %}\n{% endtabs %}\n',
      "| a | b |\n| - | - |\n| c | d |\n\n"
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
        const text = parts.join("")
        expect(words(text)).not.toContain("SECRET")
        expect(cut(text)).not.toContain("SECRET")
      }),
      { seed: 28, numRuns: 2000 }
    )
  })
})
