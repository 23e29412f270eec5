/**
 * The script of the frame that diagrams are drawn in. The frame has an origin of its own and a policy that lets nothing
 * be loaded: whatever a source gets Mermaid to do, it does there. What leaves is a picture as text.
 */
import mermaid from "mermaid"
import {
  type DiagramAnswer,
  type DiagramColors,
  type DiagramLink,
  type DiagramQuestion,
  longestSource,
  namesTheme,
  type Picture,
  withoutIcons
} from "../logic/diagrams.ts"

/** In pictures no font is loaded: those of the system measure and show the same. */
const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Helvetica, Arial, sans-serif'

const hues = ["blue", "teal", "green", "yellow", "orange", "red", "pink", "purple"] as const

/** A colour laid thinly over the ground of the page, as Mermaid counts with: `#rrggbb`. */
const washed = (color: string, ground: string, share: number): string => {
  const probe = document.createElement("i")
  probe.style.color = `color-mix(in srgb, ${color} ${share}%, ${ground})`
  document.body.append(probe)
  const mixed = getComputedStyle(probe).color
  probe.remove()
  // "color(srgb 0.1 0.2 0.3)", or "rgb(26, 51, 77)" of browsers that count so
  const scale = mixed.startsWith("color(") ? 255 : 1
  const parts = (mixed.match(/[\d.]+/g) ?? []).slice(0, 3)
  return `#${parts
    .map((part) =>
      Math.round(Number(part) * scale)
        .toString(16)
        .padStart(2, "0")
    )
    .join("")}`
}

/** Mermaid's words for what the page's colours are. */
const variablesOf = (colors: DiagramColors, isDark: boolean): Record<string, unknown> => {
  const { accent, ink, paper, surface } = colors
  const wash = (color: string, share = isDark ? 26 : 16): string => washed(color, paper, share)
  const node = washed(accent, paper, isDark ? 16 : 8)
  const border = washed(accent, paper, isDark ? 62 : 55)
  const line = colors["ink-3"]
  const variables: Record<string, unknown> = {
    darkMode: isDark,
    background: paper,
    fontFamily,
    fontSize: "15px",
    primaryColor: node,
    primaryTextColor: ink,
    primaryBorderColor: border,
    secondaryColor: wash(colors.teal),
    secondaryTextColor: ink,
    secondaryBorderColor: colors.teal,
    tertiaryColor: surface,
    tertiaryTextColor: ink,
    tertiaryBorderColor: colors["line-strong"],
    lineColor: line,
    textColor: ink,
    titleColor: ink,
    mainBkg: node,
    nodeBorder: border,
    nodeTextColor: ink,
    clusterBkg: surface,
    clusterBorder: colors["line-strong"],
    edgeLabelBackground: paper,
    noteBkgColor: wash(colors.yellow),
    noteTextColor: ink,
    noteBorderColor: wash(colors.yellow, 60),
    actorBkg: node,
    actorBorder: border,
    actorTextColor: ink,
    actorLineColor: colors["line-strong"],
    signalColor: line,
    signalTextColor: ink,
    labelBoxBkgColor: surface,
    labelBoxBorderColor: colors["line-strong"],
    labelTextColor: ink,
    loopTextColor: ink,
    activationBkgColor: colors["surface-2"],
    activationBorderColor: colors["line-strong"],
    sectionBkgColor: surface,
    altSectionBkgColor: paper,
    sectionBkgColor2: colors["surface-2"],
    taskBkgColor: wash(accent, 34),
    taskBorderColor: border,
    taskTextColor: ink,
    taskTextDarkColor: ink,
    taskTextLightColor: ink,
    taskTextOutsideColor: ink,
    activeTaskBkgColor: wash(colors.teal, 34),
    activeTaskBorderColor: colors.teal,
    doneTaskBkgColor: colors["surface-2"],
    doneTaskBorderColor: colors["line-strong"],
    critBkgColor: wash(colors.red, 30),
    critBorderColor: colors.red,
    todayLineColor: colors.red,
    gridColor: colors["line-strong"],
    errorBkgColor: wash(colors.red),
    errorTextColor: ink,
    pieTitleTextColor: ink,
    pieSectionTextColor: ink,
    pieLegendTextColor: ink,
    pieStrokeColor: paper,
    pieOuterStrokeColor: colors["line-strong"],
    pieOpacity: "1",
    commitLabelColor: ink,
    commitLabelBackground: surface,
    tagLabelColor: ink,
    tagLabelBackground: surface,
    tagLabelBorder: colors["line-strong"],
    attributeBackgroundColorOdd: paper,
    attributeBackgroundColorEven: surface,
    rowOdd: paper,
    rowEven: surface,
    classText: ink,
    quadrant1Fill: node,
    quadrant2Fill: surface,
    quadrant3Fill: surface,
    quadrant4Fill: surface,
    quadrant1TextFill: ink,
    quadrant2TextFill: ink,
    quadrant3TextFill: ink,
    quadrant4TextFill: ink,
    quadrantPointFill: accent,
    quadrantPointTextFill: ink,
    quadrantXAxisTextFill: ink,
    quadrantYAxisTextFill: ink,
    quadrantTitleFill: ink,
    quadrantInternalBorderStrokeFill: colors["line-strong"],
    quadrantExternalBorderStrokeFill: colors["line-strong"],
    xyChart: {
      backgroundColor: "transparent",
      titleColor: ink,
      ...Object.fromEntries(
        ["xAxis", "yAxis"].flatMap((axis) => [
          [`${axis}LabelColor`, ink],
          [`${axis}TitleColor`, ink],
          [`${axis}TickColor`, line],
          [`${axis}LineColor`, line]
        ])
      ),
      plotColorPalette: [wash(accent, 45), ...hues.slice(1).map((hue) => colors[hue])].join(",")
    }
  }
  for (let at = 0; at < 12; at++) {
    const hue = colors[hues[at % hues.length]!]
    variables[`pie${at + 1}`] = wash(hue, 40)
    variables[`cScale${at}`] = wash(hue, 30)
    variables[`cScaleLabel${at}`] = ink
    variables[`cScalePeer${at}`] = hue
    variables[`cScaleInv${at}`] = hue
    if (at > 7) continue
    variables[`git${at}`] = hue
    variables[`gitInv${at}`] = ink
    variables[`gitBranchLabel${at}`] = paper
    variables[`fillType${at}`] = wash(hue, 30)
  }
  return variables
}

const shape = "rect, circle, ellipse, polygon, path"

/** Ink that is read on a ground of the author's, which was chosen for another page's ink. */
const readableOn = (ground: string): string => {
  const [r = 0, g = 0, b = 0] = (ground.match(/[\d.]+/g) ?? []).map((part) => (Number(part) / 255) ** 2.2)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.2 ? "#14151a" : "#ffffff"
}

const inkOnOwnGrounds = (svg: SVGSVGElement): void => {
  for (const node of svg.querySelectorAll<SVGGElement>("g.node, g.cluster")) {
    const box = [...node.querySelectorAll<SVGElement>(shape)].find(({ style }) => style.fill !== "")
    const texts = [...node.querySelectorAll<SVGElement>("text, tspan")]
    if (box === undefined || texts.some(({ style }) => style.fill !== "" || style.color !== "")) continue
    const { fill } = getComputedStyle(box)
    if (!fill.startsWith("rgb(")) continue
    for (const text of texts) text.style.setProperty("fill", readableOn(fill), "important")
  }
}

/** Mermaid leaves labels of states at the left when they are no HTML. */
const centerStates = (svg: SVGSVGElement): void => {
  for (const label of svg.querySelectorAll<SVGGElement>("g.statediagram-state > g.label")) {
    const [, y = "0"] = /,\s*([-\d.]+)/.exec(label.getAttribute("transform") ?? "") ?? []
    const box = label.getBBox()
    label.setAttribute("transform", `translate(${-(box.x + box.width / 2)}, ${y})`)
  }
}

const linksOf = (svg: SVGSVGElement): ReadonlyArray<DiagramLink> => {
  const whole = svg.getBoundingClientRect()
  const part = (length: number, of: number): number => Math.min(Math.max(length / of, 0), 1)
  return [...svg.querySelectorAll("a")].flatMap((link) => {
    const href = link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href")
    if (!href) return []
    const box = link.getBoundingClientRect()
    return [
      {
        href,
        label: [link.textContent.trim(), link.querySelector("[title]")?.getAttribute("title")?.trim()]
          .filter(Boolean)
          .join(": ")
          .replace(/\s+/g, " ")
          .slice(0, 300),
        left: part(box.left - whole.left, whole.width),
        top: part(box.top - whole.top, whole.height),
        width: part(box.width, whole.width),
        height: part(box.height, whole.height)
      }
    ]
  })
}

const textIn = (svg: SVGSVGElement, selector: string): string => svg.querySelector(selector)?.textContent?.trim() ?? ""

let count = 0

const draw = async ({ colors, isDark, source }: DiagramQuestion): Promise<Picture> => {
  const hasOwnColors = namesTheme(source)
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    maxTextSize: longestSource,
    // text as text: a picture shows no HTML in every browser
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    // as Mermaid drew before it had others, and as GitHub does
    layout: "dagre",
    look: "classic",
    fontFamily,
    theme: "base",
    ...(hasOwnColors ? {} : { darkMode: isDark, themeVariables: variablesOf(colors, isDark) })
  })
  const { svg: markup } = await mermaid.render(`diagram-${++count}`, withoutIcons(source))
  const box = document.createElement("div")
  box.innerHTML = markup
  const svg = box.querySelector("svg")!
  document.body.replaceChildren(box)
  const { height, width } = svg.viewBox.baseVal
  svg.removeAttribute("style")
  svg.setAttribute("width", String(width))
  svg.setAttribute("height", String(height))
  centerStates(svg)
  if (!hasOwnColors) inkOnOwnGrounds(svg)
  const title = textIn(svg, ":scope > title") || textIn(svg, 'text[class*="itleText"], text.titleText')
  const links = linksOf(svg)
  const description = textIn(svg, ":scope > desc")
  return {
    svg: new XMLSerializer().serializeToString(svg),
    width,
    height,
    title,
    description,
    hasOwnColors,
    links
  }
}

const answer = (said: DiagramAnswer | { readonly ready: true }): void => parent.postMessage(said, "*")

// opened in any other way, it is no frame of a page: its origin would be that of the site
if (self.origin === "null" && parent !== self) {
  let last: Promise<void> = Promise.resolve()
  addEventListener("message", ({ data, source }: MessageEvent<DiagramQuestion>) => {
    if (source !== parent) return
    last = last.then(async () => {
      try {
        answer({ id: data.id, picture: await draw(data) })
      } catch (error) {
        answer({ id: data.id, error: error instanceof Error ? error.message : String(error) })
      }
      document.body.replaceChildren()
    })
  })
  answer({ ready: true })
}
