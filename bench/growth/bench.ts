/**
 * How processor time grows with the length of a page: every stage that a text goes through, on texts of some hundred
 * shapes, doubled from 8 KB to 1 MB. What is linear doubles.
 *
 * `--stage=TEXT` and `--shape=TEXT` take those whose names have the text in them, `--part=2/8` every eighth
 * shape from the second on, `--lengths=32,128` other lengths, in KB.
 *
 * `--held` takes the longest pages through a server in a process of its own instead, request by request, and tells for
 * how long its thread was held: every 24th shape, or `--part=2/8`, `--shape=TEXT` or `--all` of them; on Postgres with
 * `--postgres`, with pages of `--lengths=16,256` KB.
 */
import { shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { runHeld } from "./held.ts"
import { type Growth, measure, mostGrowth } from "./measure.ts"
import { shapes } from "./shapes.ts"
import { stages } from "./stages.ts"

/** KB. */
const allKilobytes: ReadonlyArray<number> = [8, 16, 32, 64, 128, 256, 512, 1024]

const run = async (say: (line: string) => void, args: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const kilobytes = option("lengths")?.split(",").map(Number) ?? allKilobytes
  const lengths = kilobytes.map((one) => one * 1024)
  const held = args.includes("--held")
  const sample = held && !args.includes("--all") && option("shape") === undefined ? "1/24" : "1/1"
  const [part, parts] = (option("part") ?? sample).split("/").map(Number) as [number, number]
  const chosen = <T extends { readonly name: string }>(all: ReadonlyArray<T>, name: string): ReadonlyArray<T> => {
    const wanted = option(name)
    return wanted === undefined ? all : all.filter((one) => one.name.includes(wanted))
  }
  const own = chosen(shapes, "shape").filter((_, at) => at % parts === part - 1)
  if (held) {
    const onPostgres = args.includes("--postgres")
    return runHeld(say, own, { onPostgres, ...(option("lengths") !== undefined && { lengths }) })
  }
  const found: Array<Growth> = []
  const these = chosen(stages, "stage")
  for (const shape of own) {
    const slowest: Array<string> = []
    for (const stage of these) {
      const growth = await measure(stage, shape, lengths)
      found.push(growth)
      slowest.push(`${stage.name} ${shown(growth.times.at(-1)?.milliseconds ?? 0)}`)
      if (growth.most > mostGrowth) {
        const times = growth.times.map(({ milliseconds }) => shown(milliseconds)).join(" ")
        say(`  ${lineOf(growth)}: ${growth.thrown ?? times}`)
      }
    }
    say(`${shape.name}: ${slowest.join(", ")} ms`)
  }
  return these.flatMap(({ name }) => {
    const own = found.filter(({ stage }) => stage === name).toSorted((a, b) => b.most - a.most)
    // the worst of each stage, and whatever is worse than it may be
    return own.filter(({ most }, at) => at === 0 || most > mostGrowth).map(rowOf)
  })
}

const span = ({ from, to }: Growth): string => `${from.bytes / 1024} to ${to.bytes / 1024} KB`

const lineOf = (growth: Growth): string => `${growth.stage}: ${growth.shape}, ${span(growth)}`

const rowOf = (growth: Growth): Row => ({
  what: lineOf(growth),
  ours: `${shown(growth.to.milliseconds)} ms`,
  yardstick: `${shown(growth.from.milliseconds)} ms`,
  ratio: growth.most,
  bar: atMost(mostGrowth)
})

export default { title: "Pages of every shape, each twice as long as before; the yardstick: half as much", run }
