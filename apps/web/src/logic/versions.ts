/** What a site shows, with the versions of it: where each is, which is the newest, what cutting one would do. Pure. */
import type { SiteSpace, SiteStructure } from "./api.ts"

/** How a version stands to the newest one; `next` is what is written on before it is released. */
export type VersionState = "newest" | "older" | "next"

export interface Version {
  readonly siteSpace: SiteSpace
  /** Below the site's root, like `/api/1.4/`. */
  readonly address: string
  /** `undefined` where there is only one version. */
  readonly state: VersionState | undefined
  /** Why not every reader finds it. */
  readonly note: string | undefined
}

/** Docs with all their versions, in the order of the site. */
export interface VersionedDocs {
  readonly id: string
  readonly title: string
  /** The section that they are in, or the site where it has none, and the address of its root. */
  readonly section: { readonly id: string | undefined; readonly title: string | undefined; readonly root: string }
  /** Everything of the section, of which one is at its root. */
  readonly siblings: ReadonlyArray<SiteSpace>
  readonly versions: ReadonlyArray<Version>
}

interface Part {
  readonly id: string | undefined
  readonly title: string | undefined
  readonly root: string
  readonly siteSpaces: ReadonlyArray<SiteSpace>
}

type Sectioned = Extract<SiteStructure, { readonly type: "sections" }>["structure"][number]

const partsOf = (item: Sectioned): ReadonlyArray<Part> =>
  item.object === "site-section"
    ? [{ id: item.id, title: item.title, root: item.default ? "/" : `/${item.path}/`, siteSpaces: item.siteSpaces }]
    : item.object === "site-section-group"
      ? item.children.flatMap(partsOf)
      : []

const docsOf = ({ id, versionOf }: SiteSpace): string => versionOf ?? id

const addressIn = (root: string, { default: isDefault, path }: SiteSpace): string =>
  isDefault ? root : `${root}${path}/`

const noteOf = ({ condition, draft, hidden }: SiteSpace): string | undefined =>
  draft ? "Draft" : hidden ? "Hidden" : condition === undefined ? undefined : "For some readers"

/** The newest of those that readers are led to: at the root, else what the others were cut from, else the first. */
const newestOf = (versions: ReadonlyArray<SiteSpace>): SiteSpace | undefined => {
  const shown = versions.filter(({ draft, hidden }) => !draft && !hidden)
  return shown.find((one) => one.default) ?? shown.find(({ versionOf }) => versionOf === undefined) ?? shown[0]
}

/** What a site shows, each with its versions, in order. */
export const versionedDocs = (structure: SiteStructure): ReadonlyArray<VersionedDocs> => {
  const parts =
    structure.type === "sections"
      ? structure.structure.flatMap(partsOf)
      : [{ id: undefined, title: undefined, root: "/", siteSpaces: structure.structure }]
  return parts.flatMap(({ id: section, root, siteSpaces, title }) =>
    [...new Set(siteSpaces.map(docsOf))].map((id): VersionedDocs => {
      const versions = siteSpaces.filter((one) => docsOf(one) === id)
      const newest = newestOf(versions)
      const stateOf = (one: SiteSpace): VersionState | undefined =>
        versions.length < 2
          ? undefined
          : one.id === newest?.id
            ? "newest"
            : one.versionOf === undefined
              ? "next"
              : "older"
      return {
        id,
        title: (versions.find(({ versionOf }) => versionOf === undefined) ?? newest ?? versions[0]!).title,
        section: { id: section, title, root },
        siblings: siteSpaces,
        versions: versions.map((siteSpace) => ({
          siteSpace,
          address: addressIn(root, siteSpace),
          state: stateOf(siteSpace),
          note: noteOf(siteSpace)
        }))
      }
    })
  )
}

/** What is written on, of which a version is cut: what no version is, else the first one. */
export const writtenOn = ({ versions }: VersionedDocs): SiteSpace =>
  (versions.find(({ siteSpace }) => siteSpace.versionOf === undefined) ?? versions[0]!).siteSpace

/** A path segment out of the name of a version, with the dots between its numbers; empty for a name without letters. */
export const versionPath = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(".")
    .map((part) => part.match(/[a-z0-9]+/g)?.join("-") ?? "")
    .filter((part) => part !== "")
    .join(".")
    .slice(0, 50)
    .replace(/[.-]$/, "")

/** Where a version will be, and what leaves the root for it. */
export interface AddressPlan {
  readonly version: string
  readonly moved: { readonly siteSpace: SiteSpace; readonly to: string } | undefined
}

/** What a version at the root does to addresses. */
export const rootPlan = ({ section: { root }, siblings }: VersionedDocs): AddressPlan => {
  const first = siblings.find((one) => one.default)
  return { version: root, moved: first && { siteSpace: first, to: addressIn(root, { ...first, default: false }) } }
}
