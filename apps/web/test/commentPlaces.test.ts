/** Where comments on blocks stand. */
import { describe, expect, it } from "vitest"
import type { Comment } from "../src/logic/api.ts"
import { commentPlaces } from "../src/logic/commentPlaces.ts"

const paragraph = (key: string, words: string) => ({
  object: "block",
  type: "paragraph",
  key,
  isVoid: false,
  nodes: [{ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] }]
})
const hint = (key: string, ...nodes: ReadonlyArray<object>) => ({
  object: "block",
  type: "hint",
  key,
  isVoid: false,
  nodes
})
const page = (...nodes: ReadonlyArray<object>) => ({ object: "document", data: {}, nodes }) as never
const comment = (id: string, revision: string, node: string) =>
  ({ id, target: { revision, node: { id: node } } }) as Comment

describe("Comments on blocks", () => {
  const revisions: Readonly<Record<string, never>> = {
    first: page(
      paragraph("a", "One two three four."),
      hint("b", paragraph("c", "Care is taken here.")),
      paragraph("d", "Gone now.")
    ),
    now: page(
      paragraph("x", "New."),
      paragraph("e", "One 2 three four."),
      hint("b", paragraph("c", "Care is taken here."))
    )
  }
  const places = (...comments: ReadonlyArray<Comment>) => {
    const { at, gone } = commentPlaces(comments, revisions["now"]!, ({ target }) => revisions[target.revision])
    return {
      at: Object.fromEntries(Array.from(at, ([key, all]) => [key, all.map(({ id }) => id)])),
      gone: gone.map(({ id }) => id)
    }
  }

  it("stand at the block that theirs became, at the outermost one that it is in, or nowhere any more", () => {
    expect(places(comment("1", "first", "a"), comment("2", "first", "c"), comment("3", "first", "d"))).toEqual({
      at: { e: ["1"], b: ["2"] },
      gone: ["3"]
    })
  })

  it("of the page as it is shown stand where they say", () => {
    expect(places(comment("1", "now", "e"), comment("2", "now", "none"))).toEqual({ at: { e: ["1"] }, gone: ["2"] })
  })

  it("wait for the page that they were made at", () => {
    expect(places(comment("1", "later", "a"))).toEqual({ at: {}, gone: [] })
  })
})
