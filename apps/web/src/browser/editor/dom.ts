/** Elements, made of their parts. What a document says becomes text or the value of a fixed attribute. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element; attributes that are undefined or false are left out. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  setAttributes(made, attributes)
  made.append(...children)
  return made
}

/** Writes what is another: what is written is drawn anew. @returns true, as an element that is up to date says it */
export const setAttributes = (made: Element, attributes: Attributes): true => {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? "" : String(value)
    if (name === "class") setClasses(made, value === undefined || value === false ? "" : text)
    else if (value === undefined || value === false) made.removeAttribute(name)
    else if (made.getAttribute(name) !== text) made.setAttribute(name, text)
  }
  return true
}

/** Classes that an element has from here: what marks a block as selected gives it others. */
const given = new WeakMap<Element, ReadonlyArray<string>>()

const setClasses = (made: Element, text: string): void => {
  const next = text.split(" ").filter(Boolean)
  for (const name of given.get(made) ?? [...made.classList]) if (!next.includes(name)) made.classList.remove(name)
  made.classList.add(...next)
  if (made.classList.length === 0) made.removeAttribute("class")
  given.set(made, next)
}

/** Something of a block that is not edited as text. */
export const fixed = <Made extends HTMLElement>(made: Made): Made => {
  made.contentEditable = "false"
  return made
}

/** A sign of the interface. @param shape path in a square of 24 */
export const sign = (shape: string): SVGSVGElement => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  setAttributes(svg, { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" })
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  path.setAttribute("d", shape)
  svg.append(path)
  return svg
}

/** A button that does not take the caret away. */
export const button = (label: string, className: string, press: () => void): HTMLButtonElement => {
  const made = element("button", { type: "button", class: className, "aria-label": label })
  made.addEventListener("mousedown", (event) => event.preventDefault())
  made.addEventListener("click", press)
  return made
}
