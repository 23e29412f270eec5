/**
 * Bundles the scripts of published pages and prints them as JSON, by their names.
 * usage: node bundle.ts
 */
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"

/** What browsers of three years speak. */
const target = ["chrome119", "firefox119", "safari17"]

const bundle = async (name: string): Promise<string> => {
  const build = await rolldown({
    input: fileURLToPath(new URL(`./browser/${name}.ts`, import.meta.url)),
    platform: "browser",
    // the sources alone say what a bundle is
    tsconfig: false,
    // a warning is a name that is not there, or a circle
    onLog: (_, { message }) => {
      throw new Error(message)
    },
    transform: { target }
  })
  const { output } = await build.generate({ format: "iife", minify: true, comments: false })
  await build.close()
  if (output.length !== 1) throw new Error(`${name} is not one file`)
  return output[0].code.trim()
}

const names = process.argv.slice(2)
const scripts = await Promise.all(names.map(async (name) => [name, await bundle(name)]))
process.stdout.write(JSON.stringify(Object.fromEntries(scripts)))
