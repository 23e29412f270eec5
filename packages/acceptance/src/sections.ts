/** A published site with everything that a structure can have: sections, groups in groups, versions, languages. */
import type { World } from "./world.ts"

export interface SectionsSite {
  /** Path of the site in the API. */
  readonly path: string
  /** Where it is published, with a slash at its end. */
  readonly url: string
  /** Ids by title: of sections, groups, spaces and site spaces. */
  readonly ids: Readonly<Record<"sections" | "groups" | "spaces" | "siteSpaces", Readonly<Record<string, string>>>>
}

type Pages = Readonly<Record<string, string>>

/** The pages of each space: the first is the first page. */
const contents: Readonly<Record<string, Pages>> = {
  Guides: { start: "# Start\n\nHow to begin.", install: "# Install\n\nOn any machine.", secret: "# Only here\n\nYes." },
  Handbuch: { start: "# Anfang\n\nSo geht es los.", install: "# Installieren\n\nAuf jedem Rechner." },
  "Version 2": { intro: "# API\n\nThe new one.", users: "# Users\n\nList them.", teams: "# Teams\n\nSince version 2." },
  "Version 1": { intro: "# API\n\nThe old one.", users: "# Users\n\nList them." },
  "Version 2, deutsch": { intro: "# API\n\nDie neue.", users: "# Benutzer\n\nAlle." },
  News: { first: "# Released\n\nAt last, a list." },
  Terms: { terms: "# Terms\n\nFair." },
  Privacy: { privacy: "# Privacy\n\nKept." },
  Draft: { draft: "# Not yet\n\nUnfinished." }
}
const languages: Readonly<Record<string, string>> = {
  Guides: "en",
  Handbuch: "de",
  "Version 2": "en",
  "Version 1": "en",
  "Version 2, deutsch": "de"
}

/** Guides (English, German), API (three variants), and a group More: News, and Legal with Terms and Privacy. */
export const publishSections = async ({ api, organization, space }: World): Promise<SectionsSite> => {
  const made = async (url: string, body: unknown, method = "POST") => {
    const answer = await api.request(method, url, { body })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.text}`)
    return answer.body
  }
  const spaces: Record<string, string> = {}
  for (const [title, pages] of Object.entries(contents)) {
    const id = await space(title)
    spaces[title] = id
    const changes = Object.entries(pages).map(([slug, markdown]) => ({
      operation: "insert_page",
      slug,
      title: /^# (.*)/.exec(markdown)![1],
      document: { markdown: `${markdown}\n` }
    }))
    await made(`/v1/spaces/${id}/content`, { changes })
    const language = languages[title]
    if (language !== undefined) await made(`/v1/spaces/${id}`, { language }, "PATCH")
  }
  const sites = `/v1/orgs/${organization}/sites`
  const path = `${sites}/${(await made(sites, { title: "Lanterns", spaces: [spaces["Guides"]] })).id}`
  const add = async (title: string, body: object) =>
    (await made(`${path}/sections`, { spaceId: spaces[title], title, ...body })).id as string
  const sections: Record<string, string> = {
    API: (await made(`${path}/sections`, { spaceId: spaces["Version 2"], title: "API", icon: "code" })).id,
    News: await add("News", { icon: "news" }),
    Terms: await add("Terms", {}),
    Privacy: await add("Privacy", {}),
    Draft: await add("Draft", { draft: true })
  }
  await made(`${path}/sections/${sections["News"]}`, { description: "What changed, and when" }, "PATCH")
  sections["Guides"] = (await made(`${path}/sections`, undefined, "GET")).items[0].id
  await made(`${path}/sections/${sections["Guides"]}`, { icon: "book" }, "PATCH")
  const groups: Record<string, string> = {}
  const group = async (title: string, body: object) => {
    groups[title] = (await made(`${path}/section-groups`, { title, ...body })).id
    return groups[title]
  }
  const more = await group("More", { sections: [sections["News"]] })
  await group("Legal", { parent: more, sections: [sections["Terms"], sections["Privacy"]] })
  await group("Empty", { sections: [sections["Draft"]] })
  const variant = (section: string, title: string, shown: string) =>
    made(`${path}/site-spaces`, { spaceId: spaces[title], sectionId: sections[section], title: shown })
  await variant("Guides", "Handbuch", "Deutsch")
  await variant("API", "Version 1", "v1")
  await variant("API", "Version 2, deutsch", "v2 de")
  const { urls } = await made(`${path}/publish`, {})
  const { items } = await made(`${path}/site-spaces`, undefined, "GET")
  const siteSpaces = Object.fromEntries(
    items.map((one: { id: string; space: { title: string } }) => [one.space.title, one.id])
  )
  return { path, url: urls.published, ids: { sections, groups, spaces, siteSpaces } }
}
