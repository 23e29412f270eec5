import type { ConversationPart } from "@octavo/core/connections/conversations/Conversation"
import { pulseOf, sourceOf } from "@octavo/core/connections/conversations/Conversation"
import { extractIssues } from "@octavo/core/connections/conversations/extract"
import { plainText } from "@octavo/core/connections/conversations/plainText"
import { describe, expect, it } from "vitest"

const user = (body: string): ConversationPart => ({ type: "message", role: "user", body })
const team = (body: string): ConversationPart => ({ type: "message", role: "team-member", body })

describe("what is an issue in a conversation", () => {
  it("the first message, with the subject as its title", () => {
    expect(
      extractIssues({ subject: "Re: Fwd: No invoice", parts: [user("Hi,\nwhere is my invoice?"), team("Here.")] })
    ).toEqual([
      { title: "No invoice", summary: "Hi, where is my invoice?", text: "No invoice\nHi,\nwhere is my invoice?" }
    ])
  })

  it("without a subject, its first question", () => {
    const [issue] = extractIssues({
      subject: null,
      parts: [user("Hello there! I looked around. How do I export contacts? Thanks")]
    })
    expect(issue!.title).toBe("How do I export contacts?")
    expect(extractIssues({ subject: null, parts: [user("退款多久可以到账？谢谢")] })[0]!.title).toBe(
      "退款多久可以到账？"
    )
  })

  it("another question that shares no words is another issue; what only goes on is not", () => {
    const issues = extractIssues({
      subject: "Invoice",
      parts: [
        user("Where can I download the invoice of March?"),
        team("In billing."),
        user("Thanks!"),
        user("And the invoice of April, can I download it there?"),
        user("Something else: does your dashboard support dark theme colors?")
      ]
    })
    expect(issues.map(({ title }) => title)).toEqual([
      "Invoice",
      "Something else: does your dashboard support dark theme colors?"
    ])
    expect(issues[0]!.text).toContain("April")
  })

  it("nothing when the user says nothing, and the subject when that is all", () => {
    expect(extractIssues({ subject: null, parts: [] })).toEqual([])
    expect(extractIssues({ subject: "", parts: [team("Hello")] })).toEqual([])
    expect(extractIssues({ subject: "Refund", parts: [] })).toEqual([
      { title: "Refund", summary: "Refund", text: "Refund" }
    ])
  })

  it("at most five, each of a bounded size", () => {
    const parts = Array.from({ length: 12 }, (_, i) =>
      user(`${["alpha", "beta", "gamma"].map((word) => `${word}${i}x`).join(" ")} delta${i}q omega${i}w?`)
    )
    expect(extractIssues({ subject: null, parts })).toHaveLength(5)
    const [long] = extractIssues({ subject: null, parts: [user("long word ".repeat(5_000))] })
    expect([long!.title.length <= 120, long!.summary.length <= 400, long!.text.length <= 4_000]).toEqual([
      true,
      true,
      true
    ])
  })
})

describe("the words of a message", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["<p>Hello <b>there</b></p><p>Bye&nbsp;&amp; thanks</p>", "Hello there\n\nBye & thanks"],
    ["**Bold** and [a link](https://x.test/a) and https://x.test/b", "Bold and a link and"],
    ["New text\n\nOn Mon, 1 Jan 2026 Ann wrote:\n> old text", "New text"],
    ["> quoted\nanswer\n-- \nAnn\nACME", "answer"],
    ["<script>alert(1)</script>text<style>a{}</style>", "text"],
    ["a < b and b > c", "a < b and b > c"],
    ["&#x1F600; &#0; &#xD800; &unknown;", "😀 &unknown;"],
    ["```\ncode\n``` after", "after"]
  ]
  for (const [body, text] of cases) it(JSON.stringify(body), () => expect(plainText(body)).toBe(text))

  it("ends for hostile text", () => {
    for (const piece of ["<", "[", "```", "<p ", "&#", "<script>"]) {
      expect(plainText(piece.repeat(40_000)).length).toBeLessThanOrEqual(20_000)
    }
  })
})

describe("facts of a conversation", () => {
  it("its source is the attribute of that name when it has the contract's form", () => {
    expect(sourceOf({ attributes: { source: "email" } })).toBe("email")
    expect(sourceOf({ attributes: { source: "integration:zendesk:42" } })).toBe("integration:zendesk:42")
    for (const source of ["", "mail", "integration:a", "integration:a:b:c"]) {
      expect(sourceOf({ attributes: { source } })).toBe("integration:octavo:api")
    }
    expect(sourceOf({})).toBe("integration:octavo:api")
  })

  it("a pulse has 13 weeks that end now; what is older is in none, what is to come in the last", () => {
    const now = Date.parse("2026-06-01T00:00:00.000Z")
    const ago = (days: number) => ({ at: new Date(now - days * 86_400_000).toISOString(), count: 1 })
    expect(pulseOf(now, [ago(-2), ago(1), ago(6.9), ago(7), ago(90.9), ago(91)])).toEqual([
      1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 3
    ])
  })
})
