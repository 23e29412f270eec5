/** What a comparison marks: blocks that came, went or moved as `ins` and `del`, and what else of them is another in words. */
import type { ReactNode } from "react"
import { changedOptions, changeOf } from "../../logic/changes.ts"
import type { RichBlock } from "../../logic/document.ts"

interface ChangedProps {
  readonly node: RichBlock
  /** How it was, where that is drawn beside it. */
  readonly earlier?: ReactNode
  readonly children: ReactNode
}

/** Draws a block, or what stands in it, as what became of it. */
export const Changed = ({ children, earlier, node }: ChangedProps) => {
  const change = changeOf(node)
  if (change === undefined) return children
  const { kind, move } = change
  if (kind === "edited") return <Edited node={node} earlier={earlier} now={children} />
  const Tag = kind === "added" ? "ins" : "del"
  return (
    <Tag className={move === undefined ? "changed" : "changed moved"} data-move={move}>
      {move === undefined ? null : (
        <span className="change-note">{kind === "added" ? "Moved here" : "Moved elsewhere"}</span>
      )}
      {children}
    </Tag>
  )
}

const Edited = ({
  earlier,
  node,
  now
}: {
  readonly node: RichBlock
  readonly earlier: ReactNode
  readonly now: ReactNode
}) => {
  if (earlier != null)
    return (
      <>
        <del className="changed">{earlier}</del>
        <ins className="changed">{now}</ins>
      </>
    )
  const options = changedOptions(node)
  return (
    <div className="changed edited">
      {options.length === 0 ? null : <span className="change-note">{options.join(" · ")}</span>}
      {now}
    </div>
  )
}
