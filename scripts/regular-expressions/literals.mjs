// Every regular expression of the product's sources.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"

/** Packages that no server or command runs. */
const testing = ["acceptance", "conformance", "programs"]

const sourcesOf = (root) =>
  ["packages", "apps"].flatMap((group) =>
    readdirSync(join(root, group))
      .filter((name) => !testing.includes(name))
      .filter((name) => existsSync(join(root, group, name, "package.json")))
      .flatMap((name) => {
        const directory = `${group}/${name}/src`
        return readdirSync(join(root, directory), { recursive: true })
          .filter((file) => /\.(?:ts|mjs|js)$/.test(file))
          .map((file) => `${directory}/${file.replaceAll("\\", "/")}`)
      })
  )

const walk = (node, visit) => {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  else if (typeof node === "object" && node !== null) {
    if (typeof node.type === "string") visit(node)
    for (const value of Object.values(node)) walk(value, visit)
  }
}

/**
 * What the sources below a root have: `literals`, each once with the files that it stands in, and `made`, the files that
 * make an expression of a text.
 */
export const regularExpressions = (root) => {
  const literals = new Map()
  const made = new Set()
  for (const file of sourcesOf(root)) {
    const text = readFileSync(join(root, file), "utf8")
    if (!/\/[^\n]*\/|RegExp/.test(text)) continue
    walk(parseAst(text, { lang: "ts" }), ({ callee, regex, type }) => {
      if (type === "Literal" && regex) {
        const written = `/${regex.pattern}/${regex.flags}`
        const known = literals.get(written) ?? { pattern: regex.pattern, flags: regex.flags, written, files: new Set() }
        known.files.add(file)
        literals.set(written, known)
      } else if ((type === "NewExpression" || type === "CallExpression") && callee.name === "RegExp") made.add(file)
    })
  }
  return { literals: [...literals.values()], made: [...made].sort() }
}
