/** Prometheus' text format, version 0.0.4, read strictly: what a scraper would make of it. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const line =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? ([-+]?(?:[\d.]+(?:e[-+]?\d+)?|Inf)|NaN)$/

/** Throws at a line that is none, a sample whose type is not told before it, and a series that comes twice. */
export const parseMetrics = (text: string): ReadonlyArray<Sample> => {
  const types = new Map<string, string>()
  const seen = new Set<string>()
  const samples: Array<Sample> = []
  for (const one of text.trimEnd().split("\n")) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(one)
    if (type !== null) {
      if (types.has(type[1]!)) throw new Error(`the type of ${type[1]} comes twice`)
      types.set(type[1]!, type[2]!)
      continue
    }
    if (/^# HELP \S+ \S/.test(one)) continue
    const [, name, labels = "", value] = line.exec(one) ?? []
    if (name === undefined) throw new Error(`no line of a metric: ${one}`)
    if (!types.has(name) && types.get(name.replace(/_(?:bucket|sum|count)$/, "")) !== "histogram") {
      throw new Error(`no type is told of ${name}`)
    }
    if (seen.has(`${name}{${labels}}`)) throw new Error(`a series comes twice: ${name}{${labels}}`)
    seen.add(`${name}{${labels}}`)
    const pairs = [...labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key!, text!])
    samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value!.replace("Inf", "Infinity")) })
  }
  return samples
}

/** The sum of all samples with this name and, among others, these labels; 0 without any. */
export const sumOf = (samples: ReadonlyArray<Sample>, name: string, labels: Readonly<Record<string, string>> = {}) =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)
