/**
 * What a process counts of itself. Where the work is done a plain number is added to; it is read when somebody asks for
 * the metrics. Labels have few values: never an id, a path or a name that people choose.
 */
import * as Context from "effect/Context"
import * as Metric from "effect/Metric"

export type Labels = Readonly<Record<string, string>>

export interface Counter {
  value: number
}

const context = Context.empty()
const counters = new Map<string, Counter>()
const ignored = { update: () => {}, modify: () => {} }

/** A number that only grows. The same name and labels are one number. */
export const counter = (name: string, description: string, labels: Labels = {}): Counter => {
  const key = `${name} ${JSON.stringify(labels)}`
  const known = counters.get(key)
  if (known !== undefined) return known
  const made: Counter = { value: 0 }
  counters.set(key, made)
  Metric.registerUnsafe(Metric.counter(name, { description, attributes: labels, incremental: true }), context, {
    get: () => ({ count: made.value, incremental: true }),
    ...ignored
  })
  return made
}

/** A number that is asked for when the metrics are read; a later one of the same name and labels replaces it. */
export const gauge = (name: string, description: string, read: () => number, labels: Labels = {}): void => {
  Metric.registerUnsafe(Metric.gauge(name, { description, attributes: labels }), context, {
    get: () => ({ value: read() }),
    ...ignored
  })
}

/** How often something took how long, in seconds. */
export const histogram = (
  name: string,
  description: string,
  boundaries: ReadonlyArray<number>,
  labels: Labels = {}
): ((seconds: number) => void) => {
  const counts = new Array<number>(boundaries.length + 1).fill(0)
  let sum = 0
  const get = () => {
    let count = 0
    const buckets = [...boundaries, Number.POSITIVE_INFINITY].map((boundary, i): [number, number] => {
      count += counts[i]!
      return [boundary, count]
    })
    return { buckets, count, min: 0, max: 0, sum }
  }
  Metric.registerUnsafe(Metric.histogram(name, { description, boundaries, attributes: labels }), context, {
    get,
    ...ignored
  })
  return (seconds) => {
    let i = 0
    while (i < boundaries.length && seconds > boundaries[i]!) i++
    counts[i]!++
    sum += seconds
  }
}

/** A gauge that adds up what several holders have, each for as long as it is in use. */
export const sumGauge = <A extends object>(name: string, description: string, read: (holder: A) => number) => {
  const byLabels = new Map<string, Set<WeakRef<A>>>()
  return (holder: A, labels: Labels = {}): void => {
    const key = JSON.stringify(labels)
    let holders = byLabels.get(key)
    if (holders === undefined) {
      const all = new Set<WeakRef<A>>()
      holders = all
      byLabels.set(key, all)
      const sum = () => {
        let total = 0
        for (const reference of all) {
          const held = reference.deref()
          if (held === undefined) all.delete(reference)
          else total += read(held)
        }
        return total
      }
      gauge(name, description, sum, labels)
    }
    holders.add(new WeakRef(holder))
  }
}
