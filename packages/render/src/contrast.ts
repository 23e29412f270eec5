/** Colours as numbers: which text can be read on them (WCAG 2.2). */

/** Red, green and blue, 0 to 255, of `#abc` or `#aabbcc`. */
const channels = (color: string): readonly [number, number, number] => {
  const digits = color.slice(1)
  const pair = (i: number): number =>
    Number.parseInt(digits.length === 3 ? digits[i]!.repeat(2) : digits.slice(i * 2, i * 2 + 2), 16)
  return [pair(0), pair(1), pair(2)]
}

/** Relative luminance, 0 to 1. */
const luminance = (color: string): number => {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Contrast of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

/** White or black, whichever is read better on the colour: always at least 4.5. */
export const textOn = (color: string): "#fff" | "#000" =>
  contrast(color, "#fff") >= contrast(color, "#000") ? "#fff" : "#000"
