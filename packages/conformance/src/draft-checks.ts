/** Stories of what a change request would harm: what is found, for whom, and the merge rule that asks. */
import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ContentChecks } from "@octavo/core/content/checks/ContentChecks"
import type { ContentChange } from "@octavo/core/content/revisions/changes/input"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services, siteReader } from "./harness.ts"
import { fileOf, newSpace } from "./links.ts"
import { insert, newRedirectedSite, remove, set } from "./redirected-site.ts"
import { changeContent, pageOf } from "./stored-content.ts"

const inGit = (id: string, fields = {}) => pageOf(id, { git: { oid: "1", path: `${id}.md` }, ...fields })

/** Of a change request, a line each: kind, place, section, link. */
const checksOf = Effect.fnUntraced(function* (spaceId: string, changeRequestId: string) {
  const { count, items } = yield* (yield* ContentChecks).ofChangeRequest(spaceId, changeRequestId)
  expect(count).toBe(items.length)
  return items.map(({ href, kind, page, reusableContent, section, space }) =>
    [kind, page?.id ?? reusableContent?.id, ...(section === undefined ? [] : [`#${section}`]), href, space?.title]
      .filter((one) => one !== undefined)
      .join(" ")
  )
})

const lost = (path: string) => `Readers who come to ${path} find nothing: add a redirect to the site, or keep the page`

export const draftChecksSuite = (under: StoreUnderTest) =>
  describe(`what a change request would harm on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("is what it breaks itself: links, files, headings; not what was broken before", () =>
        Effect.gen(function* () {
          const { admin, id: spaceId } = yield* newSpace()
          const changeRequests = yield* ChangeRequests
          yield* changeContent(spaceId, {
            pages: [
              [inGit("a"), "[b](b.md)\n\n## Part\n\n[one](c.md#One) [two](c.md#two) [none](c.md#none) [old](none.md)"],
              [inGit("b"), "[c](c.md#one)"],
              [inGit("c"), "## One\n\n## Two\n\n[here](#two)\n\n![f](f.png)"]
            ],
            edits: [{ type: "putFile", file: fileOf("f", "f.png") }]
          })
          const { id } = yield* changeRequests.create(spaceId, {}).pipe(as(admin))
          const found = checksOf(spaceId, id).pipe(as(admin))
          expect(yield* found).toEqual([])
          // a heading with another title has another anchor; one that keeps its anchor keeps its links
          const renamed = '## First\n\n## Second <a href="#two" id="two"></a>\n\n[here](#two)\n\n![f](f.png)'
          yield* changeContent(spaceId, { pages: [[inGit("c"), renamed]] }, id)
          expect(yield* found).toEqual(["missing-heading a #part c.md#One", "missing-heading b c.md#one"])
          yield* changeContent(
            spaceId,
            {
              pages: [[inGit("c"), "[here](#two) ![f](f.png) ![g](g.png) [gone](away.md)"]],
              edits: [
                { type: "removePage", id: "b" },
                { type: "removeFile", id: "f" }
              ]
            },
            id
          )
          expect(yield* found).toEqual([
            "broken-link a b.md",
            "broken-link c away.md",
            "missing-file c f.png",
            "missing-file c g.png",
            "missing-heading a #part c.md#One",
            "missing-heading a #part c.md#two",
            "missing-heading c #two"
          ])
          const { items } = yield* (yield* ContentChecks).ofChangeRequest(spaceId, "1").pipe(as(admin))
          expect(items[0]).toMatchObject({ page: { id: "a", title: "a", path: "a" } })
          for (const { message } of items) expect(message).toMatch(/: (?:link to|add)/)
          // what is wrong in the texts themselves, and was not before
          const texts = [
            "# A\n\n![](f.png)\n\n## Old\n",
            '# A\n\n![](f.png)\n\n## Old\n\n{% hint style="info" %}\nMind\n\n![](f.png)\n\n{% nobody %}\n'
          ]
          const { id: written } = yield* changeRequests.create(spaceId, {}).pipe(as(admin))
          yield* changeContent(spaceId, { pages: [[inGit("w"), texts[0]!]] })
          yield* changeRequests.create(spaceId, {}).pipe(as(admin))
          const { id: later } = yield* changeRequests.create(spaceId, {}).pipe(as(admin))
          yield* changeContent(spaceId, { pages: [[inGit("w"), texts[1]!]] }, later)
          expect(yield* checksOf(spaceId, later).pipe(as(admin))).toEqual([
            "unclosed-block w #old",
            "unknown-block w #old",
            "image-alt w #old"
          ])
          expect(yield* checksOf(spaceId, written).pipe(as(admin))).toEqual([])
          // what is decided about harms nothing more
          yield* changeRequests.update(spaceId, id, { status: "archived" }).pipe(as(admin))
          expect(yield* found).toEqual([])
        })
      )

      it.effect("is found in other spaces that the caller may read (threats: derived reads, foreign ids)", () =>
        Effect.gen(function* () {
          const organization = yield* newOrganization()
          const here = yield* newSpace(organization)
          const open = yield* newSpace(organization)
          const secret = yield* newSpace(organization)
          const spaces = yield* Spaces
          const changeRequests = yield* ChangeRequests
          const guest = yield* newMember(organization.id, null)
          const admin = as(organization.admin)
          yield* spaces.update(open.id, { title: "Open" }).pipe(admin)
          yield* spaces.update(secret.id, { title: "Secret" }).pipe(admin)
          const { grant } = yield* Grants
          for (const { id } of [here, open])
            yield* grant({ kind: "space", id }, { role: "read", users: [guest] }).pipe(admin)
          yield* changeContent(here.id, {
            pages: [
              [pageOf("a"), ""],
              [pageOf("b"), "## One"],
              [pageOf("c"), ""]
            ]
          })
          const to = (path: string) => `https://app.gitbook.com/s/${here.id}${path}`
          yield* changeContent(open.id, {
            pages: [[pageOf("x"), `[1](${to("/a")}) [2](${to("/b#one")}) [3](${to("")})`]]
          })
          yield* changeContent(secret.id, { pages: [[pageOf("y"), `[1](${to("/a")}) [2](${to("/c")})`]] })
          const { id } = yield* changeRequests.create(here.id, {}).pipe(admin)
          expect(yield* checksOf(here.id, id).pipe(admin)).toEqual([])
          yield* changeContent(
            here.id,
            {
              pages: [
                [pageOf("a", { slug: "moved" }), ""],
                [pageOf("b"), "## Two"]
              ],
              edits: [{ type: "removePage", id: "c" }]
            },
            id
          )
          const seen = [`broken-link x ${to("/a")} Open`, `missing-heading x ${to("/b#one")} Open`]
          const hidden = [`broken-link y ${to("/a")} Secret`, `broken-link y ${to("/c")} Secret`]
          expect((yield* checksOf(here.id, id).pipe(admin)).toSorted()).toEqual([...seen, ...hidden].toSorted())
          expect(yield* checksOf(here.id, id).pipe(as(guest))).toEqual(seen)
          // a rule counts them all, and names none
          const rules = [{ rule: "require_no_new_broken_links" }] as const
          yield* spaces.update(here.id, { mergeRules: { type: "rules", rules } }).pipe(admin)
          const problem = yield* Effect.flip(changeRequests.merge(here.id, id).pipe(admin))
          expect(problem._tag).toBe("PreconditionFailed")
          expect(problem.message).toMatch(/require_no_new_broken_links: it breaks 4 links in other spaces: somebody/)
          const told = yield* changeRequests.checks(here.id, id).pipe(admin)
          expect(told.rules.map(({ rule }) => rule)).toEqual(["require_no_new_broken_links"])
          const stranger = yield* newOrganization()
          const { ofChangeRequest } = yield* ContentChecks
          expect(yield* refusal(ofChangeRequest(here.id, id)).pipe(as(stranger.admin))).toBe("NotFound")
          expect(yield* refusal(ofChangeRequest(open.id, id)).pipe(admin)).toBe("NotFound")
          const visitor = siteReader(organization.id, "none")
          expect(yield* Effect.provideService(refusal(ofChangeRequest(here.id, id)), CurrentActor, visitor)).toBe(
            "NotFound"
          )
        })
      )

      it.effect("a merge that breaks nothing passes the rule, and one that breaks something does not", () =>
        Effect.gen(function* () {
          const { admin, id: spaceId } = yield* newSpace()
          const changeRequests = yield* ChangeRequests
          const spaces = yield* Spaces
          const rules = [{ rule: "require_no_new_broken_links" }] as const
          yield* spaces.update(spaceId, { mergeRules: { type: "rules", rules } }).pipe(as(admin))
          yield* changeContent(spaceId, {
            pages: [
              [inGit("a"), "[b](b.md) [old](none.md)"],
              [inGit("b"), ""]
            ]
          })
          const { id } = yield* changeRequests.create(spaceId, {}).pipe(as(admin))
          yield* changeContent(spaceId, { edits: [{ type: "removePage", id: "b" }] }, id)
          const before = yield* spaces.get(spaceId).pipe(as(admin))
          const problem = yield* Effect.flip(changeRequests.merge(spaceId, id).pipe(as(admin)))
          expect(problem.message).toMatch(/it breaks a link: somebody with the role edit must mend them/)
          expect(yield* spaces.get(spaceId).pipe(as(admin))).toEqual(before)
          yield* changeContent(spaceId, { pages: [[inGit("a"), "[old](none.md)"]] }, id)
          expect(yield* changeRequests.merge(spaceId, id).pipe(as(admin))).toMatchObject({ result: "merge" })
        })
      )

      it.effect(
        "addresses of published pages that lead nowhere are told of, those that a redirect answers are not",
        () =>
          Effect.gen(function* () {
            const changeRequests = yield* ChangeRequests
            const contents = yield* ChangeRequestContent
            const { admin, api, create, external, guide, page, pages } = yield* newRedirectedSite(
              { start: {}, led: {}, moved: {}, taken: {}, gone: { below: {} } },
              { start: {}, reference: {}, answered: {} }
            )
            const drop = (space: string, changes: ReadonlyArray<ContentChange>) =>
              Effect.gen(function* () {
                const { id } = yield* changeRequests.create(space, {})
                yield* contents.edit(space, id, { changes })
                const { items } = yield* (yield* ContentChecks).ofChangeRequest(space, id)
                return items.map(({ message }) => message)
              }).pipe(as(admin))
            // of the first space, at the root of the site
            yield* external("/led", "https://octavo.test/elsewhere")
            yield* create("/api/answered", page("reference", 1))
            const here = yield* drop(guide, [
              set(pages["moved"]!, { slug: "elsewhere" }),
              ...["led", "taken", "gone"].map((slug) => remove(pages[slug]!)),
              insert("taken")
            ])
            expect(here).toEqual(["/gone", "/gone/below"].map(lost))
            // of the other, below its path; what moves leaves a redirect by itself
            const there = yield* drop(
              api,
              ["reference", "answered"].map((slug) => remove(pages[slug]!))
            )
            expect(there).toEqual(["/reference"].map(lost))
            // nobody reads what no site shows
            const { admin: owner, id: unpublished } = yield* newSpace()
            yield* changeContent(unpublished, { pages: [[inGit("a"), ""]] })
            const { id } = yield* changeRequests.create(unpublished, {}).pipe(as(owner))
            yield* changeContent(unpublished, { edits: [{ type: "removePage", id: "a" }] }, id)
            expect(yield* checksOf(unpublished, id).pipe(as(owner))).toEqual([])
          })
      )
    })
  })
