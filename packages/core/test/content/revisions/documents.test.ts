/** Documents with the references of a revision: what is written of one reads as the same one again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { DocumentPlace } from "../../../src/content/revisions/documentReferences.ts"
import { documentOf, documentsOf, textOfDocument } from "../../../src/content/revisions/documents.ts"
import { askHere } from "../../../src/kernel/compute/AskingTask.ts"
import { Compute, inlineLength } from "../../../src/kernel/compute/Compute.ts"
import { makeLru } from "../../../src/kernel/shared/lru.ts"
import { file, makeEditor, page, put, reusable } from "./support.ts"

const git = (path: string) => ({ git: { oid: "1", path } })
const image = ".gitbook/assets/my image (1).png"
const narrow = ".gitbook/assets/Shot 1.02\u202fPM #1.png"

const revision = Effect.gen(function* () {
  const { edit, trees } = yield* makeEditor
  const hash = yield* edit(null, [
    ...put(
      page("home", { slug: "readme", order: "a0", ...git("README.md") }),
      page("group", { type: "group", slug: "the-group", order: "a1" }),
      page("inside", { parent: "group", ...git("the-group/inside.md") }),
      page("other", { order: "a2", ...git("other.md") }),
      page("guide", { order: "a3", ...git("guide/README.md") }),
      page("new", { order: "a4" })
    ),
    { type: "putFile", file: file("f1", git(image)) },
    { type: "putFile", file: file("f2", git(narrow)) },
    { type: "putReusable", reusableContent: reusable("r1", git(".gitbook/includes/r.md")) }
  ])
  return yield* trees.open(hash)
})

const place: DocumentPlace = {
  spaceId: "sp",
  appUrl: "https://docs.example.com/app",
  gitPath: "README.md",
  titled: true
}
const asNew: DocumentPlace = { ...place, gitPath: undefined }

const asJson = (value: unknown): any => JSON.parse(JSON.stringify(value))
const bare = (value: unknown): any =>
  JSON.parse(JSON.stringify(value, (name, one) => (name === "key" || name === "meta" ? undefined : one)))

const written = (tree: Effect.Success<typeof revision>, at: DocumentPlace, document: unknown, base = "") =>
  Effect.map(textOfDocument(tree, at, document, base), (result) => {
    if ("problem" in result) throw new Error(`${result.problem.path}: ${result.problem.message}`)
    return result.text
  })

const linkTo = (ref: object) => ({
  object: "document",
  data: {},
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [
        {
          object: "inline",
          type: "link",
          isVoid: false,
          data: { ref },
          nodes: [{ object: "text", leaves: [{ object: "leaf", text: "x", marks: [] }] }]
        }
      ]
    }
  ]
})

const app = "https://app.gitbook.com/s"

describe("a reference is written", () => {
  const cases: ReadonlyArray<readonly [ref: object, inGit: string, asNew: string]> = [
    [{ kind: "page", page: "other" }, "other.md", "/pages/other"],
    [{ kind: "page", page: "guide" }, "guide/", "/pages/guide"],
    [{ kind: "page", page: "new" }, "/pages/new", "/pages/new"],
    [{ kind: "page", page: "group" }, `${app}/sp/the-group`, `${app}/sp/the-group`],
    [{ kind: "anchor", page: "group", anchor: "a b" }, `${app}/sp/the-group#a%20b`, `${app}/sp/the-group#a%20b`],
    [{ kind: "anchor", page: "other", anchor: "a" }, "other.md#a", "/pages/other#a"],
    [{ kind: "anchor", anchor: "a" }, "#a", "#a"],
    [{ kind: "file", file: "f1" }, `<${image}>`, "/files/f1"],
    [{ kind: "file", file: "f2" }, `<${narrow.replace("#", "%23")}>`, "/files/f2"],
    [{ kind: "space", space: "other" }, `${app}/other/`, `${app}/other/`],
    [{ kind: "page", page: "p1", space: "other" }, `${app}/other/~/pages/p1`, `${app}/other/~/pages/p1`],
    [
      { kind: "anchor", page: "p1", anchor: "a-b", space: "other" },
      `${app}/other/~/pages/p1#a-b`,
      `${app}/other/~/pages/p1#a-b`
    ],
    [{ kind: "anchor", anchor: "a", space: "other" }, `${app}/other/#a`, `${app}/other/#a`],
    [
      { kind: "reusable-content", reusableContent: "r1", space: "other" },
      `${app}/other/~/reusable/r1/`,
      `${app}/other/~/reusable/r1/`
    ],
    [{ kind: "user", user: "u" }, "https://app.gitbook.com/u/u", "https://app.gitbook.com/u/u"],
    [{ kind: "url", url: "https://x.y/a b" }, "<https://x.y/a b>", "<https://x.y/a b>"]
  ]
  for (const [ref, inGit, outside] of cases) {
    it.effect(`${JSON.stringify(ref)} as ${inGit} and as ${outside}, and read as it was`, () =>
      Effect.gen(function* () {
        const tree = yield* revision
        for (const [at, href] of [
          [place, inGit],
          [asNew, outside]
        ] as const) {
          const text = yield* written(tree, at, linkTo(ref))
          assert.strictEqual(text, `[x](${href})\n`)
          const document = yield* documentOf(tree, at, text)
          assert.deepStrictEqual(bare(document), linkTo(ref))
        }
      })
    )
  }

  it.effect("to a page of its own space by its id, whatever the link says", () =>
    Effect.gen(function* () {
      const tree = yield* revision
      const document = yield* documentOf(tree, place, `[x](${app}/sp/~/pages/guide#a)\n`)
      assert.deepStrictEqual(bare(document), linkTo({ kind: "anchor", page: "guide", anchor: "a" }))
    })
  )

  it.effect("or refused, when it names nothing or is no id", () =>
    Effect.gen(function* () {
      const tree = yield* revision
      for (const ref of [
        { kind: "page", page: "none" },
        { kind: "page", page: "a/b", space: "other" },
        { kind: "anchor", anchor: "x", space: "../../" },
        { kind: "page", page: "p", space: "a b" }
      ]) {
        const result = yield* textOfDocument(tree, place, linkTo(ref), "")
        assert.strictEqual("problem" in result && result.problem.path, "nodes.0.nodes.0.data.ref")
      }
    })
  )
})

/** Exchanges the first `word`. */
const say = (node: any): boolean => {
  const leaf = node.leaves?.find(({ text }: any) => text.includes("word"))
  if (leaf !== undefined) leaf.text = leaf.text.replace("word", "other")
  return leaf !== undefined || [...(node.nodes ?? []), ...(node.fragments ?? [])].some(say)
}

/** Texts of a page of a repository. */
const texts: Readonly<Record<string, string>> = {
  "to pages and folders":
    "[a](./other.md) [b](guide/) [c](guide/README.md#x) [d](guide) [e](other) [f](the-group/) word\n",
  "to groups": `[a](${app}/sp/the-group) [b](https://docs.example.com/app/s/sp/the-group#c) [d](/pages/group) word\n`,
  "to other spaces": `[a](${app}/other/b/c#d) [e](https://app.gitbook.com/o/org/s/other/) [f](${app}/other/~/pages/g) word\n`,
  "to what is not there": "[a](none.md) [b](/broken/pages/x) [c](broken-reference) [d](../../e.md) [f](/g) word\n",
  images: `![a](<${image}>) ![](.gitbook/assets/my%20image%20%281%29.png) word\n`,
  figures: `<figure><img src="${image}" alt=""><figcaption><p>word</p></figcaption></figure>\n`,
  files: `{% file src="${image}" %}\nword\n{% endfile %}\n`,
  cards: `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>word</td><td><a href="guide/">guide</a></td><td><a href="${image}">my image (1).png</a></td></tr></tbody></table>\n`,
  "content refs": `{% tabs %}\n{% tab title="a" %}\n{% content-ref url="./guide/README.md" %}\n[guide](guide/README.md)\n{% endcontent-ref %}\n\nword\n{% endtab %}\n{% endtabs %}\n`,
  mentions: '[other.md](./other.md "mention") [guide](guide/ "mention") word\n'
}

describe("a page of a repository", () => {
  for (const [name, text] of Object.entries(texts)) {
    it.effect(
      `keeps its links as they are written, when it is sent back and when they stand beside an edit: ${name}`,
      () =>
        Effect.gen(function* () {
          const tree = yield* revision
          const document = asJson(yield* documentOf(tree, place, text))
          assert.strictEqual(yield* written(tree, place, document, text), text)
          assert.isTrue(say(document))
          assert.strictEqual(yield* written(tree, place, document, text), text.replace("word", "other"))
        })
    )

    it.effect(`gives a document that a new page takes and gives again: ${name}`, () =>
      Effect.gen(function* () {
        const tree = yield* revision
        const document = yield* documentOf(tree, place, text)
        const fresh = yield* written(tree, asNew, asJson(document))
        assert.deepStrictEqual(bare(yield* documentOf(tree, asNew, fresh)), bare(document))
      })
    )
  }

  it.effect("gets files with spaces in angle brackets and in quotes, with their names to be seen", () =>
    Effect.gen(function* () {
      const tree = yield* revision
      const { cards = "", files = "", figures = "" } = texts
      const text = [`a ![a](<${image}>)\n`, figures, files, cards].join("\n")
      const document = yield* documentOf(tree, place, text)
      const fresh = yield* written(tree, place, asJson(document))
      for (const part of [
        `![a](<${image}>)`,
        `<img src="${image}"`,
        `{% file src="${image}" %}`,
        `<a href="${image}">my image (1).png</a>`
      ]) {
        assert.include(fresh, part)
      }
    })
  )
})

describe("Documents of many texts", () => {
  const names = Object.keys(texts)
  /** What of them is worked on elsewhere: how long the texts of each task are together. */
  const documentsElsewhere = (all: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const tree = yield* revision
      const tasks: Array<number> = []
      const port = Compute.of({
        run: () => Effect.die(new Error("No task without questions")),
        ask: (task, input, answer) => {
          tasks.push((input as unknown as { readonly texts: ReadonlyArray<string> }).texts.join("").length)
          return askHere(task, input, answer)
        },
        kept: makeLru<unknown>(1, "test")
      })
      const documents = yield* Effect.provideService(documentsOf(tree, place, all), Compute, port)
      return { documents, tasks, tree }
    })

  it.effect("are the document of each, in their order", () =>
    Effect.gen(function* () {
      const all = ["", ...names.map((name) => texts[name]!), ""]
      const { documents, tree } = yield* documentsElsewhere(all)
      const each = yield* Effect.forEach(all, (text) => documentOf(tree, place, text))
      assert.deepStrictEqual(asJson(documents), asJson(each))
    })
  )

  it.effect("are worked on elsewhere when the texts are long together, in tasks that are not too long", () =>
    Effect.gen(function* () {
      const short = "* item\n".repeat(200)
      const few = Array.from({ length: Math.floor(inlineLength / short.length) }, () => short)
      assert.deepStrictEqual((yield* documentsElsewhere(few)).tasks, [])
      const { documents, tasks } = yield* documentsElsewhere(Array.from({ length: 400 }, () => short))
      assert.strictEqual(documents.length, 400)
      assert.strictEqual(
        tasks.reduce((sum, length) => sum + length, 0),
        400 * short.length
      )
      assert.isAtMost(Math.max(...tasks), 262_144)
    })
  )
})
