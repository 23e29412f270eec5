/** A change request with something of everything that a review shows, and a browser's part of signing in. */
import { defined } from "@octavo/core/kernel/shared/defined"
import { pixel } from "./sample.ts"
import type { Person, World } from "./world.ts"

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[click](javascript:alert(1))",
  '<a href="data:text/html,<script>alert(1)</script>">x</a>'
]

const start = `# Start

Octavo keeps the documentation of your team in one place.

## Install

Run the command below, and wait for **two** minutes.

\`\`\`sh
npm install octavo
\`\`\`

* Linux
* macOS

This paragraph is going to leave us for good.

Last words stay as they are.
`

const startEdited = `# Start

Octavo keeps the whole documentation of your team in one place.

{% hint style="info" %}
New here? Read [the setup](setup.md) first.
{% endhint %}

## Install

Run the command below, and wait for **three** minutes.

\`\`\`sh
npm install --global octavo
\`\`\`

* Linux
* macOS

Last words stay as they are.
`

const page = (title: string, markdown: string, more: object = {}) => ({
  operation: "insert_page",
  title,
  document: { markdown },
  ...more
})

const text = (value: string) => ({ object: "text", leaves: [{ object: "leaf", text: value, marks: [] }] })
const paragraph = (value: string) => ({ object: "block", type: "paragraph", data: {}, nodes: [text(value)] })

export interface Review {
  readonly space: string
  /** `urls.app` of the change request. */
  readonly url: string
  /** Path of the change request in the API. */
  readonly path: string
  readonly start: string
  /** `urls.app` of pages of the draft, by title. */
  readonly pages: Readonly<Record<string, string>>
}

/** A space, a change request of it with an edited, a new, a moved and a deleted page, and a discussion. */
export const makeReview = async (world: World): Promise<Review> => {
  const { api } = world
  const space = await world.space("Handbook")
  const at = `/v1/spaces/${space}`
  const write = async (path: string, ...changes: ReadonlyArray<object>) => {
    const answer = await api.post(path, { changes })
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.body
  }
  const first = await write(
    `${at}/content`,
    page("Start", start),
    page("Guides", "# Guides\n\nAll guides.\n"),
    page("Moving house", "# Moving house\n\nIt moves.\n"),
    page("Farewell", "# Farewell\n\nIt was nice.\n"),
    page("Untouched", "# Untouched\n\nNothing happens here.\n")
  )
  const ids: ReadonlyArray<string> = first.changes.map((change: any) => change.page.id)
  const made = (
    await api.post(`${at}/change-requests`, {
      subject: "Better words",
      description: { object: "document", data: {}, nodes: [paragraph("It was time for <b>better</b> words.")] }
    })
  ).body
  const path = `${at}/change-requests/${made.id}`
  await api.patch(path, { status: "open" })
  await write(
    `${path}/content`,
    { operation: "update_page", page: ids[0], document: { markdown: startEdited }, description: "Where to begin" },
    page("Setup", `# Setup\n\nSet it up.\n\n![Plan](./plan)\n\n${hostile.join("\n\n")}\n`),
    { operation: "update_page", page: ids[2], into: ids[1] },
    { operation: "delete_page", page: ids[3] },
    {
      operation: "insert_files",
      files: [{ ref: "plan", name: "plan.png", contentType: "image/png", base64: pixel.toString("base64") }]
    }
  )
  const say = async (body: object) => (await api.post(`${path}/comments`, body)).body.id as string
  const thread = await say({ body: { markdown: "Is **this** the right word?" }, page: ids[0] })
  await api.post(`${path}/comments/${thread}/replies`, { body: { markdown: "It is. See `octavo --help`." } })
  const whole = await say({ body: { markdown: `# Loud\n\n${hostile[0]}` } })
  await api.request("PUT", `${path}/comments/${whole}`, { body: { resolved: true } })
  const pages = (await api.get(`${path}/content/pages`)).body.pages
  const urls: Record<string, string> = {}
  const walk = (nodes: ReadonlyArray<any>): void => {
    for (const node of nodes) {
      urls[node.title] = node.urls.app
      walk(node.pages ?? [])
    }
  }
  walk(pages)
  return { space, url: made.urls.app, path, start: ids[0]!, pages: urls }
}

/** What a page answers to somebody with a cookie, or without. */
export const openPage = (url: string, cookie?: string): Promise<Response> =>
  fetch(url, { redirect: "manual", headers: defined({ cookie }) })

/** Sends the form of the sign-in page. */
export const sendSignIn = (
  world: Pick<World, "origin">,
  token: string,
  to: string,
  origin: string | null = world.origin
) =>
  fetch(`${world.origin}/app/~/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: origin === null ? {} : { origin },
    body: new URLSearchParams({ token, to })
  })

/** The cookie of a person who signs in, as a browser sends it back. */
export const sessionOf = async (world: Pick<World, "origin">, { token }: Pick<Person, "token">): Promise<string> => {
  const answer = await sendSignIn(world, token, "/app/s/x/~/changes/1")
  return (answer.headers.get("set-cookie") ?? "").split(";")[0]!
}
