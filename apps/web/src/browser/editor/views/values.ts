/** Values of typed columns, each with the control that changes it. */
import { commands } from "@octavo/editor"
import type { Data } from "../../../logic/document.ts"
import { colorClass } from "../../document/colors.ts"
import type { Needs } from "../ask.ts"
import { element, setAttributes } from "../dom.ts"
import type { ContentRef } from "../services.ts"
import type { Hold } from "./nodeView.ts"
import { pictureElements } from "./pictures.ts"

/** What shows the value of a cell; `column` is what the definition of its column says. */
export const valueControl = (value: unknown, column: Data, hold: Hold): ReadonlyArray<Node> => {
  const change = (next: unknown): void => {
    const at = hold.position()
    if (at !== undefined) commands.setValue(at, next)(hold.view.state, hold.view.dispatch)
    // its control is another one now: keys go on in the cell
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) hold.view.focus()
    })
  }
  const asking = (label: string, needs: Needs, answer: (ref: ContentRef) => void): HTMLButtonElement => {
    const made = element("button", { type: "button", class: "value-button" }, label)
    made.addEventListener("click", () =>
      hold.surroundings.ask({
        needs,
        title: label,
        at: () => (made.isConnected ? made.getBoundingClientRect() : undefined),
        answer: ({ ref }) => answer(ref as ContentRef)
      })
    )
    return made
  }
  switch (column["type"]) {
    case "checkbox":
      return [checkbox(value === true, change)]
    case "rating":
      return [rating(Number(value) || 0, typeof column["max"] === "number" ? column["max"] : 5, change)]
    case "number":
      return [field(String(value ?? ""), "number", (text) => change(text === "" ? null : Number(text)))]
    case "select":
      return choices(value, column, change)
    case "content-ref": {
      const known = value ? hold.surroundings.services().describe(value as ContentRef) : undefined
      const words = value ? (known?.title ?? "…") : ""
      const shown = element("span", { class: known?.broken ? "broken" : "value-link" }, words)
      return [shown, asking(value ? "Change link" : "Choose where it leads", "page", change)]
    }
    case "image": {
      const ref = typeof value === "object" && value !== null && "ref" in value ? value.ref : value
      const shown = value ? pictureElements({ ref, alt: "" }, hold.surroundings) : []
      return [...shown, asking(value ? "Replace picture" : "Choose a picture", "picture", change)]
    }
    case "files": {
      const files = value ? [value].flat().map(String) : []
      const add = asking("Add a file", "file", (ref) => ref.kind === "file" && change([...files, ref.file]))
      return [...files.map((file) => fileChip(file, hold, () => change(files.filter((one) => one !== file)))), add]
    }
    case "users":
      return [
        field([value ?? []].flat().join(", "), "text", (text) => {
          const people = text.split(",").map((one) => one.trim())
          change(text.trim() === "" ? null : people.filter(Boolean))
        })
      ]
    default:
      return [element("span", {}, typeof value === "string" ? value : JSON.stringify(value))]
  }
}

const fileChip = (file: string, { surroundings }: Hold, remove: () => void): HTMLElement => {
  const known = surroundings.services().describe({ kind: "file", file })
  const button = element("button", { type: "button", "aria-label": `Remove ${known?.title ?? file}` }, "×")
  button.addEventListener("click", remove)
  return element("span", { class: "chip" }, known?.title ?? file, button)
}

const checkbox = (checked: boolean, change: (value: boolean) => void): HTMLElement => {
  const made = element("button", { type: "button", role: "checkbox", class: checked ? "box checked" : "box" })
  setAttributes(made, { "aria-checked": String(checked), "aria-label": "Value" })
  made.addEventListener("click", () => change(!checked))
  return made
}

const rating = (stars: number, most: number, change: (value: number) => void): HTMLElement => {
  const made = element("span", { class: "rating" })
  for (let star = 1; star <= Math.min(most, 20); star++) {
    const one = element(
      "button",
      { type: "button", class: star <= stars ? "star" : "star off", "aria-label": `${star} of ${most}` },
      "★"
    )
    one.addEventListener("click", () => change(star === stars ? star - 1 : star))
    made.append(one)
  }
  return made
}

const field = (value: string, type: string, change: (text: string) => void): HTMLElement => {
  const made = element("input", { type, value, class: "value-field", "aria-label": "Value" })
  made.addEventListener("change", () => change(made.value))
  made.addEventListener("keydown", ({ key }) => key === "Enter" && made.blur())
  return made
}

interface Option {
  readonly value: string
  readonly label: string
  readonly color?: string
}

/** Chips that are pressed: all are offered, those that are chosen are seen as such. */
const choices = (value: unknown, column: Data, change: (value: ReadonlyArray<string>) => void): ReadonlyArray<Node> => {
  const options = Array.isArray(column["options"]) ? (column["options"] as ReadonlyArray<Option>) : []
  const chosen = [value].flat().map(String)
  const isMultiple = column["multiple"] === true
  return options.map((option) => {
    const isChosen = chosen.includes(option.value)
    const classes = ["chip", isChosen ? colorClass("wash", option.color) : "not-chosen"].filter(Boolean).join(" ")
    const made = element("button", { type: "button", class: classes, "aria-pressed": String(isChosen) }, option.label)
    made.addEventListener("click", () => {
      const others = isMultiple ? chosen.filter((one) => one !== option.value) : []
      change(isChosen ? others : [...others, option.value])
    })
    return made
  })
}
