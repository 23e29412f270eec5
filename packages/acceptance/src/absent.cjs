/**
 * For GitBook's command line: what it develops integrations with is not installed here (`pnpm-workspace.yaml`), and it
 * loads it at its start whatever it is asked for. Loaded before it, this gives it nothing in those places.
 */
const { registerHooks } = require("node:module")

const absent = new Set(["miniflare", "esbuild", "chokidar", "@1password/op-js"])
const nowhere = "file:///absent/"

registerHooks({
  resolve: (name, context, next) =>
    absent.has(name) ? { url: nowhere + name, shortCircuit: true, format: "commonjs" } : next(name, context),
  load: (url, context, next) =>
    url.startsWith(nowhere) ? { format: "commonjs", source: "", shortCircuit: true } : next(url, context)
})
