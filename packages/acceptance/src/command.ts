/** The command line as a child process, for what a test wants to kill. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { program } from "@octavo/programs"

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * @param env more settings than where its data is
 * @param killAt what the process must have said on stderr to be killed, as a crash of the machine would
 */
export const octavo = async (
  args: ReadonlyArray<string>,
  {
    data,
    env,
    killAt
  }: { readonly data: string; readonly env?: Readonly<Record<string, string>>; readonly killAt?: string }
): Promise<Finished> => {
  const child = spawn(process.execPath, [...(await program("octavo")), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", HOME: data, OCTAVO_DATA: data, ...env }
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text
    if (killAt !== undefined && stderr.includes(killAt)) child.kill("SIGKILL")
  })
  const [code] = await once(child, "close")
  return { code, stdout, stderr }
}
