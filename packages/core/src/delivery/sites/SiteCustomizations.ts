/** How sites look: read, replace, and set otherwise for one of their site spaces. */
import { Context, Effect, Layer } from "effect"
import { Blobs } from "../../content/revisions/Blobs.ts"
import { verifyDownload } from "../../content/revisions/downloads.ts"
import { missingIsDamage } from "../../content/revisions/missingIsDamage.ts"
import { RevisionTree } from "../../content/revisions/model/RevisionTree.ts"
import type { Judge } from "../../kernel/conditions/Judge.ts"
import type { CurrentActor } from "../../kernel/shared/Actor.ts"
import { now } from "../../kernel/shared/clock.ts"
import { defined } from "../../kernel/shared/defined.ts"
import { Epoch, makePartCache } from "../../kernel/shared/Epoch.ts"
import { type Forbidden, Invalid, type InvalidDetail, NotFound, type StorageError } from "../../kernel/shared/errors.ts"
import { Instance } from "../../kernel/shared/Instance.ts"
import type { Role } from "../../kernel/shared/roles.ts"
import { SigningKey } from "../../kernel/shared/signature.ts"
import { Transaction } from "../../kernel/shared/Transaction.ts"
import { traced } from "../../kernel/shared/traced.ts"
import { Audit, changes } from "../../people/audit/Audit.ts"
import { Access } from "../../people/permissions/Access.ts"
import type { FontDefinition } from "../fonts/Font.ts"
import { Fonts } from "../fonts/Fonts.ts"
import { makeLoadSite } from "../site-records/loadSite.ts"
import type { SiteRecord } from "../site-records/Site.ts"
import type { SiteSpaceWithSpace } from "../site-records/SiteSpace.ts"
import { SiteSpaceStore } from "../site-records/SiteSpaceStore.ts"
import { SiteStore, type SiteView } from "../site-records/SiteStore.ts"
import { CustomizationStore, type StoredCustomizations } from "./CustomizationStore.ts"
import {
  defaultCustomization,
  type SiteCustomizationInput,
  type SiteCustomizationOverride,
  type SiteCustomizationSettings,
  type SiteSpaceCustomizationSettings
} from "./customization.ts"
import {
  completeSettings,
  fontsIn,
  imagesIn,
  pageActions,
  patchOverride,
  referencesIn,
  targetOf,
  withFonts
} from "./customizationRules.ts"

type Failure = Forbidden | NotFound | StorageError

/** What was set of a site, and the fonts of its organization. */
interface Stored extends StoredCustomizations {
  readonly fonts: ReadonlyMap<string, FontDefinition>
}

type Named = Pick<SiteRecord, "id" | "organizationId" | "title">

/** Looks of a site and of those of its site spaces that differ, complete. */
export interface Looks {
  readonly site: SiteCustomizationSettings
  readonly siteSpaces: Readonly<Record<string, SiteCustomizationSettings>>
}

/**
 * Settings as somebody sees them. Visitors are shown no links of the header whose conditions do not hold; what an
 * assistant is told is for admins.
 */
export const seenSettings = <A extends SiteCustomizationSettings>(
  settings: A,
  { judge, role }: { readonly role: Role; readonly judge?: Judge }
): A => {
  const { instructions: _, ...ai } = settings.ai
  const told = role === "admin" ? settings : { ...settings, ai }
  if (judge === undefined) return told
  const links = settings.header.links.filter(({ condition }) => judge.decide(condition ?? "") === true)
  return { ...told, header: { ...settings.header, links } }
}

export class SiteCustomizations extends Context.Service<
  SiteCustomizations,
  {
    readonly get: (
      organizationId: string,
      siteId: string
    ) => Effect.Effect<SiteCustomizationSettings, Failure, CurrentActor>
    /** Replaces all of it. What its links and images name must be there. */
    readonly put: (
      organizationId: string,
      siteId: string,
      input: SiteCustomizationInput
    ) => Effect.Effect<SiteCustomizationSettings, Failure | Invalid, CurrentActor>
    readonly getSiteSpace: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string
    ) => Effect.Effect<SiteSpaceCustomizationSettings, Failure, CurrentActor>
    /** Sets single members otherwise for a site space; `null` takes that back. */
    readonly override: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string,
      input: SiteCustomizationOverride
    ) => Effect.Effect<SiteSpaceCustomizationSettings, Failure | Invalid, CurrentActor>
    /** Makes a site space look like its site again; `false`: it did already. */
    readonly clear: (
      organizationId: string,
      siteId: string,
      siteSpaceId: string
    ) => Effect.Effect<boolean, Failure, CurrentActor>
    /** What visitors of a site see; asks for no actor. Kept until it changes. */
    readonly looks: (site: Named) => Effect.Effect<Looks, StorageError>
    /** Ids of the organization's sites that are drawn with a font; asks for no actor. */
    readonly drawnWith: (organizationId: string, fontId: string) => Effect.Effect<ReadonlyArray<string>, StorageError>
  }
>()("@octavo/core/delivery/sites/SiteCustomizations") {
  static readonly layer = Layer.effect(
    SiteCustomizations,
    Effect.gen(function* () {
      const store = yield* CustomizationStore
      const sites = yield* SiteStore
      const siteSpaces = yield* SiteSpaceStore
      const trees = yield* RevisionTree
      const blobs = yield* Blobs
      const fonts = yield* Fonts
      const audit = yield* Audit
      const transaction = yield* Transaction
      const instance = yield* Instance
      const key = yield* SigningKey
      const load = makeLoadSite(yield* Access, sites)
      const cache = makePartCache<Looks>(yield* Epoch, 1_000)

      const read = (site: Named) =>
        Effect.map(
          Effect.all([store.all(site.id), fonts.definitions(site.organizationId)]),
          ([all, fonts]): Stored => ({ ...all, fonts })
        )

      const ofSite = (site: Pick<SiteRecord, "title">, { fonts, site: set }: Stored): SiteCustomizationSettings => ({
        ...drawn(completeSettings(defaultCustomization(site), set?.settings), fonts),
        ...(set === undefined ? {} : { updatedAt: set.updatedAt })
      })

      const ofSiteSpace = (
        site: Pick<SiteRecord, "title">,
        all: Stored,
        siteSpaceId: string
      ): SiteSpaceCustomizationSettings => {
        const set = all.siteSpaces.get(siteSpaceId)
        const below = ofSite(site, all)
        return set === undefined
          ? { ...below, hasOverrides: false }
          : { ...drawn(completeSettings(below, set.settings), all.fonts), updatedAt: set.updatedAt, hasOverrides: true }
      }

      const looks = (site: Named) =>
        cache(
          site.id,
          `${site.id} ${site.title}`,
          Effect.map(read(site), (all) => ({
            site: ofSite(site, all),
            siteSpaces: Object.fromEntries(
              Array.from(all.siteSpaces.keys(), (id) => {
                const { hasOverrides: _, ...settings } = ofSiteSpace(site, all, id)
                return [id, settings]
              })
            )
          }))
        )

      /** Fails with every place that names what is not there. */
      const check = Effect.fnUntraced(function* (site: SiteRecord, view: SiteView, input: SiteCustomizationOverride) {
        const details: Array<InvalidDetail> = []
        const references = referencesIn(input)
        const shown = references.length === 0 ? [] : yield* siteSpaces.all(site, view)
        for (const { path, value } of references) {
          const target = targetOf(value)
          if (target === undefined) continue
          const message = typeof target === "string" ? target : yield* missing(shown, target)
          if (message !== undefined) details.push({ path, message })
        }
        const known = yield* fonts.definitions(site.organizationId)
        for (const { path, value } of fontsIn(input)) {
          if (!known.has(value)) details.push({ path, message: "names no font of this organization" })
        }
        for (const { path, value } of imagesIn(input)) {
          const message = yield* imageProblem(value)
          if (message !== undefined) details.push({ path, message })
        }
        const [first] = details
        if (first !== undefined) return yield* new Invalid({ message: `${first.path} ${first.message}`, details })
      })

      const missing = Effect.fnUntraced(function* (
        shown: ReadonlyArray<SiteSpaceWithSpace>,
        target: Exclude<ReturnType<typeof targetOf>, string | undefined>
      ) {
        const { space } =
          (target.space === undefined
            ? (shown.find(({ siteSpace }) => siteSpace.isDefault) ?? shown[0])
            : shown.find(({ space }) => space.id === target.space)) ?? {}
        if (space === undefined) return "names no space of this site"
        const { record } = target
        if (record === undefined) return undefined
        const tree = yield* missingIsDamage(trees.open(space.head.root))
        const found =
          record.kind === "page"
            ? yield* missingIsDamage(tree.page(record.id))
            : yield* missingIsDamage(tree.file(record.id))
        return found === undefined ? `names no ${record.kind} of the space` : undefined
      })

      const imageProblem = Effect.fnUntraced(function* (url: string) {
        const files = `${instance.publicUrl}/~files/`
        if (!url.startsWith(files)) return undefined
        const file = verifyDownload(key, url.slice(files.length).split("/")[0] ?? "")
        const info = file === undefined ? undefined : yield* blobs.info(file.blob)
        if (file === undefined || info === undefined) return "names no file of this installation"
        return file.contentType.startsWith("image/") ? undefined : "must be an image"
      })

      const record = (site: SiteRecord, before: object, after: object, siteSpaceId?: string) =>
        audit.record({
          organizationId: site.organizationId,
          action: "site.customize",
          target: { type: "site", id: site.id, label: site.title },
          payload: {
            ...defined({ siteSpace: siteSpaceId }),
            ...changes({ ...before }, { ...after })
          }
        })

      /** Runs a change that nothing else of the site's looks comes in between. */
      const changing = <A, R>(siteId: string, change: Effect.Effect<A, StorageError, R>) =>
        transaction.run(
          Effect.flatMap(
            sites.lock(siteId),
            (found): Effect.Effect<A, StorageError | NotFound, R> =>
              found ? change : Effect.fail(NotFound.of("site", siteId))
          )
        )

      const get = traced("SiteCustomizations.get")(function* (organizationId: string, siteId: string) {
        const loaded = yield* load(organizationId, siteId, "site.view")
        return seenSettings(ofSite(loaded.site, yield* read(loaded.site)), loaded)
      })

      const put = traced("SiteCustomizations.put")(function* (
        organizationId: string,
        siteId: string,
        input: SiteCustomizationInput
      ) {
        const { site, view } = yield* load(organizationId, siteId, "site.settings")
        yield* check(site, view, input)
        const updatedAt = yield* now
        return yield* changing(
          siteId,
          Effect.gen(function* () {
            const before = ofSite(site, yield* read(site))
            const settings = { ...input, pageActions: pageActions(before.pageActions, input.pageActions) }
            yield* store.putSite(siteId, { settings, updatedAt })
            const icon = Object.keys(input.favicon).length === 0 ? null : input.favicon
            yield* sites.update(siteId, { icon }, updatedAt)
            const after = ofSite(site, yield* read(site))
            yield* record(site, { ...before, updatedAt }, after)
            return after
          })
        )
      })

      const siteSpaceOf = Effect.fnUntraced(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        action: "site.view" | "site.settings"
      ) {
        const loaded = yield* load(organizationId, siteId, action)
        const found = yield* siteSpaces.get(loaded.site, siteSpaceId, loaded.view)
        return found === undefined ? yield* NotFound.of("site space", siteSpaceId) : loaded
      })

      const getSiteSpace = traced("SiteCustomizations.getSiteSpace")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string
      ) {
        const loaded = yield* siteSpaceOf(organizationId, siteId, siteSpaceId, "site.view")
        return seenSettings(ofSiteSpace(loaded.site, yield* read(loaded.site), siteSpaceId), loaded)
      })

      const override = traced("SiteCustomizations.override")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string,
        input: SiteCustomizationOverride
      ) {
        const { site, view } = yield* siteSpaceOf(organizationId, siteId, siteSpaceId, "site.settings")
        yield* check(site, view, input)
        const updatedAt = yield* now
        return yield* changing(
          siteId,
          Effect.gen(function* () {
            const all = yield* read(site)
            const before = ofSiteSpace(site, all, siteSpaceId)
            const given = input.pageActions
            const settings = patchOverride(all.siteSpaces.get(siteSpaceId)?.settings, {
              ...input,
              ...(given == null ? {} : { pageActions: actionsOf(before.pageActions, given) })
            })
            if (settings === undefined) yield* store.removeSiteSpace(siteSpaceId)
            else yield* store.putSiteSpace(siteSpaceId, { settings, updatedAt })
            const after = ofSiteSpace(site, yield* read(site), siteSpaceId)
            yield* record(site, { ...before, updatedAt: after.updatedAt }, after, siteSpaceId)
            return after
          })
        )
      })

      const clear = traced("SiteCustomizations.clear")(function* (
        organizationId: string,
        siteId: string,
        siteSpaceId: string
      ) {
        const { site } = yield* siteSpaceOf(organizationId, siteId, siteSpaceId, "site.settings")
        return yield* changing(
          siteId,
          Effect.gen(function* () {
            const all = yield* read(site)
            const done = yield* store.removeSiteSpace(siteSpaceId)
            if (done) yield* record(site, ofSiteSpace(site, all, siteSpaceId), ofSite(site, all), siteSpaceId)
            return done
          })
        )
      })

      return SiteCustomizations.of({ get, put, getSiteSpace, override, clear, looks, drawnWith: store.sitesWithFont })
    })
  )
}

const drawn = (settings: SiteCustomizationSettings, fonts: Stored["fonts"]): SiteCustomizationSettings => ({
  ...settings,
  styling: withFonts(settings.styling, fonts, defaultCustomization({ title: "" }).styling)
})

/** Page actions of an override; `null` in one place takes all of them back, because their forms go together. */
const actionsOf = (
  before: SiteCustomizationSettings["pageActions"],
  { externalAI, items, markdown, mcp }: NonNullable<SiteCustomizationOverride["pageActions"]>
) =>
  externalAI === null || items === null || markdown === null || mcp === null
    ? null
    : pageActions(before, {
        ...defined({ externalAI, items, markdown, mcp })
      })
