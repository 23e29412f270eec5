/** What has no form of its own: shown as it is written, and edited as text in its place. */
import type { Node as EditorNode } from "prosemirror-model"
import { element } from "../dom.ts"
import type { Draw, Hold } from "./nodeView.ts"

/** @param read what the text says as a value of the attribute; undefined for what cannot be kept */
const source =
  (
    label: (node: EditorNode) => string,
    attribute: string,
    write: (value: unknown) => string,
    read: (text: string) => unknown
  ): Draw =>
  (node, hold) => {
    const area = element("textarea", { "aria-label": "Source", spellcheck: "false", rows: 1 })
    const title = element("div", { class: "code-title" })
    const dom = element("div", { class: "code source-block" }, title, area)
    const show = (one: EditorNode) => {
      title.textContent = label(one)
      const text = write(one.attrs[attribute])
      if (area !== document.activeElement && area.value !== text) area.value = text
      area.rows = Math.min(24, text.split("\n").length)
      return true
    }
    area.addEventListener("change", () => keep(hold, area, attribute, write, read))
    area.addEventListener("input", () => {
      area.rows = Math.min(24, area.value.split("\n").length)
    })
    area.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return
      area.value = write(hold.node().attrs[attribute])
      hold.view.focus()
    })
    show(node)
    return { dom, update: show }
  }

const keep = (
  hold: Hold,
  area: HTMLTextAreaElement,
  attribute: string,
  write: (value: unknown) => string,
  read: (text: string) => unknown
): void => {
  const at = hold.position()
  if (at === undefined || area.value === write(hold.node().attrs[attribute])) return
  const value = read(area.value)
  area.setAttribute("aria-invalid", String(value === undefined))
  if (value === undefined)
    hold.surroundings.services().say("This can't be read, so the block is as it was. Your text is still here.")
  else hold.view.dispatch(hold.view.state.tr.setNodeAttribute(at, attribute, value))
}

const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

const fromJson = (isOne: (value: object) => boolean) => (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && isOne(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isBlock = (value: object): boolean =>
  "object" in value && value.object === "block" && "type" in value && typeof value.type === "string"

export const raw = source(
  () => "Source",
  "source",
  (value) => String(value),
  (text) => (text.trim() === "" ? undefined : text)
)

export const sourceBlock = source(
  (node) => `A block that has no form here yet: ${(node.attrs["block"] as { type?: string }).type ?? ""}`,
  "block",
  asJson,
  fromJson(isBlock)
)
