/** What happens between exports to many places: the steps that random stories are made of. */
import fc from "fast-check"

/** Where exports go. `folder` stands for a directory of this machine. */
export const targets = [
  { repository: "docs", branch: "main", directory: "" },
  { repository: "docs", branch: "next", directory: "" },
  { repository: "other", branch: "main", directory: "" },
  { repository: "other", branch: "main", directory: "handbook" },
  { repository: "folder", branch: "-", directory: "" },
  { repository: "docs", branch: "made", directory: "" }
] as const

const page = fc.nat(40)
const target = fc.nat(targets.length - 1)
/** Something that happens to a space or to a repository: any of it, in any order. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("export" as const), target }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("import" as const), target: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("write" as const), page, place: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("document" as const), page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revert" as const), page, to: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("retitle" as const), page, heading: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rename" as const), page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("describe" as const), page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("add" as const), page, linked: page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("move" as const), page, into: page, at: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("upload" as const), page }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("include" as const), page, linked: page }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("push" as const),
      target: fc.nat(3),
      page,
      how: fc.constantFrom("edit", "add", "delete", "asset", "asset gone", "include", "vars")
    })
  }
)
export type Step = typeof step extends fc.Arbitrary<infer A> ? A : never
