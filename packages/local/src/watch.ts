/** Tells when something in a folder was saved, made, renamed or deleted. */
import { relative, sep } from "node:path"
import { GitCli } from "@octavo/git-cli"
import { watch as chokidar } from "chokidar"

/** Editors write a file in a few steps, and a checkout writes many: they are told of together. In milliseconds. */
const pause = 15

/** What is never read. */
const isIgnored = (path: string): boolean => path.split(sep).some((part) => GitCli.ignored.has(part))

/** What changed: files that were there before and still are, by paths below the folder; or something came, went or moved. */
export type Changes = ReadonlySet<string> | "whole"

export interface FolderWatch {
  /** What changed since it was asked for the last time. */
  readonly take: () => Changes
  readonly stop: () => Promise<void>
}

/** @param changed is called once for what changes close together */
export const watchFolder = async (directory: string, changed: () => void): Promise<FolderWatch> => {
  let waiting: NodeJS.Timeout | undefined
  let files = new Set<string>()
  let isWhole = false
  const watcher = chokidar(directory, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => isIgnored(path.slice(directory.length))
  })
  watcher.on("all", (event, path) => {
    if (event === "change") files.add(relative(directory, path).split(sep).join("/"))
    else isWhole = true
    clearTimeout(waiting)
    waiting = setTimeout(changed, pause)
  })
  await new Promise<void>((resolve, reject) => watcher.once("ready", resolve).once("error", reject))
  return {
    take: () => {
      const taken: Changes = isWhole ? "whole" : files
      files = new Set()
      isWhole = false
      return taken
    },
    stop: async () => {
      clearTimeout(waiting)
      await watcher.close()
    }
  }
}
