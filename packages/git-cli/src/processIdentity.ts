/** Which processes an id is good for, and whether one still runs: for lock files and claims of jobs. */
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

const textOf = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ""
  }
}

/** Where a process id means something: this run of this machine, and on Linux this process namespace. */
export const processNamespace = [
  hostname(),
  textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
  textOf(() => readlinkSync("/proc/self/ns/pid")) || process.platform
].join(" ")

/** Whether there is a process with this id here. It may be another one than the one that had it before. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
