/** The browser that published pages are opened in: Chromium of the system, driven by playwright-core. */
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium } from "playwright-core"

/** The one without windows first: it needs a quarter less of the processor. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

/** Path of a Chromium: what `OCTAVO_TEST_CHROMIUM` names, else the first one on the `PATH`. */
export const findChromium = (): string | undefined => {
  const named = process.env["OCTAVO_TEST_CHROMIUM"]
  if (named !== undefined && named !== "") return named
  const directories = (process.env["PATH"] ?? "").split(delimiter)
  return names.flatMap((name) => directories.map((directory) => join(directory, name))).find((path) => existsSync(path))
}

/**
 * Starts it without a window and without services of its own, so that every request is the page's.
 * @param more switches besides
 */
export const launchChromium = (executablePath: string, more: ReadonlyArray<string> = []): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more
    ]
  })
