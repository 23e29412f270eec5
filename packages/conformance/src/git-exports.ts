/**
 * After every export the tree at its target, read in again, is the space: whatever was imported, edited here or there,
 * and exported to wherever before.
 */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { GitExports } from "@octavo/core/content/git/GitExports"
import { GitImports } from "@octavo/core/content/git/GitImports"
import { GitStore } from "@octavo/core/content/git/GitStore"
import { GitSync } from "@octavo/core/content/git/GitSync"
import { GitSynced } from "@octavo/core/content/git/GitSynced"
import { makeOperationRun } from "@octavo/core/content/git/operationRun"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import type { PageNode } from "@octavo/core/content/revisions/model/PageTree"
import type { PageRecord } from "@octavo/core/content/revisions/model/Records"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { primary } from "@octavo/core/content/revisions/Revision"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import type { DocumentPage } from "@octavo/core/content/space-content/Page"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Cause, Effect, Exit, Stream } from "effect"
import fc from "fast-check"
import { type Step, step, targets } from "./git-export-steps.ts"
import { snapshotOf } from "./git-snapshot.ts"
import { asOperator, newOrganization, type Services, type StoreUnderTest, services } from "./harness.ts"
import { filesBelow, filesOfBranch, pushFiles } from "./memory-git.ts"

const first = {
  "SUMMARY.md":
    "# Summary\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Start](guide/start.md)\n\n## More\n\n* [Last](more/last.md)\n",
  "README.md": "# Home\n\nFirst words.\n\nSee [start](guide/start.md) and [last](more/last.md#more).\n",
  "guide/README.md": "---\ndescription: How to\n---\n\n# A guide\n\n* one\n- two\n\n![](../.gitbook/assets/a.txt)\n",
  "guide/start.md": "# Start\n\n[Back](./) and [home](../README.md).\n\nThe end.\n",
  "more/last.md": '# Last\n\n{% include "../.gitbook/includes/shared.md" %}\n\nThe last page.\n',
  ".gitbook/assets/a.txt": "asset\n",
  ".gitbook/includes/shared.md": "---\ntitle: Shared\n---\n\nShared words, [home](../../README.md).\n",
  ".gitbook/vars.yaml": "one: first\n"
}

const seed = 20_261_123
const runs = 60
/** In milliseconds: a busy machine may take minutes. */
const patience = 900_000
const silent = () => Effect.void
let made = 0

/** Everything that a revision says, in words. */
const say = Effect.fnUntraced(function* (root: string) {
  const trees = yield* RevisionTree
  const open = yield* trees.open(root)
  const about = Effect.fnUntraced(function* (page: PageRecord, path: string) {
    const { description, emoji, href, icon, linkTitle, target, title, type } = page
    const text = page.body === undefined ? undefined : (yield* trees.body(page.body)).text
    const link = type === "link" ? { href, target: target?.kind } : {}
    return { path, type, title, emoji, linkTitle, description, icon, file: page.git?.path, text, ...link }
  })
  const lines: Array<unknown> = []
  const walk = (nodes: ReadonlyArray<PageNode>, above: string): Effect.Effect<void, any> =>
    Effect.gen(function* () {
      for (const { page, pages } of nodes) {
        const path = `${above}/${page.slug}`
        lines.push(yield* about(page, path))
        yield* walk(pages, path)
      }
    })
  yield* walk(yield* open.pages(), "")
  const files = (yield* open.files(undefined, 10_000)).map(({ blob, git, name }) => ({ name, blob, file: git?.path }))
  const reusables = yield* Effect.forEach(yield* open.reusableContents(), ({ body, git, title }) =>
    Effect.map(trees.body(body), ({ text }) => ({ title, text, file: git?.path }))
  )
  const byFile = (a: { file?: string | undefined }, b: { file?: string | undefined }) =>
    (a.file ?? "") < (b.file ?? "") ? -1 : 1
  return {
    pages: lines,
    files: files.sort(byFile),
    reusables: reusables.sort(byFile),
    variables: yield* open.variables()
  }
})

export const gitExportsSuite = (under: StoreUnderTest) =>
  describe(`exports to many places on ${under.name}`, () => {
    layer(services(under))((it) => {
      const scene = Effect.gen(function* () {
        const spaces = yield* Spaces
        const contents = yield* ChangeRequestContent
        const sync = yield* GitSync
        const imports = yield* GitImports
        const exports = yield* GitExports
        const operations = yield* GitStore
        const revisions = yield* RevisionStore
        const gitSynced = yield* GitSynced
        const trees = yield* RevisionTree
        const { id: organization } = yield* newOrganization()
        const { id: space } = yield* spaces.create(organization, { editMode: "live" } as never)
        const name = `many-${++made}`
        let folder: ReadonlyMap<string, Uint8Array> = new Map()
        const place = (index: number) => {
          const { branch, directory, repository } = targets[index]!
          return { url: `https://git.test/${name}/${repository}.git`, ref: `refs/heads/${branch}`, directory }
        }
        const filesAt = (index: number) => {
          const { directory, ref, url } = place(index)
          return index === 4 ? folder : filesBelow(filesOfBranch(url, ref), directory)
        }
        const root = Effect.map(revisions.head(space, primary), (head) => head!.root)
        const pages = Effect.gen(function* () {
          const all: Array<PageRecord> = []
          const walk = (nodes: ReadonlyArray<PageNode>): void => {
            for (const { page, pages } of nodes) {
              all.push(page)
              walk(pages)
            }
          }
          walk(yield* (yield* trees.open(yield* root)).pages())
          return all
        })
        const documents = Effect.map(pages, (all) => all.filter(({ type }) => type === "document"))
        const textOf = ({ body }: PageRecord) =>
          body === undefined ? Effect.succeed("") : Effect.map(trees.body(body), ({ text }) => text)
        const edit = (...changes: ReadonlyArray<ContentChange>) => contents.editSpace(space, { changes })
        const operate = Effect.fnUntraced(function* (kind: "import" | "export", index: number, force = false) {
          const { directory, ref, url } = place(index)
          const input = { url, ref, repoProjectDirectory: directory, force }
          const { id } = yield* kind === "import"
            ? sync.import(space, input)
            : sync.export(space, { ...input, commitMessage: "Export" })
          const record = (yield* operations.operation(id))!
          const job = { id, attempt: 1, last: false, held: Effect.void }
          const { perform } = kind === "import" ? imports : exports
          return yield* Effect.exit(perform(makeOperationRun(operations, record, job, gitSynced)))
        })
        const failsWith = (exit: Exit.Exit<unknown, unknown>) =>
          Exit.isSuccess(exit) ? undefined : (Cause.squash(exit.cause) as { _tag?: string; reason?: string })

        /** What a place had when the space met it: that stays there, and may be none of the space. */
        const kept = new Map<number, ReadonlySet<string>>([[0, new Set()]])
        const meet = (index: number) => {
          if (!kept.has(index)) kept.set(index, new Set(filesAt(index).keys()))
        }

        /** Whether the tree that is at the target, as a fresh space, is the content. */
        const isAt = Effect.fnUntraced(function* (index: number, root: string) {
          const fresh = yield* spaces.create(organization, {})
          yield* imports.importSnapshot(fresh.id, snapshotOf(filesAt(index)), silent)
          const is = yield* say((yield* revisions.head(fresh.id, primary))!.root)
          const wanted = yield* say(root)
          const own = new Set([...wanted.files, ...wanted.reusables].map(({ file }) => file))
          const isOwn = ({ file }: { file: string | undefined }) =>
            own.has(file) || file === undefined || !kept.get(index)!.has(file)
          // ids are this space's own: a repository calls its pages by their paths, where they are still there
          const texts = [...filesAt(index)].filter(([path]) => path.startsWith(".gitbook/includes/"))
          for (const { id } of yield* documents)
            for (const [path, bytes] of texts) expect(utf8.decode(bytes), path).not.toContain(`/pages/${id}`)
          expect({ ...is, files: is.files.filter(isOwn), reusables: is.reusables.filter(isOwn) }).toEqual(wanted)
        })

        const toFolder = Effect.gen(function* () {
          const { changes, note, root } = yield* exports.plan(space, snapshotOf(folder), `/${name}`, silent)
          const next = new Map(folder)
          for (const { bytes, path } of changes) {
            if (bytes === null) next.delete(path)
            else next.set(path, Uint8Array.from((yield* Stream.runCollect(bytes)).flatMap((piece) => [...piece])))
          }
          folder = next
          yield* note
          return root
        })

        const exportTo = Effect.fnUntraced(function* (index: number) {
          meet(index)
          if (index === 4) {
            const content = yield* toFolder
            yield* isAt(index, content)
            // once more: nothing is to be written
            expect(yield* say(yield* toFolder)).toEqual(yield* say(content))
            return
          }
          const exit = yield* operate("export", index)
          const failure = failsWith(exit)
          if (failure?._tag === "SyncConflict") {
            expect(failsWith(yield* operate("export", index, true))).toBeUndefined()
          } else expect(failure).toBeUndefined()
          yield* isAt(index, yield* root)
        })

        const push = (index: number, change: (files: Map<string, Uint8Array>) => void) => {
          const { directory, ref, url } = place(index)
          const files = new Map(filesOfBranch(url, ref))
          const below = new Map(filesBelow(files, directory))
          if (below.size === 0) return
          const prefix = directory === "" ? "" : `${directory}/`
          for (const path of below.keys()) files.delete(prefix + path)
          change(below)
          for (const [path, bytes] of below) files.set(prefix + path, bytes)
          pushFiles(url, ref, files)
        }

        let count = 0
        const met = new Set<number>()
        /** Revisions of the space before each step. */
        const earlier: Array<string> = []
        const take = Effect.fnUntraced(function* (step: Step) {
          const word = `w${++count}`
          earlier.push((yield* revisions.head(space, primary))!.revisionId)
          const all = yield* documents
          const pick = (n: number) => all[n % Math.max(1, all.length)]
          if (step.do === "export") met.add(step.target)
          if (step.do === "export") return yield* exportTo(step.target)
          if (step.do === "import") {
            if (filesAt(step.target).size === 0) return
            met.add(step.target)
            expect(failsWith(yield* operate("import", step.target, true))).toBeUndefined()
            return
          }
          if (step.do === "push") {
            // a place that the space has not met keeps the files that it has: they are none of the space
            if (!met.has(step.target) && /asset|include/.test(step.how)) return
            push(step.target, (files) => {
              const text = (path: string) => utf8.decode(files.get(path) ?? new Uint8Array())
              const pagesThere = [...files.keys()].filter((path) => path.endsWith(".md") && !/^(SUMMARY|\.)/.test(path))
              const assets = [...files.keys()].filter((path) => path.startsWith(".gitbook/assets/"))
              const chosen = pagesThere[step.page % Math.max(1, pagesThere.length)]
              if (step.how === "edit" && chosen !== undefined) {
                files.set(chosen, utf8.encode(`${text(chosen).trimEnd()}\n\nTheirs ${word}.\n`))
              }
              if (step.how === "add") {
                files.set(`theirs/${word}.md`, utf8.encode(`# Their ${word}\n\nWords.\n`))
                files.set(
                  "SUMMARY.md",
                  utf8.encode(`${text("SUMMARY.md").trimEnd()}\n* [Their ${word}](theirs/${word}.md)\n`)
                )
              }
              if (step.how === "delete" && chosen !== undefined) files.delete(chosen)
              if (step.how === "asset") files.set(`.gitbook/assets/${word}.txt`, utf8.encode(word))
              if (step.how === "asset gone" && assets[0] !== undefined) files.delete(assets[0])
              if (step.how === "include") {
                files.set(".gitbook/includes/theirs.md", utf8.encode(`---\ntitle: Theirs\n---\n\n${word}\n`))
              }
              if (step.how === "vars") files.set(".gitbook/vars.yaml", utf8.encode(`one: ${word}\n`))
            })
            return
          }
          const chosen = pick(step.page)
          if (step.do === "upload") {
            const base64 = Buffer.from(word).toString("base64")
            return yield* Effect.asVoid(
              edit({
                operation: "insert_files",
                files: [{ name: `${word}.txt`, contentType: "text/plain", base64 }]
              } as never)
            )
          }
          if (step.do === "include") {
            const open = yield* trees.open(yield* root)
            const reusables = yield* open.reusableContents()
            const reusable = reusables[step.page % Math.max(1, reusables.length)]
            if (reusable === undefined) return
            const { text } = yield* trees.body(reusable.body)
            const linked = pick(step.linked)
            const link = linked === undefined ? "" : ` See [it](/pages/${linked.id}).`
            yield* edit({
              operation: "update_reusable_content",
              reusableContent: reusable.id,
              document: { markdown: `${text.trimEnd()}\n\nOurs ${word}.${link}\n` }
            })
            return
          }
          if (step.do === "add") {
            const linked = pick(step.linked)
            const link = linked === undefined ? "" : `See [it](/pages/${linked.id}).\n`
            const markdown = step.page % 3 === 0 ? {} : { markdown: `Words of ${word}.\n\n${link}` }
            const into = step.page % 2 === 0 ? null : (chosen?.id ?? null)
            yield* edit({ operation: "insert_page", title: `Added ${word}`, document: markdown, into } as never)
            return
          }
          if (chosen === undefined) return
          if (step.do === "write") {
            const text = yield* textOf(chosen)
            const lines = text.split("\n\n")
            const at = Math.max(1, lines.length - (step.place % 3))
            const markdown = [...lines.slice(0, at), `Ours ${word}.`, ...lines.slice(at)].join("\n\n")
            yield* edit({ operation: "update_page", page: chosen.id, document: { markdown } } as never)
          }
          if (step.do === "document") {
            const { page } = yield* (yield* SpaceContent).open(space)
            const { document } = (yield* page(chosen.id, { format: "document" })) as DocumentPage
            const leaf = { object: "leaf", text: `Ours ${word}.`, marks: [] }
            const nodes = [{ object: "text", leaves: [leaf] }]
            const added = { object: "block", type: "paragraph", isVoid: false, data: {}, nodes }
            const written = { object: "document", data: {}, nodes: [...document!.nodes, added] }
            yield* edit({ operation: "update_page", page: chosen.id, document: { document: written } } as never)
          }
          if (step.do === "revert") {
            const revision = earlier[step.to % earlier.length]!
            // a page that was not there then has nothing to go back to
            yield* Effect.ignore(edit({ operation: "revert_page", page: chosen.id, revision } as never))
          }
          if (step.do === "retitle" && step.heading) {
            const markdown = (yield* textOf(chosen)).replace(/^# .*$/m, `# Retitled ${word}`)
            yield* edit({ operation: "update_page", page: chosen.id, document: { markdown } } as never)
          } else if (step.do === "retitle") {
            yield* edit({ operation: "update_page", page: chosen.id, title: `Called ${word}` } as never)
          }
          if (step.do === "rename") {
            if (chosen.slug === "readme") return
            yield* edit({ operation: "update_page", page: chosen.id, slug: `slug-${word}` } as never)
          }
          if (step.do === "describe") {
            yield* edit({ operation: "update_page", page: chosen.id, description: `About ${word}` } as never)
          }
          if (step.do === "move") {
            const into = pick(step.into)
            const up = into === undefined || into.id === chosen.id ? null : into.id
            // below itself is refused
            yield* Effect.ignore(edit({ operation: "update_page", page: chosen.id, into: up, at: step.at } as never))
          }
          if (step.do === "delete") yield* edit({ operation: "delete_page", page: chosen.id } as never)
        })

        const imported = new Map(Object.entries(first).map(([path, text]) => [path, utf8.encode(text)]))
        // the second branch was made from the first, and the folder is a checkout of it
        for (const index of [0, 1]) pushFiles(place(index).url, place(index).ref, imported)
        folder = imported
        return { take, exportTo, operate, filesAt, pages, root }
      })

      const edit: Step = { do: "write", page: 2, place: 1 }
      const to = (target: number): Step => ({ do: "export", target })
      const cases: ReadonlyArray<readonly [name: string, steps: ReadonlyArray<Step>]> = [
        ["another branch", [edit, to(1)]],
        ["another repository", [edit, to(2)]],
        ["a directory of it", [edit, to(3)]],
        ["a branch that has the pages already", [to(1), edit, to(0), edit, to(1)]],
        ["the first one again, after others", [edit, to(1), to(4), to(0)]],
        ["a branch that is made by it", [edit, to(5)]],
        ["a branch that is made by it, and again", [to(5), edit, to(0), to(5)]],
        ["a folder that has the pages already", [to(4), edit, to(4)]]
      ]
      for (const [name, steps] of cases) {
        it.effect(`an edit is in what is written to ${name}`, () =>
          Effect.gen(function* () {
            const { filesAt, take } = yield* scene
            // the branch has what was imported, as a branch of a repository does
            for (const step of [{ do: "import", target: 0 } as const, ...steps]) yield* take(step)
            const last = steps.at(-1)!
            const text = filesAt("target" in last ? last.target : 0).get("guide/start.md")
            expect(utf8.decode(text!)).toContain("Ours w")
            yield* take({ do: "import", target: 0 })
          }).pipe(asOperator)
        )
      }

      it.effect(
        "the tree at each of them, read in again, is the space",
        () =>
          Effect.gen(function* () {
            const context = yield* Effect.context<Services>()
            const story = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
              const { take } = yield* scene
              const last = [1, 4, 0].map((target) => ({ do: "export" as const, target }))
              for (const step of [{ do: "import" as const, target: 0 }, ...steps, ...last]) yield* take(step)
            }, asOperator)
            const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) =>
              Effect.runPromise(Effect.provideContext(story(steps), context))
            )
            yield* Effect.promise(() => fc.assert(property, { seed, numRuns: runs }))
          }).pipe(asOperator),
        patience
      )
    })
  })
