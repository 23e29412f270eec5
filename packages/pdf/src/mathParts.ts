/** Parts of formulas: how drawn ones are put beside, above and around each other. */
import { defined } from "@octavo/core/kernel/shared/defined"
import type { Canvas } from "./canvas.ts"
import type { MathNode } from "./mathml.ts"

/** A drawn part. Heights are above and below the baseline. */
export interface Part {
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

export interface Place {
  readonly canvas: Canvas
  readonly size: number
  readonly color: string
  /** Fractions and sums have room. */
  readonly display: boolean
}

/** Height of the line that fractions stand on, above the baseline. */
export const axis = 0.25
export const thin = 0.05

export const empty: Part = { width: 0, up: 0, down: 0, draw: () => {} }

export const smaller = (place: Place): Place => ({ ...place, size: Math.max(place.size * 0.72, 4.5), display: false })

/** Letters of variables lean. */
export const italic = (text: string): string => {
  const code = text.codePointAt(0)!
  if (text === "h") return "ℎ"
  if (code >= 0x41 && code <= 0x5a) return String.fromCodePoint(0x1d434 + code - 0x41)
  if (code >= 0x61 && code <= 0x7a) return String.fromCodePoint(0x1d44e + code - 0x61)
  if (code >= 0x3b1 && code <= 0x3c9) return String.fromCodePoint(0x1d6fc + code - 0x3b1)
  return text
}

export const glyphs = (text: string, place: Place): Part => {
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
export const grown = (part: Part, up: number, down: number, { canvas }: Place): Part => {
  const factor = (up + down) / (part.up + part.down)
  return {
    ...part,
    up,
    down,
    draw: (x, baseline) =>
      canvas.scaled(x, baseline, 1, factor, () => part.draw(x, baseline + (down - part.down * factor) / factor))
  }
}

export const beside = (parts: ReadonlyArray<Part>): Part => ({
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

export const scripts = (base: Part, sub: Part | undefined, sup: Part | undefined, { size }: Place): Part => {
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
    ...defined({ space: base.space })
  }
}

/** One above the other, centered. */
export const limits = (base: Part, under: Part | undefined, over: Part | undefined, { size }: Place): Part => {
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

export const wide = /^[⏞⏟‾¯_→←︷︸⏠⏡]$/

/** A sign over or under a part: as wide as it where it can grow, else as it is. */
export const accented = (base: Part, node: MathNode, above: boolean, place: Place): Part => {
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

export const root = (content: Part, index: Part | undefined, { canvas, color, size }: Place): Part => {
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
