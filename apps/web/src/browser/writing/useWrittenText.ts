/** An opened text in one form: where it is edited, and what saves it. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from "react"
import type { DocumentPage } from "../../logic/api.ts"
import { wordsOf } from "../../logic/document.ts"
import type { PageFields, PageSaver, PageText, SaverView, Surface } from "../../logic/PageSaver.ts"
import type { PageBodyHandle, ShownBlocks, TextActs } from "../editor/services.ts"
import type { OpenedText, TextToOpen } from "../saving/openText.ts"
import type { TextAt, Titled } from "../saving/textAt.ts"
import type { MarkdownSourceHandle } from "./MarkdownSource.tsx"
import { blockSurface, markdownSurface } from "./surfaces.ts"
import type { TypedAhead } from "./TypeAhead.tsx"
import { useTextSaver } from "./useOpenedText.ts"

export interface WrittenText<Subject extends Titled = DocumentPage> {
  readonly opened: OpenedText<Subject>
  readonly setBlocks: (blocks: PageBodyHandle | null) => void
  readonly setSource: (source: MarkdownSourceHandle | null) => void
  readonly surface: Surface<PageText> | undefined
  readonly saver: PageSaver | undefined
  readonly view: SaverView | undefined
  /** As it was read last. */
  readonly at: TextAt<Subject>
  readonly setFields: (fields: PageFields) => void
  /** Goes on to the text; what is typed before it is there comes into it. */
  readonly focus: () => void
  /** What was typed while the text was on its way. */
  readonly ahead: TypedAhead | undefined
  /** None until there is something to be edited. */
  readonly acts: TextActs | undefined
  readonly now: () => PageText | undefined
  /** Finds the block of a place in the document; there is none where Markdown is edited. */
  readonly locate: PageBodyHandle["locate"] | undefined
  /** The blocks that are shown; there are none where Markdown is edited. */
  readonly blocks: ShownBlocks | undefined
  /** What is written, as plain text or Markdown. */
  readonly words: () => string
}

/**
 * @param head revision that the content is at
 * @param other revision at which the page is read elsewhere in this window
 */
export const useWrittenText = <Subject extends Titled>(
  wanted: TextToOpen<Subject>,
  opened: OpenedText<Subject>,
  head: string | undefined,
  other: string | undefined
): WrittenText<Subject> => {
  const [blocks, setBlocks] = useState<PageBodyHandle | null>(null)
  const [source, setSource] = useState<MarkdownSourceHandle | null>(null)
  const surface = useMemo((): Surface<PageText> | undefined => {
    if (opened.form === "markdown") return source === null ? undefined : markdownSurface(source.surface)
    return blocks === null ? undefined : blockSurface(blocks)
  }, [opened, blocks, source])
  const { at, saver, setFields, view } = useTextSaver(wanted, opened, surface)
  useMoved(saver, head)
  useMoved(saver, other)
  const [ahead, setAhead] = useState<TypedAhead>()
  const focus = () => {
    const body = blocks ?? source
    if (body !== null) body.focus()
    else if (opened.form === "document") setAhead({ text: "" })
  }
  // at once, before another key comes
  useLayoutEffect(() => {
    if (blocks === null || ahead === undefined) return
    blocks.type(ahead.text)
    setAhead(undefined)
  }, [blocks, ahead])
  const now = useCallback(() => surface?.now(), [surface])
  return {
    opened,
    setBlocks,
    setSource,
    surface,
    saver,
    view,
    at,
    setFields,
    focus,
    ahead,
    acts: blocks ?? source ?? undefined,
    now,
    locate: blocks?.locate,
    blocks: blocks?.blocks,
    words: () => wordsOf(surface?.now() ?? opened.at.text)
  }
}

const useMoved = (saver: PageSaver | undefined, head: string | undefined): void => {
  useEffect(() => {
    if (head !== undefined) saver?.moved(head)
  }, [saver, head])
}
