/** The handle at the left of a block: pulled, it moves the block; pressed, it opens what can be done with it. */

import { commands } from "@octavo/editor"
import type { EditorView } from "prosemirror-view"
import { type DragEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react"
import { useEditorState, useLive } from "../live.ts"
import { chooseBlock, chosenBlock } from "../plugins/chosen.ts"
import { openInsertMenu } from "../plugins/insertMenu.ts"
import { whenMoved } from "../pointer.ts"
import { endPull, pull, pullByTouch } from "../pull.ts"
import { selectUnit, type Unit, unitAround, unitAt, unitAtPointer } from "../units.ts"
import { BlockMenu } from "./BlockMenu.tsx"

/** The unit that is pointed at, else the one with the caret; the same one as long as it is drawn by the same element. */
const useUnit = (): readonly [Unit | undefined, (unit: Unit | undefined) => void] => {
  const { subscribe, view } = useLive()
  const [unit, setUnit] = useState<Unit>()
  useEffect(() => {
    let frame = 0
    let pointer: { readonly x: number; readonly y: number } | undefined
    const show = (next: Unit | undefined): void =>
      setUnit((before) => (before?.dom === next?.dom && before?.name === next?.name ? before : next))
    const look = (): void => {
      frame = 0
      show((pointer && unitAtPointer(view, pointer.x, pointer.y)) ?? unitAround(view))
    }
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    const move = (event: globalThis.PointerEvent): void => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return
      pointer = { x: event.clientX, y: event.clientY }
      soon()
    }
    const leave = (): void => {
      pointer = undefined
      soon()
    }
    const around = view.dom.parentElement
    const still = around === null ? undefined : whenMoved(around, move)
    around?.addEventListener("pointerleave", leave)
    const end = subscribe(() => {
      pointer = undefined
      soon()
    })
    return () => {
      cancelAnimationFrame(frame)
      still?.()
      around?.removeEventListener("pointerleave", leave)
      end()
    }
  }, [view, subscribe])
  return [unit, setUnit]
}

interface BlockHandleProps {
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

export const BlockHandle = ({ isOpen, onOpen }: BlockHandleProps) => {
  const { view } = useLive()
  const [unit] = useUnit()
  const box = useRef<HTMLDivElement>(null)
  const wasPulled = useRef(false)
  const block = useEditorState(chosenBlock)
  const chosen = useMemo(() => block && unitAt(view, block.at), [view, block])
  const shown = isOpen ? chosen : unit

  const leave = (): void => {
    onOpen(false)
    view.focus()
  }

  useEffect(() => (isOpen ? () => chooseBlock(view, undefined) : undefined), [isOpen, view])
  const isGone = isOpen && chosen === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody else deleted the block
  useEffect(() => {
    if (isGone) leave()
  }, [isGone])

  useEffect(() => {
    const element = box.current
    if (element === null || shown === undefined) return
    const place = (): void => {
      const container = element.offsetParent
      if (container === null || !shown.dom.isConnected) return
      const [block, around] = [shown.dom.getBoundingClientRect(), container.getBoundingClientRect()]
      element.style.top = `${Math.round(block.top - around.top + lineOffset(shown.dom))}px`
      // in the margin of the page; that of a column beside others is the column's
      const column = shown.dom.closest(".column")?.getBoundingClientRect()
      element.style.left = `${Math.round((column?.left ?? around.left) - around.left)}px`
      element.classList.toggle("of-column", column !== undefined && column.left > around.left + 1)
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(view.dom)
    return () => watch.disconnect()
  }, [shown, view])

  if (shown === undefined) return null
  const onDragStart = (event: DragEvent): void => {
    pull(view, shown, event.dataTransfer)
    event.dataTransfer.setDragImage(shown.dom, 0, 0)
  }
  const onPointerDown = ({ currentTarget, nativeEvent }: PointerEvent<HTMLElement>): void => {
    const isMouse = nativeEvent.pointerType === "mouse"
    // what browsers make of a long touch is not meant
    currentTarget.draggable = isMouse
    wasPulled.current = false
    if (!isMouse && nativeEvent.isPrimary) {
      pullByTouch(view, shown, nativeEvent, () => {
        wasPulled.current = true
        onOpen(false)
      })
    }
  }
  return (
    <div ref={box} className="block-handle">
      <button
        type="button"
        className="handle-button"
        aria-label="Add a block below"
        title="Add a block below"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => addBelow(view, shown)}
      >
        +
      </button>
      <button
        type="button"
        className="handle-button grip"
        aria-label={`Block: ${shown.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="Drag to move, click for more"
        draggable
        onPointerDown={onPointerDown}
        onDragStart={onDragStart}
        onDragEnd={() => endPull(view)}
        onClick={() => {
          if (wasPulled.current) return
          if (isOpen) return leave()
          chooseBlock(view, shown.position())
          onOpen(true)
        }}
      >
        <span className="grip-dots" />
      </button>
      {isOpen ? <BlockMenu unit={shown} onLeave={leave} onClose={() => onOpen(false)} /> : null}
    </div>
  )
}

const addBelow = (view: EditorView, unit: Unit): void => {
  selectUnit(view, unit)
  commands.addParagraph(view.state, view.dispatch)
  view.focus()
  openInsertMenu(view)
}

/** Pixels from the top of a block to the middle of its first line. */
const lineOffset = (dom: HTMLElement): number => {
  const style = getComputedStyle(dom)
  const line = Number.parseFloat(style.lineHeight)
  return Number.parseFloat(style.paddingTop) + (Number.isNaN(line) ? 24 : line) / 2
}
