/** Which OpenAPI specifications the reader of a site sees: those that pages which the reader may read show. */
import { Context, Effect, Layer } from "effect"
import { CurrentActor } from "../../kernel/shared/Actor.ts"
import type { StorageError } from "../../kernel/shared/errors.ts"
import { makeLru } from "../../kernel/shared/lru.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { PageNode } from "../revisions/model/PageTree.ts"
import type { PageRecord } from "../revisions/model/Records.ts"
import type { OpenContent } from "../space-content/OpenContent.ts"
import { type ContentAt, SpaceContent } from "../space-content/SpaceContent.ts"
import { isRecord } from "./description/Description.ts"

export class VisibleSpecs extends Context.Service<
  VisibleSpecs,
  {
    /**
     * Whether a page of the caller's site shows the specification that goes by these names; `false` for callers who
     * come with no token of a site. Costs what the site's spaces hold the first time, then what changed.
     */
    readonly shows: (names: ReadonlyArray<string>) => Effect.Effect<boolean, StorageError, CurrentActor>
  }
>()("@octavo/core/content/openapi/VisibleSpecs") {
  static readonly layer = Layer.effect(
    VisibleSpecs,
    Effect.gen(function* () {
      const access = yield* Access
      const content = yield* SpaceContent
      const namesIn = makeLru<ReadonlyArray<string>>(namesBytes, "specification-names")
      const answers = makeLru<boolean>(answersBytes, "visible-specifications")

      /** The specifications that a text names, whoever is shown them. */
      const named = Effect.fnUntraced(function* (open: OpenContent, body: string | undefined) {
        if (body === undefined) return []
        const kept = namesIn.get(body)
        if (kept !== undefined) return kept
        const { text } = yield* missingIsDamage(open.expanded.body(body))
        const found = text.includes("openapi")
          ? Array.from(text.matchAll(/\bspec\s*=\s*["']?([\w-]+)/g), ([, name]) => name!)
          : []
        namesIn.set(body, found, 200 + body.length + found.join().length)
        return found
      })

      const showsIn = Effect.fnUntraced(function* (open: OpenContent, names: ReadonlyArray<string>) {
        const isNamed = (all: ReadonlyArray<string>) => all.some((name) => names.includes(name))
        const inDocument = (document: unknown) => specsOf(document).some((name) => names.includes(name))
        for (const page of flat(yield* missingIsDamage(open.expanded.pages()))) {
          if (!isNamed([...computedFrom(page), ...(yield* named(open, page.body))])) continue
          const document = yield* Effect.catchTag(open.pageDocument(page.id, {}), "NotFound", () => Effect.undefined)
          if (inDocument(document)) return true
        }
        for (const reusable of yield* missingIsDamage(open.tree.reusableContents())) {
          if (!isNamed(yield* named(open, reusable.body))) continue
          const document = yield* Effect.catchTag(
            open.reusableDocument(reusable.id, {}),
            "NotFound",
            () => Effect.undefined
          )
          if (inDocument(document)) return true
        }
        return false
      })

      const shows = traced("VisibleSpecs.shows")(function* (names: ReadonlyArray<string>) {
        const actor = yield* CurrentActor
        if (actor.kind !== "site") return false
        const { preview } = actor
        const places: Array<readonly [space: string, at?: ContentAt]> = []
        for (const space of yield* access.shownSpaces) places.push([space])
        if (preview?.changeRequest !== undefined) places.push([preview.space, { changeRequest: preview.changeRequest }])
        if (preview?.revision !== undefined) places.push([preview.space, preview.revision])
        for (const [space, at] of places) {
          const open = yield* content
            .open(space, at)
            .pipe(Effect.catchTags({ NotFound: () => Effect.undefined, Forbidden: () => Effect.undefined }))
          if (open === undefined) continue
          const name = `${open.tag} ${names.join(" ")}`
          const kept = answers.get(name)
          const shown = kept ?? (yield* showsIn(open, names))
          if (kept === undefined) answers.set(name, shown, 100 + name.length * 2)
          if (shown) return true
        }
        return false
      })

      return VisibleSpecs.of({ shows })
    })
  )
}

const namesBytes = 16 * 1024 * 1024
const answersBytes = 1024 * 1024

const flat = (nodes: ReadonlyArray<PageNode>): ReadonlyArray<PageRecord> =>
  nodes.flatMap(({ page, pages }) => [page, ...flat(pages)])

/** The specifications that a page is computed from. */
const computedFrom = ({ computed }: PageRecord): ReadonlyArray<string> => specsOf(computed?.dependencies)

/** All references to specifications in a value. */
const specsOf = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(specsOf)
  if (!isRecord(value)) return []
  const own = value["kind"] === "openapi" && typeof value["spec"] === "string" ? [value["spec"]] : []
  return [...own, ...Object.values(value).flatMap(specsOf)]
}
