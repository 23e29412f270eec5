/** A row of a tree: what opens it, its title as a link or a text to change, and a button for what can be done with it. */
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useRef } from "react"
import type { TreeRow } from "../../logic/tree.ts"
import { base } from "../place.ts"
import { Icon } from "./Icon.tsx"
import { preload } from "./navigation.ts"

/** Height of a row in pixels, as the style sheet has it. */
export const rowHeight = 32

/** Pixels before the rows of a level, from 1. */
export const insetOf = (level: number): number => 8 + Math.min(level - 1, 10) * 14

/** The level that so many pixels from the start of a tree are at: where a title begins, its level does. */
export const levelAt = (inset: number): number => Math.max(1, Math.floor((inset - 26) / 14) + 1)

interface TreeItemProps {
  readonly row: TreeRow
  readonly index: number
  readonly icon: ReactNode
  readonly isCurrent: boolean
  /** Whether Tab leads to it. */
  readonly isTabbable: boolean
  readonly isDragged: boolean
  readonly isTarget: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onClick: (event: MouseEvent) => void
  readonly onFocus: () => void
  readonly onPointerDown?: ((event: PointerEvent) => void) | undefined
  /** Name of the button, and what opens at it. */
  readonly actions?: { readonly label: string; readonly open: (anchor: Element) => void } | undefined
  /** Takes the text when its title is changed in place, or nothing when it stays. */
  readonly onRename?: ((title: string | undefined) => void) | undefined
  readonly titleLength?: number | undefined
}

export const TreeItem = (props: TreeItemProps) => {
  const { actions, icon, index, isCurrent, isTabbable, onRename, row } = props
  const { isOpen, level, node, position, size } = row
  const inner = (
    <>
      <span className="tree-icon" aria-hidden="true">
        {node.emoji ?? icon}
      </span>
      <span className="tree-title">{node.title}</span>
    </>
  )
  return (
    <div
      role="treeitem"
      className="tree-row"
      data-index={index}
      data-kind={node.kind}
      data-muted={node.note === undefined ? undefined : true}
      data-dragged={props.isDragged || undefined}
      data-target={props.isTarget || undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isOpen}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={node.title}
      aria-description={node.note}
      tabIndex={isTabbable ? 0 : -1}
      style={{ top: index * rowHeight, paddingInlineStart: insetOf(level) }}
      onKeyDown={props.onKeyDown}
      onClick={props.onClick}
      onFocus={props.onFocus}
      onPointerDown={props.onPointerDown}
      title={node.title.length > 24 ? node.title : undefined}
    >
      <span className="tree-toggle" data-open={isOpen} aria-hidden="true">
        {isOpen === undefined ? null : <Icon name="right" />}
      </span>
      {onRename !== undefined ? (
        <RenameBox title={node.title} onDone={onRename} length={props.titleLength ?? 1000} />
      ) : node.href === undefined ? (
        <span className="tree-link">{inner}</span>
      ) : (
        <a
          className="tree-link"
          tabIndex={-1}
          draggable={false}
          href={node.href.startsWith("/") ? base + node.href : node.href}
          onPointerEnter={() => preload(node.href!)}
        >
          {inner}
        </a>
      )}
      {actions === undefined || onRename !== undefined ? null : (
        <button
          type="button"
          className="tree-actions"
          aria-label={actions.label}
          aria-haspopup="menu"
          tabIndex={isTabbable ? 0 : -1}
          onClick={(event) => actions.open(event.currentTarget)}
        >
          <Icon name="more" />
        </button>
      )}
    </div>
  )
}

interface RenameBoxProps {
  readonly title: string
  readonly onDone: (title: string | undefined) => void
  readonly length: number
}

/** Enter and leaving it keep what was typed, Escape what was there. */
const RenameBox = ({ length, onDone, title }: RenameBoxProps) => {
  const isDone = useRef(false)
  const done = (text: string | undefined) => {
    if (isDone.current) return
    isDone.current = true
    onDone(text)
  }
  return (
    <input
      className="tree-rename"
      aria-label="Rename"
      defaultValue={title}
      maxLength={length}
      autoComplete="off"
      ref={(element) => {
        if (element === null || element === document.activeElement) return
        element.focus({ preventScroll: true })
        element.select()
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => done(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        event.stopPropagation()
        // a key that ends a composition is not meant for us
        if (event.nativeEvent.isComposing) return
        if (event.key === "Enter") done(event.currentTarget.value)
        if (event.key === "Escape") done(undefined)
      }}
    />
  )
}
