import { describe, expect, layer } from "@effect/vitest"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { Links } from "@octavo/core/content/links/Links"
import { RevisionTree } from "@octavo/core/content/revisions/model/RevisionTree"
import { RevisionStore } from "@octavo/core/content/revisions/RevisionStore"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { CurrentActor } from "@octavo/core/kernel/shared/Actor"
import { defined } from "@octavo/core/kernel/shared/defined"
import { Grants } from "@octavo/core/people/grants/Grants"
import { Effect } from "effect"
import { makeRandom, someChange } from "./content-index.ts"
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
import { backlinksIn, fileOf, linksIn, newSpace, short } from "./links.ts"
import { changeContent, pageOf, setContent } from "./stored-content.ts"

const inGit = (id: string, fields = {}) => pageOf(id, { git: { oid: "1", path: `${id}.md` }, ...fields })

/** Links of change requests: those of the index, but for what the draft has otherwise. */
export const draftLinksSuite = (under: StoreUnderTest) =>
  describe(`links of change requests on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are those of a space with the same content, whatever changed on both sides", () =>
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const changeRequests = yield* ChangeRequests
          const revisions = yield* RevisionStore
          const trees = yield* RevisionTree
          const { id: organization } = yield* newOrganization()
          for (let seed = 11; seed <= 13; seed++) {
            const random = makeRandom(seed)
            const spaceId = (yield* spaces.create(organization, {})).id
            const known = new Set<string>()
            for (let i = 0; i < 25; i++) yield* changeContent(spaceId, someChange(random, known))
            const { id: changeRequestId } = yield* changeRequests.create(spaceId, {})
            const knownThere = new Set(known)
            for (let round = 1; round <= 24; round++) {
              yield* changeContent(spaceId, someChange(random, knownThere), changeRequestId)
              if (round % 3 === 0) yield* changeContent(spaceId, someChange(random, known))
              if (round % 6 !== 0) continue
              const { root } = (yield* revisions.head(spaceId, changeRequestId))!
              const twin = { spaceId: (yield* spaces.create(organization, {})).id }
              yield* setContent(twin.spaceId, root)
              const draft = { spaceId, changeRequestId }
              for (const filter of [{}, { status: "ok" }, { status: "broken" }, { status: "in-app" }] as const) {
                expect(yield* linksIn(draft, filter)).toEqual(yield* linksIn(twin, filter))
              }
              const tree = yield* trees.open(root)
              for (const { page } of yield* tree.pages()) {
                const own = { ...draft, pageId: page.id }
                expect(yield* linksIn(own)).toEqual(yield* linksIn({ ...twin, pageId: page.id }))
                expect(yield* backlinksIn(draft, page.id)).toEqual(yield* backlinksIn(twin, page.id))
              }
            }
          }
        }).pipe(asOperator)
      )

      it.effect("say which broken links the change request brought, and which the space has", () =>
        Effect.gen(function* () {
          const { admin, id: spaceId } = yield* newSpace()
          const changeRequests = yield* ChangeRequests
          yield* changeContent(spaceId, {
            pages: [
              [inGit("a"), "[b](b.md) [old](none.md)"],
              [inGit("b"), "[a](a.md)"],
              [inGit("c"), "[b](b.md) [old](none.md) ![f](f.png)"]
            ],
            edits: [{ type: "putFile", file: fileOf("f", "f.png") }]
          })
          const { id: changeRequestId } = yield* changeRequests.create(spaceId, {}).pipe(as(admin))
          const draft = { spaceId, changeRequestId }
          const { list, listFileBacklinks } = yield* Links
          const statsOf = Effect.map(list(draft, {}, {}), ({ stats }) => stats).pipe(as(admin))
          expect(yield* statsOf).toEqual({ total: 6, broken: { total: 2, changeRequest: 0 } })

          yield* changeContent(
            spaceId,
            {
              pages: [[inGit("c"), "[b](b.md) [old](none.md) [new](gone.md)"]],
              edits: [{ type: "removePage", id: "b" }]
            },
            changeRequestId
          )
          const brought = ["page a broken url b.md", "page c broken url b.md", "page c broken url gone.md"]
          const had = ["page a broken url none.md", "page c broken url none.md"]
          const those = (brokenContext: "change-request" | "space") => linksIn(draft, { brokenContext }).pipe(as(admin))
          expect(yield* those("change-request")).toEqual(brought)
          expect(yield* those("space")).toEqual(had)
          expect(yield* statsOf).toEqual({ total: 5, broken: { total: 5, changeRequest: 3 } })
          // the space itself does not know of them
          expect((yield* list({ spaceId }, {}, {}).pipe(as(admin))).stats).toEqual({ total: 6, broken: { total: 2 } })
          expect((yield* listFileBacklinks({ spaceId }, "f", {}).pipe(as(admin))).count).toBe(1)
          expect((yield* listFileBacklinks(draft, "f", {}).pipe(as(admin))).count).toBe(0)

          // the space mends a link meanwhile: that the draft has it broken still is not its doing
          yield* changeContent(spaceId, { pages: [[inGit("none"), "New"]] })
          expect(yield* those("change-request")).toEqual(brought)
          expect(yield* those("space")).toEqual(had)

          // the number of the change request serves, too; what is found names the draft
          const { items } = yield* list({ spaceId, changeRequestId: "1", pageId: "c" }, {}, {}).pipe(as(admin))
          expect(items.map(({ locationReferences: [first] }) => short(first))).toEqual(["page c", "page c", "page c"])
          expect(items[0]!.locationReferences[0]).toMatchObject({
            versionContext: { type: "changeRequest", changeRequest: { id: changeRequestId } }
          })
          const refused = [
            refusal(list({ spaceId, changeRequestId: "none" }, {}, {})),
            refusal(list({ ...draft, pageId: "b" }, {}, {})),
            refusal(backlinksIn(draft, "b")),
            refusal(backlinksIn({ spaceId, changeRequestId: "9" }, "a")),
            refusal(listFileBacklinks(draft, "none", {}))
          ]
          for (const attempt of refused) expect(yield* attempt.pipe(as(admin))).toBe("NotFound")
        })
      )

      it.effect(
        "tell nothing of other spaces and drafts to whom they are hidden (threats: foreign ids in paths, one of two ids checked, derived reads)",
        () =>
          Effect.gen(function* () {
            const organization = yield* newOrganization()
            const here = yield* newSpace(organization)
            const secret = yield* newSpace(organization)
            const guest = yield* newMember(organization.id, null)
            const changeRequests = yield* ChangeRequests
            const { grant } = yield* Grants
            yield* grant({ kind: "space", id: here.id }, { role: "read", users: [guest] }).pipe(as(organization.admin))
            yield* changeContent(here.id, { pages: [[pageOf("a"), ""]] })
            yield* changeContent(secret.id, {
              pages: [[pageOf("plans"), `[back](https://app.gitbook.com/s/${here.id}/a)`]]
            })
            const { id: changeRequestId } = yield* changeRequests.create(here.id, {}).pipe(as(organization.admin))
            const draft = { spaceId: here.id, changeRequestId }
            const url = (path: string) => `https://app.gitbook.com/s/${secret.id}${path}`
            yield* changeContent(
              here.id,
              { pages: [[pageOf("b"), `[1](${url("/plans")}) [2](${url("/none")})`]] },
              changeRequestId
            )
            const admin = as(organization.admin)
            expect(yield* linksIn(draft).pipe(admin)).toEqual([
              "page b ok page plans",
              `page b broken url ${url("/none")}`
            ])
            expect(yield* linksIn(draft, { brokenContext: "change-request" }).pipe(admin)).toHaveLength(1)
            expect(yield* backlinksIn(draft, "a").pipe(admin)).toEqual(["page plans"])
            expect(yield* linksIn(draft).pipe(as(guest))).toEqual(
              ["/plans", "/none"].map((path) => `page b in-app url ${url(path)}`)
            )
            expect(yield* linksIn(draft, { brokenContext: "change-request" }).pipe(as(guest))).toEqual([])
            expect(yield* backlinksIn(draft, "a").pipe(as(guest))).toEqual([])
            const { list } = yield* Links
            const stranger = yield* newOrganization()
            expect(yield* refusal(list(draft, {}, {})).pipe(as(stranger.admin))).toBe("NotFound")
            expect(yield* refusal(list({ ...draft, spaceId: secret.id }, {}, {})).pipe(admin)).toBe("NotFound")
            const visitor = siteReader(organization.id, "none")
            expect(yield* Effect.provideService(refusal(list(draft, {}, {})), CurrentActor, visitor)).toBe("NotFound")
          })
      )

      it.effect("are read page by page, also where both kinds of links stand side by side (threat: list abuse)", () =>
        Effect.gen(function* () {
          const { id: spaceId } = yield* newSpace()
          const changeRequests = yield* ChangeRequests
          const names = Array.from({ length: 12 }, (_, i) => `p${i}`)
          yield* changeContent(spaceId, { pages: names.map((name) => [inGit(name), "[1](p1.md) [2](none.md)"]) })
          const { id: changeRequestId } = yield* changeRequests.create(spaceId, {})
          const edited = names.filter((_, i) => i % 2 === 0)
          yield* changeContent(
            spaceId,
            { pages: edited.map((name) => [inGit(name), "[1](p1.md) [x](p2.md) [3](gone.md)"]) },
            changeRequestId
          )
          const { list } = yield* Links
          const all = yield* list({ spaceId, changeRequestId }, {}, {})
          expect(all.count).toBe(30)
          const seen: Array<unknown> = []
          let page: string | undefined
          do {
            const params = { limit: 4, ...defined({ page }) }
            const part = yield* list({ spaceId, changeRequestId }, {}, params)
            seen.push(...part.items)
            page = part.next?.page
          } while (page !== undefined)
          expect(seen).toEqual(all.items)
          const cursor = (yield* list({ spaceId, changeRequestId }, {}, { limit: 1 })).next!.page
          for (const attempt of [
            list({ spaceId }, {}, { page: cursor }),
            list({ spaceId, changeRequestId }, { brokenContext: "space" }, { page: cursor })
          ]) {
            expect(yield* refusal(attempt)).toBe("Invalid")
          }
        }).pipe(asOperator)
      )
    })
  })
