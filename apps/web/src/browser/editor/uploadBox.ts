/** A file on its way, as it is seen: how far it is, what can be done, and what went wrong. */
import "../style/panel-buttons.css"
import "../style/uploads.css"
import { element } from "./dom.ts"

interface Actions {
  readonly onCancel: () => void
  readonly onAgain: () => void
  readonly onRemove: () => void
}

export interface UploadBox {
  readonly dom: HTMLElement
  /** It waits for its turn. */
  readonly waits: () => void
  /** So much of it is there, from 0 to 1. */
  readonly goes: (part: number) => void
  /** @param again whether it may be tried once more */
  readonly failed: (why: string, again: boolean) => void
}

/** @param name of the file */
export const uploadBox = (name: string, { onAgain, onCancel, onRemove }: Actions): UploadBox => {
  const action = (label: string, press: () => void): HTMLButtonElement => {
    const made = element("button", { type: "button", class: "panel-button", "aria-label": `${label}: ${name}` }, label)
    made.addEventListener("click", press)
    return made
  }
  const label = `Uploading ${name}`
  const words = element("span", { class: "upload-words" })
  const bar = element("span", {
    role: "progressbar",
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": 100
  })
  const part = element("span", { class: "upload-part", "aria-hidden": "true" })
  const cancel = action("Cancel", onCancel)
  const dom = element("div", { class: "upload", role: "group", "aria-label": name })
  /** Whoever was at a button that goes is at the first one that comes. */
  const show = (...parts: ReadonlyArray<HTMLElement>): void => {
    const isWithin = dom.contains(document.activeElement)
    dom.replaceChildren(...parts)
    if (isWithin) dom.querySelector("button")?.focus()
  }
  return {
    dom,
    waits: () => {
      dom.className = "upload"
      words.textContent = `${name} waits for its turn`
      bar.style.setProperty("--part", "0")
      bar.removeAttribute("aria-valuenow")
      part.textContent = ""
      show(words, bar, part, cancel)
    },
    goes: (done) => {
      const percent = Math.round(done * 100)
      words.textContent = label
      bar.style.setProperty("--part", String(done))
      bar.setAttribute("aria-valuenow", String(percent))
      part.textContent = `${percent} %`
    },
    failed: (why, again) => {
      dom.className = "upload failed"
      words.textContent = `${name} was not uploaded. ${why}`
      show(words, ...(again ? [action("Try again", onAgain)] : []), action("Remove", onRemove))
    }
  }
}
