/**
 * A tree by the ARIA pattern: one row has the focus, arrows go through it, rows that lead somewhere have a link, and those
 * that can be edited a button. Rows are of one height and only those in view are there, so that thousands stay smooth.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState
} from "react"
import { flushSync } from "react-dom"
import { stepOf, type TreeRow, windowOf } from "../../logic/tree.ts"
import { go, isPlainClick } from "./navigation.ts"
import { type RowPoint, useRowDrag } from "./rowDrag.ts"
import { insetOf, rowHeight, TreeItem } from "./TreeItem.tsx"

/** Where something that is dragged would land. */
export interface Landed {
  readonly row: number
  readonly side: "before" | "after" | "into"
  readonly level: number
}

/** What somebody may do with the rows of a tree. */
export interface TreeEditing<L extends Landed = Landed> {
  /** Opens the menu of a row. */
  readonly openMenu: (row: TreeRow, anchor: Element) => void
  /** Does what a key says for a row; `false` for keys that say nothing. */
  readonly onKey: (event: KeyboardEvent, row: TreeRow) => boolean
  /** Id of the row whose title is changed in place. */
  readonly renaming?: string | undefined
  readonly onRename: (row: TreeRow, title: string | undefined) => void
  /** Most letters of a title. */
  readonly titleLength?: number
  /** Where a row lands; `undefined` where it may not. */
  readonly landingOf?: (id: string, point: RowPoint) => L | undefined
  readonly onDrop?: (id: string, landing: L) => void
}

export interface TreeHandle {
  /** Gives the focus to a row, as soon as that is there. */
  readonly focus: (id: string) => void
}

interface TreeProps<L extends Landed> {
  readonly label: string
  readonly rows: ReadonlyArray<TreeRow>
  /** Id of the row that is shown beside the tree. */
  readonly current: string | undefined
  readonly onToggle: (id: string) => void
  /** What stands before a title. */
  readonly icon: (row: TreeRow) => ReactNode
  readonly editing?: TreeEditing<L> | undefined
  /** Whether a row can be edited, where others can. */
  readonly canEdit?: (row: TreeRow) => boolean
  readonly ref?: Ref<TreeHandle>
}

/** Milliseconds for which a row that is not there yet is waited for. */
const patience = 3000

export const Tree = <L extends Landed = Landed>(props: TreeProps<L>) => {
  const { canEdit = () => true, current, editing, icon, label, onToggle, ref, rows } = props
  const tree = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const currentIndex = rows.findIndex(({ node }) => node.id === current)
  const [active, setActive] = useState<string>()
  const activeIndex = rows.findIndex(({ node }) => node.id === active)
  const isFlat = rows.every(({ isOpen }) => isOpen === undefined)
  // Tab leads to the row that had the focus last, else to what is shown
  const tabbable = activeIndex >= 0 ? activeIndex : Math.max(0, currentIndex)

  const { dragged, start } = useRowDrag<L>({
    tree,
    rowHeight,
    rowCount: rows.length,
    landingOf: (id, point) => editing?.landingOf?.(id, point),
    onDrop: (id, landing) => editing?.onDrop?.(id, landing)
  })

  useLayoutEffect(() => {
    const element = tree.current
    if (element === null) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    // tells of the first layout, too, when that is made: to ask for it here would make one more
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener("scroll", measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", measure)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown comes into view once, wherever it moves then
  useEffect(() => {
    const element = tree.current
    if (element === null || currentIndex < 0) return
    const top = currentIndex * rowHeight
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 2
  }, [current, currentIndex < 0])

  const focusRow = (index: number) => {
    const element = tree.current
    const row = rows[index]
    if (element === null || row === undefined) return
    const top = index * rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight
    // drawn at once: the next key is already for it
    flushSync(() => setActive(row.node.id))
    element.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
  }

  /** The row that is to have the focus when it is there. */
  const [wanted, setWanted] = useState<string>()
  const wantedIndex = wanted === undefined ? -1 : rows.findIndex(({ node }) => node.id === wanted)
  useImperativeHandle(ref, () => ({ focus: setWanted }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row that is wanted has its time
  useEffect(() => {
    // a row that does not come takes the focus from nobody later
    const timer = setTimeout(() => setWanted(undefined), patience)
    return () => clearTimeout(timer)
  }, [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row that is wanted, and where it is
  useLayoutEffect(() => {
    if (wantedIndex < 0) return
    // at once, for the next key is meant for it; and again, since what was closed over the tree gives the focus back
    tree.current?.querySelector<HTMLElement>(`[data-index="${wantedIndex}"]`)?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => {
      focusRow(wantedIndex)
      setWanted(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, wantedIndex])

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const row = rows[index]
    if (row === undefined || (event.target instanceof Element && event.target.closest(".tree-actions") !== null)) return
    const element = event.currentTarget as HTMLElement
    if (editing !== undefined && canEdit(row)) {
      if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
        event.preventDefault()
        return editing.openMenu(row, element)
      }
      if (editing.onKey(event, row)) return event.preventDefault()
    }
    const link = element.querySelector<HTMLElement>("a.tree-link")
    if (event.key === "Enter" && link !== null) {
      event.preventDefault()
      const { ctrlKey, metaKey, shiftKey } = event
      return void link.dispatchEvent(
        new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
      )
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if ((event.key === "Enter" || event.key === " ") && link === null && row.isOpen !== undefined) {
      event.preventDefault()
      return onToggle(row.node.id)
    }
    if (event.key === " ") {
      event.preventDefault()
      return link?.click()
    }
    const step = stepOf(event.key, rows, index)
    if (step === undefined) return
    event.preventDefault()
    if ("focus" in step) focusRow(step.focus)
    else onToggle(rows[step.toggle]!.node.id)
  }

  const onClick = (event: MouseEvent, { isOpen, node }: TreeRow) => {
    if (!(event.target instanceof Element) || event.target.closest(".tree-actions") !== null) return
    setActive(node.id)
    if (isOpen !== undefined && (event.target.closest(".tree-toggle") !== null || node.href === undefined)) {
      event.preventDefault()
      return onToggle(node.id)
    }
    if (node.href?.startsWith("/") !== true || !isPlainClick(event)) return
    event.preventDefault()
    go(node.href)
  }

  const landing = dragged?.landing
  const line = landing === undefined || landing.side === "into" ? undefined : landing
  const held = dragged === undefined ? undefined : rows.find(({ node }) => node.id === dragged.id)
  return (
    <div className="tree" role="tree" aria-label={label} ref={tree} data-dragging={dragged !== undefined || undefined}>
      <div
        role="none"
        className="tree-rows"
        data-flat={isFlat || undefined}
        style={{ height: rows.length * rowHeight }}
      >
        {windowOf(rows.length, rowHeight, view, tabbable).map((index) => {
          const row = rows[index]!
          const edits = editing !== undefined && canEdit(row) ? editing : undefined
          return (
            <TreeItem
              key={row.node.id}
              row={row}
              index={index}
              icon={icon(row)}
              isCurrent={index === currentIndex}
              isTabbable={index === tabbable}
              isDragged={row.node.id === dragged?.id}
              isTarget={landing?.side === "into" && landing.row === index}
              onKeyDown={(event) => onKeyDown(event, index)}
              onClick={(event) => onClick(event, row)}
              onFocus={() => setActive(row.node.id)}
              onPointerDown={edits?.landingOf === undefined ? undefined : (event) => start(event, row.node.id)}
              actions={
                edits && {
                  label: `Actions for ${row.node.title}`,
                  open: (anchor) => edits.openMenu(row, anchor)
                }
              }
              titleLength={edits?.titleLength}
              onRename={edits?.renaming === row.node.id ? (title) => edits.onRename(row, title) : undefined}
            />
          )
        })}
        {line === undefined ? null : (
          <div
            className="tree-line"
            aria-hidden="true"
            style={{
              top: (line.side === "before" ? line.row : line.row + 1) * rowHeight - 1,
              insetInlineStart: insetOf(line.level) + (isFlat ? 0 : 20)
            }}
          />
        )}
      </div>
      {dragged === undefined || held === undefined ? null : (
        <div
          className="tree-held"
          aria-hidden="true"
          style={{ transform: `translate(${dragged.x + 12}px, ${dragged.y + 8}px)` }}
        >
          {held.node.title}
        </div>
      )}
    </div>
  )
}
