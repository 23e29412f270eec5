/** Writes of which each changes what some answers say and leaves others alone, and pages whose answers hang together. */
import type { Client } from "./client.ts"
import type { Ids } from "./furnished.ts"
import { historyRead, importOk, main } from "./imports.ts"
import { looks } from "./looks.ts"
import { startSample } from "./sample.ts"
import type { Person, World } from "./world.ts"

/** Pages that say something of each other, in a space of their own. */
interface LinkedPages {
  readonly space: string
  /** Stands under `parent`, and names `target` and a reusable content. */
  readonly child: string
  readonly parent: string
  readonly target: string
  readonly reusable: string
}

interface Written {
  readonly api: Client
  readonly ids: Ids
  readonly pages: LinkedPages
  readonly person: Person
}

interface KeptWrite {
  readonly what: string
  /** Whether it is an edit of the space of the pages. */
  readonly isOfPages?: boolean
  readonly write: (written: Written) => Promise<unknown>
}

const checked = async (client: Client, method: string, path: string, body?: unknown) => {
  const answer = await client.request(method, path, { body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.body
}

const spaceOf = ({ spaceId }: Ids): string => `/v1/spaces/${spaceId}`
const organizationOf = ({ organizationId }: Ids): string => `/v1/orgs/${organizationId}`

const edit = ({ api, pages }: Pick<Written, "api" | "pages">, ...changes: ReadonlyArray<unknown>) =>
  checked(api, "POST", `/v1/spaces/${pages.space}/content`, { changes })

const files = {
  "SUMMARY.md": "# Table of contents\n\n* [Parent](parent.md)\n  * [Child](parent/child.md)\n* [Target](target.md)\n",
  "parent.md": "# Parent\n\nAbove\n",
  "parent/child.md":
    '# Child\n\nSee [the target](../target.md) and [](../target.md#aim).\n\n{% include "../.gitbook/includes/part.md" %}\n\n<code class="expression">space.vars.version</code>\n',
  "target.md": "# Target\n\n## Aim\n\nHere\n",
  ".gitbook/vars.yaml": "version: 1.2.3\n",
  ".gitbook/includes/part.md": "---\ntitle: Part\n---\n\nSaid twice, see [](../../target.md)\n"
}

/** Writes the pages, and answers where they are read in every form. */
export const linkPages = async (
  world: World
): Promise<{ readonly pages: LinkedPages; readonly reads: ReadonlyArray<string> }> => {
  const { api } = world
  const { git, url } = await startSample(world, files, "linked")
  const space = await world.space("Linked")
  // what is read of it afterwards would be one more write
  const imported = importOk(api, space, { url, ref: main }).then(() => historyRead(world, space))
  await imported.finally(() => git.close())
  const at = `/v1/spaces/${space}/content`
  const idOf = async (path: string) => (await checked(api, "GET", `${at}/path/${encodeURIComponent(path)}`)).id
  const pages = {
    space,
    child: await idOf("parent/child"),
    parent: await idOf("parent"),
    target: await idOf("target"),
    reusable: (await checked(api, "GET", at)).reusableContents[0].id
  }
  const forms = ["", "?format=markdown", "?format=markdown&format.markdown.refs=stable", "?metadata=false"]
  const whole = "?evaluated=true&dereferenced=true"
  const reads = [pages.child, pages.parent, pages.target].flatMap((id) => [
    ...[...forms, whole].map((form) => `${at}/page/${id}${form}`),
    `${at}/page/${id}/document${whole}`,
    `${at}/page/${id}/links`,
    `${at}/page/${id}/backlinks`
  ])
  return {
    pages,
    reads: [
      ...reads,
      ...["parent", "parent%2Fchild", "target"].map((path) => `${at}/path/${path}`),
      at,
      `${at}/pages`,
      `${at}/files`,
      `${at}/reusable-contents/${pages.reusable}`,
      `${at}/reusable-contents/${pages.reusable}/document${whole}`,
      `/v1/orgs/${world.organization}/members?sort=lastSeenAt`
    ]
  }
}

/** Each changes something else; those that take something away stand at the end. */
export const keptWrites: ReadonlyArray<KeptWrite> = [
  {
    what: "an edit of a page",
    isOfPages: true,
    write: (it) =>
      edit(it, { operation: "update_page", page: it.pages.target, document: { markdown: "# Aim\n\nAimed at" } })
  },
  {
    what: "another title of a page that others name",
    isOfPages: true,
    write: (it) => edit(it, { operation: "update_page", page: it.pages.target, title: "Aim" })
  },
  {
    what: "another address of it",
    isOfPages: true,
    write: (it) => edit(it, { operation: "update_page", page: it.pages.target, slug: "aim" })
  },
  {
    what: "another title of the page above",
    isOfPages: true,
    write: (it) => edit(it, { operation: "update_page", page: it.pages.parent, title: "Above" })
  },
  {
    what: "another address of it",
    isOfPages: true,
    write: (it) => edit(it, { operation: "update_page", page: it.pages.parent, slug: "above" })
  },
  {
    what: "another place of the page",
    isOfPages: true,
    write: (it) => edit(it, { operation: "update_page", page: it.pages.child, into: it.pages.target })
  },
  {
    what: "another text of what it includes",
    isOfPages: true,
    write: (it) =>
      edit(it, {
        operation: "update_reusable_content",
        reusableContent: it.pages.reusable,
        document: { markdown: "Said otherwise" }
      })
  },
  {
    what: "a page more",
    isOfPages: true,
    write: (it) => edit(it, { operation: "insert_page", title: "More", document: { markdown: "More" } })
  },
  {
    what: "a file more",
    isOfPages: true,
    write: (it) =>
      edit(it, {
        operation: "insert_files",
        files: [{ name: "more.txt", contentType: "text/plain", base64: "Yg==" }]
      })
  },
  {
    what: "an edit of a draft",
    write: ({ api, ids }) =>
      checked(api, "POST", `${spaceOf(ids)}/change-requests/${ids["changeRequestId"]}/content`, {
        changes: [{ operation: "update_page", page: ids["pageId"], document: { markdown: "Drafted" } }]
      })
  },
  {
    what: "a comment",
    write: ({ api, ids }) => checked(api, "POST", `${spaceOf(ids)}/comments`, { body: { markdown: "Well" } })
  },
  {
    what: "the merge of the draft",
    write: ({ api, ids }) => checked(api, "POST", `${spaceOf(ids)}/change-requests/${ids["changeRequestId"]}/merge`)
  },
  {
    what: "another title of the space",
    write: ({ api, ids }) => checked(api, "PATCH", spaceOf(ids), { title: "Renamed" })
  },
  {
    what: "how the site looks",
    write: ({ api, ids }) => checked(api, "PUT", `${organizationOf(ids)}/sites/${ids["siteId"]}/customization`, looks())
  },
  {
    what: "a site that is published",
    write: ({ api, ids }) => checked(api, "POST", `${organizationOf(ids)}/sites/${ids["siteId"]}/publish`)
  },
  {
    what: "a member who was here for the first time",
    write: ({ ids, person }) => checked(person.client, "GET", organizationOf(ids))
  },
  {
    what: "another name of a person",
    write: ({ person }) => checked(person.client, "PATCH", `/v1/users/${person.id}`, { displayName: "Renamed" })
  },
  {
    what: "a team more, with somebody in it",
    write: ({ api, ids, person }) =>
      checked(api, "PUT", `${organizationOf(ids)}/teams`, { title: "Newest", members: [person.id] })
  },
  {
    what: "a collection's level",
    write: ({ api, ids }) => checked(api, "PATCH", `/v1/collections/${ids["collectionId"]}`, { defaultLevel: "read" })
  },
  {
    what: "another right of a person",
    write: ({ api, ids, person }) =>
      checked(api, "PATCH", `${spaceOf(ids)}/permissions/users/${person.id}`, { role: "edit" })
  },
  {
    what: "another role of a member",
    write: ({ api, ids, person }) =>
      checked(api, "PATCH", `${organizationOf(ids)}/members/${person.id}`, { role: "read" })
  },
  {
    what: "a space out of its collection",
    write: ({ api, ids }) => checked(api, "POST", `${spaceOf(ids)}/move`, { parent: null })
  },
  {
    what: "the end of a page that a link leads to",
    isOfPages: true,
    write: async (it) => {
      const { child, parent, space, target } = it.pages
      await edit(it, { operation: "update_page", page: child, into: parent })
      const read = async () => JSON.stringify(await checked(it.api, "GET", `/v1/spaces/${space}/content/page/${child}`))
      const before = await read()
      await edit(it, { operation: "delete_page", page: target })
      const after = await read()
      // what is made anew is made of documents that are kept by themselves: here they must have ended, too
      if (before.includes('"broken":true') || !after.includes('"broken":true'))
        throw new Error(`${before} and ${after}`)
    }
  },
  {
    what: "the end of a page that others name",
    isOfPages: true,
    write: (it) => edit(it, { operation: "delete_page", page: it.pages.parent })
  },
  {
    what: "the end of a membership",
    write: ({ api, ids, person }) => checked(api, "DELETE", `${organizationOf(ids)}/members/${person.id}`)
  },
  { what: "the end of the space", write: ({ api, ids }) => checked(api, "DELETE", spaceOf(ids)) }
]
