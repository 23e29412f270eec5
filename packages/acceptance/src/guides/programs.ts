/** Programs of the pages, each a file of a project that `npm init -y` has made: run as they stand. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Installation, Reader } from "./installation.ts"
import { type Block, placeOf, root } from "./pages.ts"

/** What the programs import, by the package of the workspace that has it. */
const installed: Readonly<Record<string, string>> = {
  "@octavo/client": "packages/acceptance",
  fastify: "apps/engine",
  jose: "packages/core"
}

export interface Program {
  readonly block: Block
  readonly file: string
}

/** Writes a file for each block, in a directory of its own with a folder `docs`. */
export const writePrograms = (blocks: ReadonlyArray<Block>, { directory }: Reader): ReadonlyArray<Program> => {
  const project = join(directory, "project")
  const modules = join(project, "node_modules")
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(target, join(modules, name))
  }
  for (const [name, owner] of Object.entries(installed))
    link(name, realpathSync(join(root, owner, "node_modules", name)))
  link("@gitbook/api", realpathSync(join(root, "packages/acceptance/node_modules/@gitbook/api-newest")))
  link("@octavo/engine", join(root, "apps/engine"))
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "project", version: "1.0.0", type: "commonjs" }))
  return blocks.map((block, i) => {
    const own = join(project, `program-${i}`)
    cpSync(join(directory, "docs"), join(own, "docs"), { recursive: true })
    const file = join(own, block.language === "ts" ? "handbook.mts" : "handbook.mjs")
    writeFileSync(file, block.text)
    return { block, file }
  })
}

const run = async (args: ReadonlyArray<string>, cwd: string, env: Record<string, string>) => {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text))
  await once(child, "close")
  return said
}

/** Names places of the pages instead of files. */
const told = (said: string, programs: ReadonlyArray<Program>, project: string): string =>
  programs.reduce((text, { block, file }) => {
    const place = placeOf(block)
    return text.replaceAll(file, place).replaceAll(file.slice(project.length + 1), place)
  }, said)

/** Runs all, one after the other in one process; answers what went wrong. A handler of requests is asked something. */
export const runPrograms = async (
  programs: ReadonlyArray<Program>,
  { directory, own }: Reader,
  { network }: Installation
): Promise<string> => {
  const project = join(directory, "project")
  const main = `
    import { dirname } from "node:path"
    for (const file of ${JSON.stringify(programs.map(({ file }) => file))}) {
      process.chdir(dirname(file))
      try {
        const { default: handler } = await import(file)
        const answer = await handler?.fetch(new Request("http://localhost:3000/openapi.json"))
        if (answer !== undefined && answer.status !== 200) throw new Error("answers " + answer.status)
      } catch (error) {
        console.error(file, error)
      }
    }
    process.exit()`
  writeFileSync(join(project, "all.mjs"), main)
  const env = { ...network.env, TOKEN: own["TOKEN"] as string }
  return told(await run([...network.flags, "all.mjs"], project, env), programs, project)
}
