/**
 * Other generators with their default themes, as yardsticks: VitePress and HonKit from npm, installed into a folder of their
 * own, and Hugo where the machine has it. Each builds the same Markdown, with a search index.
 */
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { npm } from "../support/npm.ts"

/** Writes a site to a folder that is not there yet, and is stopped after so many seconds. */
type Build = (out: string, mostSeconds: number) => void

export interface Generator {
  readonly name: string
  /** Octavo may take so many times as long. */
  readonly bar: number
  /** Makes a folder of docs one of the generator's; answers what builds it. */
  readonly prepare: (docs: string, site: string) => Build
}

const run = (program: string, args: ReadonlyArray<string>, cwd: string, mostSeconds: number): void => {
  const timeout = Math.ceil(mostSeconds * 1000)
  try {
    execFileSync(program, args, { cwd, stdio: ["ignore", "ignore", "pipe"], maxBuffer: 1e9, timeout })
  } catch (error) {
    // it has lost by then: how long it would take is not waited for
    if ((error as NodeJS.ErrnoException).code !== "ETIMEDOUT") throw error
  }
}

/** The first pages of its folders have another name. */
const withIndex = (directory: string, name: string): void => {
  for (const file of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    if (/(?:^|\/)README\.md$/.test(file))
      renameSync(join(directory, file), join(directory, file.replace(/README\.md$/, name)))
  }
}

const vitepress = (root: string): Generator => {
  const bin = npm(join(root, "vitepress"), "vitepress@1.6.4")
  return {
    name: "VitePress 1.6.4",
    bar: 0.1,
    prepare: (docs, site) => {
      // beside its packages, where it looks for them
      const folder = join(root, "vitepress", site.split("/").at(-1)!)
      cpSync(docs, folder, { recursive: true })
      withIndex(folder, "index.md")
      mkdirSync(join(folder, ".vitepress"))
      writeFileSync(
        join(folder, ".vitepress", "config.mjs"),
        `export default { ignoreDeadLinks: true, srcExclude: ["SUMMARY.md"], themeConfig: { search: { provider: "local" } } }`
      )
      return (out, most) => run(join(bin, "vitepress"), ["build", folder, "--outDir", out], root, most)
    }
  }
}

const honkit = (root: string): Generator => {
  const bin = npm(join(root, "honkit"), "honkit@6.1.7")
  return {
    name: "HonKit 6.1.7",
    bar: 0.1,
    prepare: (docs, site) => {
      cpSync(docs, site, { recursive: true })
      return (out, most) => run(join(bin, "honkit"), ["build", site, out], root, most)
    }
  }
}

const hugo = (): Generator => ({
  name: `Hugo ${/v([\d.]+)/.exec(execFileSync("hugo", ["version"], { encoding: "utf8" }))![1]}`,
  bar: 1.5,
  prepare: (docs, site) => {
    mkdirSync(site, { recursive: true })
    execFileSync("hugo", ["new", "site", site, "--force"], { stdio: "ignore" })
    cpSync(docs, join(site, "content"), { recursive: true })
    withIndex(join(site, "content"), "_index.md")
    const layouts = join(site, "layouts", "_default")
    mkdirSync(layouts, { recursive: true })
    // it has no theme of its own: the least that a site of docs is, a tree of its pages beside each
    const tree =
      '<nav><ul>{{ range .Site.Home.Sections }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></li>{{ end }}</ul></nav>'
    const page = `<!doctype html><html lang="en"><head><title>{{ .Title }}</title></head><body>${tree}<main>{{ .Content }}</main>{{ .TableOfContents }}</body></html>`
    for (const name of ["single.html", "list.html"]) writeFileSync(join(layouts, name), page)
    writeFileSync(
      join(layouts, "index.json"),
      '[{{ range $i, $p := .Site.RegularPages }}{{ if $i }},{{ end }}{{ dict "title" .Title "href" .RelPermalink "text" .Plain | jsonify }}{{ end }}]'
    )
    writeFileSync(join(site, "config.toml"), 'baseURL = "/"\ntitle = "Docs"\n[outputs]\nhome = ["HTML", "JSON"]\n')
    return (out, most) => run("hugo", ["--source", site, "--destination", out, "--quiet"], site, most)
  }
})

const hasHugo = (): boolean => (process.env["PATH"] ?? "").split(":").some((folder) => existsSync(join(folder, "hugo")))

/** @param root a folder to install into */
export const generators = (root: string, say: (line: string) => void): ReadonlyArray<Generator> => {
  if (!hasHugo()) say("hugo is not on this machine: it is left out (apt-get install hugo)")
  return [...(hasHugo() ? [hugo()] : []), vitepress(root), honkit(root)]
}
