import { mergeTexts } from "@octavo/core/content/revisions/merge/mergeTask"
import { Compute, inlineLength } from "@octavo/core/kernel/compute/Compute"
import type { Task } from "@octavo/core/kernel/compute/Task"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { pageFacts } from "@octavo/core/kernel/texts/PageFacts"
import { tasks } from "@octavo/core/tasks"
import { markdownTask } from "@octavo/site/drawing/tasks"
import { Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { type ComputeConfig, layer } from "../src/compute.ts"
import { beginThread } from "../src/computeWorker.ts"

const text = `---\ntitle: T\n---\n\n# T\n\n{% if a %}\n\nOne [a](b.md)\n\n{% endif %}\n\n{% include "c.md" %}\n`
const page = {
  id: "p",
  type: "document",
  title: "T",
  slug: "t",
  parent: null,
  order: "a0",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z"
} as const
const names = { ours: "A", theirs: "B" }

/** One of each; a new one does not compile without. */
const inputs: { readonly [Name in keyof typeof tasks]: Parameters<(typeof tasks)[Name]["run"]>[0] } = {
  facts: { text },
  read: { texts: [text, "# B\n"] },
  sections: { text },
  pictures: { text: "![](https://pictures.example/a.png)\n" },
  rewrite: { text, renamed: new Map([["b.md", "/pages/b"]]) },
  cut: { text, decided: new Map([["a", false]]) },
  // bytes that are no text come through, too
  carried: { text: "A \uFFFD\n\nB\n", sources: ["A \udce9\n"] },
  merge: { base: "A\n\nB \udcff\n", ours: "A1\n\nB \udcff\n", theirs: "A\n\nB1\n", names, options: {} },
  edits: { base: "A b\n", mine: "A c\n", theirs: "B b\n", settled: [{ base: "", mine: "", theirs: "", text: "" }] },
  document: { text, refs: new Map([["b.md", { kind: "page", page: "b" }]]), titled: true },
  dereferenced: {
    document:
      '{"object":"document","data":{},"nodes":[{"object":"block","type":"reusable-content","data":{"ref":{"kind":"reusable-content","reusableContent":"c"}},"nodes":[]}]}',
    contents: new Map([["c", { json: '{"object":"document","data":{},"nodes":[]}', size: 2 }]])
  },
  written: {
    document: '{"object":"document","data":{},"nodes":[]}',
    isSent: true,
    base: text,
    refs: new Map(),
    hrefs: new Map(),
    titled: true,
    nearest: true,
    title: undefined
  },
  evaluated: {
    text: '<code class="expression">space.vars.a</code>\n',
    values: new Map([["space.vars.a", "A"]])
  },
  reverted: {
    now: { text, refs: new Map(), titled: true },
    before: { text: "# T\n\nOther\n", refs: new Map(), titled: true },
    keys: ["nothing"]
  },
  refs: { document: '{"kind":"page","page":"b"}', isSent: false },
  retitled: { text, title: "Other", emoji: undefined },
  surveyed: { texts: [text, "# B\n"] },
  needed: { files: [{ path: "a.md", oid: "0", size: 1 }], config: undefined, summary: "* [A](a.md)\n" },
  planned: { files: [{ path: "a.md", oid: "0", size: 1 }], texts: new Map([["a.md", text]]) },
  renamed: {
    gone: [{ id: "p", oid: "1", text: "The same line\n\nAnother line\n" }],
    added: [{ path: "b.md", oid: "2", text: "The same line\n\nAnother line\n" }]
  },
  lost: { before: text, after: "# Another\n" },
  segments: { text },
  translated: { text, found: new Map([["One <1>a</1>", "Eins <1>a</1>"]]) },
  searched: {
    page,
    hash: "h",
    texts: [text, "Shown\n"],
    shown: [[1], []],
    varies: true,
    decided: new Map([["a", true]])
  },
  linted: { text: "# T\n\n## A\n\n![](a.png)\n" },
  lints: { texts: ["# A", "## B"] },
  descriptions: { texts: ["openapi: 3.0.0\n", "openapi: [\n"] },
  marked: { text: "<<<<<<< A\n\udcff\n=======\nb\n>>>>>>> B\n" },
  settled: { text: "<<<<<<< A\na\n=======\nb\n>>>>>>> B\n", takes: new Map() },
  earlier: { before: text, after: "# T\n\nOther\n" },
  extracted: { subject: "Invoice", parts: [{ type: "message", role: "user", body: "Where is my invoice?" }] }
}

/** What takes seconds. */
const long = { text: "- item\n".repeat(inlineLength * 4) }

const using = <A, E>(config: ComputeConfig, use: (compute: Effect.Success<typeof Compute>) => Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.flatMap(Compute, use).pipe(Effect.provide(layer(config)), Effect.scoped))

const why = <A>(exit: Exit.Exit<A, { readonly work?: string | undefined }>): string | undefined =>
  Exit.isSuccess(exit) ? "done" : (Exit.findErrorOption(exit) as { value?: { work?: string } }).value?.work

describe("Threads for tasks", () => {
  it("come to what the thread that asks would, for every task", async () => {
    await using({ threads: 1 }, ({ run }) =>
      Effect.gen(function* () {
        for (const [name, input] of Object.entries(inputs)) {
          const task = tasks[name as keyof typeof tasks] as Task<unknown, unknown>
          expect(task.name).toBe(name)
          expect(yield* run(task, input, "a"), name).toEqual(task.run(input))
        }
      })
    )
  })

  it("end a task at its deadline in words, and go on with others", async () => {
    await using({ threads: 1, patience: 1500 }, ({ run }) =>
      Effect.gen(function* () {
        const late = yield* Effect.exit(run(mergeTexts, endless, "a"))
        expect(why(late)).toBe("late")
        expect((yield* run(pageFacts, { text: "# A" }, "a")).title?.text).toBe("A")
      })
    )
  })

  it("are not all for one: who has much work waits for it, and another comes in between", async () => {
    await using({ threads: 2 }, ({ run }) =>
      Effect.gen(function* () {
        const order: Array<string> = []
        const task = (owner: string) =>
          Effect.tap(run(pageFacts, long, owner), () => Effect.sync(() => void order.push(owner)))
        const many = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(task("many"), { startImmediately: true }))
        yield* task("one")
        yield* Effect.forEach(many, Fiber.join)
        expect(order.at(-1)).toBe("many")
        expect(order).toHaveLength(4)
      })
    )
  })

  it("take no more of one than its share, and no more of all than may wait", async () => {
    await using({ threads: 1, share: 2, waiting: 3 }, ({ run }) =>
      Effect.gen(function* () {
        const begin = (owner: string) =>
          Effect.forkChild(Effect.exit(run(pageFacts, long, owner)), { startImmediately: true })
        const fibers = yield* Effect.forEach(["a", "a", "a", "a", "b", "b"], begin)
        const ends = yield* Effect.forEach(fibers.slice(3), (fiber) =>
          Effect.race(Fiber.join(fiber), Effect.succeed(undefined))
        )
        // one of a's is done, two wait, the fourth is too much; of b's one waits and the next is too much for all
        expect(ends.map((exit) => (exit === undefined ? "waits" : why(exit)))).toEqual(["share", "waits", "crowded"])
        yield* Effect.forEach(fibers, Fiber.interrupt, { concurrency: "unbounded" })
      })
    )
  })

  it("have tasks at hand where they are given them ahead, begin before there is a pool, and stop for none of them", async () => {
    const begun = beginThread({ warm: ["markdown"] })
    await using({ threads: 2, ahead: 4, share: 16, begun }, ({ ask, run }) =>
      Effect.gen(function* () {
        const texts = Array.from({ length: 20 }, (_, at) => `# ${at}\n\n[a](a${at}.md)\n`)
        const page = { title: "T", git: { path: "p.md" } }
        // each asks where its own link leads, while others are done
        const drawn = (text: string, at: number) =>
          ask(
            markdownTask,
            { text, from: "p.md", page, header: true },
            (question) =>
              Effect.succeed(question.ask === "references" ? question.wanted.map(({ name }) => `/${at}/${name}`) : []),
            "a"
          )
        const work = (text: string, at: number): Effect.Effect<unknown, StorageError> =>
          at % 2 === 0 ? drawn(text, at) : run(pageFacts, { text }, "a")
        const fibers = yield* Effect.forEach(texts, (text, at) =>
          Effect.forkChild(work(text, at), { startImmediately: true })
        )
        // nobody waits for this one, and its thread goes on with those that it has at hand
        yield* Fiber.interrupt(fibers[2]!)
        for (const [at, fiber] of fibers.entries()) {
          if (at === 2) continue
          const found = yield* Fiber.join(fiber)
          if (at % 2 === 0) expect(found).toBe(`# T\n\n[a](/${at}/a${at}.md)\n`)
          else expect(found).toEqual(pageFacts.run({ text: texts[at]! }))
        }
      })
    )
  })

  it("stop what nobody waits for any more, begun or not", async () => {
    await using({ threads: 1 }, ({ run }) =>
      Effect.gen(function* () {
        const begun = yield* Effect.forkChild(run(mergeTexts, endless, "a"), { startImmediately: true })
        const waits = yield* Effect.forkChild(run(mergeTexts, endless, "a"), { startImmediately: true })
        yield* Fiber.interrupt(waits)
        yield* Fiber.interrupt(begun)
        expect((yield* run(pageFacts, { text: "# A" }, "b")).title?.text).toBe("A")
      })
    )
  })
})

/** Longer than any test waits: several seconds of lists to read. */
const endless = {
  base: "- item\n".repeat(400_000),
  ours: "- item\n".repeat(400_001),
  theirs: `x\n\n${"- item\n".repeat(400_000)}`,
  names,
  options: {}
}
