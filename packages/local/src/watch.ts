/** Tells when something in a folder was saved, made, renamed or deleted. */
import { sep } from "node:path"
import { GitCli } from "@octavo/git-cli"
import { watch as chokidar } from "chokidar"

/** Editors write a file in a few steps, and a checkout writes many: they are told of together. In milliseconds. */
const pause = 15

/** What is never read. */
const isIgnored = (path: string): boolean => path.split(sep).some((part) => GitCli.ignored.has(part))

/**
 * @param changed is called once for what changes close together
 * @returns ends it
 */
export const watchFolder = async (directory: string, changed: () => void): Promise<() => Promise<void>> => {
  let waiting: NodeJS.Timeout | undefined
  const watcher = chokidar(directory, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isIgnored(path.slice(directory.length))
  })
  watcher.on("all", () => {
    clearTimeout(waiting)
    waiting = setTimeout(changed, pause)
  })
  await new Promise<void>((resolve, reject) => watcher.once("ready", resolve).once("error", reject))
  return async () => {
    clearTimeout(waiting)
    await watcher.close()
  }
}
