import { describe, expect, it } from "vitest"
import { fileToSlug, headingAnchor, makeSlugSet, parsePage, splitEmoji, titleToSlug, uniqueSlug } from "../src/index.ts"

describe("title to slug", () => {
  it.each([
    ["Getting Started", "getting-started"],
    ["🚀 Launch", "launch"],
    ["Équipe à côté", "equipe-a-cote"],
    ["Straße & Œuvre", "strasse-and-oeuvre"],
    ["認證", "ren-zheng"],
    ["快速 start", "kuai-su-start"],
    ["A & B", "a-and-b"],
    ["a <= b", "a-less-than-b"],
    ["a >= b", "a-greater-than-b"],
    ["What's new, it’s (here): yes?!", "whats-new-its-here-yes"],
    ['100% "sure" = x', "100-sure-x"],
    ["a/b@c#d|e", "a-b-c-d-e"],
    ["Version 25.10.5", "version-25.10.5"],
    ["json_arrayagg", "json_arrayagg"],
    ["Elsa Server + Studio", "elsa-server-+-studio"],
    ["a - b — c", "a-b-c"],
    ["한국어 문서", "한국어-문서"],
    ["!!!", ""],
    ["", ""]
  ])("%j is %j", (title, slug) => {
    expect(titleToSlug(title)).toBe(slug)
  })
})

describe("file to slug", () => {
  it.each([
    ["a/b/Page.md", "page"],
    ["OpenAI/README.md", "openai"],
    ["README.md", "readme"],
    ["./x/README.md", "x"],
    ["x/readme-2.md", "readme-2"],
    ["25.10.5.md", "25.10.5"],
    ["elsa-server-+-studio.md", "elsa-server-+-studio"],
    ["a--b.md", "a--b"],
    ["marchés/README.md", "marchés"],
    ["CI CD/README.md", "ci-cd"],
    ["README (1).md", "readme-1"],
    ["even-with-these-improvemen....md", "even-with-these-improvemen..."],
    ["no-extension", "no-extension"]
  ])("%j is %j", (path, slug) => {
    expect(fileToSlug(path)).toBe(slug)
  })
})

describe("anchors", () => {
  it.each([
    ["Hello World", "hello-world"],
    ["Terms & conditions", "terms-and-conditions"],
    ["a | b", "a-or-b"],
    ["a > b", "a-greater-than-b"],
    ["a < b", "a-less-than-b"],
    ["What's the user’s", "whats-the-users"],
    ["v1.2.3_beta", "v1.2.3_beta"],
    ["C++ (native)", "c-native"],
    ["a + b", "a--b"],
    ["1. First", "id-1.-first"],
    ["  ---  ", ""],
    ["x".repeat(150), "x".repeat(100)],
    [`9${"x".repeat(150)}`, `id-9${"x".repeat(96)}`]
  ])("%j is %j", (text, anchor) => {
    expect(headingAnchor(text)).toBe(anchor)
  })

  it("an explicit id wins, duplicates count, H1 has none, cut before counting", () => {
    const long = "y".repeat(120)
    const source = `# T\n\n## T\n\n## T\n\n### T <a href="#own" id="own"></a>\n\n## t!\n\n## ${long}\n\n## ${long}`
    expect(parsePage(source).outline.map((entry) => entry.id)).toEqual([
      undefined,
      "t",
      "t-1",
      "own",
      "t-2",
      "y".repeat(100),
      `${"y".repeat(100)}-1`
    ])
  })

  it("every first-level heading but the title has one: the title is the first that is nested in nothing", () => {
    const source = "{% hint %}\n# In\n{% endhint %}\n\n# T\n\n# Two\n\n## Two\n\nT\n=\n\n<h1>Three</h1>\n"
    expect(parsePage(source).outline.map(({ id, level }) => [level, id])).toEqual([
      [1, "in"],
      [1, undefined],
      [1, "two"],
      [2, "two-1"],
      [1, "t"],
      [1, "three"]
    ])
  })

  it("headings with markup give the anchor of their text, wherever they stand", () => {
    const source =
      "{% stepper %}\n{% step %}\n### Run `a.b` **now**\n{% endstep %}\n{% endstepper %}\n\n<h2>Run a.b now</h2>"
    expect(parsePage(source).outline.map((entry) => [entry.level, entry.id])).toEqual([
      [3, "run-a.b-now"],
      [2, "run-a.b-now-1"]
    ])
  })
})

describe("unique slugs", () => {
  it("append -1, -2 and stay unique when a counted one is taken", () => {
    const taken = makeSlugSet()
    expect(["a", "a-1", "a", "a", "a"].map((slug) => uniqueSlug(slug, taken))).toEqual([
      "a",
      "a-1",
      "a-2",
      "a-3",
      "a-4"
    ])
  })

  it("stay linear for many of one name", () => {
    const taken = makeSlugSet()
    for (let i = 0; i < 100_000; i++) uniqueSlug("x", taken)
    expect(taken.slugs.size).toBe(100_000)
  })
})

describe("leading emoji of a title", () => {
  it.each([
    ["🚀 Go", "Go", "🚀"],
    ["⚙️ Settings", "Settings", "⚙️"],
    ["👩‍💻Dev", "Dev", "👩‍💻"],
    ["🇫🇷 Fr", "Fr", "🇫🇷"],
    ["1️⃣ One", "One", "1️⃣"],
    ["👩🏽‍💻 Tone", "Tone", "👩🏽‍💻"],
    ["👍🏿Up", "Up", "👍🏿"],
    ["👨‍👩‍👧‍👦 Family", "Family", "👨‍👩‍👧‍👦"],
    ["🏳️‍🌈 Flag", "Flag", "🏳️‍🌈"],
    ["🏳‍🌈 Short", "Short", "🏳‍🌈"],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿 Tags", "Tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["🧑‍🚀‍🚀 Nobody's", "Nobody's", "🧑‍🚀‍🚀"],
    ["🤷‍♂ Shrug", "Shrug", "🤷‍♂"],
    ["❤‍🔥 Heart", "Heart", "❤‍🔥"],
    ["#️⃣ Hash", "Hash", "#️⃣"],
    ["1⃣ Bare", "Bare", "1⃣"],
    ["🇫🇷🇩🇪 Two", "🇩🇪 Two", "🇫🇷"],
    ["☎︎ Text", "Text", "☎︎"],
    ["# hash", "# hash", undefined],
    ["🇫 Half", "🇫 Half", undefined],
    ["🚀", "🚀", undefined],
    ["2 things", "2 things", undefined],
    ["© Us", "© Us", undefined],
    ["# x", "# x", undefined]
  ])("%j", (title, rest, emoji) => {
    expect(splitEmoji(title)).toEqual(emoji === undefined ? { title: rest } : { title: rest, emoji })
  })
})
