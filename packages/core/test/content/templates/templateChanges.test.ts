import { templateChanges } from "@octavo/core/content/templates/templateChanges"
import { describe, expect, it } from "vitest"

const template = {
  id: "t",
  title: "T",
  description: "",
  contentRefs: { help: { description: "" } },
  pages: [
    { path: "README.md", markdown: "# Home\n\n[Guide](a/b.md#start) [A](a/) [Help](param:help)\n" },
    {
      path: "a/README.md",
      markdown: "# A\n\n[Home](../README.md) [Web](https://example.org/a/b.md) [x](missing.md)\n"
    },
    { path: "a/b.md", markdown: "# B\n\n[Deep](./c/README.md), `[code](param:help)`\n" },
    { path: "a/c/README.md", markdown: "# C\n" }
  ]
}

describe("the pages of a template as a batch", () => {
  const written = (hrefs: Readonly<Record<string, string>> = {}) =>
    templateChanges(template, new Map(Object.entries(hrefs))).map((change) =>
      change.operation === "insert_page" ? [change.ref, change.into, change.document.markdown] : []
    )

  it("stands as its files do, and links by the names of the batch", () => {
    expect(written({ help: "/pages/p1" })).toEqual([
      ["~t/README.md", undefined, "# Home\n\n[Guide](./~t/a/b.md#start) [A](./~t/a/README.md) [Help](/pages/p1)\n"],
      [
        "~t/a/README.md",
        undefined,
        "# A\n\n[Home](./~t/README.md) [Web](https://example.org/a/b.md) [x](missing.md)\n"
      ],
      ["~t/a/b.md", "~t/a/README.md", "# B\n\n[Deep](./~t/a/c/README.md), `[code](param:help)`\n"],
      ["~t/a/c/README.md", "~t/a/README.md", "# C\n"]
    ])
  })

  it("a reference that is not given leaves its words", () => {
    expect(written()[0]?.[2]).toBe("# Home\n\n[Guide](./~t/a/b.md#start) [A](./~t/a/README.md) Help\n")
  })

  it("a destination cannot end its link", () => {
    const [home] = written({ help: "https://example.org/a)b [x](javascript:alert(1))" })
    expect(home?.[2]).toContain("[Help](https://example.org/a%29b%20[x]%28javascript:alert%281%29%29)")
  })
})
