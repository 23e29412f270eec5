/** Pages of bytes that are not all UTF-8, and a space that reads them from a repository and writes them back. */
import { expect } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { GitExports } from "@octavo/core/content/git/GitExports"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { GitSynced } from "@octavo/core/content/git/GitSynced"
import { makeOperationRun } from "@octavo/core/content/git/operationRun"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { EditContent } from "@octavo/core/content/space-content/EditContent"
import { History } from "@octavo/core/content/space-content/History"
import type { DocumentPage } from "@octavo/core/content/space-content/Page"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { concatBytes } from "@octavo/core/kernel/shared/hash"
import { isStorableValue } from "@octavo/core/kernel/shared/text"
import { Effect, Exit, Stream } from "effect"
import fc from "fast-check"
import { snapshotOf } from "./git-snapshot.ts"
import { newOrganization } from "./harness.ts"
import { filesOfBranch, pushFiles } from "./memory-git.ts"

/** Bytes as one letter each, to write them in a text and to compare them. */
export const bytesOf = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
const lettersOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")

/** Bytes that are no text: Latin-1, broken sequences, halves of UTF-16, NUL; and some that are. */
const odd = fc.constantFrom(
  "caf\xe9",
  "\xe9t\xe9",
  "\xff",
  "\x80",
  "\xc3",
  "\xe2\x82",
  "\xf0\x9f\x98",
  "\xed\xa0\xbd",
  "\xed\xb8\x80",
  "\xc0\xaf",
  "\xf5\x80",
  "\0",
  "H\0i\0",
  "\xef\xbf\xbd",
  "caf\xc3\xa9",
  "\xf0\x9f\x98\x80",
  "plain"
)

/** Blocks of the dialect around words; `word` is what an edit looks for. */
export const shapes: ReadonlyArray<(word: string, odd: string) => string> = [
  (word, odd) => `${word} has ${odd} in it.`,
  (word, odd) => `${odd}${word} *${odd}* [${odd}](other.md) \`${odd}\``,
  (word, odd) => `## ${word} ${odd}\n\nBelow ${odd}.`,
  (word, odd) => `* ${word} ${odd}\n* two ${odd}\n  * three`,
  (word, odd) => `> ${word} ${odd}\n> more`,
  (word, odd) => `\`\`\`js\n// ${odd}\nconst ${word} = "${odd}"\n\`\`\``,
  (word, odd) => `{% hint style="info" %}\n${word} ${odd}\n{% endhint %}`,
  (word, odd) => `{% tabs %}\n{% tab title="A ${odd}" %}\n${word} ${odd}\n{% endtab %}\n{% endtabs %}`,
  (word, odd) => `| a | b |\n| --- | --- |\n| ${word} | ${odd} |`,
  (word, odd) => `<details>\n\n<summary>${odd}</summary>\n\n${word} ${odd}\n\n</details>`,
  (word, odd) => `1. ${word}\n2. ${odd}`
]

interface Block {
  readonly shape: number
  readonly odd: string
  /** Whether it shows the same as others of its shape. */
  readonly alike: boolean
}
const block: fc.Arbitrary<Block> = fc.record({
  shape: fc.nat(shapes.length - 1),
  odd: fc.array(odd, { minLength: 1, maxLength: 3 }).map((all) => all.join(" ")),
  alike: fc.integer({ min: 0, max: 5 }).map((n) => n === 0)
})

/** What is done to a page, or to the space that it is in, between import and export. */
export const ways = [
  "a text",
  "a text in a batch",
  "a document",
  "a change request",
  "a change request that is brought up to date",
  "an import over it",
  "a block that goes back",
  "a page that goes back",
  "a revision that comes back",
  "a copy of the space",
  "a page that it links to and that moves",
  "the description"
] as const
/** A page with blocks of which one is edited, and the way in which it is. */
export const story = fc.record({
  way: fc.constantFrom(...ways),
  blocks: fc.array(block, { minLength: 2, maxLength: 7 }),
  at: fc.nat(6),
  title: odd,
  newline: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\xef\xbb\xbf"),
  ends: fc.boolean(),
  header: fc.constantFrom("", "---\ndescription: Des cr\xe8me\ncustom: \xff\n---\n\n")
})
/** One such story. */
export type Told = typeof story extends fc.Arbitrary<infer A> ? A : never

const silent = () => Effect.void
let made = 0

/** A space that is imported from a repository and exported to it. */
export const scene = Effect.gen(function* () {
  const spaces = yield* Spaces
  const contents = yield* ChangeRequestContent
  const changeRequests = yield* ChangeRequests
  const content = yield* SpaceContent
  const editing = yield* EditContent
  const history = yield* History
  const lifecycle = yield* SpaceLifecycle
  const sync = yield* GitSync
  const imports = yield* GitImports
  const exports = yield* GitExports
  const operations = yield* GitStore
  const revisions = yield* RevisionStore
  const gitSynced = yield* GitSynced
  const { id: organization } = yield* newOrganization()
  const { id: space } = yield* spaces.create(organization, { editMode: "live" } as never)
  const url = `https://git.test/encoding-${++made}/docs.git`
  const ref = "refs/heads/main"

  const push = (files: Readonly<Record<string, string>>) =>
    pushFiles(
      url,
      ref,
      new Map([
        ...filesOfBranch(url, ref),
        ...Object.entries(files).map(([path, text]) => [path, bytesOf(text)] as const)
      ])
    )
  const operate = Effect.fnUntraced(function* (kind: "import" | "export", force = false) {
    const input = { url, ref, force }
    const { id } = yield* kind === "import"
      ? sync.import(space, input)
      : sync.export(space, { ...input, commitMessage: "Export" })
    const record = (yield* operations.operation(id))!
    const job = { id, attempt: 1, last: false, held: Effect.void }
    const { perform } = kind === "import" ? imports : exports
    const exit = yield* Effect.exit(perform(makeOperationRun(operations, record, job, gitSynced)))
    expect(Exit.isSuccess(exit) ? "done" : exit).toBe("done")
    return (yield* operations.operation(id))!.counts
  })
  const pushed = (path: string) => lettersOf(filesOfBranch(url, ref).get(path) ?? new Uint8Array())

  /** A file as an export to a folder with these files would write it. */
  const exported = Effect.fnUntraced(function* (of: string, there: ReadonlyMap<string, Uint8Array>, path: string) {
    const { changes } = yield* exports.plan(of, snapshotOf(there), `/encoding-${++made}`, silent)
    const change = changes.find((one) => one.path === path)
    if (change === undefined || change.bytes === null) return lettersOf(there.get(path)!)
    return lettersOf(concatBytes(Array.from(yield* Stream.runCollect(change.bytes))))
  })

  const page = Effect.fnUntraced(function* (index: number) {
    const open = yield* content.open(space)
    const { id } = (yield* open.pages({}))[index]!
    const shown = (yield* open.page(id, { format: "markdown" })) as DocumentPage
    // what is answered is text that can be sent back
    expect(isStorableValue(JSON.parse(JSON.stringify(shown)))).toBe(true)
    const { document } = (yield* open.page(id, { format: "document" })) as DocumentPage
    return { id, text: shown.markdown!, document }
  })
  const edit = (...changes: ReadonlyArray<unknown>) =>
    contents.editSpace(space, { changes: changes as ReadonlyArray<ContentChange> })
  const head = Effect.map(revisions.head(space, primary), (one) => one!)
  return {
    changeRequests,
    contents,
    edit,
    editing,
    exported,
    head,
    history,
    imports,
    lifecycle,
    operate,
    organization,
    page,
    push,
    pushed,
    space,
    spaces
  }
})
