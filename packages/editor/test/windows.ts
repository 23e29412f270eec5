/** Windows in which one page is written, as the saving of the application treats them, and the server between. */
import { mergeEdits, type RichDocument, type SettledCollision } from "@octavo/document"
import { history } from "prosemirror-history"
import type { Node } from "prosemirror-model"
import { EditorState, type Transaction } from "prosemirror-state"
import { withoutBlanks } from "../src/collaboration/blanks.ts"
import { confirm, fromEditor, isDirty, receive, session, stepsBetween, take, toEditor } from "../src/index.ts"
import { read, write } from "./documents.ts"

/** A page with all of its texts, as `update_page` with a revision makes them: what collides is settled with both. */
export class EditedPage {
  readonly texts: string[]
  collided = 0

  constructor(text: string) {
    this.texts = [text]
  }

  get revision(): number {
    return this.texts.length - 1
  }

  get text(): string {
    return this.texts[this.revision]!
  }

  /** @returns whether the text has what others wrote, too */
  write(document: RichDocument, revision: number): boolean {
    const base = this.texts[revision]!
    const result = write(document, base, false)
    if ("problem" in result) throw new Error(`${result.problem.path}: ${result.problem.message}`)
    const settled: SettledCollision[] = []
    for (;;) {
      const merged = mergeEdits(base, result.text, this.text, settled)
      if ("text" in merged) {
        if (merged.text !== this.text) this.texts.push(merged.text)
        return merged.text !== result.text
      }
      this.collided++
      settled.push(...merged.collisions.map((one) => ({ ...one, text: `${one.theirs}\n\n${one.mine}` })))
    }
  }
}

export class Window {
  readonly name: string
  readonly #page: EditedPage
  #state: EditorState
  /** The revision that the text was made from. */
  #base: number
  /** What is sent again as it was until there is an answer. */
  #sent: { readonly document: RichDocument; readonly base: number } | undefined

  constructor(name: string, page: EditedPage) {
    this.name = name
    this.#page = page
    this.#base = page.revision
    this.#state = this.#open(page.revision)
  }

  #open(revision: number): EditorState {
    return EditorState.create({ doc: toEditor(this.#documentAt(revision)), plugins: [session(), history()] })
  }

  #documentAt(revision: number): RichDocument {
    return read(this.#page.texts[revision]!, false)
  }

  #apply(tr: Transaction): void {
    this.#state = this.#state.apply(tr)
    this.#state.doc.check()
  }

  get isDirty(): boolean {
    return isDirty(this.#state)
  }

  get lines(): ReadonlyArray<string> {
    return linesOf(this.#state.doc)
  }

  /** Types a word behind another one, key by key, and begins a new block behind it. */
  type(word: string, block: number, at: number, splits: boolean): void {
    const blocks: Array<{ readonly node: Node; readonly pos: number }> = []
    this.#state.doc.descendants((node, pos) => {
      if (node.isTextblock) blocks.push({ node, pos })
    })
    const { node, pos } = blocks[block % blocks.length]!
    const blanks = [...node.textContent.matchAll(/ /g)].map(({ index }) => index)
    let place = pos + 1 + (blanks.length === 0 ? node.content.size : blanks[at % blanks.length]!)
    for (const letter of ` ${word}`) this.#apply(this.#state.tr.insertText(letter, place++))
    if (splits) this.#apply(this.#state.tr.split(place))
  }

  /** Sends what there is, or once more what was sent. @param line what of it is lost */
  send(line: "good" | "request lost" | "answer lost"): void {
    if (this.#sent === undefined) {
      if (!this.isDirty) return
      const { document, tr } = take(this.#state)
      this.#apply(tr)
      this.#sent = { document, base: this.#base }
    }
    const isMerged = line !== "request lost" && this.#page.write(this.#sent.document, this.#sent.base)
    if (line !== "good") return
    this.#base = this.#page.revision
    this.#apply(confirm(this.#state, this.#documentAt(this.#base), isMerged))
    this.#sent = undefined
  }

  read(): void {
    if (this.isDirty) return
    this.#base = this.#page.revision
    this.#apply(receive(this.#state, this.#documentAt(this.#base)))
  }

  #replace(document: RichDocument): void {
    const { doc, tr } = this.#state
    this.#apply(stepsBetween(doc, toEditor(document)).reduce((whole, one) => whole.step(one), tr))
  }

  /** Opens the page anew, with what was kept. */
  reload(): void {
    const kept = this.isDirty ? fromEditor(this.#state.doc) : undefined
    if (kept === undefined) this.#base = this.#page.revision
    this.#state = this.#open(this.#base)
    if (this.#sent !== undefined) {
      this.#replace(this.#sent.document)
      this.#apply(take(this.#state).tr)
    }
    if (kept !== undefined) this.#replace(kept)
  }
}

/** What each block says, but for the blanks that Markdown does not keep. */
export const linesOf = (doc: Node): ReadonlyArray<string> => {
  const lines: string[] = []
  withoutBlanks(doc).descendants((node) => {
    if (node.isTextblock) lines.push(node.textContent)
  })
  return lines
}
