/** A published site whose docs have been cut as versions twice, and went on since. */
import type { World } from "./world.ts"

export interface VersionsSite {
  /** Path of the site in the API. */
  readonly path: string
  /** Where it is published, with a slash at its end. */
  readonly url: string
  /** Of the site space that is written on. */
  readonly docs: string
  /** Ids of the versions by their titles. */
  readonly versions: Readonly<Record<string, string>>
}

/** Docs with versions 1.0 and 1.1: since 1.0 a page came, since 1.1 one left, one moved, and one says something else. */
export const publishVersions = async ({ api, organization, space }: World): Promise<VersionsSite> => {
  const made = async (url: string, body: unknown, method = "POST") => {
    const answer = await api.request(method, url, { body })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.text}`)
    return answer.body
  }
  const id = await space("Docs")
  const edit = (...changes: ReadonlyArray<object>) => made(`/v1/spaces/${id}/content`, { changes })
  const page = (slug: string, title: string, text: string) => ({
    operation: "insert_page",
    slug,
    title,
    document: { markdown: `# ${title}\n\n${text}\n` }
  })
  await edit(
    page("start", "Start", "The lantern begins here."),
    page("install", "Install", "Copper wire holds the lantern."),
    page("setup", "Setup", "Set it up."),
    page("wick", "Trim the wick", "Only old lanterns have one.")
  )
  const sites = `/v1/orgs/${organization}/sites`
  const site = await made(sites, { title: "Lanterns", spaces: [id] })
  const path = `${sites}/${site.id}`
  await made(`${path}/publish`, {})
  const docs = (await made(`${path}/site-spaces`, undefined, "GET")).items[0].id
  const cut = async (title: string) => (await made(`${path}/site-spaces/${docs}/versions`, { title })).id
  const first = await cut("1.0")
  await edit(page("light", "Light", "Now with light."))
  const second = await cut("1.1")
  const { pages } = await made(`/v1/spaces/${id}/content/pages`, undefined, "GET")
  const idOf = (slug: string) => pages.find((one: { readonly slug: string }) => one.slug === slug).id
  await edit(
    { operation: "delete_page", page: idOf("wick") },
    { operation: "update_page", page: idOf("setup"), slug: "begin" },
    { operation: "update_page", page: idOf("install"), document: { markdown: "# Install\n\nSilver wire instead.\n" } }
  )
  const { urls } = await made(path, undefined, "GET")
  return { path, url: urls.published, docs, versions: { "1.0": first, "1.1": second } }
}
