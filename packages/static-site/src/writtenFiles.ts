/** What a build notes of the files that it writes, and how the next one knows those that stay as they are. */
import { statSync } from "node:fs"
import { join } from "node:path"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"

/** Hashes of files, by `keyOf` their paths. */
export type Files = Readonly<Record<string, string>>

/** What a path is called in the notes of a build. */
export const keyOf = (path: string): string => contentHash(utf8.encode(path)).slice(0, 22)

/** Whether the folder has a file as it is to be: noted by the build before this one, and still of its size, in bytes. */
export const isAsItWas = (
  before: Files,
  out: string,
  {
    hash,
    key,
    path,
    size
  }: { readonly path: string; readonly key: string; readonly hash: string; readonly size: number }
): boolean => Object.hasOwn(before, key) && before[key] === hash && sizeOf(join(out, path)) === size

const sizeOf = (file: string): number | undefined => {
  try {
    return statSync(file).size
  } catch {
    return undefined
  }
}
