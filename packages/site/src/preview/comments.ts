/** Comments of a change request, to be read: threads with their replies. Pure. */

import { type Node, parsePage, type Root, visit } from "@octavo/document"
import type { Resolver } from "@octavo/render/references"
import { bodyHtml, renderBody } from "../body/render.ts"
import { element, escaped, type Html, html, none } from "../html/html.ts"
import { drawTime, drawTone } from "./draw.ts"

export interface Post {
  readonly author: string
  /** ISO 8601. */
  readonly postedAt: string
  readonly markdown: string
}

export interface Thread extends Post {
  readonly resolved: boolean
  /** The page that it is about. */
  readonly page?: { readonly id: string; readonly title: string; readonly href?: string | undefined } | undefined
  readonly replies: ReadonlyArray<Post>
  /** Replies that are not in `replies`. */
  readonly more: number
}

/** What people say to each other: anything else of Markdown is shown as they wrote it. */
const spoken: ReadonlySet<Node["type"]> = new Set<Node["type"]>([
  "text",
  "paragraph",
  "emphasis",
  "strong",
  "delete",
  "inlineCode",
  "break",
  "link",
  "list",
  "listItem",
  "code",
  "blockquote",
  "emoji",
  "mark",
  "kbd"
])

/** A text of a person, with no ids and no headings: many stand on one page. */
export const drawSpoken = (markdown: string, resolver: Resolver): Html => {
  const { root } = parsePage(markdown)
  const children = root.children.map((block): Root["children"][number] => {
    let plain = true
    visit(block, ({ type }) => {
      plain &&= spoken.has(type)
      return plain
    })
    if (plain) return block
    const { position } = block
    const value = markdown.slice(position.start, position.end)
    return { type: "paragraph", position, children: [{ type: "text", position, value }] }
  })
  return element("div", { class: "body" }, bodyHtml(renderBody({ ...root, children }, resolver)))
}

const drawPost = (post: Post, resolver: Resolver): Html =>
  html`<div class="post"><header><strong>${post.author}</strong>${drawTime(post.postedAt)}</header>${drawSpoken(post.markdown, resolver)}</div>`

const drawThread = (thread: Thread, resolver: Resolver): Html => {
  const replies = thread.replies.map((reply) => drawPost(reply, resolver))
  const more = thread.more > 0 ? html`<p class="post empty">${thread.more} more in the thread</p>` : none
  const first = drawPost(thread, resolver)
  const posts =
    replies.length === 0 && more.isEmpty ? first : html`${first}${element("div", { class: "replies" }, replies, more)}`
  if (!thread.resolved) return element("article", { class: "thread" }, posts)
  const summary = html`<summary>${drawTone("resolved", "Resolved")} ${thread.author}, ${drawTime(thread.postedAt)}</summary>`
  return element("details", { class: "thread" }, summary, posts)
}

/**
 * The section of comments: on the whole first, then page by page.
 * @param total how many there are, of which `threads` may be the first
 */
export const drawComments = (
  threads: ReadonlyArray<Thread>,
  total: number,
  resolver: Resolver,
  byPage: boolean
): Html => {
  const groups = new Map<string, Array<Thread>>()
  for (const thread of threads) {
    const key = byPage ? (thread.page?.id ?? "") : ""
    groups.set(key, [...(groups.get(key) ?? []), thread])
  }
  const drawn = [...groups]
    .sort(([a], [b]) => Number(a !== "") - Number(b !== ""))
    .map(([key, group]) => {
      const { page } = group[0]!
      const title = escaped(page?.title ?? "")
      const head =
        key === ""
          ? none
          : html`<h3 class="on">${page?.href === undefined ? title : element("a", { href: page.href }, title)}</h3>`
      return html`${head}${group.map((thread) => drawThread(thread, resolver))}`
    })
  const left = total - threads.length
  const more = left > 0 ? html`<p class="empty">${left} more in the API.</p>` : none
  const list = drawn.length === 0 ? html`<p class="empty">Nobody has said anything yet.</p>` : drawn
  return html`<section><h2>Comments<span class="count">${total}</span></h2>${list}${more}</section>`
}
