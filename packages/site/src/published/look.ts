/** How a site looks to its visitors: its settings with their links, images and colours resolved. */

import { verifyDownload } from "@octavo/core/content/revisions/downloads"
import type { ContentReference } from "@octavo/core/content/revisions/model/Records"
import { defaultCustomization, type SiteCustomizationSettings } from "@octavo/core/delivery/sites/customization"
import type { PublishedLocation } from "@octavo/core/delivery/sites/PublishedSites"
import { SiteAnswers } from "@octavo/core/delivery/sites/SiteAnswers"
import { SiteCustomizations } from "@octavo/core/delivery/sites/SiteCustomizations"
import type { Fits } from "@octavo/core/kernel/conditions/Judge"
import { defined, ifDefined } from "@octavo/core/kernel/shared/defined"
import { Epoch, holds, type MadeOf, madeOf, treePart } from "@octavo/core/kernel/shared/Epoch"
import type { StorageError } from "@octavo/core/kernel/shared/errors"
import { contentHash, utf8 } from "@octavo/core/kernel/shared/hash"
import { Instance } from "@octavo/core/kernel/shared/Instance"
import { makeLru } from "@octavo/core/kernel/shared/lru"
import { SigningKey } from "@octavo/core/kernel/shared/signature"
import { hostOf, ICON_DRAWING } from "@octavo/render/authorValues"
import { fileHref, pageHref } from "@octavo/render/resolver"
import { Effect } from "effect"
import type { CodeLook, ThemedCode } from "../look/codeRules.ts"
import { type FontFile, lookStyle } from "../look/style.ts"
import type { HeaderLink, SiteLink, SiteView, ThemedImage } from "../view.ts"
import { siteUrl } from "./addresses.ts"
import { immutable, type SiteAnswer } from "./answers.ts"
import type { Contents } from "./contents.ts"
import { baseOf } from "./pageContext.ts"
import { socialAddress } from "./social.ts"

/** A file of the looks themselves: a style sheet, or an image or font. */
export type LookFile =
  | { readonly kind: "style"; readonly css: string }
  | { readonly kind: "blob"; readonly blob: string; readonly contentType: string }

export interface Look {
  /** What of a page is drawn around it. */
  readonly view: Pick<
    SiteView,
    | "title"
    | "favicon"
    | "logo"
    | "icon"
    | "styleHref"
    | "fontHrefs"
    | "theme"
    | "themeFixed"
    | "headerLinks"
    | "announcement"
    | "footer"
    | "externalTarget"
    | "asFiles"
    | "socialImageUrl"
  > & { readonly homeHref?: string | undefined; readonly emoji?: string | undefined }
  /** Language of the interface, and of content that has none of its own. */
  readonly locale: string
  readonly pagination: boolean
  readonly feedback: boolean
  /** Readers may ask questions, which a language model answers from the pages. */
  readonly asks: boolean
  readonly insights: "visit" | "known" | undefined
  /** What readers can do with a page, in order. */
  readonly actions: Settings["pageActions"]["items"]
  readonly editLink: boolean
  /** Pages name who wrote them. */
  readonly authors: boolean
  /** What is on the pictures of pages that social sites show; drawn where the settings name none, by a server alone. */
  readonly social: {
    readonly isDrawn: boolean
    readonly primary: string
    readonly logo: { readonly blob: string; readonly contentType: string } | undefined
  }
  /** By path below `~look/`. */
  readonly files: ReadonlyMap<string, LookFile>
  /** Equal versions draw alike. */
  readonly version: string
}

/** A look, and to whom it is shown; to everybody without it. */
interface Variant {
  readonly look: Look
  readonly fits: Fits | undefined
  readonly of: MadeOf
}

const mostVariants = 50
const cacheBytes = 8 * 1024 * 1024
/** What a look takes in memory beside its style sheets, roughly. */
const lookWeight = 4_000

const weightOf = ({ files }: Look): number =>
  Array.from(files.values()).reduce(
    (sum, file) => sum + (file.kind === "style" ? file.css.length * 2 : 200),
    lookWeight
  )

type Settings = SiteCustomizationSettings

const plain = defaultCustomization({ title: "" })
const ownTheme = plain.styling.codeTheme.default

/** Actions with a page that need a server. */
const served: ReadonlySet<string> = new Set(["pdf", "mcp"] satisfies Settings["pageActions"]["items"])

export const makeLooks = Effect.fnUntraced(function* (
  contents: Contents,
  { asFiles, remoteImages }: { readonly asFiles: boolean; readonly remoteImages: boolean }
) {
  const customizations = yield* SiteCustomizations
  const answers = yield* SiteAnswers
  const instance = yield* Instance
  const key = yield* SigningKey
  const epoch = yield* Epoch
  const cache = makeLru<ReadonlyArray<Variant>>(cacheBytes, "looks")

  /** Where a reference leads on this site; `undefined` when its target is gone or not shown. */
  const hrefOf = Effect.fnUntraced(function* (location: PublishedLocation, reference: ContentReference) {
    if (reference.kind === "url") return { href: reference.url, external: !reference.url.startsWith("/") }
    const spaceId = "space" in reference ? reference.space : undefined
    const siteSpace =
      spaceId === undefined
        ? (location.siteSpaces.find((one) => one.isDefault) ?? location.siteSpaces[0])
        : location.siteSpaces.find((one) => one.spaceId === spaceId)
    if (siteSpace === undefined) return undefined
    const base = baseOf(location, siteSpace)
    if (reference.kind === "space") return { href: base }
    const shown = yield* contents.shownAt(siteSpace)
    if (shown === null) return undefined
    const index = yield* contents.indexOf(shown, location.judge)
    switch (reference.kind) {
      case "page":
      case "anchor": {
        const page = reference.page === undefined ? undefined : index.pageById.get(reference.page)
        const anchor = reference.kind === "anchor" ? reference.anchor : undefined
        return page === undefined ? undefined : { href: pageHref(base, page, anchor) }
      }
      case "file": {
        const file = index.fileById.get(reference.file)
        return file === undefined ? undefined : { href: fileHref(base, file) }
      }
      default:
        return undefined
    }
  })

  const linkOf = Effect.fnUntraced(function* (
    location: PublishedLocation,
    { title, to }: { readonly title: string; readonly to: ContentReference }
  ) {
    const target = yield* hrefOf(location, to)
    return target === undefined ? [] : [{ title, ...target } satisfies SiteLink]
  })

  const linksOf = (location: PublishedLocation, links: Settings["footer"]["groups"][number]["links"]) =>
    Effect.map(
      Effect.forEach(links, (link) => linkOf(location, link)),
      (found) => found.flat()
    )

  const headerLinks = Effect.fnUntraced(function* (location: PublishedLocation, { header }: Settings) {
    const links: Array<HeaderLink> = []
    for (const { condition, links: below, style = "link", title, to } of header.links) {
      if (location.judge.decide(condition ?? "") !== true) continue
      const target = to === null ? undefined : yield* hrefOf(location, to)
      const folded = yield* linksOf(location, below)
      if (target !== undefined || folded.length > 0) links.push({ title, ...target, style, links: folded })
    }
    return links
  })

  const resolve = Effect.fnUntraced(function* (location: PublishedLocation) {
    const { site, siteBasePath, siteSpace } = location
    const looks = yield* customizations.looks(site)
    const settings = looks.siteSpaces[siteSpace.id] ?? looks.site
    const files = new Map<string, LookFile>()
    const add = (name: string, hash: string, file: LookFile): string => {
      const path = `${hash.slice(0, 16)}/${name}`
      files.set(path, file)
      return `${siteBasePath}~look/${path}`
    }

    const downloads = `${instance.publicUrl}/~files/`
    const ours = (url: string) =>
      url.startsWith(downloads) ? verifyDownload(key, url.slice(downloads.length).split("/")[0]!) : undefined
    /** Where the page loads an image from: the site itself, or, where that is allowed, another host. */
    const imageOf = (url: string): string | undefined => {
      const file = ours(url)
      // hosts of files tell a picture by its name
      if (file !== undefined) return add(`image${extensionOf(file.contentType)}`, file.blob, { kind: "blob", ...file })
      return hostOf(url) === undefined || remoteImages ? url : undefined
    }
    const themed = (pair: { readonly light: string; readonly dark: string } | undefined): ThemedImage | undefined => {
      const light = pair === undefined ? undefined : imageOf(pair.light)
      return light === undefined ? undefined : { light, dark: imageOf(pair!.dark) }
    }

    const { font, headingFont, monospaceFont } = settings.styling
    const fontFiles = new Map<string, FontFile>()
    const early: Array<string> = []
    for (const chosen of [font, headingFont, monospaceFont]) {
      if (chosen === undefined || typeof chosen === "string") continue
      for (const { sources, weight } of chosen.fontFaces) {
        for (const { format = "woff2", url } of sources) {
          const file = ours(url)
          if (file === undefined) continue
          const href = add(`font.${format}`, file.blob, { kind: "blob", ...file })
          fontFiles.set(`${chosen.id} ${weight}`, { id: chosen.id, weight, format, href })
          // what the text of every page is drawn with
          if (chosen === font && weight === 400) early.push(href)
        }
      }
    }
    const css = lookStyle(settings, plain, [...fontFiles.values()], yield* codeLook(settings.styling))
    const hash = contentHash(utf8.encode(css))
    const { announcement, footer, header, themes } = settings
    const socials = settings.socialAccounts.flatMap(({ display, handle, platform }) => {
      const href = socialAddress(platform, handle)
      return href === undefined ? [] : [{ display, link: { title: platform, href, external: true } }]
    })
    const privacy = settings.privacyPolicy.url
    const groups = yield* Effect.forEach(footer.groups, (group) =>
      Effect.map(linksOf(location, group.links), (links) => ({ title: group.title, links }))
    )
    const link = announcement?.link === undefined ? [] : yield* linkOf(location, announcement.link)
    const primary = header.primaryLink === undefined ? undefined : yield* hrefOf(location, header.primaryLink)
    const preview = settings.socialPreview.url
    const view: Look["view"] = {
      title: settings.localizedTitle?.[settings.internationalization.locale] ?? settings.title ?? site.title,
      favicon:
        settings.favicon.emoji === undefined
          ? themed(settings.favicon.icon)
          : { light: emojiIcon(settings.favicon.emoji) },
      logo: themed(header.logo),
      icon: themed(settings.favicon.icon),
      ...ifDefined(settings.favicon.emoji, (emoji) => ({ emoji: emojiOf(emoji) })),
      styleHref: css === "" ? undefined : add("style.css", hash, { kind: "style", css }),
      fontHrefs: early.length === 0 && settings.styling.font === plain.styling.font ? undefined : early,
      theme: themes.default === "system" ? undefined : themes.default,
      themeFixed: !themes.toggeable || undefined,
      homeHref: primary?.href,
      headerLinks: [
        ...(yield* headerLinks(location, settings)),
        ...socials
          .filter(({ display }) => display.header)
          .map(({ link: one }): HeaderLink => ({ ...one, style: "link", links: [] }))
      ],
      announcement:
        announcement?.enabled === true
          ? { message: announcement.message, style: announcement.style, link: link[0] }
          : undefined,
      footer: {
        logo: themed(footer.logo),
        groups: groups.filter(({ links }) => links.length > 0),
        links: socials.filter(({ display }) => display.footer).map(({ link: one }) => one),
        privacy: privacy === undefined ? undefined : { href: privacy, external: !privacy.startsWith("/") },
        copyright: footer.copyright,
        trademark: settings.trademark.enabled
      },
      asFiles: asFiles || undefined,
      externalTarget: settings.externalLinks.target === "blank" ? "_blank" : undefined,
      socialImageUrl: preview === undefined ? undefined : URL.parse(preview, siteUrl(instance, location))?.href
    }
    // the older releases of the client have a switch of its own for PDFs
    const actions =
      settings.pdf.enabled && !settings.pageActions.items.includes("pdf")
        ? ([...settings.pageActions.items, "pdf"] as const)
        : settings.pageActions.items
    const look = {
      view,
      locale: settings.internationalization.locale,
      pagination: settings.pagination.enabled,
      feedback: settings.feedback.enabled && !asFiles,
      asks: settings.ai.mode !== "none" && answers.isAvailable && !asFiles,
      insights: asFiles ? undefined : settings.insights.trackingCookie ? ("known" as const) : ("visit" as const),
      actions: asFiles ? actions.filter((action) => !served.has(action)) : actions,
      editLink: settings.git.showEditLink && settings.pageActions.items.includes("git"),
      authors: settings.git.showAuthors === true,
      social: {
        isDrawn: preview === undefined && !asFiles,
        primary: settings.styling.primaryColor.light,
        // it stands on a light ground
        logo: header.logo === undefined ? undefined : drawable(ours(header.logo.light))
      }
    }
    return { ...look, files, version: contentHash(utf8.encode(JSON.stringify(look))).slice(0, 22) }
  })

  const lookOf = Effect.fnUntraced(function* (location: PublishedLocation) {
    const { judge, site, siteBasePath, siteSpace, visitor } = location
    const key = `${site.id} ${siteSpace.id} ${siteBasePath}`
    const context = yield* Effect.context<never>()
    const found = cache
      .get(key)
      ?.find(({ fits, of }) => (fits === undefined || fits(visitor)) && holds(epoch, of, context))
    if (found !== undefined) {
      judge.learn(found.fits)
      return found.look
    }
    const asking = judge.fork()
    // its spaces may lie elsewhere now
    const made = yield* madeOf(epoch, resolve({ ...location, judge: asking }), [site.id, treePart(site.organizationId)])
    const fits = asking.audience()
    judge.learn(fits)
    const { of, value: look } = made
    if (of !== undefined) {
      const others = (cache.get(key) ?? []).filter((one) => holds(epoch, one.of, context))
      const all = [...others.slice(1 - mostVariants), { look, fits, of }]
      cache.set(
        key,
        all,
        all.reduce((sum, one) => sum + weightOf(one.look), key.length)
      )
    }
    return look
  })

  /** A file of the looks by its path below `~look/`. */
  const lookFile = (look: Look, path: string): Effect.Effect<SiteAnswer | undefined, StorageError> => {
    const file = look.files.get(path)
    return file === undefined
      ? Effect.succeed(undefined)
      : file.kind === "style"
        ? Effect.succeed(immutable(file.css, "text/css"))
        : contents.blob(file.blob, file.contentType)
  }

  return { lookOf, lookFile }
})

/** A logo of a kind that pictures of pages can have. */
const drawable = (file: Look["social"]["logo"]): Look["social"]["logo"] =>
  file !== undefined && /^image\/(?:png|jpeg|gif|webp|svg\+xml)$/.test(file.contentType) ? file : undefined

/** Of a picture's file. */
const extensionOf = (contentType: string): string =>
  contentType === "image/svg+xml"
    ? ".svg"
    : (/^image\/(png|jpeg|gif|webp|avif)$/.exec(contentType)?.[0].replace("image/", ".") ?? "")

/** The colours of code. Themes are loaded when a site first names one. */
const codeLook = ({ codeTheme }: Settings["styling"]): Effect.Effect<CodeLook | undefined> => {
  const named = Object.values(codeTheme).flatMap(({ dark, light }) => [light, dark])
  if (named.every((name) => name === ownTheme.light || name === ownTheme.dark)) return Effect.undefined
  return Effect.promise(async () => {
    const { codeColors } = await import("@octavo/render/codeThemes")
    const themed = async (names: Settings["styling"]["codeTheme"]["default"]): Promise<ThemedCode> => {
      const [light, dark] = await Promise.all([codeColors(names.light), codeColors(names.dark)])
      return defined({ light, dark })
    }
    return { default: await themed(codeTheme.default), openapi: await themed(codeTheme.openapi) }
  })
}

/** An emoji that is given as itself, or by its code points in hexadecimal. */
const emojiOf = (emoji: string): string => {
  const points = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)
    ? emoji.split("-").map((point) => Number.parseInt(point, 16))
    : []
  return points.length > 0 && points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : emoji
}

/** An emoji as the drawing of an icon. */
const emojiIcon = (emoji: string): string => {
  const safe = emojiOf(emoji).replace(/[<>&]/g, "")
  return `${ICON_DRAWING}${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${safe}</text></svg>`
  )}`
}
