/** Tags and elements without a form: the document has their two ends as source, side by side with what they hold. */
import type { RichBlock } from "@octavo/document/rich/model"

/** What is written as it stands, and the key of its block. */
interface Raw {
  readonly source: string
  readonly key: string | null
}

/** Two ends, and the blocks between them, in which there may be ends again. */
export interface Ends {
  readonly object: "ends"
  readonly open: Raw
  readonly close: Raw
  readonly blocks: ReadonlyArray<RichBlock>
}

/** The blocks, those between two ends as one. An end without the other stays the source that it is. */
export const nested = (blocks: ReadonlyArray<RichBlock>): ReadonlyArray<RichBlock | Ends> => {
  const closers = pairs(blocks)
  const out: Array<RichBlock | Ends> = []
  for (let at = 0; at < blocks.length; at++) {
    const closer = closers.get(at)
    if (closer === undefined) {
      out.push(blocks[at]!)
      continue
    }
    const [open, close] = [rawOf(blocks[at]!)!, rawOf(blocks[closer]!)!]
    out.push({ object: "ends", open, close, blocks: blocks.slice(at + 1, closer) })
    at = closer
  }
  return out
}

/** Where the ends of what is opened are. */
const pairs = (blocks: ReadonlyArray<RichBlock>): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const opened: Array<{ readonly at: number; readonly name: string }> = []
  const counts = new Map<string, number>()
  const count = (name: string, by: number): void => {
    counts.set(name, (counts.get(name) ?? 0) + by)
  }
  blocks.forEach((block, at) => {
    const source = rawOf(block)?.source
    if (source === undefined) return
    const closed = closes(source)
    if (closed === undefined) {
      const name = opens(source)
      if (name === undefined) return
      opened.push({ at, name })
      count(name, 1)
    }
    while (closed !== undefined && (counts.get(closed) ?? 0) > 0) {
      const last = opened.pop()!
      count(last.name, -1)
      if (last.name !== closed) continue
      found.set(last.at, at)
      break
    }
  })
  return found
}

/** The source that a paragraph holds and nothing else. */
export const rawOf = ({ data = {}, key, nodes = [], type }: RichBlock): Raw | undefined => {
  const [only] = nodes
  if (type !== "paragraph" || nodes.length !== 1 || only?.object !== "text" || Object.keys(data).length > 0)
    return undefined
  const [leaf] = only.leaves
  if (only.leaves.length !== 1 || leaf!.source === undefined || leaf!.text !== "" || (leaf!.marks ?? []).length > 0)
    return undefined
  return { source: leaf!.source, key: key ?? null }
}

export const isTag = ({ source }: Raw): boolean => source.startsWith("{%")

/** `tag` of `{% tag … %}`, `<tag` of `<tag …>`. */
const opens = (source: string): string | undefined =>
  /^\{%\s*([^\s%]+)(?![^\s%])[\s\S]*%\}$/.exec(source)?.[1] ?? /^(<[a-z][\w:-]*)(?=[\s>])[\s\S]*>$/i.exec(source)?.[1]

const closes = (source: string): string | undefined => {
  const element = /^<\/([a-z][\w:-]*)\s*>$/i.exec(source)?.[1]
  return /^\{%\s*end([^\s%]+)\s*%\}$/.exec(source)?.[1] ?? (element === undefined ? undefined : `<${element}`)
}
