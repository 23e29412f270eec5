/** Formulas: a MathML tree into boxes, drawn with a font that has the signs of mathematics. */
import type { Context } from "./context.ts"
import type { Item, Style } from "./lines.ts"
import { type MathNode, readFormula } from "./mathml.ts"
import {
  accented,
  axis,
  beside,
  empty,
  glyphs,
  grown,
  italic,
  limits,
  type Part,
  type Place,
  root,
  scripts,
  smaller,
  thin,
  wide
} from "./mathParts.ts"

const relations = /^[=<>≤≥≠≈≡∼≃≅→←↔⇒⇐⇔↦∈∉∋⊂⊃⊆⊇∣∥⊥∝≪≫≺≻:⟶⟹⟺]/
const binaries = /^[+−±∓×÷⋅∗∘∪∩∧∨⊕⊗∖⊎⊓⊔•]/
const large = /^[∑∏∐⋃⋂⋁⋀⨁⨂⨀∫∬∭∮]/
const integral = /^[∫∬∭∮]/
const fences = /^[()[\]{}|‖⟨⟩⌊⌋⌈⌉/]$/

const operator = (node: MathNode, place: Place): Part => {
  const text = node.text.replace(/[\u2061-\u2064]/g, "").replace(/^-$/, "−")
  if (text === "") return empty
  const { attributes } = node
  const em = place.size
  if (large.test(text) && place.display) {
    const factor = integral.test(text) ? 2 : 1.45
    const part = glyphs(text, { ...place, size: em * factor })
    const shift = (part.up - part.down) / 2 - axis * em
    return {
      ...part,
      up: part.up - shift,
      down: part.down + shift,
      draw: (x, baseline) => part.draw(x, baseline + shift),
      space: [0, em * 0.16]
    }
  }
  const part = glyphs(text, place)
  const around =
    attributes["form"] === "prefix" || attributes["form"] === "postfix"
      ? 0
      : relations.test(text)
        ? 5 / 18
        : binaries.test(text)
          ? 4 / 18
          : 0
  const after = /^[,;]$/.test(text) ? 3 / 18 : around
  const space = [around * em, after * em] as const
  if (!fences.test(text) || attributes["stretchy"] === "false") return { ...part, space, unary: binaries.test(text) }
  return {
    ...part,
    space,
    stretch: (up, down) => (up + down <= (part.up + part.down) * 1.15 ? part : grown(part, up, down, place))
  }
}

const row = (nodes: ReadonlyArray<MathNode>, place: Place): Part => {
  const parts = nodes.map((node) => partOf(node, place))
  const firm = parts.filter((part) => part.stretch === undefined)
  const up = Math.max(place.size * 0.76, ...firm.map((part) => part.up))
  const down = Math.max(place.size * 0.24, ...firm.map((part) => part.down))
  // delimiters are as high above the axis as below it
  const reach = Math.max(up - axis * place.size, down + axis * place.size)
  const fitted = parts.map((part) => part.stretch?.(reach + axis * place.size, reach - axis * place.size) ?? part)
  return beside(
    fitted.map((part, index): Part => {
      const [before, after] = part.space ?? [0, 0]
      const lone = part.unary === true && (index === 0 || (fitted[index - 1]!.space?.[0] ?? 0) > 0)
      const left = lone ? 0 : before
      const right = lone || index === fitted.length - 1 ? 0 : after
      return { ...part, width: left + part.width + right, draw: (x, baseline) => part.draw(x + left, baseline) }
    })
  )
}

const fraction = (node: MathNode, place: Place): Part => {
  const { canvas, color, size } = place
  const inner = place.display ? { ...place, display: false } : smaller(place)
  const [over, under] = [partOf(node.children[0], inner), partOf(node.children[1], inner)]
  const bare = /^0/.test(node.attributes["linethickness"] ?? "")
  const width = Math.max(over.width, under.width) + size * 0.2
  const room = size * 0.14
  return {
    width: width + size * 0.1,
    up: axis * size + room + over.up + over.down,
    down: room + under.up + under.down - axis * size,
    draw: (x, baseline) => {
      const line = baseline - axis * size
      const left = x + size * 0.05
      over.draw(left + (width - over.width) / 2, line - room - over.down)
      under.draw(left + (width - under.width) / 2, line + room + under.up)
      if (!bare) canvas.line(left, line, left + width, line, color, size * thin)
    }
  }
}

const table = (node: MathNode, place: Place): Part => {
  const { size } = place
  const inner = { ...place, display: node.attributes["displaystyle"] === "true" }
  const lines = node.children.map((line) => line.children.map((cell) => ({ cell, part: row(cell.children, inner) })))
  const columns = Math.max(0, ...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...lines.map((line) => line[column]?.part.width ?? 0))
  )
  const padding = (cell: MathNode, side: "left" | "right"): number => {
    const [, value, unit] = new RegExp(`padding-${side}:([\\d.]+)(em|pt)`).exec(cell.attributes["style"] ?? "") ?? []
    return value === undefined ? size * 0.25 : Number(value) * (unit === "em" ? size : size / 12)
  }
  const lefts = widths.map((_, column) =>
    Math.max(0, ...lines.map((line) => (line[column] === undefined ? 0 : padding(line[column].cell, "left"))))
  )
  const rights = widths.map((_, column) =>
    Math.max(0, ...lines.map((line) => (line[column] === undefined ? 0 : padding(line[column].cell, "right"))))
  )
  const heights = lines.map((line) => ({
    up: Math.max(size * 0.76, ...line.map(({ part }) => part.up)),
    down: Math.max(size * 0.24, ...line.map(({ part }) => part.down))
  }))
  const room = size * 0.3
  const total = heights.reduce((sum, { down, up }) => sum + up + down, 0) + room * Math.max(0, lines.length - 1)
  const top = total / 2 + axis * size
  return {
    width: widths.reduce((sum, width, column) => sum + width + lefts[column]! + rights[column]!, 0),
    up: top,
    down: total - top,
    draw: (x, baseline) => {
      let y = baseline - top
      lines.forEach((line, index) => {
        let at = x
        line.forEach(({ cell, part }, column) => {
          const free = widths[column]! - part.width
          const align = cell.attributes["class"] ?? ""
          const shift = align.includes("left") ? 0 : align.includes("right") ? free : free / 2
          part.draw(at + lefts[column]! + shift, y + heights[index]!.up)
          at += lefts[column]! + widths[column]! + rights[column]!
        })
        y += heights[index]!.up + heights[index]!.down + room
      })
    }
  }
}

const enclosed = (node: MathNode, place: Place): Part => {
  const { canvas, color, size } = place
  const content = row(node.children, place)
  const notation = node.attributes["notation"] ?? ""
  const up = content.up + size * 0.1
  return {
    ...content,
    up,
    draw: (x, baseline) => {
      content.draw(x, baseline)
      const [top, bottom] = [baseline - up, baseline + content.down]
      if (notation.includes("top")) canvas.line(x, top, x + content.width, top, color, size * thin)
      if (notation.includes("bottom")) canvas.line(x, bottom, x + content.width, bottom, color, size * thin)
      if (notation.includes("box")) canvas.frame(x, top, content.width, bottom - top, color)
      if (notation.includes("updiagonalstrike")) canvas.line(x, bottom, x + content.width, top, color, size * thin)
    }
  }
}

const lengthOf = (value: string | undefined, size: number): number => {
  const [, number, unit] = /^(-?[\d.]+)(em|pt|px|ex)?$/.exec(value ?? "") ?? []
  const factor = unit === "em" ? size : unit === "ex" ? size / 2 : unit === "px" ? 0.75 : 1
  return Math.min(Math.max(Number(number ?? 0) * factor, -50), 400)
}

const isAccent = (node: MathNode | undefined): node is MathNode =>
  node?.tag === "mo" &&
  [...node.text].length === 1 &&
  (node.attributes["stretchy"] !== undefined || wide.test(node.text))

const under = (node: MathNode, place: Place): Part => {
  const [inner, first, second] = node.children
  const base = partOf(inner, place)
  if (node.children.length === 2 && isAccent(first)) return accented(base, first, node.tag === "mover", place)
  const [below, above] = node.tag === "mover" ? [undefined, first] : [first, second]
  const small = smaller(place)
  const parts = [below, above].map((one) => (one === undefined ? undefined : partOf(one, small)))
  const movable = inner?.attributes["movablelimits"] === "true" && !place.display
  return movable ? scripts(base, parts[0], parts[1], place) : limits(base, parts[0], parts[1], place)
}

const partOf = (node: MathNode | undefined, place: Place): Part => {
  if (node === undefined) return empty
  const { children, tag, text } = node
  switch (tag) {
    case "mi":
      return glyphs([...text].length === 1 && node.attributes["mathvariant"] !== "normal" ? italic(text) : text, place)
    case "mo":
      return operator(node, place)
    case "mspace":
      return { ...empty, width: lengthOf(node.attributes["width"], place.size) }
    case "msup":
      return scripts(partOf(children[0], place), undefined, partOf(children[1], smaller(place)), place)
    case "msub":
      return scripts(partOf(children[0], place), partOf(children[1], smaller(place)), undefined, place)
    case "msubsup": {
      const small = smaller(place)
      return scripts(partOf(children[0], place), partOf(children[1], small), partOf(children[2], small), place)
    }
    case "mover":
    case "munder":
    case "munderover":
      return under(node, place)
    case "mfrac":
      return fraction(node, place)
    case "msqrt":
      return root(row(children, place), undefined, place)
    case "mroot":
      return root(partOf(children[0], place), partOf(children[1], smaller(smaller(place))), place)
    case "mtable":
      return table(node, place)
    case "menclose":
      return enclosed(node, place)
    case "mphantom":
      return { ...row(children, place), draw: () => {} }
    case "semantics":
      return partOf(children[0], place)
    case "annotation":
      return empty
    default:
      return children.length > 0 || text === "" ? row(children, place) : glyphs(text, place)
  }
}

/** A formula in a line; its source when it cannot be read, or is wider than there is room. */
export const formulaItem = (source: string, style: Style, context: Context, display = false): Item => {
  const tree = readFormula(source, display)
  const { canvas } = context.around
  const place: Place = { canvas, size: style.size * 1.05, color: style.color, display }
  const whole = tree === undefined ? undefined : partOf(tree, place)
  const factor = whole === undefined || whole.width <= context.width ? 1 : context.width / whole.width
  // what had to be smaller than this could not be read
  if (tree === undefined || whole === undefined || factor < 0.5) {
    return { kind: "text", text: source.trim(), style: { ...style, family: "mono", size: style.size * 0.88 } }
  }
  const part = factor === 1 ? whole : partOf(tree, { ...place, size: place.size * factor })
  return {
    kind: "box",
    style,
    box: {
      width: part.width,
      height: part.up + part.down,
      depth: part.down,
      draw: (_, x, baseline) => part.draw(x, baseline)
    }
  }
}
