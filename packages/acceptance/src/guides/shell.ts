/** What a page says to be pasted into a shell, run in one shell, as somebody does who follows the page. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Installation, Reader } from "./installation.ts"
import { type Block, placeOf } from "./pages.ts"

/** `NAME=...`, where readers put what is theirs; the comment says where it is from. */
const own = /^((?:export )?([A-Z_]+)=)(?:oct_)?\.\.\.(?=\s|$)(?: *# *(.*))?/gm

export interface Blank {
  readonly place: string
  readonly name: string
  readonly from: string
}

/** What readers have to fill in, with what the page says about where it is from. */
export const blanksOf = (block: Block): ReadonlyArray<Blank> =>
  [...block.text.matchAll(own)].map(([, , name, from]) => ({ place: placeOf(block), name: name!, from: from ?? "" }))

/** A path of the API with the ids of the reader in it. */
export const pathOf = (path: string, { own }: Reader): string =>
  path
    .replace(/\$([A-Z_]+)/g, (_, name) => String(own[name]))
    .replace("{organizationId}", String(own["ORG"]))
    .replace("{spaceId}", String(own["SPACE"]))
    .replace("{siteId}", String(own["SITE"]))

/** Puts in what is the reader's, and looks whether it can be had where the page says. */
const filled = async (block: Block, reader: Reader, installation: Installation): Promise<string> => {
  let text = block.text
  let source = ""
  for (const { from, name, place } of blanksOf(block)) {
    const own = reader.own[name]
    if (own === undefined) throw new Error(`${place}: no reader has a ${name}`)
    const value = typeof own === "string" ? own : await own()
    if (from !== "another one") source = from
    const [, path, command] = /^an id of (?:GET (\S+)|octavo (.+))$/.exec(source) ?? []
    if (path !== undefined) {
      const { status, text } = await reader.api.get(pathOf(path, reader))
      if (status !== 200 || !text.includes(value)) throw new Error(`${place}: ${name} is not in ${path}`)
    } else if (command !== undefined) {
      const { stderr, stdout } = await installation.octavo(command.split(" "), reader.directory)
      if (!stdout.includes(value)) throw new Error(`${place}: ${name} is not in octavo ${command}\n${stdout}${stderr}`)
    } else if (source === "") throw new Error(`${place} does not say where ${name} is from`)
    text = text.replace(
      new RegExp(`(^(?:export )?${name}=)(?:oct_)?\\.\\.\\.`, "m"),
      (_, start) => `${start}'${value}'`
    )
  }
  return text
}

const mark = "\u001e"

export interface Ran {
  readonly block: Block
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs blocks one after the other, in one shell that ends at the first command that fails.
 * @throws with all that the failing block said
 */
export const runBlocks = async (
  blocks: ReadonlyArray<Block>,
  reader: Reader,
  installation: Installation
): Promise<ReadonlyArray<Ran>> => {
  const script = join(reader.directory, ".page.sh")
  const parts: Array<string> = []
  for (const block of blocks)
    parts.push(`printf '${mark}'\nprintf '${mark}' >&2\n${await filled(block, reader, installation)}`)
  // as in the shell of a person, who may have said set -e
  writeFileSync(script, `set -euo pipefail\nshopt -s expand_aliases\n${parts.join("\n")}`)
  const child = spawn("bash", [script], {
    cwd: reader.directory,
    env: installation.environment(reader),
    stdio: ["ignore", "pipe", "pipe"],
    // only what waits for ever takes as long
    timeout: 240_000
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text))
  const [code] = await once(child, "close")
  const said = { stdout: stdout.split(mark).slice(1), stderr: stderr.split(mark).slice(1) }
  const ran = blocks.map((block, i) => ({ block, stdout: said.stdout[i] ?? "", stderr: said.stderr[i] ?? "" }))
  if (code !== 0) {
    const at = Math.max(0, said.stderr.length - 1)
    throw new Error(
      `${placeOf(blocks[at]!)} ended with ${code}\n${blocks[at]!.text}\n${ran[at]!.stdout}\n${ran[at]!.stderr}`
    )
  }
  return ran
}

/** Comments of a block that show an answer, as JSON. */
const shownIn = ({ text }: Block): ReadonlyArray<any> =>
  [...text.matchAll(/^# (\{.*\})$/gm)].map(([, json]) => JSON.parse(json!))

/** Whether a value is like the one that a page shows, in which `...` and `…` stand for anything. */
export const isLike = (shown: unknown, value: unknown): boolean => {
  if (typeof shown === "string") {
    const pattern = shown.split(/\.\.\.|…/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    return typeof value === "string" && (pattern.length === 1 || new RegExp(`^${pattern.join(".*")}$`).test(value))
  }
  if (Array.isArray(shown)) return Array.isArray(value)
  if (typeof shown === "object" && shown !== null)
    return (
      typeof value === "object" &&
      value !== null &&
      Object.entries(shown).every(([key, part]) => isLike(part, (value as Record<string, unknown>)[key]))
    )
  return typeof shown === typeof value
}

/** What is wrong with what blocks said: fields that the server ignored, answers that are not as they are shown. */
export const problemsOf = (ran: ReadonlyArray<Ran>): ReadonlyArray<string> =>
  ran.flatMap(({ block, stderr, stdout }) => {
    const answers = stdout.split("\n").flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
    return [
      ...[...stderr.matchAll(/^ignored=(.+)$/gm)].map(([, names]) => `${placeOf(block)}: the server ignored ${names}`),
      ...shownIn(block)
        .filter((shown) => !answers.some((answer) => isLike(shown, answer)))
        .map((shown) => `${placeOf(block)}: no answer is like ${JSON.stringify(shown)}: ${stdout}`)
    ]
  })
