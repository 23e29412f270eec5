/**
 * Bundles what draws diagrams: the script of the frame that they are drawn in, with Mermaid, in parts that are loaded when
 * a diagram needs them (`docs/decisions/0108-what-authors-write-is-drawn.md`). The frame has an origin of its own, where
 * no host needs to allow modules: the parts are classic scripts that hand themselves to a loader.
 * usage: node bundle.ts DIRECTORY
 */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type Plugin, type RolldownBuild, rolldown } from "rolldown"
import { framePolicy, narrowing } from "./policy.ts"

/** What browsers of three years speak. */
const target = ["chrome119", "firefox119", "safari17"]

const sources = fileURLToPath(new URL("../browser", import.meta.url))
const mermaid = dirname(createRequire(import.meta.url).resolve("mermaid"))
const chunks = join(mermaid, "chunks", "mermaid.core")

/** A flowchart takes the first three, a sequence the first two and the fourth; each is behind those that it needs. */
const groups = [
  { name: "core", test: (id: string) => id.endsWith("/diagramFrame.ts") },
  { name: "parser", test: /\/@mermaid-js\/parser\/|\/@?chevrotain/ },
  { name: "shapes", test: /\/mermaid\.core\/(?:chunk|dagre)-/ },
  { name: "graphs", test: /\/mermaid\.core\/(?:flow|class|state|er|requirement|block|mindmap|kanban)/ },
  { name: "charts", test: /\/mermaid\.core\/(?:sequence|gantt|journey|timeline|c4|quadrant|xychart|sankey)/ },
  { name: "clouds", test: /\/mermaid\.core\/(?:architecture|cose-bilkent)/ },
  { name: "others", test: /\/mermaid\.core\// }
]

/** Left out: ELK, which draws graphs as dagre does and is larger than all else, and KaTeX, whose fonts no picture has. */
const leftOut: Plugin = {
  name: "left-out",
  resolveId(id, from) {
    if (id === "katex") return "\0katex"
    if (!/\/elk-\w+\.mjs$/.test(id)) return null
    const dagre = readdirSync(chunks).find((name) => /^dagre-\w+\.mjs$/.test(name))
    return this.resolve(`./${dagre}`, from)
  },
  load: (id) => (id === "\0katex" ? `export default { renderToString: (formula) => formula }` : null)
}

const refuse = (_: unknown, { message }: { readonly message: string }): never => {
  throw new Error(message)
}

const generate = async (build: RolldownBuild, format: "cjs" | "iife") => {
  const { output } = await build.generate({
    format,
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    ...(format === "cjs" && {
      codeSplitting: { groups: groups.map((group, at) => ({ ...group, priority: groups.length - at })) }
    })
  })
  await build.close()
  return output.flatMap((one) => (one.type === "chunk" ? [one] : []))
}

/** A chunk as an argument of the loader, whose import of another chunk takes time. */
const asPart = (name: string, imports: ReadonlyArray<string>, code: string): string => {
  const loaded = code.replace(/Promise\.resolve\(\)\.then\(\(\)=>require\("(\.\/[\w-]+\.js)"\)\)/g, 'load("$1")')
  for (const [, needed] of loaded.matchAll(/\brequire\("([^"]*)"\)/g)) {
    if (!imports.includes(needed!.slice(2))) throw new Error(`${name} requires ${needed} before it is there`)
  }
  return `octavoPart(${JSON.stringify(name)},${JSON.stringify(imports)},function(require,exports,module,load){${loaded}\n});`
}

/** The page of the frame. */
const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Diagrams</title><meta name="robots" content="noindex"><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><script>${narrowing}</script></head><body><script src="core.js"></script></body></html>\n`

/** Writes the files to a directory that is not there yet; answers the modules that are in them. */
export const buildDiagrams = async (into: string): Promise<ReadonlyArray<string>> => {
  const common = { platform: "browser", tsconfig: false, transform: { target } } as const
  const loader = await rolldown({ ...common, input: join(sources, "diagramParts.ts"), onLog: refuse })
  const [start] = await generate(loader, "iife")
  const parts = await generate(
    await rolldown({ ...common, input: { core: join(sources, "diagramFrame.ts") }, plugins: [leftOut] }),
    "cjs"
  )
  // written beside its place and moved there whole: others may make the same at this moment
  const unfinished = `${into}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  const texts = new Map(parts.map(({ code, fileName, imports }) => [fileName, asPart(fileName, imports, code.trim())]))
  // what starts has the loader, and the little that all parts need
  const runtime = [...texts.keys()].find((name) => name.startsWith("rolldown-runtime"))!
  texts.set("core.js", `${start!.code.trim()}\n${texts.get(runtime)}\n${texts.get("core.js")}\noctavoStart("core.js");`)
  texts.delete(runtime)
  for (const [name, text] of texts) writeFileSync(join(unfinished, name), `${text}\n`)
  writeFileSync(join(unfinished, "frame.html"), page)
  renameSync(unfinished, into)
  return parts.flatMap(({ moduleIds }) => moduleIds)
}

const [, program, into] = process.argv
if (program !== undefined && into !== undefined && import.meta.url === pathToFileURL(program).href)
  await buildDiagrams(into)
