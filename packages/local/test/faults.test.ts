import { expect, it } from "vitest"
import { faultsOfImport, faultsOfLinks, formatFault } from "../src/faults.ts"

const text =
  '# Title\n\nSee [one](gone.md) and [again](gone.md), not gone.md.html\nand [it](<a b.md> "t")\n\n[r]: other.md\n'

it.each([
  [["gone.md"], ["page.md:3:11"]],
  [
    ["gone.md", "gone.md"],
    ["page.md:3:11", "page.md:3:32"]
  ],
  [["a b.md"], ["page.md:4:11"]],
  [["other.md"], ["page.md:6:6"]],
  // as it is not written, like an address of a page that was edited since
  [["never.md"], ["page.md"]]
])("links %j are told of where they stand", (hrefs, places) => {
  const faults = faultsOfLinks(
    hrefs.map((href) => ({ path: "page.md", href })),
    new Map([["page.md", text]])
  )
  expect(faults.map((fault) => formatFault(fault).replace(/: The link.*/, ""))).toEqual(places)
})

it("a link of a file that went away has no line", () => {
  expect(faultsOfLinks([{ path: "page.md", href: "gone.md" }], new Map()).map(formatFault)).toEqual([
    'page.md: The link to "gone.md" leads nowhere'
  ])
})

it("what YAML says of its place is the place", () => {
  const message = "the frontmatter is no YAML: Missing closing quote at line 2, column 8"
  expect(faultsOfImport([{ path: "a.md", message }]).map(formatFault)).toEqual([`a.md:2:8: ${message}`])
})
