import { describe, expect, layer } from "@effect/vitest"
import type { LinkFilter, LinkStatus } from "@octavo/core/content/content-index/LinkStore"
import { type LinkedContent, Links } from "@octavo/core/content/links/Links"
import type { Reference } from "@octavo/core/content/links/Reference"
import type { FileRecord } from "@octavo/core/content/revisions/model/Records"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  refusal,
  type StoreUnderTest,
  services,
  siteReader
} from "./harness.ts"
import { changeContent, pageOf } from "./stored-content.ts"

export const fileOf = (id: string, path: string): FileRecord => ({
  id,
  name: path.slice(path.lastIndexOf("/") + 1),
  contentType: "image/png",
  size: 1,
  blob: "none",
  git: { oid: "1", path }
})

const inGit = (id: string, path: string, fields = {}) => pageOf(id, { git: { oid: "1", path }, ...fields })

export const newSpace = Effect.fnUntraced(function* (organization?: { readonly id: string; readonly admin: string }) {
  const spaces = yield* Spaces
  const { admin, id: organizationId } = organization ?? (yield* newOrganization())
  const { id } = yield* spaces.create(organizationId, {}).pipe(as(admin))
  return { id, admin, organizationId }
})

/** A reference in one word: its kind and what it names. */
export const short = (reference: Reference | undefined): string => {
  switch (reference?.kind) {
    case undefined:
      return "none"
    case "page":
      return `page ${reference.page.id}${reference.internalLocation === undefined ? "" : `#${reference.internalLocation.anchor}`}`
    case "file":
      return `file ${reference.file.id}`
    case "reusable-content":
      return `reusable ${reference.reusableContent.id}`
    case "space":
      return `space ${reference.space.id}`
    case "url":
      return `url ${reference.url}`
  }
}

/** Links of some content or page of it, a line each: from, status, to. */
export const linksIn = (of: LinkedContent & { readonly pageId?: string | undefined }, filter: LinkFilter = {}) =>
  Effect.gen(function* () {
    const { list } = yield* Links
    const { count, items, stats } = yield* list(of, filter, { limit: 1000 })
    expect(items.length).toBe(count)
    if (Object.keys(filter).length === 0) expect(stats.total).toBe(count)
    return items.map(
      (item) => `${item.locationReferences.map(short).join(", ")} ${item.status} ${short(item.targetReference)}`
    )
  })

const linksOf = (spaceId: string, pageId?: string, status?: LinkStatus) =>
  linksIn({ spaceId, pageId }, defined({ status }))

export const backlinksIn = (of: LinkedContent, pageId: string) =>
  Effect.flatMap(Links, (links) => links.listPageBacklinks(of, pageId, {})).pipe(
    Effect.map(({ count, items }) => {
      expect(items.length).toBe(count)
      return items.map(short)
    })
  )

const backlinksOf = (spaceId: string, pageId: string) => backlinksIn({ spaceId }, pageId)

/** Links and backlinks: what they lead to, that they follow the content, and who sees what of them. */
export const linksSuite = (under: StoreUnderTest) =>
  describe(`links on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("a page's links, each with its status, target and places", () =>
        Effect.gen(function* () {
          const { admin, id } = yield* newSpace()
          const text = [
            "[b](b.md) [gone](gone.md) ![p](img/p.png)",
            "## One\n\n[b](b.md#deep) [self](#one) [x](https://example.org) [app](https://app.gitbook.com/account)",
            '## Two\n\n[b](b.md)\n\n{% include "inc/r.md" %}\n\n[marked](/broken/pages/z)'
          ].join("\n\n")
          yield* changeContent(id, {
            pages: [
              [inGit("a", "a.md"), text],
              [inGit("b", "b.md"), "## Deep"]
            ],
            reusables: [["r", "inc/r.md", "[b](../b.md) [no](../no.md)"]],
            edits: [{ type: "putFile", file: fileOf("f", "img/p.png") }]
          })
          expect(yield* linksOf(id, "a").pipe(as(admin))).toEqual([
            "page a, page a#two ok page b",
            "page a broken url gone.md",
            "page a ok file f",
            "page a#one ok page b#deep",
            "page a#one ok page a#one",
            "page a#one in-app url https://app.gitbook.com/account",
            "page a#two ok reusable r",
            "page a#two broken url /broken/pages/z"
          ])
          expect(yield* linksOf(id, "a", "broken").pipe(as(admin))).toHaveLength(2)
          expect(yield* linksOf(id, "a", "in-app").pipe(as(admin))).toHaveLength(1)
          expect((yield* linksOf(id).pipe(as(admin))).slice(8)).toEqual([
            "reusable r ok page b",
            "reusable r broken url ../no.md"
          ])
          const { list } = yield* Links
          const { stats } = yield* list({ spaceId: id }, { status: "ok" }, { limit: 1 }).pipe(as(admin))
          expect(stats).toEqual({ total: 10, broken: { total: 3 } })
          expect(yield* backlinksOf(id, "b").pipe(as(admin))).toEqual(["page a", "reusable r"])
          expect(yield* backlinksOf(id, "a").pipe(as(admin))).toEqual([])
          const { listFileBacklinks } = yield* Links
          expect((yield* listFileBacklinks({ spaceId: id }, "f", {}).pipe(as(admin))).items.map(short)).toEqual([
            "page a"
          ])
          const refused = [
            refusal(list({ spaceId: id, pageId: "none" }, {}, {})),
            refusal(list({ spaceId: "none" }, {}, {})),
            refusal(backlinksOf(id, "none")),
            refusal(listFileBacklinks({ spaceId: id }, "none", {}))
          ]
          for (const attempt of refused) expect(yield* attempt.pipe(as(admin))).toBe("NotFound")
        })
      )

      it.effect("what links lead to comes, goes and moves, and the links follow", () =>
        Effect.gen(function* () {
          const { admin, id } = yield* newSpace()
          const app = `https://octavo.test/app/s/${id}`
          const links = linksOf(id, "a").pipe(as(admin))
          const text = `[path](b.md) [id](/pages/b) [file](f.png) [slug](${app}/up/b)\n\n{% include "/reusable-content/r" %}`
          yield* changeContent(id, {
            pages: [
              [inGit("a", "a.md"), text],
              [inGit("up", "up/README.md"), ""]
            ]
          })
          const broken = ["b.md", "/pages/b", "f.png", `${app}/up/b`, "/reusable-content/r"].map(
            (href) => `page a broken url ${href}`
          )
          expect(yield* links).toEqual(broken)

          // everything comes
          yield* changeContent(id, {
            pages: [[inGit("b", "b.md", { parent: "up" }), "B"]],
            reusables: [["r", "r.md", "R"]],
            edits: [{ type: "putFile", file: fileOf("f", "f.png") }]
          })
          const all = ["page b", "page b", "file f", "page b", "reusable r"].map((target) => `page a ok ${target}`)
          expect(yield* links).toEqual(all)
          expect(yield* backlinksOf(id, "b").pipe(as(admin))).toEqual(["page a"])

          // the page above takes another slug, then its own again
          yield* changeContent(id, { edits: [{ type: "patchPage", id: "up", patch: { slug: "top" } }] })
          expect(yield* links).toEqual(all.with(3, broken[3]!))
          yield* changeContent(id, { edits: [{ type: "patchPage", id: "up", patch: { slug: "up" } }] })
          expect(yield* links).toEqual(all)

          // its file is called otherwise; another page takes the name
          yield* changeContent(id, {
            edits: [{ type: "patchPage", id: "b", patch: { git: { oid: "1", path: "c.md" } } }]
          })
          expect(yield* links).toEqual(all.with(0, broken[0]!))
          yield* changeContent(id, { pages: [[inGit("other", "b.md"), "Other"]] })
          expect(yield* links).toEqual(all.with(0, "page a ok page other"))
          expect(yield* backlinksOf(id, "other").pipe(as(admin))).toEqual(["page a"])

          // all of it goes
          yield* changeContent(id, {
            edits: [
              { type: "removePage", id: "b" },
              { type: "removePage", id: "other" },
              { type: "removeFile", id: "f" },
              { type: "removeReusable", id: "r" }
            ]
          })
          expect(yield* links).toEqual(broken)
          yield* changeContent(id, { edits: [{ type: "removePage", id: "a" }] })
          expect(yield* linksOf(id).pipe(as(admin))).toEqual([])
        })
      )

      it.effect(
        "links into other spaces tell nothing of spaces that the caller may not read (threat: derived reads)",
        () =>
          Effect.gen(function* () {
            const organization = yield* newOrganization()
            const from = yield* newSpace(organization)
            const secret = yield* newSpace(organization)
            const guest = yield* newMember(organization.id, null)
            const { grant } = yield* Grants
            yield* grant({ kind: "space", id: from.id }, { role: "read", users: [guest] }).pipe(as(organization.admin))
            yield* changeContent(secret.id, {
              pages: [[pageOf("plans"), `[back](https://app.gitbook.com/s/${from.id}/)`]]
            })
            const url = (path: string) => `https://app.gitbook.com/s/${secret.id}${path}`
            yield* changeContent(from.id, {
              pages: [
                [
                  pageOf("a"),
                  `[1](${url("/plans")}) [2](${url("/none")}) [3](${url("")}) [4](https://app.gitbook.com/s/zz)`
                ]
              ]
            })
            const hidden = ["/plans", "/none", ""].map((path) => `page a in-app url ${url(path)}`)
            const unknown = "page a in-app url https://app.gitbook.com/s/zz"
            expect(yield* linksOf(from.id).pipe(as(guest))).toEqual([...hidden, unknown])
            expect(yield* linksOf(from.id, "a", "broken").pipe(as(guest))).toEqual([])
            expect(yield* linksOf(from.id, "a", "ok").pipe(as(guest))).toEqual([])
            expect(yield* backlinksOf(from.id, "a").pipe(as(guest))).toEqual([])

            const seen = ["page a ok page plans", `page a broken url ${url("/none")}`, `page a ok space ${secret.id}`]
            expect(yield* linksOf(from.id).pipe(as(from.admin))).toEqual([...seen, unknown])
            expect(yield* linksOf(from.id, "a", "broken").pipe(as(from.admin))).toEqual([seen[1]])
            expect(yield* linksOf(from.id, "a", "ok").pipe(as(from.admin))).toEqual([seen[0], seen[2]])
            expect(yield* linksOf(from.id, undefined, "in-app").pipe(as(from.admin))).toEqual([unknown])
            expect(yield* backlinksOf(from.id, "a").pipe(as(from.admin))).toEqual(["page plans"])
            expect(yield* backlinksOf(secret.id, "plans").pipe(as(from.admin))).toEqual(["page a"])
            const { list } = yield* Links
            expect((yield* list({ spaceId: from.id }, {}, {}).pipe(as(guest))).stats.broken.total).toBe(0)
            expect((yield* list({ spaceId: from.id }, {}, {}).pipe(as(from.admin))).stats.broken.total).toBe(1)

            // once it is deleted it is as good as unknown, to all
            const lifecycle = yield* SpaceLifecycle
            yield* lifecycle.remove(secret.id).pipe(as(organization.admin))
            expect(yield* linksOf(from.id).pipe(as(from.admin))).toEqual([...hidden, unknown])
            expect(yield* backlinksOf(from.id, "a").pipe(as(from.admin))).toEqual([])
          })
      )

      it.effect(
        "strangers, lesser tokens and visitors of a site are refused (threats: foreign ids in paths, token misuse)",
        () =>
          Effect.gen(function* () {
            const { id, organizationId } = yield* newSpace()
            const stranger = yield* newOrganization()
            const { list } = yield* Links
            const ask = list({ spaceId: id }, {}, {})
            expect(yield* refusal(ask).pipe(as(stranger.admin))).toBe("NotFound")
            const reader = yield* newMember(organizationId, "read")
            expect(yield* refusal(ask).pipe(as(reader, new Set()))).toBe("Forbidden")
            expect(yield* refusal(ask).pipe(as(reader))).toBe("nothing refused it")
            const visitor = siteReader(organizationId, "none")
            expect(yield* Effect.provideService(refusal(ask), CurrentActor, visitor)).toBe("NotFound")
          })
      )

      it.effect("lists are read page by page, and cursors of other lists are refused (threat: list abuse)", () =>
        Effect.gen(function* () {
          const { id } = yield* newSpace()
          const text = Array.from({ length: 7 }, (_, i) => `[x](n${i}.md) [t](/pages/t)`).join("\n\n")
          yield* changeContent(id, {
            pages: [...["a", "b", "c"].map((page) => [pageOf(page), text] as const), [pageOf("t"), "T"]]
          })
          const { list, listPageBacklinks } = yield* Links
          const all = yield* list({ spaceId: id }, { status: "broken" }, {})
          expect([all.count, all.items.length]).toEqual([21, 21])
          const seen: Array<unknown> = []
          let page: string | undefined
          do {
            const part = yield* list({ spaceId: id }, { status: "broken" }, { limit: 4, ...defined({ page }) })
            seen.push(...part.items)
            page = part.next?.page
          } while (page !== undefined)
          expect(seen).toEqual(all.items)
          const cursor = (yield* list({ spaceId: id }, { status: "broken" }, { limit: 1 })).next!.page
          for (const attempt of [
            list({ spaceId: id }, { status: "ok" }, { page: cursor }),
            list({ spaceId: id, pageId: "a" }, { status: "broken" }, { page: cursor }),
            list({ spaceId: id }, { status: "broken" }, { page: `${cursor}0` }),
            list({ spaceId: id }, { status: "broken" }, { limit: 1001 })
          ]) {
            expect(yield* refusal(attempt)).toBe("Invalid")
          }
          const first = yield* listPageBacklinks({ spaceId: id }, "t", { limit: 2 })
          const second = yield* listPageBacklinks({ spaceId: id }, "t", { limit: 2, page: first.next!.page })
          expect([first.count, ...[...first.items, ...second.items].map(short)]).toEqual([
            3,
            "page a",
            "page b",
            "page c"
          ])
        }).pipe(asOperator)
      )
    })
  })
