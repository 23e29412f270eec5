/** Emoji as a browser draws them. */
import type { Page } from "playwright-core"

/** How many emoji the font that is shown has, once there is one: its letters, as the page's script asked for them. */
export const emojiFontOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`new Promise((resolve) => {
    const look = () => {
      const faces = [...document.fonts].filter(({ family, status }) => /Octavo Emoji/.test(family) && status === "loaded")
      if (faces.length === 1) resolve(faces[0].unicodeRange)
      else setTimeout(look, 50)
    }
    look()
  })`)

/**
 * How many pixels of an emoji have a color, drawn alone with the fonts of the page: none where a machine has no font of
 * emoji, or one in black and white.
 */
export const coloredPixels = (page: Page, emoji: string): Promise<number> =>
  page.evaluate<number>(`(() => {
    const brush = new OffscreenCanvas(80, 60).getContext("2d")
    brush.font = '40px "Octavo Emoji"'
    brush.fillText(${JSON.stringify(emoji)}, 5, 45)
    const { data } = brush.getImageData(0, 0, 80, 60)
    let colored = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3)
      if (data[at + 3] > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40) colored++
    }
    return colored
  })()`)
