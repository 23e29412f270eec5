/**
 * Benchmarks: `npm run -s bench -- NAME [--json] [OPTIONS]`; without a name it lists them. Each measures Octavo beside a yardstick
 * in the same run. Exit codes: 0 every bar holds, 1 one does not, 2 wrong usage.
 */
import { existsSync, readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { holds, type Row, table } from "./support/table.ts"

/** What `bench/NAME/bench.ts` exports. */
export interface Benchmark {
  readonly title: string
  /** @param options what stands behind the name: most have none */
  readonly run: (say: (line: string) => void, options: ReadonlyArray<string>) => Promise<ReadonlyArray<Row>>
}

const here = fileURLToPath(new URL(".", import.meta.url))
const names = readdirSync(here).filter((name) => existsSync(`${here}${name}/bench.ts`))
const load = async (name: string): Promise<Benchmark> => (await import(`./${name}/bench.ts`)).default

const args = process.argv.slice(2)
const json = args.includes("--json")
const [name, ...options] = args.filter((arg) => arg !== "--json")

if (name === undefined) {
  for (const each of names) console.log(`${each.padEnd(10)} ${(await load(each)).title}`)
} else if (!names.includes(name)) {
  console.error(`There is no benchmark ${JSON.stringify(name)}; there are ${names.join(", ")}`)
  process.exitCode = 2
} else {
  const { title, run } = await load(name)
  const rows = await run((line) => console.error(line), options)
  console.log(table(title, rows))
  const results = rows.map((row) => ({
    name: row.what,
    ratio: Math.round(row.ratio * 1000) / 1000,
    bar: row.bar?.limit ?? null,
    holds: holds(row)
  }))
  if (json) console.log(JSON.stringify({ bench: name, results }))
  process.exitCode = results.every((result) => result.holds) ? 0 : 1
}
