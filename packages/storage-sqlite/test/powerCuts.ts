/**
 * What is left of files after a power cut: `strace` records what processes write and sync, and a cut leaves what was synced
 * and of the rest any part: writes that are lost, that came in another order, or that are torn at a sector.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"

/** What a process did to a file, or said, in the order in which it was done. */
export type Recorded =
  | { readonly kind: "write"; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: "truncate"; readonly file: string; readonly size: number }
  /** A sync covers what was done before it began, from its end on. */
  | { readonly kind: "sync"; readonly file: string; readonly began: number }
  | { readonly kind: "said"; readonly line: string }

const traced = "pwrite64,write,ftruncate,fsync,fdatasync"

/** Runs commands at once, each with its arguments, and records what they do. */
export const record = async (log: string, commands: ReadonlyArray<ReadonlyArray<string>>): Promise<Array<Recorded>> => {
  const all = commands.map((command) => command.map((word) => `'${word}'`).join(" "))
  const shell = `${all.map((one) => `${one} &`).join("\n")} wait`
  const strace = spawn(
    "strace",
    ["-f", "-q", "-y", "-xx", "-s", "100000", "-e", `trace=${traced}`, "-o", log, "sh", "-c", shell],
    { stdio: ["ignore", "ignore", "inherit"] }
  )
  const [code] = await once(strace, "close")
  if (code !== 0) throw new Error(`strace ended with ${code}`)
  return read(log)
}

const textOf = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex")
/** Paths come as they are, or as bytes in hexadecimal. */
const pathOf = (path: string): string => (path.startsWith("\\x") ? textOf(path).toString() : path)

const call = /^(\w+)\((\d+)<([^>]*)>(?:, (?:"([^"]*)"\.{0,3}, )?(\d+))?(?:, (\d+))?\)\s*= (-?\d+)/

const read = async (log: string): Promise<Array<Recorded>> => {
  const done: Array<Recorded> = []
  /** By process: the beginning of a call that others came between, and when that was. */
  const begun = new Map<string, { readonly text: string; readonly at: number }>()
  for await (const line of createInterface({ input: createReadStream(log) })) {
    const [, pid, rest] = /^(\d+)\s+(.*)$/.exec(line)!
    let text = rest!
    let at = done.length
    if (text.endsWith("<unfinished ...>")) {
      begun.set(pid!, { text: text.slice(0, -"<unfinished ...>".length).trimEnd(), at })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    if (resumed !== null) {
      const start = begun.get(pid!)!
      text = start.text + resumed[1]
      at = start.at
    }
    const found = call.exec(text)
    if (found === null) continue
    const [, name, fd, path, bytes, size, offset, result] = found
    if (Number(result) < 0) continue
    const file = pathOf(path!)
    if (name === "pwrite64") {
      const written = textOf(bytes!)
      if (written.length !== Number(result)) throw new Error(`a write of ${result} bytes was recorded in part`)
      done.push({ kind: "write", file, offset: Number(offset), bytes: written })
    } else if (name === "ftruncate") done.push({ kind: "truncate", file, size: Number(size) })
    else if (name === "write") {
      if (fd === "1")
        for (const said of textOf(bytes!).toString().trim().split("\n")) done.push({ kind: "said", line: said })
    } else done.push({ kind: "sync", file, began: at })
  }
  return done
}

const sector = 512

/** Something that was done to a file, with its number among all that was done. */
interface Open {
  readonly at: number
  readonly op: Recorded
}

/** A file on a disk that forgets what was not synced. */
class DiskFile {
  private kept: Buffer
  private open: Array<Open> = []
  /** Where what a cut leaves is put together: new memory for each takes as long as all the rest. */
  private room = Buffer.alloc(0)

  constructor(kept: Buffer) {
    this.kept = kept
  }

  add(at: number, op: Recorded): void {
    this.open.push({ at, op })
  }

  sync(began: number): void {
    const all = () => true
    const synced = this.open.filter(({ at }) => at < began)
    if (synced.length > 0) this.kept = Buffer.from(this.applied(synced, all, all))
    this.open = this.open.filter(({ at }) => at >= began)
  }

  /**
   * What a cut leaves, until the next one is asked for.
   * @param keeps whether something of a write or a truncation came to the disk
   * @param fate whether a sector of it did
   */
  after(keeps: (op: Recorded) => boolean, fate: () => boolean): Buffer {
    return this.applied(this.open, keeps, fate)
  }

  private applied(done: ReadonlyArray<Open>, keeps: (op: Recorded) => boolean, fate: () => boolean): Buffer {
    const ends = done.map(({ op }) =>
      op.kind === "write" ? op.offset + op.bytes.length : op.kind === "truncate" ? op.size : 0
    )
    let size = this.kept.length
    const most = Math.max(size, ...ends)
    if (this.room.length < most) this.room = Buffer.alloc(2 * most)
    const left = this.room
    this.kept.copy(left)
    left.fill(0, size, most)
    for (const { op } of done) {
      if (!keeps(op)) continue
      if (op.kind === "truncate") {
        left.fill(0, Math.min(op.size, size), size)
        size = op.size
      }
      if (op.kind !== "write") continue
      size = Math.max(size, op.offset + op.bytes.length)
      for (let at = 0; at < op.bytes.length; at += sector) {
        if (fate()) op.bytes.copy(left, op.offset + at, at, Math.min(at + sector, op.bytes.length))
      }
    }
    return left.subarray(0, size)
  }
}

/** What a cut leaves. */
export interface Cut {
  /** How many things were done before it. */
  readonly at: number
  /** Content by path, until the next cut. */
  readonly files: ReadonlyMap<string, Buffer>
  /** All that was said before it. */
  readonly said: ReadonlyArray<string>
}

/**
 * Cuts after each thing that was done, `times` with another fate of what was not synced.
 *
 * @param before what is on the disk at first, by path
 * @param random a number from 0 to below 1
 */
export function* cuts(
  done: ReadonlyArray<Recorded>,
  before: ReadonlyMap<string, Buffer>,
  times: number,
  random: () => number
): Generator<Cut> {
  const files = new Map([...before].map(([path, content]) => [path, new DiskFile(content)]))
  const said: Array<string> = []
  for (const [at, op] of done.entries()) {
    if (op.kind === "said") {
      said.push(op.line)
      continue
    }
    if (op.kind === "sync") files.get(op.file)?.sync(op.began)
    else files.get(op.file)?.add(at, op)
    for (let time = 0; time < times; time++) {
      // none, all, or some of the writes; and of those all, or some of the sectors
      const some = [0, 1, random()][Math.floor(random() * 3)]!
      const torn = [1, random()][Math.floor(random() * 2)]!
      const left = [...files].map(
        ([path, file]) =>
          [
            path,
            file.after(
              () => random() < some,
              () => random() < torn
            )
          ] as const
      )
      yield { at, files: new Map(left), said }
    }
  }
}
