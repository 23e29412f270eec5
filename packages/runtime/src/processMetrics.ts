/** Metrics of several processes as one text, in the exposition format of Prometheus. */

interface Family {
  readonly head: Set<string>
  readonly lines: Array<string>
}

/** @param texts by the name of the process, which each line gets as the label `process` */
export const mergeMetrics = (texts: ReadonlyMap<string, string>): string => {
  const families = new Map<string, Family>()
  for (const [process, text] of texts) {
    let family: Family = { head: new Set(), lines: [] }
    for (const line of text.split("\n")) {
      if (line === "") continue
      const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1]
      if (name === undefined) {
        family.lines.push(line.replace(/^([^\s{]+)(\{)?/, (_, series, more) => label(series, process, more)))
        continue
      }
      family = families.get(name) ?? { head: new Set(), lines: [] }
      families.set(name, family)
      family.head.add(line)
    }
  }
  return Array.from(families.values(), ({ head, lines }) => `${[...head, ...lines].join("\n")}\n`).join("")
}

const label = (series: string, process: string, more: string | undefined): string =>
  `${series}{process="${process}"${more === undefined ? "}" : ","}`
