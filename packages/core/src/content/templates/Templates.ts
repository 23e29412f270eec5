/** What templates there are, and what they write. Applying them is `change-request-content`'s and `change-requests`'. */
import { Context, Effect, Layer } from "effect"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { type Forbidden, Invalid, type InvalidDetail, type StorageError } from "../../kernel/shared/errors.ts"
import { type ListParams, mapPage, type Page, paginate } from "../../kernel/shared/pagination.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { ContentChangesInput } from "../revisions/changes/input.ts"
import { missingIsDamage } from "../revisions/missingIsDamage.ts"
import type { ContentReference } from "../revisions/model/Records.ts"
import { type Revision, RevisionTree } from "../revisions/model/RevisionTree.ts"
import { primary } from "../revisions/Revision.ts"
import { RevisionStore } from "../revisions/RevisionStore.ts"
import { type Template, TemplateLibrary, type TemplateSource, type TemplateUse } from "./Template.ts"
import { templateChanges, templatePages } from "./templateChanges.ts"

export class Templates extends Context.Service<
  Templates,
  {
    /** All that there are; everybody may know them. */
    readonly list: (
      params: ListParams
    ) => Effect.Effect<Page<Template>, Forbidden | Invalid | StorageError, CurrentActor>
    /**
     * The batch that writes a template's pages into content of the space.
     * @param root hash of that content: what the references lead to is looked for in it
     */
    readonly changes: (
      spaceId: string,
      root: string,
      use: TemplateUse
    ) => Effect.Effect<ContentChangesInput, Invalid | StorageError, CurrentActor>
  }
>()("@octavo/core/content/templates/Templates") {
  static readonly layer = Layer.effect(
    Templates,
    Effect.gen(function* () {
      const library = yield* TemplateLibrary
      const revisions = yield* RevisionStore
      const trees = yield* RevisionTree
      const access = yield* Access
      const key = yield* SigningKey
      /** What comes with the installation is read once, by the first who asks. */
      let shown: ReadonlyArray<Template> | undefined

      const list = traced("Templates.list")(function* (params: ListParams) {
        yield* access.scope("space.view")
        const page = yield* paginate(
          ["templates"],
          params,
          ({ index }: { readonly index: number }) => [index],
          ({ after, limit }) => {
            const from = after === undefined ? 0 : Number(after[0]) + 1
            const items = library.map((template, index) => ({ template, index })).slice(from, from + limit)
            return Effect.succeed({ items, count: library.length })
          }
        ).pipe(Effect.provideService(SigningKey, key))
        shown ??= library.map(toTemplate)
        return mapPage(page, ({ index }) => shown![index]!)
      })

      /** Content of another space, where the caller may see it. */
      const elsewhere = Effect.fnUntraced(function* (spaceId: string) {
        const seen = yield* access.space(spaceId, "space.view").pipe(
          Effect.as(true),
          Effect.catchTag(["NotFound", "Forbidden"], () => Effect.succeed(false))
        )
        const head = seen ? yield* revisions.head(spaceId, primary) : undefined
        return head === undefined ? undefined : yield* missingIsDamage(trees.open(head.root))
      })

      /** Where a reference leads, as it is written in a text; `undefined` when it leads nowhere that the caller may see. */
      const hrefOf = Effect.fnUntraced(function* (spaceId: string, here: Revision, reference: ContentReference) {
        switch (reference.kind) {
          case "url":
            return addressOf(reference.url)
          case "space":
            return reference.space === spaceId || (yield* elsewhere(reference.space)) !== undefined
              ? spaceHref(reference.space)
              : undefined
          case "file": {
            if (reference.space !== undefined && reference.space !== spaceId) return undefined
            return (yield* missingIsDamage(here.file(reference.file))) === undefined
              ? undefined
              : `/files/${reference.file}`
          }
          case "page":
          case "anchor": {
            const anchor = reference.kind === "anchor" ? `#${encodeURIComponent(reference.anchor)}` : ""
            if (reference.page === undefined) return anchor
            const isHere = reference.space === undefined || reference.space === spaceId
            const content = isHere ? here : yield* elsewhere(reference.space ?? spaceId)
            if (content === undefined || (yield* missingIsDamage(content.page(reference.page))) === undefined)
              return undefined
            if (isHere) return `/pages/${reference.page}${anchor}`
            const path = yield* missingIsDamage(content.pathOf(reference.page))
            return path === undefined ? undefined : `${spaceHref(reference.space ?? "")}/${path}${anchor}`
          }
          default:
            return undefined
        }
      })

      const changes = traced("Templates.changes")(function* (spaceId: string, root: string, use: TemplateUse) {
        const template = library.find(({ id }) => id === use.id)
        if (template === undefined) {
          return yield* new Invalid({
            message: `There is no template ${JSON.stringify(use.id)}; there are ${library.map(({ id }) => id).join(", ")}`
          })
        }
        const here = yield* missingIsDamage(trees.open(root))
        const hrefs = new Map<string, string>()
        const details: Array<InvalidDetail> = []
        for (const [name, reference] of Object.entries(use.params?.contentRefs ?? {})) {
          const path = `params.contentRefs.${name}`
          if (!Object.hasOwn(template.contentRefs, name)) {
            details.push({ path, message: `is no reference of this template${namesOf(template)}` })
            continue
          }
          const href = yield* hrefOf(spaceId, here, reference)
          if (href === undefined)
            details.push({ path, message: "must be a page, file, space or web address to link to" })
          else hrefs.set(name, href)
        }
        const [first] = details
        if (first !== undefined) return yield* new Invalid({ message: `${first.path}: ${first.message}`, details })
        return { changes: templateChanges(template, hrefs) }
      })

      return Templates.of({ list, changes })
    })
  )
}

const toTemplate = (source: TemplateSource): Template => ({
  object: "template",
  id: source.id,
  title: source.title,
  description: source.description,
  contentRefs: source.contentRefs,
  pages: templatePages(source)
})

const namesOf = ({ contentRefs }: Pick<Template, "contentRefs">): string => {
  const names = Object.keys(contentRefs)
  return names.length === 0 ? ", which has none" : `; it has ${names.join(", ")}`
}

/** Links to other spaces, as the Markdown dialect writes them. */
const spaceHref = (spaceId: string): string => `https://app.gitbook.com/s/${encodeURIComponent(spaceId)}`

const addressOf = (url: string): string | undefined => {
  const parsed = url.length <= 2048 && URL.canParse(url) ? new URL(url) : undefined
  return parsed !== undefined && /^(?:https?|mailto):$/.test(parsed.protocol) ? parsed.href : undefined
}
