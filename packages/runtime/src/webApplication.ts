/** The built web application: where it is, and what it is. Nothing else knows of either. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { contentHash } from "@octavo/core/kernel/shared/hash"
import { type BuiltApplication, type TextAnswer, WebApplication } from "@octavo/site"
import { Layer } from "effect"
import { ConfigError, type OctavoConfig } from "./config.ts"

/** Where the build says what a page loads, written last. */
const manifest = "application.json"

/** Beside the code of the packed command, else where a checkout builds it. */
const places = ["../web", "../../../apps/web/dist"]

/** The directory of the built application of this program; it may not be there yet. */
export const builtApplication = (): string => {
  const directories = places.map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return directories.find((directory) => writtenAt(directory) !== undefined) ?? directories.at(-1)!
}

const types: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2"
}

/** When a build was finished, in milliseconds; `undefined` where there is none. */
const writtenAt = (directory: string): number | undefined =>
  statSync(join(directory, manifest), { throwIfNoEntry: false })?.mtimeMs

const read = (directory: string): BuiltApplication => {
  const { early, preloads, script, styles } = JSON.parse(readFileSync(join(directory, manifest), "utf8"))
  const names = readdirSync(join(directory, "assets")).map((name) => `assets/${name}`)
  return { script, early, preloads, styles, files: new Map(names.map((name) => [name, fileOf(directory, name)])) }
}

const fileOf = (directory: string, name: string): TextAnswer => {
  const body = readFileSync(join(directory, name))
  return {
    kind: "text",
    status: 200,
    body,
    etag: `"${contentHash(body)}"`,
    headers: {
      "content-type": types[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff"
    }
  }
}

/** Reads a directory again when another build was put there; while there is none, or a wrong one, the last one is it. */
const reader = (directory: string): (() => BuiltApplication | undefined) => {
  let known: number | undefined
  let built: BuiltApplication | undefined
  return () => {
    const written = writtenAt(directory)
    if (written === undefined || written === known) return built
    try {
      built = read(directory)
      known = written
    } catch {
      // it is exchanged just now: the next page looks again
    }
    return built
  }
}

/**
 * What makes an installation serve the application. Throws a `ConfigError` where it is not built, or cannot be at a path.
 * @param path below the public URL; `/app` when left out
 * @param directory of the built application
 */
export const servedApplication = (
  path: string | undefined,
  directory = builtApplication()
): Pick<OctavoConfig, "webApplication" | "appPath"> => {
  if (path !== undefined && !isFreePath(path)) {
    throw new ConfigError(
      `app.path must be a path like /docs-app, of letters, digits, - and _, and none that is taken: ${[...taken].map((name) => `/${name}`).join(", ")}`
    )
  }
  if (writtenAt(directory) === undefined) {
    throw new ConfigError(
      `app: the web application is not at ${directory}. A package has it; in a checkout, \`npm start\` or \`node apps/web/src/build/main.ts\` builds it`
    )
  }
  return { webApplication: directory, appPath: path }
}

/** What else is served below the public URL. */
const taken: ReadonlySet<string> = new Set(["auth", "healthz", "metrics", "sites", "v1"])

const isFreePath = (path: string): boolean =>
  /^(?:\/[A-Za-z0-9_-]+)+$/.test(path) && path.length <= 100 && !taken.has(path.split("/")[1]!.toLowerCase())

/** @param directory of the built application; without one the pages are those without it */
export const webApplicationLayer = (directory: string | undefined): Layer.Layer<never> =>
  directory === undefined ? Layer.empty : Layer.succeed(WebApplication, reader(directory))
