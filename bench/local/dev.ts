/**
 * How long `octavo dev` takes to show a folder, and a page that was saved, in an open Chromium. Each has a bar in
 * milliseconds, as whoever writes waits for it.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findChromium, launchChromium } from "@octavo/acceptance/chromium"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import type { Command } from "./command.ts"
import { makeFolder, written, writtenText } from "./folder.ts"

const rounds = 20
/** Of pages; milliseconds until the first page, and from a save to the page. */
const sizes = [
  { pages: 1_000, mostStart: 1_500, mostSave: 80 },
  { pages: 10_000, mostStart: undefined, mostSave: 150 }
]

interface Developing {
  readonly url: string
  readonly milliseconds: number
  readonly stop: () => Promise<void>
}

/** Starts the command, and answers once the first page was answered. */
const develop = async (octavo: Command, directory: string): Promise<Developing> => {
  const begun = performance.now()
  const child: ChildProcess = spawn(process.execPath, [...octavo, "dev", directory, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let said = ""
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`octavo dev ended with ${code}: ${said}`)))
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const [found] = /http:\/\/localhost:\d+\//.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const response = await fetch(url + written.path)
  if (response.status !== 200) throw new Error(`${written.path} answers ${response.status}`)
  await response.text()
  const stop = async () => {
    const gone = once(child, "exit")
    child.kill()
    await gone
  }
  return { url, milliseconds: performance.now() - begun, stop }
}

const measure = async (
  octavo: Command,
  root: string,
  { mostSave, mostStart, pages }: (typeof sizes)[number],
  say: (line: string) => void
): Promise<ReadonlyArray<Row>> => {
  const directory = join(root, `docs-${pages}`)
  makeFolder(directory, pages)
  // the first start leaves what Node makes of the code
  await (await develop(octavo, directory)).stop()
  const { milliseconds, stop, url } = await develop(octavo, directory)
  const browser = await launchChromium(findChromium()!)
  try {
    const page = await browser.newPage()
    await page.goto(url + written.path)
    await page.waitForLoadState("networkidle").catch(() => {})
    const saves: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const words = `Round ${round} of ${pages}`
      const drawn = page.evaluate(
        (words) =>
          new Promise<number>((resolve) => {
            const look = () =>
              document.querySelector("main")?.textContent.includes(words) === true
                ? resolve(Date.now())
                : requestAnimationFrame(look)
            look()
          }),
        words
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      const saved = Date.now()
      writeFileSync(join(directory, written.file), writtenText(words))
      saves.push((await drawn) - saved)
    }
    say(
      `${pages} pages: the first after ${shown(milliseconds)} ms; saves ${saves
        .toSorted((a, b) => a - b)
        .map(String)
        .join(", ")} ms`
    )
    const row = (what: string, ours: number, most: number | undefined): Row => ({
      what: `${what}, ${pages.toLocaleString("en")} pages`,
      ours: `${shown(ours)} ms`,
      yardstick: most === undefined ? "" : `${most} ms`,
      ratio: most === undefined ? 0 : ours / most,
      ...(most === undefined ? {} : { bar: atMost(1) })
    })
    return [
      row("from the command to the first page, warm", milliseconds, mostStart),
      row(`from a save to the page in Chromium, median of ${rounds}`, median(saves), mostSave)
    ]
  } finally {
    await browser.close()
    await stop()
  }
}

export const developing = async (octavo: Command, say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  if (findChromium() === undefined) throw new Error("there is no Chromium here")
  const root = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  try {
    const rows: Array<Row> = []
    for (const size of sizes) rows.push(...(await measure(octavo, root, size, say)))
    return rows
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
