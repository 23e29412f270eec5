/**
 * A tree by the ARIA pattern: one row has the focus, arrows go through it, rows that lead somewhere are links. Rows are
 * of one height and only those in view are there, so that thousands stay smooth.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState
} from "react"
import { flushSync } from "react-dom"
import { stepOf, type TreeRow, windowOf } from "../../logic/tree.ts"
import { base } from "../place.ts"
import { Icon } from "./Icon.tsx"
import { go, isPlainClick, preload } from "./navigation.ts"

/** Height of a row in pixels, as the style sheet has it. */
const rowHeight = 32

interface TreeProps {
  readonly label: string
  readonly rows: ReadonlyArray<TreeRow>
  /** Address of the row that is shown beside the tree. */
  readonly current: string | undefined
  readonly onToggle: (id: string) => void
  /** What stands before a title. */
  readonly icon: (row: TreeRow) => ReactNode
}

export const Tree = ({ current, icon, label, onToggle, rows }: TreeProps) => {
  const tree = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const currentIndex = rows.findIndex(({ node }) => node.href !== undefined && node.href === current)
  const [active, setActive] = useState<string>()
  const activeIndex = rows.findIndex(({ node }) => node.id === active)
  const isFlat = rows.every(({ isOpen }) => isOpen === undefined)
  // Tab leads to the row that had the focus last, else to what is shown
  const tabbable = activeIndex >= 0 ? activeIndex : Math.max(0, currentIndex)

  useLayoutEffect(() => {
    const element = tree.current
    if (element === null) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener("scroll", measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener("scroll", measure)
    }
  }, [])

  useEffect(() => {
    const element = tree.current
    if (element === null || currentIndex < 0) return
    const top = currentIndex * rowHeight
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 2
  }, [currentIndex])

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

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[index]
    if ((event.key === "Enter" || event.key === " ") && row?.node.href === undefined && row?.isOpen !== undefined) {
      event.preventDefault()
      return onToggle(row.node.id)
    }
    if (event.key === " ") {
      event.preventDefault()
      return (event.currentTarget as HTMLElement).click()
    }
    const step = stepOf(event.key, rows, index)
    if (step === undefined) return
    event.preventDefault()
    if ("focus" in step) focusRow(step.focus)
    else onToggle(rows[step.toggle]!.node.id)
  }

  const onClick = (event: MouseEvent, { isOpen, node }: TreeRow) => {
    setActive(node.id)
    const toggles = event.target instanceof Element && event.target.closest(".tree-toggle") !== null
    if (isOpen !== undefined && (toggles || node.href === undefined)) {
      event.preventDefault()
      return onToggle(node.id)
    }
    if (node.href?.startsWith("/") !== true || !isPlainClick(event)) return
    event.preventDefault()
    go(node.href)
  }

  return (
    <div className="tree" role="tree" aria-label={label} ref={tree}>
      <div
        role="none"
        className="tree-rows"
        data-flat={isFlat || undefined}
        style={{ height: rows.length * rowHeight }}
      >
        {windowOf(rows.length, rowHeight, view, tabbable).map((index) => {
          const row = rows[index]!
          const { isOpen, level, node, position, size } = row
          const isCurrent = index === currentIndex
          const common = {
            role: "treeitem",
            className: "tree-row",
            "data-index": index,
            "data-kind": node.kind,
            "aria-level": level,
            "aria-posinset": position,
            "aria-setsize": size,
            "aria-expanded": isOpen,
            "aria-current": isCurrent ? ("page" as const) : undefined,
            "aria-label": node.title,
            tabIndex: index === tabbable ? 0 : -1,
            style: { top: index * rowHeight, paddingInlineStart: 8 + Math.min(level - 1, 10) * 14 },
            onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
            onClick: (event: MouseEvent) => onClick(event, row),
            title: node.title.length > 24 ? node.title : undefined
          }
          const content = (
            <>
              <span className="tree-toggle" data-open={isOpen} aria-hidden="true">
                {isOpen === undefined ? null : <Icon name="right" />}
              </span>
              <span className="tree-icon" aria-hidden="true">
                {node.emoji ?? icon(row)}
              </span>
              <span className="tree-title">{node.title}</span>
            </>
          )
          return node.href === undefined ? (
            <div key={node.id} {...common}>
              {content}
            </div>
          ) : (
            <a
              key={node.id}
              {...common}
              href={node.href.startsWith("/") ? base + node.href : node.href}
              onPointerEnter={() => preload(node.href!)}
            >
              {content}
            </a>
          )
        })}
      </div>
    </div>
  )
}
