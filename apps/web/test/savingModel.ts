/** A server with one page, browsers that write it, and the lines between: all on a clock that is set forward by hand. */
import { expect } from "vitest"
import type { Failure } from "../src/logic/failures.ts"
import {
  type Answer,
  type KeptWork,
  type PageSaver,
  pageSaver,
  type Stand,
  type Surface,
  type Written
} from "../src/logic/PageSaver.ts"
import { isUnsaved } from "../src/logic/saving.ts"

/** The words of a page; merging them has no collisions. */
type Words = ReadonlySet<string>

const merge = (base: Words, mine: Words, theirs: Words): Words =>
  new Set([
    ...[...theirs].filter((word) => mine.has(word) || !base.has(word)),
    ...[...mine].filter((word) => !base.has(word))
  ])
const areEqual = (one: Words, other: Words): boolean =>
  one.size === other.size && [...one].every((word) => other.has(word))

/** A clock that is set forward by hand, and calls back. */
export class Clock {
  now = 0
  private readonly waiting = new Set<{ readonly at: number; readonly then: () => void }>()
  readonly wait = (milliseconds: number, then: () => void): (() => void) => {
    const entry = { at: this.now + milliseconds, then }
    this.waiting.add(entry)
    return () => void this.waiting.delete(entry)
  }
  readonly sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void this.wait(milliseconds, resolve))
  async pass(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      const [next] = [...this.waiting].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)
      if (next === undefined) break
      this.waiting.delete(next)
      this.now = Math.max(this.now, next.at)
      next.then()
    }
    this.now = until
  }
}

class Lost extends Error {}
class Answered extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super("answered")
    this.failure = failure
  }
}

/** A server with the revisions of one page. */
export class Server {
  readonly revisions = new Map<string, Words>([["r0", new Set()]])
  head = "r0"
  /** Those who listen. */
  readonly listeners = new Set<(head: string) => void>()
  get words(): Words {
    return this.revisions.get(this.head)!
  }
  put(words: Words): void {
    if (areEqual(words, this.words)) return
    this.head = `r${this.revisions.size}`
    this.revisions.set(this.head, words)
    for (const listener of this.listeners) listener(this.head)
  }
  write(...words: ReadonlyArray<string>): void {
    this.put(new Set([...this.words, ...words]))
  }
}

export const lines = ["good", "request lost", "answer lost", "stopped", "full", "signed out"] as const

/** How it stands between a browser and a server. */
export class Line {
  is: (typeof lines)[number] = "good"
  /** How long each way of a request takes, and an event, in milliseconds. */
  takes = { request: 40, answer: 60, event: 10 }
  private readonly clock: Clock
  private readonly server: Server
  constructor(clock: Clock, server: Server) {
    this.clock = clock
    this.server = server
  }
  private async ask<A>(act: () => A): Promise<A> {
    const { is, takes } = this
    await this.clock.sleep(takes.request)
    if (is === "request lost" || is === "stopped") throw new Lost()
    if (is === "full") throw new Answered({ why: "server", said: "no space is left" })
    if (is === "signed out") throw new Answered({ stop: "signed-out" })
    const done = act()
    await this.clock.sleep(takes.answer)
    if (is === "answer lost") throw new Lost()
    return done
  }
  private readonly standAt = (revision: string): Promise<Stand<Words>> =>
    this.ask(() => ({ revision, text: this.server.revisions.get(revision)! }))
  readonly send = async ({ base, text }: Written<Words>): Promise<Answer<Words>> => {
    const { isMerged, revision } = await this.ask(() => {
      const { revisions, words } = this.server
      const merged = text === undefined ? words : merge(revisions.get(base)!, text, words)
      this.server.put(merged)
      return { revision: this.server.head, isMerged: text !== undefined && !areEqual(merged, text) }
    })
    return { ...(await this.standAt(revision)), isMerged }
  }
  readonly read = async (): Promise<Stand<Words>> => this.standAt(await this.ask(() => this.server.head))
  /** Tells the head as it is now, and each later one, in their order. @returns what ends it */
  readonly listen = (then: (head: string) => void): (() => void) => {
    let last = 0
    const tell = (head: string) => {
      if (this.is === "stopped") return
      last = Math.max(last, this.clock.now + this.takes.event)
      this.clock.wait(last - this.clock.now, () => then(head))
    }
    tell(this.server.head)
    this.server.listeners.add(tell)
    return () => void this.server.listeners.delete(tell)
  }
}

/** An editor: what is edited, and what of it others know. */
class Editor implements Surface<Words> {
  words: Words
  private clean: Words
  private taken: { readonly words: Words; readonly clean: Words } | undefined
  constructor(words: Words) {
    this.words = words
    this.clean = words
  }
  isDirty = () => !areEqual(this.words, this.clean)
  now = () => this.words
  take = () => {
    if (this.taken !== undefined) throw new Error("Taken twice")
    this.taken = { words: this.words, clean: this.clean }
    this.clean = this.words
    return this.words
  }
  confirm = (theirs: Words, isMerged: boolean) => {
    if (this.taken === undefined) throw new Error("Nothing was taken")
    if (!isMerged) expect([...theirs].toSorted(), "nobody else wrote").toEqual([...this.taken.words].toSorted())
    this.words = merge(this.taken.words, this.words, theirs)
    this.clean = theirs
    this.taken = undefined
  }
  release = () => {
    if (this.taken === undefined) throw new Error("Nothing was taken")
    this.clean = this.taken.clean
    this.taken = undefined
  }
  receive = (theirs: Words) => {
    if (this.taken !== undefined) throw new Error("Something is taken")
    this.words = merge(this.clean, this.words, theirs)
    this.clean = theirs
  }
  replace = (words: Words) => {
    this.words = words
  }
}

interface Tab {
  readonly editor: Editor
  readonly saver: PageSaver
  readonly unlisten: () => void
}

/** A browser that keeps what is written, with one tab at most. */
export class Browser {
  readonly line: Line
  kept: KeptWork<Words> | undefined
  tab: Tab | undefined
  private tabs = 0
  private readonly clock: Clock
  private readonly server: Server
  constructor(clock: Clock, server: Server) {
    this.clock = clock
    this.server = server
    this.line = new Line(clock, server)
  }
  open(): void {
    if (this.tab !== undefined) return
    const number = ++this.tabs
    const isThere = () => number === this.tabs && this.tab !== undefined
    const revision = this.kept?.base ?? this.server.head
    const editor = new Editor(this.server.revisions.get(revision)!)
    const saver = pageSaver<Words>(
      {
        surface: editor,
        send: this.line.send,
        read: this.line.read,
        failureOf: (error) => (error instanceof Answered ? error.failure : { why: "unreachable" }),
        keep: async (work) => {
          await this.clock.sleep(20)
          if (isThere()) this.kept = work
        },
        clock: () => this.clock.now,
        wait: (milliseconds, then) => this.clock.wait(milliseconds, () => isThere() && then())
      },
      { revision, kept: this.kept }
    )
    const unlisten = this.line.listen((head) => isThere() && saver.moved(head))
    this.tab = { editor, saver, unlisten }
  }
  close(): void {
    this.tab?.unlisten()
    this.tab = undefined
  }
  /** The line is back: who listens is told how things stand. */
  mend(): void {
    this.line.is = "good"
    const { tab } = this
    if (tab === undefined) return
    tab.unlisten()
    this.tab = { ...tab, unlisten: this.line.listen((head) => this.tab?.saver === tab.saver && tab.saver.moved(head)) }
  }
  type(word: string): void {
    this.edit((words) => [...words, word])
  }
  delete(word: string): void {
    this.edit((words) => [...words].filter((one) => one !== word))
  }
  private edit(change: (words: Words) => ReadonlyArray<string>): void {
    const { editor, saver } = this.tab!
    editor.words = new Set(change(editor.words))
    saver.edited()
  }
  /** What of this person's is said to be saved is on the server. */
  check(name: string): void {
    if (this.tab === undefined || isUnsaved(this.tab.saver.view().state)) return
    const own = [...this.tab.editor.words].filter((word) => word.startsWith(name))
    expect(
      own.filter((word) => !this.server.words.has(word)),
      "said to be saved"
    ).toEqual([])
  }
}
