/** People who write one page, each in an editor, and the server between them: it merges texts, or says that they collide. */
import { mergeText, type RichDocument } from "@octavo/document"
import { history } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import { type Command, EditorState, type Transaction } from "prosemirror-state"
import { canJoin, canSplit } from "prosemirror-transform"
import {
  confirm,
  isDirty,
  type Kept,
  kept,
  receive,
  redo,
  release,
  restored,
  schema,
  session,
  take,
  toEditor,
  undo
} from "../src/index.ts"
import { read, write } from "./documents.ts"

/** A page with all of its texts, as the merge of the server makes them. */
export class Server {
  readonly #texts: string[]
  collided = 0

  constructor(text: string) {
    this.#texts = [text]
  }

  get revision(): number {
    return this.#texts.length - 1
  }

  get text(): string {
    return this.#texts[this.revision]!
  }

  get document(): RichDocument {
    return read(this.text, false)
  }

  /** Takes a document that was made of the text of a revision; nothing where both changed the same. */
  write(document: RichDocument, revision: number): Written | undefined {
    const base = this.#texts[revision]!
    const result = write(document, base, false)
    if ("problem" in result) throw new Refused(`${result.problem.path}: ${result.problem.message}`)
    const merged = mergeText(base, result.text, this.text, { ours: "mine", theirs: "theirs" })
    if (merged.clashes.length > 0) {
      this.collided++
      return undefined
    }
    this.#texts.push(merged.text)
    return { isMerged: merged.text !== result.text }
  }
}

interface Written {
  /** Whether the text has what others wrote, too. */
  readonly isMerged: boolean
}

/** What the server can't write. */
export class Refused extends Error {}

/** What becomes of what is sent. */
export type Line = "good" | "lost on its way" | "lost on its way back" | "slow"

export class Writer {
  readonly name: string
  readonly typed: string[] = []
  /** Words that this person took away. */
  readonly deleted = new Set<string>()
  state: EditorState
  revision: number
  /** So many of the words that were typed cannot be undone: the page was closed since. */
  forgotten = 0
  #answer: (() => void) | undefined

  constructor(name: string, server: Server) {
    this.name = name
    this.revision = server.revision
    this.state = this.#open(toEditor(server.document))
  }

  #open(doc: Node): EditorState {
    return EditorState.create({ doc, plugins: [session(), history({ newGroupDelay: 0 })] })
  }

  get words(): ReadonlySet<string> {
    return new Set(wordsOf(this.state.doc))
  }

  get isIdle(): boolean {
    return this.#answer === undefined
  }

  apply(tr: Transaction): void {
    this.state = this.state.apply(tr)
    this.state.doc.check()
  }

  /** Something that this person does. */
  act(act: Act, a: number, b: number): void {
    const before = this.words
    const command = acts[act](this, a, b)
    command(this.state, (tr) => this.apply(tr))
    const after = this.words
    for (const word of before) if (!after.has(word)) this.deleted.add(word)
  }

  undoAll(): void {
    while (undo(this.state, (tr) => this.apply(tr)));
  }

  nextWord(): string {
    const word = `${this.name}${this.typed.length}${this.name}`
    this.typed.push(word)
    return word
  }

  /** Sends what there is, and takes what comes back. */
  send(server: Server, line: Line): void {
    if (this.#answer !== undefined || !isDirty(this.state)) return
    const { document, tr } = take(this.state)
    this.apply(tr)
    const written = line === "lost on its way" ? undefined : server.write(document, this.revision)
    const { document: answered, revision } = server
    const answer = (): void => {
      this.#answer = undefined
      if (written !== undefined && line !== "lost on its way back") {
        this.revision = revision
        this.apply(confirm(this.state, answered, written.isMerged))
      } else this.apply(release(this.state))
    }
    if (line === "slow") this.#answer = answer
    else answer()
    if (written === undefined && line === "good") this.receive(server)
  }

  /** The answer that a slow line kept comes. */
  hear(): void {
    this.#answer?.()
  }

  receive(server: Server): void {
    if (this.#answer !== undefined) return
    this.apply(receive(this.state, server.document))
    this.revision = server.revision
  }

  /** Closes the tab, and opens the page again with what was kept. */
  reopen(server: Server): void {
    this.forgotten = this.typed.length
    const stored = JSON.parse(JSON.stringify(kept(this.state))) as Kept
    this.#answer = undefined
    this.state = this.#open(toEditor(server.document))
    this.revision = server.revision
    this.apply(restored(this.state, stored))
  }
}

/** The words that people typed in these tests, in the order of the document. */
export const wordsOf = (doc: Node): string[] => {
  const words: string[] = []
  doc.descendants((node) => {
    if (node.isTextblock) words.push(...(node.textContent.match(/[A-Z]\d+[A-Z]/g) ?? []))
  })
  return words
}

// ---------------------------------------------------------------- what people do

type Make = (writer: Writer, a: number, b: number) => Command

const textblocks = (doc: Node): Array<{ at: number; node: Node }> => {
  const found: Array<{ at: number; node: Node }> = []
  doc.descendants((node, at) => {
    if (node.isTextblock) found.push({ at, node })
  })
  return found
}

/** A place in a text that is not within a word that somebody typed. */
const placeIn = (doc: Node, a: number, b: number): number => {
  const blocks = textblocks(doc)
  const { at, node } = blocks[a % blocks.length]!
  const offset = b % (node.content.size + 1)
  const text = node.textBetween(0, node.content.size, undefined, "-")
  const within = [...text.matchAll(/[A-Z]\d+[A-Z]/g)].find(
    ({ 0: word, index }) => index < offset && offset < index + word.length
  )
  return at + 1 + (within === undefined ? offset : within.index + within[0].length)
}

const wordAt = (doc: Node, a: number, b: number): { from: number; to: number } | undefined => {
  const found: Array<{ from: number; to: number }> = []
  const blocks = textblocks(doc)
  const { at, node } = blocks[a % blocks.length]!
  node.forEach((child, offset) => {
    for (const { 0: word, index } of child.text?.matchAll(/[\p{L}\d]+/gu) ?? []) {
      found.push({ from: at + 1 + offset + index, to: at + 1 + offset + index + word.length })
    }
  })
  return found[b % found.length]
}

/** One key after the other. */
const typed = (tr: Transaction, text: string, at: number): Transaction =>
  [...text].reduce((all, letter, index) => all.insertText(letter, at + index), tr)

const acts = {
  type:
    (writer, a, b) =>
    ({ doc, tr }, dispatch) => {
      const place = placeIn(doc, a, b)
      dispatch?.(typed(tr, b % 2 === 0 ? ` ${writer.nextWord()} ` : writer.nextWord(), place))
      return true
    },
  "type over":
    (writer, a, b) =>
    ({ doc, tr }, dispatch) => {
      const word = wordAt(doc, a, b)
      if (word !== undefined) dispatch?.(typed(tr.delete(word.from, word.to), writer.nextWord(), word.from))
      return true
    },
  delete:
    (_, a, b) =>
    ({ doc, tr }, dispatch) => {
      const word = wordAt(doc, a, b)
      if (word !== undefined) dispatch?.(tr.delete(word.from, word.to))
      return true
    },
  split:
    (_, a, b) =>
    ({ doc, tr }, dispatch) => {
      const place = placeIn(doc, a, b)
      if (doc.resolve(place).parent.type.isInGroup("block") && canSplit(doc, place)) dispatch?.(tr.split(place))
      return true
    },
  join:
    (_, a) =>
    ({ doc, tr }, dispatch) => {
      const blocks = textblocks(doc)
      const { at } = blocks[a % blocks.length]!
      const before = doc.resolve(at).nodeBefore
      if (before?.isTextblock && canJoin(doc, at)) dispatch?.(tr.join(at))
      return true
    },
  bold:
    (_, a, b) =>
    ({ doc, tr }, dispatch) => {
      const word = wordAt(doc, a, b)
      if (word !== undefined) dispatch?.(tr.addMark(word.from, word.to, schema.mark("bold")))
      return true
    },
  paragraph:
    (writer, a) =>
    ({ doc, tr }, dispatch) => {
      let at = 0
      for (let index = 0; index < a % (doc.childCount + 1); index++) at += doc.child(index).nodeSize
      dispatch?.(tr.insert(at, schema.node("paragraph", null, schema.text(writer.nextWord()))))
      return true
    },
  "delete a block":
    (_, a) =>
    ({ doc, tr }, dispatch) => {
      if (doc.childCount < 3) return false
      let at = 0
      const index = a % doc.childCount
      for (let one = 0; one < index; one++) at += doc.child(one).nodeSize
      dispatch?.(tr.delete(at, at + doc.child(index).nodeSize))
      return true
    },
  undo: () => undo,
  redo: () => redo
} satisfies Record<string, Make>

export type Act = keyof typeof acts

export const actNames = Object.keys(acts) as ReadonlyArray<Act>
