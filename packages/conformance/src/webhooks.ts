/** Stories of webhooks: who may have them, what they are told, and what becomes of it. */
import { describe, expect, layer } from "@effect/vitest"
import { WebhookStore } from "@octavo/core/connections/webhooks/WebhookStore"
import { Webhooks } from "@octavo/core/connections/webhooks/Webhooks"
import { ChangeRequestContent } from "@octavo/core/content/change-request-content/ChangeRequestContent"
import { ChangeRequests } from "@octavo/core/content/change-requests/ChangeRequests"
import { ConflictWatch } from "@octavo/core/content/change-requests/ConflictWatch"
import { Collections } from "@octavo/core/content/collections/Collections"
import { Comments } from "@octavo/core/content/comments/Comments"
import { Reviews } from "@octavo/core/content/reviews/Reviews"
import { SpaceLifecycle } from "@octavo/core/content/spaces/SpaceLifecycle"
import { Insights } from "@octavo/core/delivery/insights/Insights"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Members } from "@octavo/core/people/members/Members"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asOperator,
  newMember,
  newOrganization,
  refusal,
  type StoreUnderTest,
  type Story,
  services
} from "./harness.ts"
import { newSite } from "./visitors.ts"
import { deliveryStories } from "./webhook-deliveries.ts"
import { deliver, receiver, retitle } from "./webhook-receiver.ts"

export const webhooksSuite = (under: StoreUnderTest) =>
  describe(`webhooks on ${under.name}`, () => {
    layer(services(under))((it) => {
      const story: Story = it.effect
      webhookStories(story)
      deliveryStories(story)
    })
  })

const webhookStories = (story: Story) => {
  story("are of an organization, a space or a site, and hear of what is in it", () =>
    Effect.gen(function* () {
      const { admin, org, site, space } = yield* newSite
      const hooks = yield* Webhooks
      const { url } = receiver()
      const made = yield* hooks
        .create({ organization: org }, { url, events: ["member_added", "member_added"], description: "Chat" })
        .pipe(as(admin))
      const { secret, ...shown } = made
      expect(secret).toMatch(/^whsec_[0-9A-Za-z]{43}$/)
      expect(shown).toEqual({
        object: "webhook",
        id: shown.id,
        organization: org,
        url,
        description: "Chat",
        events: ["member_added"],
        active: true,
        createdAt: shown.createdAt,
        urls: { location: `https://octavo.test/v1/orgs/${org}/webhooks/${shown.id}` }
      })
      const ofSpace = yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
      const ofSite = yield* hooks
        .create({ organization: org, site }, { url, events: ["site_view"], active: false })
        .pipe(as(admin))
      expect([ofSpace.space, ofSite.site, ofSite.active]).toEqual([space, site, false])
      const ids = (owner: Parameters<typeof hooks.list>[0]) =>
        Effect.map(hooks.list(owner, {}).pipe(as(admin)), ({ items }) => items.map(({ id }) => id))
      expect(yield* ids({ organization: org })).toEqual([shown.id])
      expect(yield* ids({ space })).toEqual([ofSpace.id])
      expect(yield* ids({ organization: org, site })).toEqual([ofSite.id])
      expect(yield* hooks.get(org, shown.id).pipe(as(admin))).toEqual(shown)

      const changed = { events: ["member_removed" as const], description: null, active: false }
      const { description: _, ...rest } = shown
      expect(yield* hooks.update(org, shown.id, changed).pipe(as(admin))).toEqual({
        ...rest,
        events: ["member_removed"],
        active: false
      })
      for (const [owner, events] of [
        [{ space }, ["member_added"]],
        [{ organization: org, site }, ["comment_created"]]
      ] as const) {
        expect(yield* refusal(hooks.create(owner, { url, events }).pipe(as(admin)))).toBe("Invalid")
      }
      expect(yield* refusal(hooks.update(org, ofSpace.id, { events: ["site_view"] }).pipe(as(admin)))).toBe("Invalid")

      expect(yield* hooks.remove(org, shown.id).pipe(as(admin))).toBe(true)
      expect(yield* refusal(hooks.get(org, shown.id).pipe(as(admin)))).toBe("NotFound")
      for (let i = 1; i < 20; i++) yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
      const more = hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
      expect(yield* refusal(more)).toBe("Conflict")
      expect((yield* hooks.list({ space }, {}).pipe(as(admin))).count).toBe(20)
    })
  )

  story("are not there for others, and their secrets are nowhere", () =>
    Effect.gen(function* () {
      const { admin, org, space } = yield* newSite
      const other = yield* newSite
      const hooks = yield* Webhooks
      const { url } = receiver()
      const { id, secret } = yield* hooks.create({ space }, { url, events: ["comment_created"] }).pipe(as(admin))
      const again = yield* hooks.rotateSecret(org, id).pipe(as(admin))
      const stored = JSON.stringify(yield* (yield* WebhookStore).get(org, id))
      for (const one of [secret, again.secret]) expect(stored).not.toContain(one)
      const audit = yield* Audit
      const { items } = yield* audit.list(org, {}, {}).pipe(as(admin))
      const trail = items.filter(({ target }) => target.id === id)
      expect(trail.map(({ action }) => action).sort()).toEqual(["webhook.create", "webhook.secret"])
      for (const event of trail) {
        expect(JSON.stringify(yield* audit.get(org, event.id).pipe(as(admin)))).not.toMatch(/whsec|receiver.test\//)
      }
      for (const person of [yield* newMember(org, "create"), yield* newMember(org, null), other.admin]) {
        const tried = [
          yield* refusal(hooks.get(org, id).pipe(as(person))),
          yield* refusal(hooks.update(org, id, { active: false }).pipe(as(person))),
          yield* refusal(hooks.remove(org, id).pipe(as(person))),
          yield* refusal(hooks.rotateSecret(org, id).pipe(as(person))),
          yield* refusal(hooks.ping(org, id).pipe(as(person))),
          yield* refusal(hooks.deliveries(org, id, undefined, {}).pipe(as(person)))
        ]
        expect(tried).toEqual(tried.map(() => "NotFound"))
      }
      expect(yield* refusal(hooks.get(other.org, id).pipe(as(other.admin)))).toBe("NotFound")
    })
  )

  story("of a space stay behind when it is transferred: who has left hears nothing of it", () =>
    Effect.gen(function* () {
      const { admin, org, space } = yield* newSite
      const to = yield* newOrganization("New home")
      yield* (yield* Members).put(to.id, admin, "admin").pipe(asOperator)
      const hooks = yield* Webhooks
      const lifecycle = yield* SpaceLifecycle
      const [own, old, here] = [receiver(), receiver(), receiver()]
      const create = (owner: Parameters<typeof hooks.create>[0], url: string) =>
        hooks.create(owner, { url, events: ["change_request_created"] }).pipe(as(admin))
      const { id } = yield* create({ space }, own.url)
      yield* create({ organization: org }, old.url)
      yield* create({ organization: to.id }, here.url)
      const moved = (yield* lifecycle.duplicate(space).pipe(as(admin))).id
      const { id: movedHook } = yield* create({ space: moved }, own.url)
      yield* retitle(moved, "Before").pipe(as(admin))
      yield* lifecycle.transfer(moved, { organization: to.id }).pipe(as(admin))
      yield* retitle(moved, "After").pipe(as(admin))
      yield* deliver
      // what happened in the old organization its own webhook is told, and no more
      const told = ({ events }: typeof own) => events().map(({ organizationId, spaceId }) => [organizationId, spaceId])
      expect([told(own), told(old), told(here)]).toEqual([[], [[org, moved]], [[to.id, moved]]])
      expect((yield* hooks.list({ space: moved }, {}).pipe(as(admin))).items).toEqual([])
      expect(yield* (yield* WebhookStore).get(org, movedHook)).toBeUndefined()
      for (const at of [org, to.id]) {
        expect(yield* refusal(hooks.get(at, movedHook).pipe(as(admin)))).toBe("NotFound")
      }
      expect((yield* hooks.get(org, id).pipe(as(admin))).active).toBe(true)
    })
  )

  story("are told of every change that they listen to, and of nothing else", () =>
    Effect.gen(function* () {
      const { admin, org, site, space } = yield* newSite
      const hooks = yield* Webhooks
      const [all, some, views] = [receiver(), receiver(), receiver()]
      const { webhookEvents } = yield* Effect.promise(() => import("@octavo/core/connections/webhooks/WebhookEvent"))
      yield* hooks.create({ organization: org }, { url: all.url, events: webhookEvents }).pipe(as(admin))
      yield* hooks.create({ space }, { url: some.url, events: ["change_request_merged"] }).pipe(as(admin))
      yield* hooks
        .create({ organization: org, site }, { url: views.url, events: ["site_view", "page_feedback"] })
        .pipe(as(admin))

      const page = { operation: "insert_page" as const, document: { markdown: "# Page" } }
      const contents = yield* ChangeRequestContent
      const requests = yield* ChangeRequests
      const comments = yield* Comments
      yield* Effect.gen(function* () {
        const { revision } = yield* contents.editSpace(space, { changes: [page] })
        const request = yield* requests.create(space, { subject: "Draft" })
        yield* contents.edit(space, request.id, { changes: [page] })
        yield* requests.update(space, request.id, { status: "open" })
        const reviewer = yield* newMember(org, "review")
        yield* (yield* Reviews).request(space, request.id, { users: [reviewer] })
        const comment = yield* comments.post({ spaceId: space }, { body: { markdown: "Well" } })
        yield* comments.update({ spaceId: space }, comment.id, { addedReactions: ["🎉"] })
        // both sides give the space's first page another text
        const [first] = (yield* contents.editSpace(space, { changes: [{ ...page, document: { markdown: "One.\n" } }] }))
          .changes as unknown as ReadonlyArray<{ readonly page: { readonly id: string } }>
        const say = (markdown: string) => ({
          changes: [{ operation: "update_page" as const, page: first!.page.id, document: { markdown } }]
        })
        const other = yield* requests.create(space, { subject: "Other" })
        yield* contents.edit(space, other.id, say("Two.\n"))
        yield* contents.editSpace(space, say("Three.\n"))
        yield* (yield* ConflictWatch).sweep
        const merged = yield* requests.merge(space, request.id)
        const members = yield* Members
        yield* members.setRole(org, reviewer, "edit")
        yield* members.remove(org, reviewer)
        yield* (yield* Sites).publish(org, site)
        const shelf = yield* (yield* Collections).create(org, { title: "Shelf" })
        yield* (yield* SpaceLifecycle).move(space, { parent: shelf.id })
        yield* deliver

        const told = all.events()
        const of = (type: string) => told.filter((event) => event.type === type)
        const user = expect.objectContaining({ object: "user", id: admin })
        const updated = of("space_content_updated")
        expect([updated[0], updated.at(-1)]).toEqual([
          expect.objectContaining({ organizationId: org, spaceId: space, revisionId: revision, updatedBy: [user] }),
          expect.objectContaining({ revisionId: merged.revision })
        ])
        const about = { spaceId: space, changeRequestId: request.id, user }
        expect(of("change_request_created")[0]).toEqual(expect.objectContaining(about))
        expect(of("change_request_conflicted")).toEqual([
          expect.objectContaining({ ...about, changeRequestId: other.id, conflicts: 1 })
        ])
        expect(of("change_request_status_updated")).toEqual([
          expect.objectContaining({ ...about, previousStatus: "draft", status: "open" })
        ])
        expect(of("change_request_review_requested")).toEqual([
          expect.objectContaining({ ...about, reviewers: [reviewer] })
        ])
        expect(of("comment_created")).toEqual([expect.objectContaining({ spaceId: space, commentId: comment.id })])
        expect(of("comment_reacted")).toEqual([
          expect.objectContaining({ spaceId: space, commentId: comment.id, user })
        ])
        expect(of("member_added").map(({ userId }) => userId)).toEqual([reviewer])
        expect(of("member_updated")).toEqual([
          expect.objectContaining({ userId: reviewer, previousRole: "review", role: "edit" })
        ])
        expect(of("member_removed")).toHaveLength(1)
        expect(of("site_published")).toEqual([expect.objectContaining({ siteId: site, user })])
        expect(of("space_visibility_updated")).toEqual([
          expect.objectContaining({ spaceId: space, previousVisibility: "private", visibility: "in-collection" })
        ])
        expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(told.length)
        expect(some.events().map(({ type }) => type)).toEqual(["change_request_merged"])

        const session = {
          visitorId: "v",
          sessionId: "s",
          userAgent: "U",
          language: "en",
          referrer: null,
          ip: "192.0.2.1"
        }
        const location = {
          url: "https://docs.test/a?secret=1",
          siteSection: null,
          siteSpace: null,
          siteShareKey: null,
          space,
          revision: null,
          page: "p"
        }
        const insights = yield* Insights
        yield* insights.track(org, site, { events: [{ type: "page_view", session, location }] })
        yield* insights.note(site, {
          type: "page_post_feedback",
          session,
          location,
          feedback: { rating: "good", comment: "Fine" }
        })
        yield* insights.flush
        yield* deliver
        const common = {
          siteId: site,
          pageId: "p",
          url: "https://docs.test/a",
          visitor: { anonymousId: "v", language: "en" }
        }
        // both at once: which comes first is not said
        const events = views.events().toSorted((one, other) => one.type.localeCompare(other.type))
        expect(events).toEqual([
          expect.objectContaining({
            type: "page_feedback",
            ...common,
            feedback: { rating: "good", comment: "Fine" }
          }),
          expect.objectContaining({ type: "site_view", ...common, count: 1 })
        ])
      }).pipe(as(admin))
    })
  )

  story("are told of a site's views at most once a minute, however many there are (threat: strangers make work)", () =>
    Effect.gen(function* () {
      const { admin, org, site, space } = yield* newSite
      const views = receiver()
      yield* (yield* Webhooks)
        .create({ organization: org, site }, { url: views.url, events: ["site_view"] })
        .pipe(as(admin))
      const insights = yield* Insights
      const look = (times: number) =>
        Effect.forEach(
          Array.from({ length: times }, (_, n) => n),
          (n) =>
            insights.note(site, {
              type: "page_view",
              session: {
                visitorId: `v${n}`,
                sessionId: "s",
                userAgent: "U",
                language: null,
                referrer: null
              },
              location: {
                url: `https://docs.test/${n}`,
                displayContext: "site",
                siteSection: null,
                siteSpace: null,
                siteShareKey: null,
                space,
                revision: null,
                page: "p"
              }
            }),
          { discard: true }
        )
      const told = () => views.events().map(({ count, url, views }) => [count, url, (views as Array<unknown>).length])
      yield* TestClock.adjust("1 hour")
      for (let turn = 0; turn < 4; turn++) {
        yield* look(1000)
        yield* insights.flush
        yield* deliver
      }
      expect(told()).toEqual([[1000, "https://docs.test/999", 100]])
      yield* TestClock.adjust("61 seconds")
      yield* look(1)
      yield* insights.flush
      yield* deliver
      expect(told().slice(1)).toEqual([[3001, "https://docs.test/0", 100]])
      // nothing is told of nothing
      yield* TestClock.adjust("1 hour")
      yield* insights.flush
      yield* deliver
      expect(told()).toHaveLength(2)
    })
  )
}
