/** Progress as git writes it to standard error: `Receiving objects:  42% (420/1000), 1.2 MiB | 3 MiB/s`. */

export interface Progress {
  readonly message: string
  readonly fraction: number
}

/** Only these are shown: any other text comes from the server. */
const phases = ["Counting objects", "Compressing objects", "Receiving objects", "Writing objects", "Resolving deltas"]

/** Reads chunks of standard error and calls `report` when a phase or its percentage changes. */
export const progressReader = (report: (progress: Progress) => void): ((text: string) => void) => {
  let rest = ""
  let last = ""
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/)
    rest = (lines.pop() ?? "").slice(-200)
    for (const line of lines) {
      const [, phase = "", percent = ""] = /^(?:remote: )?([A-Z][a-z]+ [a-z]+): +(\d{1,3})%/.exec(line) ?? []
      if (!phases.includes(phase) || last === phase + percent) continue
      last = phase + percent
      report({ message: phase, fraction: Math.min(1, Number(percent) / 100) })
    }
  }
}
