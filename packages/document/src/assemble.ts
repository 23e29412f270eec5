/**
 * Pairs what the scanners left flat: `{% … %}` tags and HTML tags, among whole nodes. One stack for both, so that
 * they nest in each other; a tag of the dialect is stronger than an HTML element: an HTML end tag never closes it.
 * Nothing is lost: unclosed tags end with their parent, end tags without an opener stay as `strayTag` or `html`.
 */
import type { Attributes, Content, Position } from "./ast.ts"
import { toBlocks } from "./content.ts"
import { makeElement } from "./elements.ts"
import { impliedEnds, isStructuralTag, isVoidTag } from "./html-tags.ts"
import { pushAll } from "./push-all.ts"
import { makeTagNodes } from "./tag-nodes.ts"
import { findWrapped } from "./tag-pairs.ts"
import { type TagToken, tagShape } from "./tag-scan.ts"

export type Event =
  | { kind: "node"; node: Content }
  | { kind: "text"; value: string; position: Position }
  | { kind: "open"; tag: string; attributes: Attributes; selfClosing: boolean; position: Position }
  | { kind: "close"; tag: string; value: string; position: Position }
  | { kind: "tag"; token: TagToken; value: string }

interface Frame {
  kind: "root" | "element" | "tag"
  name: string
  attributes: Attributes
  token: TagToken | undefined
  position: Position
  children: Content[]
}

/** Frames open at once, whatever they are nested in; deeper tags are dropped and their content stays. */
const MAX_FRAMES = 110

/** Parts that cannot hold each other directly: the next one ends the one before. */
const parts = new Set(["tab", "step", "column", "update", "code-tabs-item"])

/** Pairs the events of one container or one inline content; `depth` counts the nodes around it. */
export const assemble = (events: ReadonlyArray<Event>, depth: number): Content[] => {
  const assembler = new Assembler(depth, findWrapped(events))
  for (const event of events) assembler.read(event)
  return assembler.finish()
}

class Assembler {
  readonly #frames: Frame[]
  readonly #room: number
  readonly #wrapped: ReadonlySet<TagToken>
  readonly #openTags = new Map<string, number>()
  /** Openers that were dropped for depth; their end tags are dropped too. */
  #dropped = 0
  #preformatted = 0
  #end = 0

  constructor(depth: number, wrapped: ReadonlySet<TagToken>) {
    this.#frames = [makeFrame("root", "", { start: 0, end: 0 })]
    this.#room = Math.max(1, MAX_FRAMES - depth)
    this.#wrapped = wrapped
  }

  get #top(): Frame {
    return this.#frames[this.#frames.length - 1]!
  }

  read(event: Event): void {
    switch (event.kind) {
      case "node":
        this.#end = event.node.position.end
        this.#top.children.push(event.node)
        return
      case "text":
        this.#text(event.value, event.position)
        return
      case "open":
        this.#open(event)
        return
      case "close":
        this.#close(event)
        return
      case "tag":
        if (event.token.kind === "open") this.#openTag(event.token)
        else this.#closeTag(event.token, event.value)
    }
  }

  finish(): Content[] {
    while (this.#frames.length > 1) this.#pop(this.#end, false)
    return this.#top.children
  }

  #text(raw: string, position: Position): void {
    const value = this.#preformatted > 0 ? raw : raw.replace(/[ \t\n\f\r]+/g, " ")
    if (value === "" || (value === " " && isStructuralTag(this.#top.name))) return
    this.#end = position.end
    this.#top.children.push({ type: "text", value, position })
  }

  // ---------------------------------------------------------------- HTML

  #open(event: Event & { kind: "open" }): void {
    const { tag, attributes, position } = event
    this.#end = position.end
    const implied = impliedEnds(tag)
    if (implied !== undefined) this.#closeImplied(implied.closes, implied.boundary, position.start)
    if (isVoidTag(tag) || event.selfClosing) {
      pushAll(this.#top.children, makeElement(tag, attributes, [], position))
    } else if (this.#frames.length > this.#room) {
      this.#dropped++
    } else {
      this.#push({ ...makeFrame("element", tag, position), attributes })
      if (tag === "pre") this.#preformatted++
    }
  }

  #closeImplied(closes: ReadonlySet<string>, boundary: ReadonlySet<string>, end: number): void {
    let found = -1
    for (let i = this.#frames.length - 1; i > 0; i--) {
      const frame = this.#frames[i]!
      if (frame.kind !== "element" || boundary.has(frame.name)) break
      if (closes.has(frame.name)) found = i
    }
    if (found !== -1) this.#popTo(found, end)
  }

  #close(event: Event & { kind: "close" }): void {
    const { tag, position } = event
    this.#end = position.end
    if (this.#dropped > 0) {
      this.#dropped--
      return
    }
    let index = this.#frames.length - 1
    while (index > 0 && this.#frames[index]!.kind === "element" && this.#frames[index]!.name !== tag) index--
    if (index === 0 || this.#frames[index]!.kind !== "element") {
      this.#top.children.push({ type: "html", value: event.value, position })
      return
    }
    this.#popTo(index + 1, position.start)
    this.#pop(position.end, true)
  }

  // ---------------------------------------------------------------- tags of the dialect

  #openTag(token: TagToken): void {
    this.#end = token.end
    const position = { start: token.start, end: token.end }
    if (parts.has(token.name)) {
      let index = this.#frames.length - 1
      while (index > 0 && this.#frames[index]!.kind === "element") index--
      if (this.#frames[index]!.name === token.name) this.#popTo(index, token.start)
    }
    const shape = tagShape(token.name)
    if (shape === "void" || (shape === "wrapper" && !this.#wrapped.has(token))) {
      pushAll(this.#top.children, makeTagNodes(token, [], position, undefined))
    } else if (this.#frames.length > this.#room) {
      this.#top.children.push({ type: "strayTag", name: token.name, value: "", position })
    } else {
      this.#push({ ...makeFrame("tag", token.name, position), token })
      this.#openTags.set(token.name, (this.#openTags.get(token.name) ?? 0) + 1)
    }
  }

  #closeTag(token: TagToken, value: string): void {
    this.#end = token.end
    const position = { start: token.start, end: token.end }
    if ((this.#openTags.get(token.name) ?? 0) === 0) {
      this.#top.children.push({ type: "strayTag", name: token.name, value, position })
      return
    }
    let index = this.#frames.length - 1
    while (this.#frames[index]!.kind !== "tag" || this.#frames[index]!.name !== token.name) index--
    this.#popTo(index + 1, token.start)
    this.#pop(token.end, true)
  }

  // ---------------------------------------------------------------- stack

  #push(frame: Frame): void {
    this.#frames.push(frame)
  }

  /** Ends the frames from `index` on, innermost first. */
  #popTo(index: number, end: number): void {
    while (this.#frames.length > index) this.#pop(end, false)
  }

  #pop(end: number, closed: boolean): void {
    const frame = this.#frames.pop()!
    const last = frame.children[frame.children.length - 1]
    const stop = closed ? end : Math.max(frame.position.end, last?.position.end ?? 0)
    const position = { start: frame.position.start, end: stop }
    if (frame.kind === "tag") {
      this.#openTags.set(frame.name, this.#openTags.get(frame.name)! - 1)
      pushAll(this.#top.children, makeTagNodes(frame.token!, toBlocks(frame.children), position, closed))
    } else {
      if (frame.name === "pre") this.#preformatted--
      pushAll(this.#top.children, makeElement(frame.name, frame.attributes, frame.children, position))
    }
  }
}

const makeFrame = (kind: Frame["kind"], name: string, position: Position): Frame => ({
  kind,
  name,
  attributes: {},
  token: undefined,
  position,
  children: []
})
