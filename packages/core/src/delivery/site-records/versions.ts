/** Which site spaces are versions of the same docs. Pure; `test/delivery/site-records/versions.test.ts`. */
import type { SiteSpaceRecord } from "./SiteSpace.ts"

type Versioned = Pick<SiteSpaceRecord, "id" | "versionOf">

/** Names the docs that a site space is a version of: by the site space that they were cut from first. */
export const docsOf = ({ id, versionOf }: Versioned): string => versionOf ?? id

/** How a version stands to the newest one; `next` is not released yet. */
export interface VersionState<A> {
  readonly newest: A
  readonly state: "newest" | "older" | "next"
}

/**
 * The newest version of the same docs, and where a site space is in that order; `undefined` where there is only one. The
 * newest is the one at the root of the section, else the one that all others were cut from, else the first.
 * @param all that readers may be led to, in order
 */
export const versionStateOf = <A extends Versioned & { readonly isDefault: boolean }>(
  siteSpace: A,
  all: ReadonlyArray<A>
): VersionState<A> | undefined => {
  const docs = docsOf(siteSpace)
  const versions = all.filter((one) => docsOf(one) === docs)
  if (versions.length < 2) return undefined
  const newest =
    versions.find(({ isDefault }) => isDefault) ?? versions.find(({ versionOf }) => versionOf === null) ?? versions[0]!
  if (newest.id === siteSpace.id) return { newest, state: "newest" }
  // what versions are cut from is ahead of them all
  return { newest, state: siteSpace.versionOf === null ? "next" : "older" }
}
