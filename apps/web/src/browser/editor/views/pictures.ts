/** Pictures. Those of other hosts are shown as links, as in reading: whoever writes a page tells nobody else about it. */
import { parsedUrl } from "../../../logic/addresses.ts"
import { type Data, textOf } from "../../../logic/document.ts"
import { element } from "../dom.ts"
import type { ContentRef } from "../services.ts"
import type { Surroundings } from "../surroundings.ts"

export const refIn = (data: Data, name = "ref"): ContentRef | undefined => {
  const value = data[name]
  return typeof value === "object" && value !== null ? (value as ContentRef) : undefined
}

export const pictureElements = (data: Data, surroundings: Surroundings, isInline = false): ReadonlyArray<Node> => {
  const [ref, dark, alt] = [refIn(data), refIn(data, "refDark"), textOf(data, "alt") ?? ""]
  if (ref?.kind === "url") {
    const host = parsedUrl(ref.url)?.host
    const words = element("span", {}, alt || (host === undefined ? "No picture yet" : "Picture"), " ")
    if (host !== undefined) words.append(element("span", { class: "host" }, host))
    return [element("span", { class: host === undefined ? "missing" : "remote" }, words)]
  }
  const { pictureOf } = surroundings.services()
  const light = ref && pictureOf(ref)
  if (light === undefined) {
    const isGone = ref === undefined || ("broken" in ref && ref.broken === true)
    return isGone
      ? [element("span", { class: "missing" }, alt || "A picture that is not here")]
      : [element("span", { class: "picture-place" })]
  }
  const image = (src: string, theme: string): HTMLImageElement => {
    const classes = [isInline && "line", theme].filter(Boolean).join(" ")
    const made = element("img", { src, alt, class: classes || undefined, draggable: "false", decoding: "async" })
    const width = lengthOf(data["width"])
    if (width !== undefined) Object.assign(made.style, { width, height: "auto" })
    return made
  }
  const other = dark && pictureOf(dark)
  return other === undefined ? [image(light, "")] : [image(light, "on-light"), image(other, "on-dark")]
}

const lengthOf = (width: unknown): string | undefined => {
  if (typeof width === "number") return `${width}px`
  const { unit, value } = (width ?? {}) as { readonly unit?: unknown; readonly value?: unknown }
  return typeof value === "number" && typeof unit === "string" && /^(?:%|px|em|rem|vw)$/.test(unit)
    ? `${value}${unit}`
    : undefined
}
