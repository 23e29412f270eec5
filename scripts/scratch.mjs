// Where a run of tests puts what it writes meanwhile.
import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Linux' file system in memory. */
const memory = "/dev/shm"

/** What `statfs` calls a tmpfs (linux/magic.h). */
const tmpfs = 0x01021994

/** Bytes that tests write at most, and that are to be left for their processes. */
const [written, leftOver] = [4e9, 4e9]

/** Whether there is room in memory. Containers have 64 MB there unless more is asked for, and start no programs from it. */
const hasRoomInMemory = () => {
  try {
    const { bavail, bsize, type } = statfsSync(memory)
    if (type !== tmpfs || bavail * bsize < written || process.availableMemory() < written + leftOver) return false
    const directory = mkdtempSync(join(memory, "octavo-test-"))
    const program = join(directory, "program")
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 })
    const { status } = spawnSync(program)
    rmSync(directory, { recursive: true })
    return status === 0
  } catch {
    return false
  }
}

/**
 * A directory for everything that tests write, their databases, repositories and browsers' files included: in memory
 * where there is room. Half of what making and dropping a database costs is the disk's file system.
 */
export const makeScratch = () => {
  const directory = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), "octavo-test-"))
  // Postgres does not run as root, and has its data below
  chmodSync(directory, 0o711)
  return directory
}
