/**
 * The frame that diagrams are drawn in, from outside: a frame of no origin, hidden, and taken away when a drawing takes too
 * long. What it says is believed in nothing.
 */
import { type DiagramColors, type DiagramQuestion, type Picture, readPicture } from "../logic/diagrams.ts"
import { make } from "./dom.ts"

/** How long is waited, in milliseconds: for a drawing, for the script before the first one, for the page before that. */
const patience = { drawing: 10_000, loading: 30_000, page: 2_000 }

/** Frames that hung, after which no other is made. */
const mostHung = 3

export type Drawing = { readonly picture: Picture } | { readonly error: string }

/** Why there is no picture, where the frame itself says nothing. */
export const unanswered = "unanswered"

let frame: HTMLIFrameElement | undefined
let ready: Promise<boolean> | undefined
let hung = 0
let count = 0

/** A frame that comes before the page is loaded holds that up. */
const pageLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === "complete") return resolve()
    addEventListener("load", () => resolve(), { once: true })
    setTimeout(resolve, patience.page)
  })

const open = async (src: string): Promise<boolean> => {
  await pageLoaded()
  frame = make("iframe")
  frame.setAttribute("sandbox", "allow-scripts")
  frame.setAttribute("aria-hidden", "true")
  frame.tabIndex = -1
  // far away, and not hidden: what is not laid out cannot be measured
  Object.assign(frame.style, {
    position: "fixed",
    left: "-4000px",
    top: "0",
    width: "760px",
    height: "800px",
    border: "0",
    visibility: "hidden",
    pointerEvents: "none"
  })
  frame.src = src
  const opened = nextMessage(patience.loading, (data) => (data.ready === true ? true : undefined))
  // beside the body, which is exchanged
  document.documentElement.append(frame)
  return (await opened) === true
}

const close = (): void => {
  frame?.remove()
  frame = undefined
  ready = undefined
}

/** The first message of the frame that `read` answers something for; `undefined` when there is none in time. */
const nextMessage = <A>(time: number, read: (data: Record<string, unknown>) => A | undefined): Promise<A | undefined> =>
  new Promise((resolve) => {
    const end = (answer: A | undefined): void => {
      clearTimeout(timer)
      removeEventListener("message", listen)
      resolve(answer)
    }
    const listen = ({ data, source }: MessageEvent): void => {
      if (frame === undefined || source !== frame.contentWindow || typeof data !== "object" || data === null) return
      const answer = read(data)
      if (answer !== undefined) end(answer)
    }
    const timer = setTimeout(end, time, undefined)
    addEventListener("message", listen)
  })

const ask = async (src: string, source: string, colors: DiagramColors, isDark: boolean): Promise<Drawing> => {
  if (hung >= mostHung) return { error: unanswered }
  ready ??= open(src)
  if (!(await ready)) {
    close()
    return { error: unanswered }
  }
  const id = ++count
  const answered = nextMessage(patience.drawing, (data): Drawing | undefined => {
    if (data["id"] !== id) return undefined
    if (typeof data["error"] === "string") return { error: data["error"].slice(0, 600) }
    const picture = readPicture(data["picture"])
    return picture === undefined ? { error: unanswered } : { picture }
  })
  frame!.contentWindow!.postMessage({ id, source, colors, isDark } satisfies DiagramQuestion, "*")
  const drawing = await answered
  if (drawing !== undefined) return drawing
  hung++
  close()
  return { error: unanswered }
}

let last: Promise<unknown> = Promise.resolve()

/** Draws one after the other. */
export const drawInFrame = (src: string, source: string, colors: DiagramColors, isDark: boolean): Promise<Drawing> => {
  const next = last.then(() => ask(src, source, colors, isDark))
  last = next
  return next
}
