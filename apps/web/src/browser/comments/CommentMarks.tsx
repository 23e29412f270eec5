/** Beside each block of a page that somebody has commented on, how many comments that are. */
import { useLayoutEffect, useRef, useState } from "react"
import type { Comment } from "../../logic/api.ts"
import { counted, shortened } from "../../logic/words.ts"
import type { ShownBlocks } from "../editor/services.ts"

interface CommentMarksProps {
  readonly blocks: ShownBlocks
  /** Open comments, by the key of their block. */
  readonly at: ReadonlyMap<string, ReadonlyArray<Comment>>
  /** @param id of the first comment on a block */
  readonly onShow: (id: string) => void
}

interface Mark {
  readonly key: string
  /** Pixels from the top of the page. */
  readonly top: number
  readonly words: string
}

export const CommentMarks = ({ at, blocks, onShow }: CommentMarksProps) => {
  const layer = useRef<HTMLDivElement>(null)
  const [marks, setMarks] = useState<ReadonlyArray<Mark>>([])
  useLayoutEffect(() => {
    const host = layer.current?.parentElement
    if (host == null) return
    const place = () => {
      const zero = host.getBoundingClientRect().top
      const next = [...at.keys()].flatMap((key) => {
        const element = blocks.elementOf(key)
        if (element === undefined) return []
        return [{ key, top: element.getBoundingClientRect().top - zero, words: wordsOf(element) }]
      })
      setMarks((before) => (isSame(before, next) ? before : next))
    }
    // what moves a block makes the page longer or shorter
    const observer = new ResizeObserver(place)
    observer.observe(host)
    return () => observer.disconnect()
  }, [at, blocks])
  return (
    <div className="comment-marks" ref={layer}>
      {marks.map(({ key, top, words }) => {
        const [first, ...more] = at.get(key) ?? []
        return first === undefined ? null : (
          <button
            key={key}
            type="button"
            className="comment-mark"
            style={{ top }}
            aria-label={`${counted(more.length + 1, "comment")} on “${words}”`}
            onClick={() => onShow(first.id)}
          >
            {more.length + 1}
          </button>
        )
      })}
    </div>
  )
}

const isSame = (one: ReadonlyArray<Mark>, other: ReadonlyArray<Mark>): boolean =>
  one.length === other.length &&
  one.every(({ key, top, words }, index) => {
    const beside = other[index]!
    return key === beside.key && top === beside.top && words === beside.words
  })

/** The first words of a block, as somebody sees them. */
export const wordsOf = (element: HTMLElement): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: one item of a list is not one word with the next
  shortened(element.innerText, 60) || "A block"
