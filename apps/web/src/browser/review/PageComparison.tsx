/** What became of a text, of a page or of reusable content: as it is read with the changes marked in it, or the lines of its source. */

import { compareDocuments } from "@octavo/document/rich/compare"
import { type UseQueryOptions, useQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo, useState } from "react"
import type { Comment, RichDocument } from "../../logic/api.ts"
import { changeOf } from "../../logic/changes.ts"
import type { RichBlock } from "../../logic/document.ts"
import { lineChanges } from "../../logic/lineChanges.ts"
import { problemOf } from "../../logic/problems.ts"
import { type ChangedItem, type Stretch, stretchesOf } from "../../logic/review.ts"
import { counted } from "../../logic/words.ts"
import type { CommentsOf } from "../comments/commentsOf.ts"
import { commentsQuery } from "../comments/queries.ts"
import { useCommentPlaces } from "../comments/useCommentPlaces.ts"
import { Blocks } from "../document/Blocks.tsx"
import { Waiting } from "../parts/screen.tsx"
import { pageInRevisionQuery, reusableContentQuery } from "../queries.ts"
import { empty } from "../saving/textAt.ts"
import { BlockTalk, GoneTalk } from "./BlockTalk.tsx"

export type ShownAs = "page" | "source"

interface PageComparisonProps {
  readonly space: string
  readonly item: ChangedItem
  /** Revisions that are compared; nothing was before the first one. */
  readonly before: string | undefined
  readonly after: string
  readonly shownAs: ShownAs
  /** The change request in which blocks are talked about. */
  readonly talk?: CommentsOf | undefined
}

/** The text of a page in both revisions; empty where it is not there. */
const useSides = ({ after, before, item, shownAs, space }: PageComparisonProps) => {
  const textOf = (revision: string): UseQueryOptions<unknown> =>
    (item.kind === "reusable-content"
      ? reusableContentQuery(space, revision, item.id)
      : pageInRevisionQuery(
          space,
          revision,
          item.id,
          shownAs === "page" ? "document" : "markdown"
        )) as unknown as UseQueryOptions<unknown>
  const isThere = before !== undefined && !item.isAdded
  const one = useQuery({ ...textOf(before ?? ""), enabled: isThere })
  const other = useQuery({ ...textOf(after), enabled: !item.isDeleted })
  return {
    before: isThere ? one.data : null,
    after: item.isDeleted ? null : other.data,
    error: one.error ?? other.error
  }
}

export const PageComparison = (props: PageComparisonProps) => {
  const { after, before, error } = useSides(props)
  if (error !== null) return <p className="field-error">{problemOf(error, navigator.onLine).text}</p>
  if (before === undefined || after === undefined) return <Waiting lines={3} />
  // reusable content has no source of its own in the API
  return props.shownAs === "page" || props.item.kind === "reusable-content" ? (
    <ComparedPage
      before={documentOf(before)}
      after={documentOf(after)}
      page={props.item.id}
      talk={props.item.kind === "page" ? props.talk : undefined}
    />
  ) : (
    <ComparedLines before={markdownOf(before)} after={markdownOf(after)} />
  )
}

const documentOf = (page: unknown): RichDocument =>
  (page as { readonly document?: RichDocument } | null)?.document ?? (empty as unknown as RichDocument)
const markdownOf = (page: unknown): string => (page as { readonly markdown?: string } | null)?.markdown ?? ""

interface ComparedPageProps {
  readonly before: RichDocument
  readonly after: RichDocument
  /** Id. */
  readonly page: string
  readonly talk: CommentsOf | undefined
}

const ComparedPage = ({ after, before, page, talk }: ComparedPageProps) => {
  const { changeRequest, revision, space = "" } = talk ?? {}
  const comments = useQuery({ ...commentsQuery({ space, changeRequest }), enabled: talk !== undefined }).data
  const places = useCommentPlaces(comments ?? nobody, { space, page, document: after, revision })
  const stretches = useMemo(
    () => stretchesOf(compareDocuments(before as never, after as never).nodes, new Set(places.at.keys())),
    [before, after, places]
  )
  const beside = (block: RichBlock): ReactNode =>
    talk === undefined || block.key === undefined || isRemoved(block) ? null : (
      <BlockTalk page={page} node={block.key} comments={places.at.get(block.key) ?? []} talk={talk} />
    )
  return (
    <div className="body compared">
      {stretches.map((stretch, index) => (
        <ShownStretch key={index} stretch={stretch} beside={beside} />
      ))}
      {talk === undefined ? null : <GoneTalk comments={places.gone} talk={talk} />}
    </div>
  )
}

const nobody: ReadonlyArray<Comment> = []

const isRemoved = (block: RichBlock): boolean => changeOf(block)?.kind === "removed"

interface ShownStretchProps {
  readonly stretch: Stretch
  /** What stands below a block. */
  readonly beside: (block: RichBlock) => ReactNode
}

const ShownStretch = ({ beside, stretch: { blocks, isFolded } }: ShownStretchProps) => {
  const [isOpen, setOpen] = useState(!isFolded)
  if (isOpen || !isFolded)
    return blocks.map((block, index) => (
      <div key={block.key ?? index} className="compared-block">
        <Blocks nodes={[block]} />
        {beside(block)}
      </div>
    ))
  return (
    <button type="button" className="folded" onClick={() => setOpen(true)}>
      {counted(blocks.length, "block")} unchanged
    </button>
  )
}

const ComparedLines = ({ after, before }: { readonly before: string; readonly after: string }) => {
  const stretches = useMemo(() => lineChanges(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    // biome-ignore lint/a11y/useSemanticElements: lines of a source are no fieldset
    <div className="compared-lines" tabIndex={0} role="group" aria-label="Source">
      <table>
        {stretches.map((lines, index) => (
          <tbody key={index}>
            {lines.map(({ after, before, change, text }) => (
              <tr key={`${before} ${after}`} className={change}>
                <td className="line-number">{before}</td>
                <td className="line-number">{after}</td>
                <td className="line-text">
                  {change === "same" ? text : change === "inserted" ? <ins>{text}</ins> : <del>{text}</del>}
                </td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
