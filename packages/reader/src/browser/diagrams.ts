/**
 * The script of pages with diagrams: each is drawn when it comes near the view, as a picture in the colours of the page,
 * light and dark. Without it, and where a diagram is faulty, the page has its source.
 */
import type { ColorTheme } from "../logic/colorTheme.ts"
import { colorNames, type DiagramColors, isTooLarge, type Picture, safeHref } from "../logic/diagrams.ts"
import { type Drawing, drawInFrame, unanswered } from "./diagramDrawing.ts"
import { all, make } from "./dom.ts"
import { EXCHANGED_EVENT, PAGE_EVENT } from "./pageChanges.ts"

const { dataset: words } = document.currentScript as HTMLScriptElement

/** How far below the view a diagram is drawn. */
const margin = "800px"

/** Parts of its own width to which a picture is made smaller before it scrolls. */
const smallest = 0.7

/** Drawings that are kept: a page that is exchanged shows them at once. */
const mostKept = 80
const kept = new Map<string, Drawing>()

const themes: ReadonlyArray<ColorTheme> = ["light", "dark"]

const shownTheme = (): ColorTheme => {
  const chosen = document.documentElement.dataset["theme"]
  if (chosen === "dark" || chosen === "light") return chosen
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
}

/** The colours of the page in a theme; it is not painted in between. */
const colorsIn = (theme: ColorTheme): DiagramColors => {
  const root = document.documentElement
  const before = root.getAttribute("data-theme")
  root.dataset["theme"] = theme
  const style = getComputedStyle(root)
  const colors = colorNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])
  if (before === null) root.removeAttribute("data-theme")
  else root.dataset["theme"] = before
  return Object.fromEntries(colors)
}

type Palette = Readonly<Record<ColorTheme, DiagramColors>>

const drawn = async (source: string, theme: ColorTheme, palette: Palette): Promise<Drawing> => {
  const colors = palette[theme]
  const key = `${JSON.stringify(colors)}${source}`
  const known = kept.get(key)
  if (known) return known
  const drawing = await drawInFrame(words["frame"]!, source, colors, theme === "dark")
  // the network, or a machine that was busy, may be better the next time
  if ("error" in drawing && drawing.error === unanswered) return drawing
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
  kept.set(key, drawing)
  return drawing
}

const imageOf = ({ description, height, svg, title, width }: Picture, name: string, theme: ColorTheme) => {
  const image = make("img", `on-${theme}`)
  image.width = width
  image.height = height
  image.alt = [title || name, description].filter(Boolean).join(". ")
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  return image
}

const linkOf = (link: Picture["links"][number]): ReadonlyArray<HTMLAnchorElement> => {
  const href = safeHref(link.href, location.href)
  if (href === undefined) return []
  const anchor = make("a")
  anchor.href = href
  anchor.setAttribute("aria-label", link.label || href)
  if (new URL(href).origin !== location.origin) anchor.rel = "noopener"
  const { style } = anchor
  style.left = `${link.left * 100}%`
  style.top = `${link.top * 100}%`
  style.width = `${link.width * 100}%`
  style.height = `${link.height * 100}%`
  return [anchor]
}

/** Keys scroll what is wider than its frame. */
const watchWidth = (frame: HTMLElement, name: string): void =>
  new ResizeObserver(() => {
    if (frame.scrollWidth <= frame.clientWidth) {
      for (const attribute of ["tabindex", "role", "aria-label"]) frame.removeAttribute(attribute)
      return
    }
    frame.tabIndex = 0
    frame.setAttribute("role", "group")
    frame.setAttribute("aria-label", name)
  }).observe(frame)

const sourceBelow = (block: HTMLElement): void => {
  const source = make("details")
  const summary = make("summary")
  summary.textContent = words["source"] ?? ""
  source.append(summary, ...block.querySelectorAll(":scope > .code"))
  block.append(source)
}

/** Puts a picture into its block; answers where the other one goes. */
const show = (block: HTMLElement, picture: Picture, theme: ColorTheme): HTMLElement => {
  const name = picture.title || block.dataset["title"] || words["diagram"] || ""
  const frame = make("div", picture.hasOwnColors ? "picture own" : "picture")
  const canvas = make("div", "canvas")
  canvas.style.maxWidth = `${picture.width}px`
  canvas.style.minWidth = `${Math.round(picture.width * smallest)}px`
  canvas.append(imageOf(picture, name, theme), ...picture.links.flatMap(linkOf))
  frame.append(canvas)
  sourceBelow(block)
  block.prepend(frame)
  block.classList.add("drawn")
  watchWidth(frame, name)
  return canvas
}

const tellProblem = (block: HTMLElement, error: string): void => {
  const problem = make("div", "diagram-problem")
  const label = make("strong")
  label.textContent = words["failed"] ?? ""
  const why = make("p")
  why.textContent = error === unanswered ? (words["limit"] ?? "") : error
  problem.append(label, why)
  block.prepend(problem)
  block.classList.add("failed")
}

const draw = async (block: HTMLElement, palette: Palette): Promise<void> => {
  const source = block.querySelector("pre")?.textContent ?? ""
  if (isTooLarge(source)) return tellProblem(block, unanswered)
  const [first, second] = shownTheme() === "dark" ? (["dark", "light"] as const) : themes
  const drawing = await drawn(source, first!, palette)
  if (!block.isConnected) return
  if ("error" in drawing) return tellProblem(block, drawing.error)
  const canvas = show(block, drawing.picture, first!)
  // the other one is for the switch, and for paper, which is light
  const other = await drawn(source, second!, palette)
  if ("picture" in other) {
    const name = other.picture.title || block.dataset["title"] || words["diagram"] || ""
    canvas.querySelector("img")!.after(imageOf(other.picture, name, second!))
  } else canvas.querySelector("img")!.className = ""
}

/** Watches the diagrams of the page that is shown. */
const watch = (): void => {
  const blocks = all(".diagram")
  if (blocks.length === 0) return
  const palette = { light: colorsIn("light"), dark: colorsIn("dark") }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        draw(target as HTMLElement, palette)
      }
    },
    { rootMargin: margin }
  )
  for (const block of blocks) {
    const source = block.querySelector("pre")?.textContent ?? ""
    // what was drawn before is there before the next paint
    if (kept.has(`${JSON.stringify(palette[shownTheme()])}${source}`)) draw(block, palette)
    else observer.observe(block)
  }
}

addEventListener(PAGE_EVENT, watch)
addEventListener(EXCHANGED_EVENT, watch)
watch()
