/** From a fresh clone to the published site, beside the installation alone. Needs git and the npm registry. */
import { median } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { makeClone } from "./clone.ts"

const rounds = 3

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const installs: Array<number> = []
  const firsts: Array<number> = []
  const seconds: Array<number> = []
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}: the installation alone`)
    const installed = makeClone()
    try {
      installs.push(await installed.install())
    } finally {
      installed.remove()
    }
    say(`round ${round} of ${rounds}: npm start, twice`)
    const started = makeClone()
    try {
      firsts.push(await started.start())
      seconds.push(await started.start())
    } finally {
      started.remove()
    }
  }
  return [
    row("first start, against the installation alone", firsts, installs, 2),
    row("second start, against the first", seconds, firsts, 0.5)
  ]
}

const row = (what: string, ours: ReadonlyArray<number>, yardstick: ReadonlyArray<number>, limit: number): Row => ({
  what,
  ours: time(ours),
  yardstick: time(yardstick),
  ratio: median(ours) / median(yardstick),
  bar: atMost(limit)
})

const time = (milliseconds: ReadonlyArray<number>): string => `${(median(milliseconds) / 1_000).toFixed(2)} s`

export default { title: "npm start in a fresh clone until the published site answers", run }
