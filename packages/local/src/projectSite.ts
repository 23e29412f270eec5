/** The site that `octavo.yaml` asks for, made of the spaces of its folders. */
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { Blobs } from "@octavo/core/content/revisions/Blobs"
import { downloadUrl } from "@octavo/core/content/revisions/downloads"
import { mediaHeadBytes, readMedia } from "@octavo/core/content/revisions/media"
import { Spaces } from "@octavo/core/content/spaces/Spaces"
import { Redirects } from "@octavo/core/delivery/redirects/Redirects"
import { completeSettings, type Settings } from "@octavo/core/delivery/sites/customizationRules"
import { Sections } from "@octavo/core/delivery/sites/Sections"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import { SiteSpaces } from "@octavo/core/delivery/sites/SiteSpaces"
import { Sites } from "@octavo/core/delivery/sites/Sites"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { Conflict, Invalid } from "@octavo/core/kernel/shared/errors"
import { Instance, ownUrl } from "@octavo/core/kernel/shared/Instance"
import { SigningKey } from "@octavo/core/kernel/shared/signature"
import { everything, siteTitle, spaceTitle } from "@octavo/runtime/setup"
import { Effect, Stream } from "effect"
import { type Project, picturesOf, redirectTo, type Section, type Variant } from "./project.ts"

/** What is shown at a place of the site. */
export interface ShownFolder extends Variant {
  readonly space: string
  /** Where the file says so. */
  readonly at: ReadonlyArray<PropertyKey>
}

/** A section with what is shown in it; the only one of a site without sections. */
export interface ShownSection extends Omit<Section, "folder" | "variants"> {
  readonly variants: ReadonlyArray<ShownFolder>
  readonly at: ReadonlyArray<PropertyKey>
}

/** Something in the file that can't be done. */
export interface Refused {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** Values with another one at a path, which is there. */
const withValue = (value: unknown, [step, ...rest]: ReadonlyArray<string>, next: unknown): unknown =>
  step === undefined
    ? next
    : { ...(value as object), [step]: withValue((value as Readonly<Record<string, unknown>>)[step], rest, next) }

/**
 * What makes the only site of the store the one that a project asks for, as often as it asks for another one. Readers see
 * the one before until the next one is whole.
 * @param directory absolute path of the folder of `octavo.yaml`
 * @param name what the site is called in the store
 */
export const makeProjectSite = Effect.fnUntraced(function* (organization: string, directory: string, name: string) {
  const sites = yield* Sites
  const sections = yield* Sections
  const siteSpaces = yield* SiteSpaces
  const spaces = yield* Spaces
  const redirects = yield* Redirects
  const customizations = yield* SiteCustomizations
  const blobs = yield* Blobs
  const instance = yield* Instance
  const key = yield* SigningKey
  let shown: string | undefined

  /** A file of the folder at an address that looks take; `undefined` where there is none. */
  const pictureAt = Effect.fnUntraced(function* (path: string) {
    const bytes = yield* Effect.sync(() => readBytes(join(directory, path)))
    if (bytes === undefined) return undefined
    const { hash } = yield* blobs.put(Stream.make(bytes))
    const { contentType } = yield* readMedia(basename(path), bytes.subarray(0, mediaHeadBytes))
    const file = { blob: hash, contentType, name: basename(path) }
    return downloadUrl({ instance, key, owner: { organization } }, file)
  })

  const setLook = Effect.fnUntraced(function* (site: string, look: unknown) {
    const refused: Array<Refused> = []
    let set = look
    for (const { file, path } of picturesOf(look)) {
      const url = yield* pictureAt(file)
      if (url === undefined)
        refused.push({ path: ["look", ...path], message: `There is no file ${file}: name one that is there` })
      else set = withValue(set, path, url)
    }
    const before = yield* customizations.get(organization, site)
    yield* customizations.put(organization, site, completeSettings(before, set as Settings)).pipe(
      Effect.catchTag("Invalid", ({ message }) => {
        refused.push({ path: ["look"], message })
        return Effect.void
      })
    )
    return refused
  })

  const setRedirects = Effect.fnUntraced(function* (site: string, wanted: NonNullable<Project["redirects"]>) {
    const refused: Array<Refused> = []
    // what was put to its place had another one for a moment
    const moved = yield* everything((params) => redirects.list(organization, site, {}, params))
    for (const { id } of moved) yield* redirects.remove(organization, site, id)
    for (const [from, target] of Object.entries(wanted)) {
      const { permanent, to } = redirectTo(target)
      // each is one by itself, as `readProject` sees to: here it is seen where they lead together
      yield* redirects
        .create(organization, site, {
          source: from.replace(/\/\*$/, ""),
          captureWildcard: from.endsWith("/*"),
          // one of the site's own addresses is followed to its page
          destination: { kind: "external", url: to.startsWith("/") ? ownUrl(instance) + to : to },
          permanent
        })
        .pipe(
          Effect.catchTag("Invalid", ({ message }) => {
            refused.push({ path: ["redirects", from], message })
            return Effect.void
          }),
          Effect.catchTag("Conflict", Effect.die)
        )
    }
    return refused
  })

  /** What has a path already keeps it: whoever wrote another one is told. */
  const placed = <A, E, R>(path: ReadonlyArray<PropertyKey>, update: Effect.Effect<A, E | Conflict | Invalid, R>) =>
    update.pipe(
      Effect.as<ReadonlyArray<Refused>>([]),
      Effect.catchIf(
        (error): error is Conflict | Invalid => error instanceof Conflict || error instanceof Invalid,
        ({ message }) => Effect.succeed<ReadonlyArray<Refused>>([{ path: [...path, "path"], message }])
      )
    )

  /** Puts the spaces of a section onto the site; the first one is there already where the section has it. */
  const addVariants = Effect.fnUntraced(function* (
    site: string,
    sectionId: string | null,
    [first, ...others]: ReadonlyArray<ShownFolder>,
    firstSiteSpace: string | undefined
  ) {
    const refused: Array<Refused> = []
    const place = Effect.fnUntraced(function* ({ at, path }: ShownFolder, siteSpace: string) {
      if (path !== undefined)
        refused.push(...(yield* placed(at, siteSpaces.update(organization, site, siteSpace, { path }))))
    })
    if (first === undefined) return refused
    const added: Array<{ readonly variant: ShownFolder; readonly id: string }> = []
    if (firstSiteSpace !== undefined) {
      yield* place(first, firstSiteSpace)
      added.push({ variant: first, id: firstSiteSpace })
    }
    for (const variant of firstSiteSpace === undefined ? [first, ...others] : others) {
      const { id } = yield* siteSpaces.add(organization, site, { spaceId: variant.space, sectionId })
      yield* place(variant, id)
      added.push({ variant, id })
    }
    for (const { id, variant } of added.filter((one) => one.variant.version === true)) {
      const ofLanguage = added.filter((one) => one.variant.language === variant.language)
      const of = ofLanguage.find((one) => one.variant.version !== true) ?? ofLanguage[0]
      if (of !== undefined && of.id !== id) yield* siteSpaces.update(organization, site, id, { versionOf: of.id })
    }
    return refused
  })

  return Effect.fnUntraced(function* (
    { look, redirects: wanted, title }: Project,
    shownSections: ReadonlyArray<ShownSection>,
    hasSections: boolean
  ) {
    for (const { variants } of shownSections) {
      for (const { language, space, title: own } of variants) {
        yield* spaces.update(space, { ...ifDefined(own, (text) => ({ title: text })), language: language ?? null })
      }
    }
    const site = yield* sites.create(organization, { title: title ?? siteTitle(spaceTitle(basename(directory))) })
    const refused: Array<Refused> = []
    for (const { at, description, icon, path, title: own, variants } of shownSections) {
      const [first] = variants
      if (first === undefined) continue
      if (!hasSections) {
        refused.push(...(yield* addVariants(site.id, null, variants, undefined)))
        continue
      }
      const section = yield* sections.add(organization, site.id, {
        spaceId: first.space,
        ...defined({ icon, title: own })
      })
      const more = defined({ description, path })
      if (Object.keys(more).length > 0)
        refused.push(...(yield* placed(at, sections.update(organization, site.id, section.id, more))))
      refused.push(...(yield* addVariants(site.id, section.id, variants, section.siteSpaces[0]?.id)))
    }
    if (look !== undefined) refused.push(...(yield* setLook(site.id, look)))
    refused.push(...(yield* setRedirects(site.id, wanted ?? {})))
    if (shown !== undefined) yield* sites.remove(organization, shown)
    yield* sites.update(organization, site.id, { basename: name })
    yield* sites.publish(organization, site.id)
    shown = site.id
    return refused
  })
})

const readBytes = (file: string): Uint8Array | undefined => {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
