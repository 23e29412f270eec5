/** System calls of a running process that fail as a bad or a full disk makes them fail. Needs `strace`. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"

/** Attaches to processes; what it answers ends the fault. */
export const injectFault = async (
  pids: ReadonlyArray<number>,
  /** Names of system calls, with commas. */
  calls: string,
  error: "ENOSPC" | "EIO"
): Promise<() => Promise<void>> => {
  const inject = `inject=${calls}:error=${error}`
  const args = [
    "-f",
    "-o",
    "/dev/null",
    "-e",
    `trace=${calls}`,
    "-e",
    inject,
    ...pids.flatMap((pid) => ["-p", `${pid}`])
  ]
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] })
  const gone = once(strace, "exit")
  await new Promise<void>((resolve, reject) => {
    let said = ""
    let attached = 0
    strace.once("error", reject)
    strace.once("exit", () => reject(new Error(`strace ended: ${said}`)))
    strace.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      attached = said.match(/rocess \d+ attached/g)?.length ?? 0
      if (attached >= pids.length) resolve()
    })
  })
  return async () => {
    strace.kill("SIGINT")
    await gone
  }
}

/** Why no faults can be injected on this machine; `undefined` when they can. */
export const whyNoFaults = async (): Promise<string | undefined> => {
  if (spawnSync("strace", ["-V"]).status !== 0) return "there is no strace"
  const idle = spawn("sleep", ["30"], { stdio: "ignore" })
  try {
    await (await injectFault([idle.pid!], "fsync", "EIO"))()
    return undefined
  } catch (error) {
    return `strace may not attach to other processes: ${error}`
  } finally {
    idle.kill()
  }
}
