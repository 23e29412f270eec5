/** Stories of OpenAPI specifications: what is written, what becomes of it, and who may read it. */
import { describe, expect, layer } from "@effect/vitest"
import { ContentIndexStore } from "@octavo/core/content/content-index/ContentIndexStore"
import { ApiReference } from "@octavo/core/content/openapi/ApiReference"
import { OpenApiJobs } from "@octavo/core/content/openapi/OpenApiJobs"
import { OpenApiSpecs } from "@octavo/core/content/openapi/OpenApiSpecs"
import { OpenApiStore } from "@octavo/core/content/openapi/OpenApiStore"
import { BlobCollector } from "@octavo/core/content/revisions/BlobCollector"
import { Search } from "@octavo/core/content/search/Search"
import { SpaceContent } from "@octavo/core/content/space-content/SpaceContent"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { utf8 } from "@octavo/core/kernel/shared/hash"
import { Audit } from "@octavo/core/people/audit/Audit"
import { Effect, Stream } from "effect"
import { as, newMember, newOrganization, refusal, type StoreUnderTest, services, web } from "./harness.ts"

/** A description with one operation for each path. */
const describing = (...paths: ReadonlyArray<string>): string =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Pets", version: "1" },
    paths: Object.fromEntries(
      paths.map((path) => [path, { get: { tags: ["pets"], responses: { 200: { description: "Fine" } } } }])
    )
  })

/** Carries out what waits, until this specification is processed. */
const processed = Effect.fnUntraced(function* (organization: string, slug: string, admin: string) {
  const jobs = yield* OpenApiJobs
  const specs = yield* OpenApiSpecs
  for (;;) {
    const spec = yield* specs.get(organization, slug).pipe(as(admin))
    if (spec.processingState === "complete") return spec
    yield* jobs.work
  }
})

const setup = Effect.gen(function* () {
  const { admin, id: org } = yield* newOrganization()
  const specs = yield* OpenApiSpecs
  return { admin, org, specs, settle: (slug: string) => processed(org, slug, admin) }
})

const textAt = (url: string) =>
  Effect.gen(function* () {
    const key = new URL(url).pathname.split("/")[2]!
    const file = yield* (yield* OpenApiSpecs).download(key)
    const chunks = yield* Stream.runCollect(file.bytes())
    return { ...file, text: chunks.map(utf8.decode).join("") }
  })

export const openApiSuite = (under: StoreUnderTest) =>
  describe(`OpenAPI specifications on ${under.name}`, () => {
    layer(services(under))((it) => {
      it.effect("are added, processed, listed oldest first, given anew and deleted", () =>
        Effect.gen(function* () {
          const { admin, org, settle, specs } = yield* setup
          const text = describing("/pets")
          const first = yield* specs.create(org, { slug: "pets", source: { text } }).pipe(as(admin))
          expect(first).toEqual({
            object: "openapi-spec",
            id: first.id,
            createdAt: first.createdAt,
            updatedAt: first.createdAt,
            slug: "pets",
            processingState: "pending",
            visibility: "private",
            lastProcessedErrorCount: 0,
            permissions: { view: true, edit: true },
            urls: {
              location: `https://octavo.test/v1/orgs/${org}/openapi/pets`,
              app: `https://octavo.test/app/o/${org}/openapi/pets`
            }
          })
          expect(yield* refusal(specs.version(org, "pets")).pipe(as(admin))).toBe("NotFound")
          const made = yield* settle("pets")
          expect(made).toMatchObject({
            processingState: "complete",
            lastProcessedErrors: [],
            lastProcessedErrorCount: 0
          })
          expect(made.lastProcessErrorCode).toBeUndefined()
          const latest = yield* specs.version(org, "pets").pipe(as(admin))
          expect(latest.id).toBe(made.lastVersion)
          expect(yield* textAt(latest.url)).toMatchObject({ text, contentType: "application/json", name: "pets.json" })

          const again = { source: { text } }
          expect((yield* specs.put(org, "pets", again).pipe(as(admin))).created).toBe(false)
          expect((yield* settle("pets")).lastVersion).toBe(latest.id)
          yield* specs.put(org, "pets", { source: { text: describing("/pets", "/cats") } }).pipe(as(admin))
          const changed = yield* settle("pets")
          expect(changed.lastVersion).not.toBe(latest.id)
          const { removed } = yield* (yield* BlobCollector).collect("0 millis")
          expect(removed).toBe(0)
          const versions = (params = {}) => specs.versions(org, "pets", params).pipe(as(admin))
          expect((yield* versions()).items.map(({ id }) => id)).toEqual([changed.lastVersion, latest.id])
          const page = yield* versions({ limit: 1 })
          expect(page.count).toBe(2)
          expect((yield* versions({ page: page.next!.page })).items.map(({ id }) => id)).toEqual([latest.id])
          expect((yield* specs.version(org, "pets", latest.id).pipe(as(admin))).id).toBe(latest.id)

          const { created, spec } = yield* specs.put(org, "more", again).pipe(as(admin))
          expect([created, spec.slug]).toEqual([true, "more"])
          const { items } = yield* specs.list(org, {}).pipe(as(admin))
          expect(items.map(({ slug }) => slug)).toEqual(["pets", "more"])
          expect((yield* specs.get(org, first.id).pipe(as(admin))).slug).toBe("pets")
          expect(yield* specs.remove(org, "pets").pipe(as(admin))).toBe(true)
          expect(yield* specs.remove(org, "pets").pipe(as(admin))).toBe(false)
          expect(yield* refusal(textAt(latest.url))).toBe("NotFound")
          yield* settle("more")
          const { items: events } = yield* (yield* Audit).list(org, {}, {}).pipe(as(admin))
          const actions = events.map(({ action }) => action).filter((action) => action.startsWith("openapi."))
          expect(actions.toSorted()).toEqual([
            "openapi.create",
            "openapi.create",
            "openapi.delete",
            "openapi.source",
            "openapi.source"
          ])
        })
      )

      it.effect("a slug is taken once in an organization, and has to be one", () =>
        Effect.gen(function* () {
          const { admin, org, specs } = yield* setup
          const source = { text: describing("/pets") }
          yield* specs.create(org, { slug: "pets", source }).pipe(as(admin))
          expect(yield* refusal(specs.create(org, { slug: "pets", source })).pipe(as(admin))).toBe("Invalid")
          expect(yield* refusal(specs.put(org, "no--slug", { source })).pipe(as(admin))).toBe("Invalid")
          expect((yield* specs.list(org, {}).pipe(as(admin))).count).toBe(1)
          const other = yield* setup
          yield* specs.create(other.org, { slug: "pets", source }).pipe(as(other.admin))
          expect(yield* refusal(specs.get(org, "pets")).pipe(as(other.admin))).toBe("NotFound")
        })
      )

      it.effect("content is OpenAPI 3.1 for readers, and the text as it came", () =>
        Effect.gen(function* () {
          const { admin, org, settle, specs } = yield* setup
          const text = "swagger: '2.0'\ninfo: { title: Old, version: '1' }\npaths: {}\n"
          yield* specs.create(org, { slug: "old", source: { text } }).pipe(as(admin))
          const { lastVersion } = yield* settle("old")
          expect(yield* specs.raw(org, "old").pipe(as(admin))).toEqual({ text, format: "yaml" })
          const content = yield* specs.content(org, "old").pipe(as(admin))
          expect(content.filesystem).toMatchObject([
            { isEntrypoint: true, specification: { openapi: expect.stringMatching(/^3\.1/), info: { title: "Old" } } }
          ])
          expect(content.urls.public).toBeNull()
          expect(yield* textAt(content.urls.source)).toMatchObject({ text, contentType: "application/yaml" })
          const byId = yield* specs.content(org, "old", lastVersion).pipe(as(admin))
          expect(byId.filesystem).toEqual(content.filesystem)
          expect(yield* refusal(specs.content(org, "old", "none")).pipe(as(admin))).toBe("NotFound")
        })
      )

      it.effect("what cannot be fetched or read is told by the specification, and its version stays", () =>
        Effect.gen(function* () {
          const { admin, org, settle, specs } = yield* setup
          const url = `https://specs.example.com/${org}.json`
          const put = (source: { readonly url: string } | { readonly text: string }) =>
            Effect.andThen(specs.put(org, "pets", { source }).pipe(as(admin)), settle("pets"))
          web.set(url, { bytes: utf8.encode(describing("/pets")), contentType: "application/json" })
          const good = yield* put({ url })
          expect(good).toMatchObject({ sourceURL: url, lastVersion: expect.any(String) })
          const refused = yield* put({ url: "http://127.0.0.1/private.json" })
          expect(refused).toMatchObject({
            processingState: "complete",
            lastProcessErrorCode: "FETCH_ERROR",
            lastVersion: good.lastVersion,
            lastProcessedErrorCount: 1,
            lastProcessedErrors: [{ code: "refused", message: "The address is in a private network" }]
          })
          const broken = yield* put({ text: "{ not json" })
          expect(broken).toMatchObject({ lastProcessErrorCode: "PARSE_ERROR", lastVersion: good.lastVersion })
          expect(broken.sourceURL).toBeUndefined()
          const mended = yield* put({ url })
          expect(mended.lastProcessErrorCode).toBeUndefined()
          expect(mended.lastVersion).toBe(good.lastVersion)
          const faulty = yield* put({ text: JSON.stringify({ openapi: "3.0.0", paths: {} }) })
          expect(faulty.lastProcessErrorCode).toBeUndefined()
          expect(faulty.lastProcessedErrorCount).toBeGreaterThan(0)
          expect(faulty.lastVersion).not.toBe(good.lastVersion)
        })
      )

      it.effect(
        "those with an address are fetched again when it is time, unless the server says that nothing is new",
        () =>
          Effect.gen(function* () {
            const { admin, org, settle, specs } = yield* setup
            const store = yield* OpenApiStore
            const jobs = yield* OpenApiJobs
            const url = `https://specs.example.com/again/${org}.json`
            const serve = (text: string, etag: string) =>
              web.set(url, { bytes: utf8.encode(text), contentType: undefined, etag })
            serve(describing("/pets"), "one")
            yield* specs.create(org, { slug: "pets", source: { url } }).pipe(as(admin))
            const first = yield* settle("pets")
            const refresh = Effect.gen(function* () {
              yield* store.update(first.id, { refreshAt: "1970-01-01T00:00:00.000Z" })
              expect(yield* jobs.sweep).toBe(1)
              expect(yield* jobs.sweep).toBe(0)
              return yield* settle("pets")
            })
            // another text under the same name: the server's word counts
            serve(describing("/other"), "one")
            const same = yield* refresh
            expect(same.lastVersion).toBe(first.lastVersion)
            expect(same.lastProcessedAt! >= first.lastProcessedAt!).toBe(true)
            serve(describing("/other"), "two")
            expect((yield* refresh).lastVersion).not.toBe(first.lastVersion)
          })
      )

      it.effect("of many that are written while one is processed, the last one wins", () =>
        Effect.gen(function* () {
          const { admin, org, settle, specs } = yield* setup
          yield* Effect.forEach([1, 2, 3, 4, 5], (n) =>
            specs.put(org, "pets", { source: { text: describing(`/pets/${n}`) } }).pipe(as(admin))
          )
          yield* settle("pets")
          const { text } = yield* specs.raw(org, "pets").pipe(as(admin))
          expect(text).toBe(describing("/pets/5"))
          expect((yield* specs.versions(org, "pets", {}).pipe(as(admin))).count).toBe(1)
        })
      )

      it.effect("pages of a space are made of one, and follow its versions", () =>
        Effect.gen(function* () {
          const { admin, org, settle, specs } = yield* setup
          const put = (...paths: ReadonlyArray<string>) =>
            Effect.andThen(
              specs.put(org, "pets", { source: { text: describing(...paths) } }).pipe(as(admin)),
              settle("pets")
            )
          const { id: spec } = yield* put("/pets")
          const spaces = yield* Spaces
          const computedSource = (ref: string) => ({
            type: "builtin:openapi",
            props: { models: true, grouping: "by-operation" },
            dependencies: { spec: { ref: { kind: "openapi", spec: ref } } }
          })
          const none = spaces.create(org, { computedSource: computedSource("none") }).pipe(as(admin))
          expect(yield* refusal(none)).toBe("NotFound")
          const { id } = yield* spaces.create(org, { computedSource: computedSource(spec) }).pipe(as(admin))
          const contents = yield* SpaceContent
          const paths = Effect.gen(function* () {
            const open = yield* contents.open(id)
            const pages = yield* open.pages({})
            return pages.flatMap((page) =>
              "pages" in page ? [page.path, ...page.pages.map((one) => "path" in one && one.path)] : []
            )
          }).pipe(as(admin))
          expect(yield* paths).toEqual(["pets", "pets/get-pets"])
          const operation = yield* contents.open(id).pipe(
            Effect.flatMap((open) => open.pageByPath("pets/get-pets", { format: "markdown" })),
            as(admin)
          )
          const text = "markdown" in operation ? (operation.markdown ?? "") : ""
          expect(text).toContain('{% openapi-operation spec="pets" path="/pets" method="get" headless="true" %}')
          expect(operation).toMatchObject({ computed: { props: { doc: "operation", page: "/pets", method: "get" } } })

          const reference = yield* ApiReference
          const before = yield* reference.stamp(org)
          expect(yield* reference.inMarkdown(org, `One\n\n${text}\nTwo\n`, {})).toMatch(
            /^One\n\n`GET \/pets`[\s\S]*```bash[\s\S]*```\n\nTwo\n$/
          )
          expect(yield* reference.inMarkdown("another", text, {})).toBe(text)
          const found = (query: string) =>
            Effect.flatMap(Search, (search) => search.organization(org, query, {})).pipe(
              as(admin),
              Effect.map(({ items }) => items.flatMap((item) => item.pages.map((page) => page.path)).toSorted())
            )
          expect(yield* found("pets")).toEqual(["pets", "pets/get-pets"])
          expect(yield* found("cats")).toEqual([])
          yield* put("/pets", "/cats")
          // they are in the index before anybody looks for them
          expect((yield* (yield* ContentIndexStore).computedPages(id)).size).toBe(3)
          expect(yield* found("cats")).toEqual(["pets", "pets/get-cats"])
          expect(yield* paths).toEqual(["pets", "pets/get-pets", "pets/get-cats"])
          expect(yield* reference.stamp(org)).not.toBe(before)
          const again = yield* contents.open(id).pipe(
            Effect.flatMap((open) => open.pageByPath("pets/get-pets", {})),
            as(admin)
          )
          expect(again.id).toBe(operation.id)
        })
      )

      it.effect("public ones are read by anyone, others by members; admins decide", () =>
        Effect.gen(function* () {
          const { admin, org, settle, specs } = yield* setup
          const text = describing("/pets")
          const [creator, reader, guest] = [
            yield* newMember(org, "create"),
            yield* newMember(org, "read"),
            yield* newMember(org, null)
          ]
          yield* specs.create(org, { slug: "pets", source: { text } }).pipe(as(creator))
          const { id } = yield* settle("pets")
          expect((yield* specs.get(org, "pets").pipe(as(reader))).permissions).toEqual({ view: true, edit: false })
          expect(yield* refusal(specs.get(org, "pets")).pipe(as(guest))).toBe("Forbidden")
          expect(yield* refusal(specs.put(org, "pets", { source: { text } })).pipe(as(reader))).toBe("Forbidden")
          for (const who of [reader, creator]) {
            expect(yield* refusal(specs.update(org, "pets", { visibility: "public" })).pipe(as(who))).toBe("Forbidden")
            expect(yield* refusal(specs.remove(org, "pets")).pipe(as(who))).toBe("Forbidden")
          }
          expect(yield* refusal(specs.download(id))).toBe("NotFound")
          const shown = yield* specs.update(org, "pets", { visibility: "public" }).pipe(as(admin))
          expect(shown.urls.published).toBe(`https://octavo.test/~openapi/${id}/pets`)
          expect((yield* textAt(shown.urls.published!)).text).toBe(text)
          expect((yield* specs.content(org, "pets").pipe(as(reader))).urls.public).toBe(shown.urls.published)
          yield* specs.update(org, "pets", { visibility: "private" }).pipe(as(admin))
          expect(yield* refusal(textAt(shown.urls.published!))).toBe("NotFound")
          expect(yield* refusal(specs.download("forged.signature"))).toBe("NotFound")
        })
      )
    })
  })
