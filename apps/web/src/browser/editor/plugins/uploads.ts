/** Files on their way: each has a place in the page, which moves with the words around it, until it is there. */
import { kindNamed } from "@octavo/editor"
import { closeHistory } from "prosemirror-history"
import { type Node as EditorNode, Fragment, Slice } from "prosemirror-model"
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state"
import { dropPoint } from "prosemirror-transform"
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view"
import type { ContentRef } from "../services.ts"
import type { Surroundings } from "../surroundings.ts"
import { uploadBox } from "../uploadBox.ts"

type Services = Pick<Surroundings, "services">

/** Where a file goes, and what it becomes there. */
interface Target {
  readonly at: number
  /** The node that it becomes. */
  readonly make?: (ref: ContentRef, name: string) => EditorNode
  /** In place of a node of its own: what is done with it at the place, where that is then. */
  readonly into?: (at: number, ref: ContentRef) => void
}

interface Place {
  readonly id: number
  readonly at: number
  /** What is written there comes behind it, or before it and what stands there. */
  readonly side: -1 | 1
  readonly dom: HTMLElement
}

type Action =
  | { readonly add: Place }
  /** `behind`: where those go that come after it at the same place. */
  | { readonly remove: number; readonly behind?: number }

interface Places {
  readonly all: ReadonlyArray<Place>
  readonly shown: DecorationSet
}

const key = new PluginKey<Places>("uploads")
const nowhere: Places = { all: [], shown: DecorationSet.empty }

/** What ends the files of a view when it is gone. */
const running = new WeakMap<EditorView, Set<() => void>>()

export const isPicture = (file: File): boolean => file.type.startsWith("image/")

/** The block that a file becomes. */
const blockOf = (file: File, ref: ContentRef): EditorNode => kindNamed(isPicture(file) ? "Image" : "File").make({ ref })

let last = 0

/** Uploads a file, seen at a place; puts there what it becomes. */
export const uploadTo = (view: EditorView, { services }: Services, file: File, target: Target): void => {
  const { at, into, make = (ref) => blockOf(file, ref) } = target
  const id = ++last
  const { say, startUpload } = services()
  const upload = startUpload(file)
  const ends = running.get(view)
  let stopping = new AbortController()

  /** @param isLeft whether the page was left */
  const end = (isLeft: boolean): void => {
    ends?.delete(leave)
    window.removeEventListener("online", run)
    stopping.abort()
    upload.end(isLeft)
  }
  const leave = (): void => {
    end(true)
    say(`${file.name} was not uploaded: its page was left before it was there`)
  }
  const remove = (): void => view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Action))
  /** The person does not want it. */
  const giveUp = (): void => {
    end(false)
    remove()
    view.focus()
  }

  const box = uploadBox(file.name, {
    onCancel: () => {
      giveUp()
      say(`The upload of ${file.name} was cancelled`)
    },
    onAgain: () => run(),
    onRemove: giveUp
  })

  const run = (): void => {
    window.removeEventListener("online", run)
    stopping = new AbortController()
    const { signal } = stopping
    box.waits()
    upload.run(box.goes, signal).then(
      ({ name, ref }) => {
        if (view.isDestroyed || signal.aborted) return
        end(false)
        const where = placeOf(view.state, id)
        if (where === undefined) return
        if (into === undefined) view.dispatch(putInPlace(view.state, where, make(ref, name), id))
        else {
          remove()
          into(where, ref)
        }
        say(`${name} is in the page`)
      },
      (problem: { readonly message: string; readonly again: boolean }) => {
        if (view.isDestroyed || signal.aborted) return
        const goesOn = problem.again && !navigator.onLine
        if (goesOn) window.addEventListener("online", run)
        box.failed(goesOn ? `${problem.message} It goes on when there is one again.` : problem.message, problem.again)
        say(`${file.name} was not uploaded. ${problem.message}`)
      }
    )
  }
  ends?.add(leave)
  view.dispatch(
    view.state.tr.setMeta(key, { add: { at, side: into === undefined ? -1 : 1, id, dom: box.dom } } satisfies Action)
  )
  run()
}

const placeOf = (state: EditorState, id: number): number | undefined =>
  key.getState(state)?.all.find((place) => place.id === id)?.at

/** Where a block may stand that is made at the caret: in place of an empty paragraph, else behind the block. */
export const placeForBlock = (view: EditorView): number => {
  const { $from } = view.state.selection
  if ($from.depth === 0) return $from.pos
  const isEmpty = $from.parent.type.name === "paragraph" && $from.parent.childCount === 0
  return isEmpty ? $from.before() : $from.after()
}

/** Puts a node at a place in one step of the history. */
const putInPlace = (state: EditorState, at: number, node: EditorNode, id: number): Transaction => {
  const tr = closeHistory(state.tr)
  const put = (from: number): Transaction =>
    tr.setMeta(key, { remove: id, behind: from + node.nodeSize } satisfies Action)
  let $at = tr.doc.resolve(at)
  if (node.isInline && $at.parent.inlineContent) return put(at).insert(at, node)
  // a block that can't stand here stands behind what is around
  while ($at.depth > 0 && !$at.parent.canReplaceWith($at.index(), $at.index(), node.type))
    $at = tr.doc.resolve($at.after())
  const empty = $at.nodeAfter
  const isFree = empty?.type.name === "paragraph" && empty.childCount === 0 && $at.index() < $at.parent.childCount - 1
  return isFree && $at.parent.canReplaceWith($at.index(), $at.index() + 1, node.type)
    ? put($at.pos).replaceWith($at.pos, $at.pos + empty.nodeSize, node)
    : put($at.pos).insert($at.pos, node)
}

/** The places after a transaction: what is deleted around one leaves it where that was. */
const placesAfter = (tr: Transaction, { all }: Places, action: Action | undefined): ReadonlyArray<Place> => {
  const removed = action !== undefined && "remove" in action ? all.find(({ id }) => id === action.remove) : undefined
  const behind = action !== undefined && "remove" in action ? action.behind : undefined
  const moved = all.flatMap((place): ReadonlyArray<Place> => {
    if (place === removed) return []
    const isNext = behind !== undefined && removed?.at === place.at && place.id > removed.id
    return [{ ...place, at: isNext ? behind : tr.mapping.map(place.at, place.side) }]
  })
  return action !== undefined && "add" in action ? [...moved, action.add] : moved
}

const shownAt = ({ at, dom, id }: Place): Decoration =>
  Decoration.widget(at, dom, { key: `upload-${id}`, side: -1, stopEvent: () => true, ignoreSelection: true })

const filesOf = (data: DataTransfer | null): ReadonlyArray<File> => [...(data?.files ?? [])]

/** What is dropped beside a place for it would open in place of the page. */
const keepPage = (event: DragEvent): void => {
  if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return
  event.preventDefault()
  event.dataTransfer.dropEffect = "none"
}

export const uploads = (surroundings: Surroundings): Plugin =>
  new Plugin<Places>({
    key,
    state: {
      init: () => nowhere,
      apply: (tr, before) => {
        const action: Action | undefined = tr.getMeta(key)
        if (action === undefined && (!tr.docChanged || before.all.length === 0)) return before
        const all = placesAfter(tr, before, action)
        return all.length === 0 ? nowhere : { all, shown: DecorationSet.create(tr.doc, all.map(shownAt)) }
      }
    },
    view: (view) => {
      const ends = new Set<() => void>()
      running.set(view, ends)
      window.addEventListener("dragover", keepPage)
      window.addEventListener("drop", keepPage)
      return {
        destroy: () => {
          window.removeEventListener("dragover", keepPage)
          window.removeEventListener("drop", keepPage)
          for (const end of [...ends]) end()
        }
      }
    },
    props: {
      decorations: (state) => key.getState(state)?.shown,
      handlePaste: (view, event) => {
        const files = filesOf(event.clipboardData)
        // a word processor gives a picture of the text besides the text
        if (files.length === 0 || event.clipboardData?.getData("text/html").includes("<p")) return false
        for (const file of files) uploadTo(view, surroundings, file, { at: placeForBlock(view) })
        return true
      },
      handleDrop: (view, event) => {
        const files = filesOf(event.dataTransfer)
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (files.length === 0 || at === null) return false
        event.preventDefault()
        const block = blockOf(files[0]!, { kind: "file", file: "" })
        const point = dropPoint(view.state.doc, at.pos, new Slice(Fragment.from(block), 0, 0)) ?? at.pos
        for (const file of files) uploadTo(view, surroundings, file, { at: point })
        view.focus()
        return true
      }
    }
  })
