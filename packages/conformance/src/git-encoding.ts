/**
 * Files whose bytes are not all UTF-8: what nobody edited keeps them on every way from a repository through the space
 * and back, and imports tell of such files.
 */
import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { bytesOf, scene, shapes, story, type Told, ways } from "./git-encoding-scene.ts"
import { asOperator, type Services, type StoreUnderTest, services } from "./harness.ts"

const seed = 20_261_124
const runs = 60

/** A document with a word of one leaf exchanged. */
const withWord = (node: any, word: string, other: string): any => {
  if (typeof node === "string") return node.replace(word, other)
  if (Array.isArray(node)) return node.map((one) => withWord(one, word, other))
  if (node === null || typeof node !== "object") return node
  return Object.fromEntries(Object.entries(node).map(([key, one]) => [key, withWord(one, word, other)]))
}

const textOf = ({ blocks, ends, header, mark, newline, title }: Told) => {
  const parts = [
    `# ${title} title`,
    ...blocks.map(({ alike, odd, shape }, index) => shapes[shape]!(alike ? "same" : `word${index}word`, odd))
  ]
  const whole = (all: ReadonlyArray<string>) =>
    (mark + header + all.join("\n\n") + (ends ? "\n" : "")).replaceAll("\n", newline)
  return { parts: parts.map((part) => part.replaceAll("\n", newline)), whole: whole(parts) }
}

const told = Effect.fnUntraced(function* (one: Told) {
  const { newline, way } = one
  const on = yield* scene
  const at = one.at % one.blocks.length
  const word = `word${at}word`
  /** Another block than the one that is edited. */
  const beside = (at + 1) % one.blocks.length
  const blocks = one.blocks.map((it, i) =>
    i === at ? { ...it, alike: false } : i === beside ? { ...it, odd: `${it.odd} caf\xe9` } : it
  )
  const { parts, whole } = textOf({ ...one, blocks })
  on.push({
    "SUMMARY.md": `# Summary\n\n* [${one.title} title](README.md)\n* [Other](other.md)\n`,
    "README.md": whole,
    "other.md": "# Other\n\nWords.\n"
  })
  yield* on.operate("import")
  const first = yield* on.head
  const { document, id, text } = yield* on.page(0)
  const edited = text.replace(word, `edited${at}`)
  expect(edited).not.toBe(text)
  const update = (markdown: string) => ({ operation: "update_page", page: id, document: { markdown } })
  /** Blocks whose bytes may be others, by their place among the parts. */
  const free = new Set([at + 1])
  let same = false

  if (way === "a text") yield* on.editing.replaceText(on.space, id, edited)
  if (way === "a text in a batch") yield* on.edit(update(edited))
  if (way === "a document") {
    const changed = withWord(document, word, `edited${at}`)
    expect(changed).not.toEqual(document)
    yield* on.edit({ operation: "update_page", page: id, document: { document: changed } })
  }
  if (way === "a change request" || way === "a change request that is brought up to date") {
    const { id: request } = yield* on.changeRequests.create(on.space, {})
    yield* on.contents.edit(on.space, request, { changes: [update(edited)] as never })
    yield* on.edit(update(text.replace(`word${beside}word`, "ours")))
    free.add(beside + 1)
    if (way !== "a change request") yield* on.changeRequests.pull(on.space, request)
    yield* on.changeRequests.merge(on.space, request)
  }
  if (way === "an import over it") {
    yield* on.edit(update(edited))
    // theirs differs in nothing but bytes that are shown alike
    const theirs = parts.map((part, i) =>
      i === beside + 1 ? part.replaceAll("\xe9", "\xe8").replaceAll("\xff", "\xfe") : part
    )
    on.push({
      "README.md": whole.replace(parts.slice(1).join(newline + newline), theirs.slice(1).join(newline + newline))
    })
    yield* on.operate("import")
    for (const [i, part] of theirs.entries()) parts[i] = part
  }
  if (way === "a block that goes back") {
    const { revision } = yield* on.edit(update(edited))
    const key = (document as any).nodes.find((node: unknown) => JSON.stringify(node).includes(word))?.key
    expect(revision).toEqual(expect.any(String))
    yield* on.edit({ operation: "revert_page", page: id, revision: first.revisionId, block: [key] })
    free.clear()
  }
  if (way === "a page that goes back") {
    yield* on.edit(update(edited))
    yield* on.edit({ operation: "revert_page", page: id, revision: first.revisionId })
    same = true
  }
  if (way === "a revision that comes back") {
    yield* on.edit(update(edited))
    yield* on.history.restore(on.space, first.revisionId)
    same = true
  }
  if (way === "a page that it links to and that moves") {
    const { id: other } = yield* on.page(1)
    yield* on.edit({ operation: "update_page", page: other, into: id }, update(edited))
  }
  if (way === "the description") {
    yield* on.edit({ operation: "update_page", page: id, description: "Another" })
    free.clear()
  }
  let of = on.space
  if (way === "a copy of the space") {
    yield* on.edit(update(edited))
    of = (yield* on.lifecycle.duplicate(on.space)).id
  }

  const before = new Map([["README.md", bytesOf(whole)]])
  const files = [yield* on.exported(of, new Map(), "README.md"), yield* on.exported(of, before, "README.md")]
  if (of === on.space) {
    yield* on.operate("export")
    files.push(on.pushed("README.md"))
  }
  for (const file of files) {
    if (same) expect(file).toBe(whole)
    if (one.mark !== "") expect(file.slice(0, 3)).toBe(one.mark)
    let from = 0
    for (const [i, part] of parts.entries()) {
      if (free.has(i) || (way === "a page that it links to and that moves" && part.includes("](other.md)"))) continue
      const found = file.indexOf(part, from)
      if (found < 0) expect(file, `block ${i}`).toContain(part)
      from = found + part.length
    }
    if (one.header !== "") expect(file).toContain("custom: \xff")
    if (one.header !== "" && way !== "the description") expect(file).toContain("Des cr\xe8me")
  }
})

const summary = "# Summary\n\n* [Home](README.md)\n* [Other](other.md)\n"
const rewritten = (page: string) => [{ operation: "update_page", page, document: { markdown: "# Home\n\nAnew.\n" } }]
/** The file of the other page gets another name, and links to it are written anew. */
const moved = (_: string, page: string) => [{ operation: "update_page", page, slug: "elsewhere" }]

export const gitEncodingSuite = (under: StoreUnderTest) =>
  describe(`files that are not all UTF-8 on ${under.name}`, () => {
    layer(services(under))((it) => {
      for (const way of ways) {
        it.effect(`every block that was not edited keeps its bytes: ${way}`, () =>
          Effect.gen(function* () {
            const context = yield* Effect.context<Services>()
            const property = fc.asyncProperty(story, (one) =>
              Effect.runPromise(Effect.provideContext(told({ ...one, way }).pipe(asOperator), context))
            )
            yield* Effect.promise(() => fc.assert(property, { seed, numRuns: Math.ceil(runs / ways.length) }))
          }).pipe(asOperator)
        )
      }

      it.effect("every import tells of the files that it read and that are not all text", () =>
        Effect.gen(function* () {
          const { operate, push } = yield* scene
          const warned = Effect.fnUntraced(function* () {
            const warnings = (yield* operate("import"))!.warnings
            return warnings.filter(({ message }) => message.includes("UTF-8")).map(({ path }) => path)
          })
          push({ "SUMMARY.md": summary, "README.md": "# Home\n", "other.md": "# Caf\xe9\n\n\xff\n" })
          expect(yield* operate("import")).toMatchObject({
            warnings: [
              {
                path: "other.md",
                message:
                  "2 bytes are not UTF-8 text, the first in line 1: shown as \uFFFD, and exports keep them in everything that is not edited; save the file as UTF-8 to have all of it shown"
              }
            ]
          })
          // only a page differs: what is the same is not read
          push({ "README.md": "\xff\xfeH\0o\0m\0e\0" })
          const { warnings } = (yield* operate("import"))!
          expect(warnings).toEqual([
            { path: "README.md", message: expect.stringMatching(/^6 bytes .* line 1: .*it looks like UTF-16/) }
          ])
          push({ "README.md": "# Home\n" })
          expect(yield* warned()).toEqual([])
          push({
            "SUMMARY.md": summary.replace("Other", "Oth\xe9r"),
            ".gitbook.yaml": "# caf\xe9\nroot: ./\n",
            ".gitbook/vars.yaml": "one: caf\xe9\n",
            ".gitbook/includes/shared.md": "---\ntitle: Shared\n---\n\n\xe9\n",
            ".gitbook/assets/photo.bin": "\xff\xfe",
            "other.md": '{% include ".gitbook/includes/shared.md" %}\n\n![](.gitbook/assets/photo.bin)\n'
          })
          expect((yield* warned()).sort()).toEqual([
            ".gitbook.yaml",
            ".gitbook/includes/shared.md",
            ".gitbook/vars.yaml",
            "SUMMARY.md"
          ])
        }).pipe(asOperator)
      )

      // the file, what is done, what of the file nobody touched, and what another place has of it
      const others: ReadonlyArray<
        readonly [
          path: string,
          text: string,
          changes: (page: string, other: string) => ReadonlyArray<unknown>,
          kept: ReadonlyArray<string>,
          elsewhere?: string
        ]
      > = [
        [
          "SUMMARY.md",
          "# Tabl\xe9\n\n* [Home](README.md)\n* [Oth\xe9r \xff](other.md)\n\n## Gr\xf6up\n\n* [Outside \xe9](https://x.test/\xe9)\n",
          () => [{ operation: "insert_page", title: "New", document: { markdown: "New.\n" } }],
          ["# Tabl\xe9\n", "* [Oth\xe9r \xff](other.md)\n", "## Gr\xf6up\n", "* [Outside \xe9](https://x.test/\xe9)"]
        ],
        [
          "SUMMARY.md",
          "\xef\xbb\xbf# Summary\r\n\r\n* [Home](README.md)\r\n* [Oth\xe9r](other.md)\r\n",
          (page) => [{ operation: "update_page", page, title: "Renamed" }],
          ["\xef\xbb\xbf# Summary\r\n", "* [Oth\xe9r](other.md)\r\n"]
        ],
        [
          ".gitbook.yaml",
          "# caf\xe9\nroot: ./\nstructure:\n  readme: README.md\n",
          rewritten,
          ["# caf\xe9\nroot: ./\n"]
        ],
        [
          ".gitbook.yaml",
          "\xef\xbb\xbfroot: ./\nredirects:\n  \xe9: other.md\n",
          rewritten,
          ["\xef\xbb\xbfroot: ./\n", "\xe9: other.md"]
        ],
        [
          ".gitbook/includes/shared.md",
          "\xef\xbb\xbf---\ntitle: Sh\xe1red\n---\n\n\xe9 [it](../../other.md)\n",
          moved,
          ["\xef\xbb\xbf---\ntitle: Sh\xe1red\n", "\xe9 [it](../../elsewhere.md)"]
        ],
        [
          ".gitbook/vars.yaml",
          "\xef\xbb\xbfone: caf\xe9 # \xff\ntwo: second\n",
          rewritten,
          ["one: caf\xe9 # \xff\ntwo: second\n", "\xef\xbb\xbf"],
          "\xef\xbb\xbfgone: 0\none: caf\xe9 # \xff\ntwo: 3\n"
        ],
        [
          ".gitbook/tags.yaml",
          "\xef\xbb\xbf- tag: one\n  label: \xe9\n",
          rewritten,
          ["label: \xe9", "\xef\xbb\xbf"],
          "\xef\xbb\xbf- tag: one\n  label: \xe9\n- tag: two\n"
        ],
        [
          ".gitbook/assets/api.yaml",
          "openapi: 3.0.0\ninfo: { title: \xe9, version: '1' }\npaths: {}\n",
          moved,
          ["title: \xe9,"]
        ],
        [".gitbook/assets/photo.bin", "\xff\xfe\0\x80", rewritten, ["\xff\xfe\0\x80"]]
      ]
      for (const [path, text, changes, kept, elsewhere = text] of others) {
        const mark = text.startsWith("\xef\xbb\xbf") ? ", its byte order mark," : ""
        it.effect(`${path} keeps its bytes${mark} where nothing is to change, and the space is what it says`, () =>
          Effect.gen(function* () {
            const { edit, exported, operate, page, push, pushed, space } = yield* scene
            const asset = path.startsWith(".gitbook/assets/") ? `![](${path})\n` : ""
            const include = path.startsWith(".gitbook/includes/") ? `{% include "${path}" %}\n` : ""
            const files = {
              "SUMMARY.md": summary,
              "README.md": `# Home\n\n${include}${asset}`,
              "other.md": "# Other\n\nWords.\n",
              [path]: text
            }
            push(files)
            yield* operate("import")
            const [first, second] = [yield* page(0), yield* page(1)]
            yield* edit(...changes(first.id, second.id))
            yield* operate("export")
            const there = pushed(path)
            for (const part of kept) expect(there).toContain(part)
            const others = Object.entries({ ...files, [path]: elsewhere })
            const folder = new Map(others.map(([path, text]) => [path, bytesOf(text)] as const))
            const inFolder = yield* exported(space, folder, path)
            if (elsewhere !== text) expect(inFolder).not.toBe(elsewhere)
            for (const part of kept) expect(inFolder).toContain(part)
            // nothing that was written reads as another space
            expect((yield* operate("import"))!).toMatchObject({ created: 0, updated: 0, deleted: 0 })
          }).pipe(asOperator)
        )
      }
    })
  })
