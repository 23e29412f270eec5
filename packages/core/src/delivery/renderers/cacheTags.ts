/**
 * Names of what answers are made of, in the words of GitBook's renderer: answers carry them, and when what they name
 * changes, a renderer is told to forget all that it keeps under them. Pure.
 */
export const cacheTags = {
  site: (site: string) => `site:${site}`,
  space: (space: string) => `space:${space}`,
  /** A change request by its id or its number, as it was asked for. */
  changeRequest: (space: string, changeRequest: string | number) => `space:${space}:change-request:${changeRequest}`,
  openapi: (organization: string, slug: string) => `organization:${organization}:openapi:${slug}`,
  /** Pages that an organization's specifications and translations are made into; a word of Octavo's own. */
  computed: (organization: string) => `organization:${organization}:computed`,
  /** Stands for the sites that are drawn with it; no answer carries it. */
  font: (organization: string, font: string) => `organization:${organization}:font:${font}`,
  url: (hostname: string) => `url:${hostname}`
} as const

/** A tag goes into a header beside others, and into the name of a job. */
const isTag = (text: string): boolean => /^[\w:.-]{1,300}$/.test(text)

/** The tags of what is read at a path of the API, by that path; none for what no renderer reads. */
export const tagsOfPath = (path: string): ReadonlyArray<string> => {
  const [, version, kind, id = "", part, name] = path.split("?", 1)[0]!.split("/")
  if (version !== "v1" || id === "") return []
  const tags =
    kind === "spaces"
      ? [cacheTags.space(id), ...(part === "change-requests" && name ? [cacheTags.changeRequest(id, name)] : [])]
      : kind === "orgs" && part === "sites" && name
        ? [cacheTags.site(name)]
        : kind === "orgs" && part === "openapi" && name
          ? [cacheTags.openapi(id, name)]
          : []
  return tags.filter(isTag)
}

/** How long what is read at a path may be kept, in seconds: content under its revision stays what it is. */
export const lifetimeOfPath = (path: string): number =>
  /^\/v1\/spaces\/[^/]+\/revisions\/[^/?]+/.test(path) ? 30 * 86_400 : 3600
