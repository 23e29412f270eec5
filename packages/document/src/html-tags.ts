/** Names and properties of HTML elements. Anything not listed here is text, not HTML (`<TRequest>`, `<keymap>`). */

const names = (list: string): ReadonlySet<string> => new Set(list.split(" "))

const known = names(
  "a abbr acronym address area article aside audio b base basefont bdi bdo big blockquote body br button canvas " +
    "caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset " +
    "figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img " +
    "input ins kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option " +
    "output p param picture pre progress q rp rt ruby s samp script search section select slot small source span " +
    "strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt " +
    "u ul var video wbr path g circle rect line polyline polygon ellipse defs use"
)

export const isHtmlTag = (tag: string): boolean => known.has(tag)

const voidTags = names("area base br col embed hr img input link meta param source track wbr")

export const isVoidTag = (tag: string): boolean => voidTags.has(tag)

const blockLevel = names(
  "address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary " +
    "table tbody td tfoot th thead tr ul iframe video audio"
)

export const isBlockTag = (tag: string): boolean => blockLevel.has(tag)

/** Elements whose text is not markup and not shown. */
export const isOpaqueTag = (tag: string): boolean => tag === "script" || tag === "style"

/** Between the tags of these, white space means nothing. */
const structural = names("table thead tbody tfoot tr colgroup ul ol dl figure picture select details html body head")

export const isStructuralTag = (tag: string): boolean => structural.has(tag)

const rows = names("td th tr")
const sections = names("td th tr thead tbody tfoot colgroup caption")
const cells = names("td th")

/** Open elements that a start tag closes, looking up to the nearest `boundary` (HTML, optional tags). */
export const impliedEnds = (tag: string): { closes: ReadonlySet<string>; boundary: ReadonlySet<string> } | undefined =>
  implied.get(tag)

const paragraph = names("p")
const paragraphBoundary = names("td th li button figcaption summary details div blockquote section")
const implied = new Map<string, { closes: ReadonlySet<string>; boundary: ReadonlySet<string> }>([
  ["td", { closes: cells, boundary: names("table tr") }],
  ["th", { closes: cells, boundary: names("table tr") }],
  ["tr", { closes: rows, boundary: names("table thead tbody tfoot") }],
  ["thead", { closes: sections, boundary: names("table") }],
  ["tbody", { closes: sections, boundary: names("table") }],
  ["tfoot", { closes: sections, boundary: names("table") }],
  ["li", { closes: names("li"), boundary: names("ul ol menu") }],
  ["dt", { closes: names("dt dd"), boundary: names("dl") }],
  ["dd", { closes: names("dt dd"), boundary: names("dl") }],
  ["option", { closes: names("option"), boundary: names("select") }],
  // A repeated <mark> closes the one before: the dialect leaves marks open (`docs/contributing/dialect.md#html`).
  ["mark", { closes: names("mark"), boundary: names("td th li p div a") }],
  ...["p", "div", "table", "ul", "ol", "pre", "blockquote", "figure", "details", "hr", "h1", "h2", "h3", "h4"].map(
    (tag) => [tag, { closes: paragraph, boundary: paragraphBoundary }] as const
  )
])
