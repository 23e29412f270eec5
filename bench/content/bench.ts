/** What an edit and a read of one page cost as a space grows: at most twice as much for 10,000 pages as for 10. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"
import { makeSubject, type Subject } from "./subject.ts"

/** Pages of a space, and how many such spaces. */
const sizes = [
  [10, 40],
  [1_000, 4],
  [10_000, 1]
] as const
const bar = atMost(2)

const editRounds = 300
const bytesEdits = 400
const coldRounds = 60
const warmRounds = 60

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-bench-"))
  const subjects: Array<Subject> = []
  try {
    for (const [pages, spaces] of sizes) {
      say(`${spaces} of ${pages} pages`)
      subjects.push(await makeSubject(directory, pages, spaces))
    }
    say("edits")
    await inTurns(subjects, 20, (subject) => subject.edit())
    const edits = await inTurns(subjects, editRounds, (subject) => subject.edit())
    const bytes = await inTurns(subjects, 1, (subject) => subject.bytesOf(bytesEdits))
    say("reads of old revisions")
    await inTurns(subjects, 3, (subject) => subject.readCold())
    const cold = await inTurns(subjects, coldRounds, (subject) => subject.readCold())
    await inTurns(subjects, 3, (subject) => subject.readWarm())
    const warm = await inTurns(subjects, warmRounds, (subject) => subject.readWarm())
    return [
      ...rows(
        "edit, time",
        "ms",
        edits.map((all) => median(all.map(({ milliseconds }) => milliseconds)))
      ),
      ...rows(
        "edit, CPU time",
        "ms",
        edits.map((all) => median(all.map(({ cpuMilliseconds }) => cpuMilliseconds)))
      ),
      ...rows(
        "edit, bytes of new objects and rows",
        "B",
        bytes.map(([one]) => one!.logical)
      ),
      ...rows(
        "edit, bytes written to SQLite's log",
        "B",
        bytes.map(([one]) => one!.physical)
      ),
      ...rows("old revision, first read", "ms", cold.map(median)),
      ...rows("old revision, read again", "µs", warm.map(median))
    ]
  } finally {
    for (const subject of subjects) await subject.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Measures of each subject; one of each in every round, so that whatever else the machine does meets all alike. */
const inTurns = async <A>(
  subjects: ReadonlyArray<Subject>,
  rounds: number,
  measure: (subject: Subject) => Promise<A>
) => {
  const all = subjects.map((): Array<A> => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, subject] of subjects.entries()) all[i]!.push(await measure(subject))
  }
  return all
}

/** The larger spaces beside the smallest. */
const rows = (what: string, unit: string, [small, ...larger]: ReadonlyArray<number>): ReadonlyArray<Row> =>
  larger.map((value, i) => ({
    what: `${what}, ${sizes[i + 1]![0].toLocaleString("en")} pages`,
    ours: `${shown(value)} ${unit}`,
    yardstick: `${shown(small!)} ${unit}`,
    ratio: value / small!,
    bar
  }))

export default { title: "One page of a space as the space grows; the yardstick is a space of 10 pages", run }
