/** Formulas: a MathML tree into boxes, drawn with a font that has the signs of mathematics. */
import type { Canvas } from "./canvas.ts"
import type { Context } from "./context.ts"
import type { Item, Style } from "./lines.ts"
import { type MathNode, readFormula } from "./mathml.ts"

/** A drawn part. Heights are above and below the baseline. */
interface Part {
  readonly width: number
  readonly up: number
  readonly down: number
  readonly draw: (x: number, baseline: number) => void
  /** Space around it, where it stands between others. */
  readonly space?: readonly [number, number]
  /** A sign that belongs to what follows where nothing is before it. */
  readonly unary?: boolean
  /** A delimiter that grows with what it encloses. */
  readonly stretch?: (up: number, down: number) => Part
}

interface Place {
  readonly canvas: Canvas
  readonly size: number
  readonly color: string
  /** Fractions and sums have room. */
  readonly display: boolean
}

/** Height of the line that fractions stand on, above the baseline. */
const axis = 0.25
const thin = 0.05

const empty: Part = { width: 0, up: 0, down: 0, draw: () => {} }

const smaller = (place: Place): Place => ({ ...place, size: Math.max(place.size * 0.72, 4.5), display: false })

/** Letters of variables lean. */
const italic = (text: string): string => {
  const code = text.codePointAt(0)!
  if (text === "h") return "ℎ"
  if (code >= 0x41 && code <= 0x5a) return String.fromCodePoint(0x1d434 + code - 0x41)
  if (code >= 0x61 && code <= 0x7a) return String.fromCodePoint(0x1d44e + code - 0x61)
  if (code >= 0x3b1 && code <= 0x3c9) return String.fromCodePoint(0x1d6fc + code - 0x3b1)
  return text
}

const glyphs = (text: string, place: Place): Part => {
  const { canvas, color, size } = place
  const known = [...text].every((one) => canvas.fonts.font("math").hasGlyphForCodePoint(one.codePointAt(0)!))
  const runs = known ? [{ face: "math" as const, text }] : canvas.fonts.runs(text, "sans", false, false)
  const widths = runs.map((run) => canvas.width(run.text, run.face, size))
  return {
    width: widths.reduce((sum, width) => sum + width, 0),
    up: size * 0.76,
    down: size * 0.24,
    draw: (x, baseline) => {
      let at = x
      runs.forEach((run, index) => {
        canvas.text(run.text, run.face, size, color, at, baseline)
        at += widths[index]!
      })
    }
  }
}

/** A part grown in height, and moved so that it reaches from `up` to `down`. */
const grown = (part: Part, up: number, down: number, { canvas }: Place): Part => {
  const factor = (up + down) / (part.up + part.down)
  return {
    ...part,
    up,
    down,
    draw: (x, baseline) =>
      canvas.scaled(x, baseline, 1, factor, () => part.draw(x, baseline + (down - part.down * factor) / factor))
  }
}

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

const beside = (parts: ReadonlyArray<Part>): Part => ({
  width: parts.reduce((sum, part) => sum + part.width, 0),
  up: Math.max(0, ...parts.map((part) => part.up)),
  down: Math.max(0, ...parts.map((part) => part.down)),
  draw: (x, baseline) => {
    let at = x
    for (const part of parts) {
      part.draw(at, baseline)
      at += part.width
    }
  }
})

const scripts = (base: Part, sub: Part | undefined, sup: Part | undefined, { size }: Place): Part => {
  const rise = Math.max(base.up - size * 0.36, size * 0.36)
  const drop = Math.max(base.down - size * 0.06, size * 0.18)
  return {
    width: base.width + Math.max(sub?.width ?? 0, sup?.width ?? 0) + size * 0.05,
    up: Math.max(base.up, sup === undefined ? 0 : rise + sup.up * 0.9),
    down: Math.max(base.down, sub === undefined ? 0 : drop + sub.down),
    draw: (x, baseline) => {
      base.draw(x, baseline)
      sup?.draw(x + base.width + size * 0.04, baseline - rise)
      sub?.draw(x + base.width, baseline + drop)
    },
    ...(base.space === undefined ? {} : { space: base.space })
  }
}

/** One above the other, centered. */
const limits = (base: Part, under: Part | undefined, over: Part | undefined, { size }: Place): Part => {
  const width = Math.max(base.width, under?.width ?? 0, over?.width ?? 0)
  const room = size * 0.1
  return {
    width,
    up: base.up + (over === undefined ? 0 : over.up + over.down + room),
    down: base.down + (under === undefined ? 0 : under.up + under.down + room),
    draw: (x, baseline) => {
      base.draw(x + (width - base.width) / 2, baseline)
      over?.draw(x + (width - over.width) / 2, baseline - base.up - over.down - room)
      under?.draw(x + (width - under.width) / 2, baseline + base.down + under.up + room)
    },
    space: [0, size * 0.16]
  }
}

const wide = /^[⏞⏟‾¯_→←︷︸⏠⏡]$/

/** A sign over or under a part: as wide as it where it can grow, else as it is. */
const accented = (base: Part, node: MathNode, above: boolean, place: Place): Part => {
  const { canvas, size } = place
  const sign = glyphs(node.text, { ...place, size: wide.test(node.text) ? size * 0.8 : size })
  const grows = wide.test(node.text) && node.attributes["stretchy"] !== "false"
  const factor = grows ? Math.max(1, base.width / Math.max(sign.width, 1)) : 1
  const height = size * (grows && !above ? 0.6 : 0.28)
  const over = size * (node.text === "→" || node.text === "←" ? 0.42 : grows ? 0.25 : 0)
  return {
    ...base,
    up: above ? base.up + height : base.up,
    down: above ? base.down : base.down + height,
    draw: (x, baseline) => {
      base.draw(x, baseline)
      const left = x + (base.width - sign.width * factor) / 2
      const y = above ? baseline - Math.max(0, base.up - size * 0.76) - over : baseline + base.down + size * 0.5
      canvas.scaled(left, y, factor, 1, () => sign.draw(left, y))
    }
  }
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

const root = (content: Part, index: Part | undefined, { canvas, color, size }: Place): Part => {
  const hook = size * 0.6
  const left = Math.max(0, (index?.width ?? 0) - hook * 0.5)
  const up = content.up + size * 0.16
  return {
    width: left + hook + content.width + size * 0.06,
    up: Math.max(up + size * 0.05, index === undefined ? 0 : size * 0.5 + index.up),
    down: content.down,
    draw: (x, baseline) => {
      const at = x + left
      const bottom = baseline + content.down * 0.8
      const middle = baseline - (up - content.down) * 0.35
      canvas.path(
        [
          [at, middle],
          [at + hook * 0.25, middle - size * 0.06],
          [at + hook * 0.55, bottom],
          [at + hook * 0.95, baseline - up],
          [at + hook + content.width + size * 0.06, baseline - up]
        ],
        color,
        size * thin
      )
      index?.draw(x, middle - size * 0.1)
      content.draw(at + hook, baseline)
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
