/** When a deleted space can come back, and what a copy is called. Pure; `test/content/spaces/lifecycle.test.ts`. */
import { codePoints } from "../../kernel/shared/text.ts"

/** How long a deleted space is kept. */
const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Whether a space that was deleted then can still be restored. On the very instant, whichever comes first wins. */
export const isRestorable = (deletedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(deletedAt) <= retentionMs

/** Spaces deleted up to then are removed for good now. */
export const purgeBefore = (now: string): string => new Date(Date.parse(now) - retentionMs).toISOString()

/** One deletion of a space. */
export interface Deletion {
  readonly id: string
  readonly deletedAt: string
}

/**
 * Id of the job that purges: of one deletion, because a space that was restored and deleted again is another matter.
 * At most 36 letters, which a queue on Postgres takes.
 */
export const purgeJob = ({ id, deletedAt }: Deletion): string => `${id}.${Date.parse(deletedAt).toString(36)}`

export const parsePurgeJob = (job: string): Deletion => {
  const dot = job.lastIndexOf(".")
  return { id: job.slice(0, dot), deletedAt: new Date(Number.parseInt(job.slice(dot + 1), 36)).toISOString() }
}

const suffix = " (copy)"
const maxTitle = 50

/** The title of a copy that is a version, within what a title may have. */
export const versionTitle = (title: string, version: string): string =>
  `${Array.from(title)
    .slice(0, Math.max(0, maxTitle - codePoints(version) - 1))
    .join("")
    .trimEnd()} ${version}`.trim()

/** The title of a copy, within what a title may have. */
export const copyTitle = (title: string): string =>
  codePoints(title) + suffix.length <= maxTitle
    ? title + suffix
    : Array.from(title)
        .slice(0, maxTitle - suffix.length)
        .join("")
        .trimEnd() + suffix
