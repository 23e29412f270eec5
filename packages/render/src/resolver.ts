/** Links of one file, resolved against the revision that it is in. Pure. */

import type { ApiView } from "@octavo/core/content/openapi/description/apiView"
import type { FileRecord, ReusableRecord } from "@octavo/core/content/revisions/model/Records"
import { isMarkdown, type Node, type Root, resolveHref, visit } from "@octavo/document"
import { type KeptPictures, pictureAt, pictureHref } from "./pictures.ts"
import type { LinkKind, ResolvedFile, ResolvedLink, Resolver } from "./references.ts"
import { fileOf, type IndexedPage, type SpaceIndex } from "./spaceIndex.ts"

/** A space where a site shows it. */
export interface SpaceThere {
  /** What its pages are below; ends with a slash. */
  readonly base: string
  readonly title: string
  readonly emoji?: string | undefined
  /** What its visitor sees there, where somebody looked. */
  readonly index?: SpaceIndex | undefined
}

/** Reusable content, parsed. */
export interface Included {
  readonly root: Root
  /** Git path of its file; empty where it has none. */
  readonly from: string
}

/** By `includeName`. */
export type Includes = ReadonlyMap<string, Included>

/** Where a body is drawn: the same revision under another address is another body. */
export interface Surroundings {
  readonly index: SpaceIndex
  /** Path of the site space; begins and ends with a slash. */
  readonly basePath: string
  /** Address of a file, where that is not one of the site. */
  readonly addressOf?: (file: FileRecord) => string
  /** Copies of pictures of other hosts. */
  readonly pictures?: KeptPictures | undefined
  /** Prefix of addresses of repository files that are no part of the space. */
  readonly repositoryTree: string | undefined
  /** Reusable contents that the page may show, by what includes call them. */
  readonly includes: Includes
  /** Where the site shows a space; `undefined` for one that it does not show. */
  readonly spaceAt?: ((spaceId: string) => SpaceThere | undefined) | undefined
  /** The page of another space that a path which leaves this one leads to. */
  readonly outside?: ((path: string) => { readonly there: SpaceThere; readonly path: string } | undefined) | undefined
  /** What blocks of the page and of its includes show of descriptions. */
  readonly api?: ReadonlyMap<Node, ApiView> | undefined
}

/** Address of a page on the site. */
export const pageHref = (basePath: string, page: IndexedPage, anchor?: string): string =>
  basePath + encodePath(page.path) + anchorHref(anchor)

/** Address of a page of another space; where it is not any more, redirects lead on. */
export const spacePageHref = (
  base: string,
  { anchor, path }: { readonly path: string; readonly anchor?: string }
): string => base + encodePath(path) + anchorHref(anchor)

/** The page at a path of another space: a document, by its own path where it is the home page; or by its id. */
export const pageThere = ({ index }: SpaceThere, path: string): IndexedPage | undefined =>
  path.startsWith("~/pages/")
    ? index?.pageById.get(path.slice("~/pages/".length))
    : path === ""
      ? undefined
      : (index?.pageByPath.get(path) ?? (index?.home?.ownPath === path ? index.home : undefined))

const anchorHref = (anchor: string | undefined): string =>
  anchor === undefined || anchor === "" ? "" : `#${encodeURIComponent(anchor)}`

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** Address of a file on the site: it names the bytes, so it may be cached for ever. */
export const fileHref = (basePath: string, file: FileRecord): string =>
  `${basePath}~files/${file.id}/${file.blob.slice(0, 16)}/${encodeURIComponent(file.name)}`

export const toResolvedFile = (
  basePath: string,
  file: FileRecord,
  url: string = fileHref(basePath, file)
): ResolvedFile => ({
  url,
  name: file.name,
  size: file.size,
  contentType: file.contentType,
  ...file.dimensions
})

const broken: ResolvedLink = { href: "", status: "broken" }

/**
 * Answers for the references in one file.
 * @param from Git path of the file that holds them
 * @param textOf the text of an inline expression on the page
 */
export const makeResolver = (
  around: Surroundings,
  from: string,
  textOf: (expression: string) => string | undefined
): Resolver => {
  const { basePath, includes, index } = around
  const addressOf = around.addressOf ?? ((file: FileRecord) => fileHref(basePath, file))
  const pictureAddress = around.addressOf ?? ((file: FileRecord) => pictureHref(basePath, file))

  const toPage = (found: IndexedPage, anchor: string | undefined, base = basePath): ResolvedLink => ({
    href: pageHref(base, found, anchor),
    status: "ok",
    title: found.page.title,
    description: found.page.description,
    page: {
      title: found.page.title,
      emoji: found.page.emoji,
      icon: found.page.icon,
      description: found.page.description
    }
  })

  const toOtherSpace = (
    there: SpaceThere,
    target: { readonly path: string; readonly anchor?: string }
  ): ResolvedLink => {
    const { base, emoji, index, title } = there
    const page = pageThere(there, target.path)
    if (page !== undefined) return toPage(page, target.anchor, base)
    // a page that this reader is not shown is none
    if (index?.unseen.has(target.path) === true || target.path.startsWith("~/")) return broken
    return {
      href: spacePageHref(base, target),
      status: "ok",
      ...(target.path === "" ? { title, page: { title, emoji } } : {})
    }
  }

  const toFile = (file: FileRecord): ResolvedLink => ({
    href: addressOf(file),
    status: "ok",
    title: file.name
  })

  const link = (href: string, kind: LinkKind): ResolvedLink => {
    const target = resolveHref(href, from)
    switch (target.kind) {
      case "anchor":
        return { href: `#${encodeURIComponent(target.anchor)}`, status: "ok" }
      case "file": {
        const page = index.pageByFile.get(target.path)
        if (page !== undefined) return kind === "image" ? broken : toPage(page, target.anchor)
        const file = index.fileByPath.get(target.path)
        if (file === undefined) return broken
        // Markdown that no page shows is read where the repository is
        return around.repositoryTree === undefined || kind === "image" || !isMarkdown(target.path)
          ? toFile(file)
          : { href: `${around.repositoryTree}/${encodePath(target.path)}`, status: "external" }
      }
      case "page": {
        const page = index.pageById.get(target.id)
        return page === undefined || kind === "image" ? broken : toPage(page, target.anchor)
      }
      case "blob": {
        const file = index.fileById.get(target.id)
        return file === undefined ? broken : toFile(file)
      }
      case "external":
      case "mail":
        return { href: target.url, status: "external" }
      case "space": {
        const there = around.spaceAt?.(target.space)
        return there === undefined ? { href: target.url, status: "in-app" } : toOtherSpace(there, target)
      }
      case "app":
        return { href: target.url, status: "in-app" }
      case "absolute":
        // not a path of the repository: an address on the host that the site is served from, which has no pictures of it
        return kind === "image" ? broken : { href, status: "external" }
      case "outside": {
        const found = around.outside?.(target.path)
        const page = found?.there.index?.pageByFile.get(found.path)
        return page === undefined || kind === "image" ? broken : toPage(page, target.anchor, found!.there.base)
      }
      case "reusable":
      case "broken":
        return broken
    }
  }

  return {
    link,
    file: (href) => {
      const target = resolveHref(href, from)
      const file = fileOf(index, target)
      return file === undefined ? undefined : toResolvedFile(basePath, file, addressOf(file))
    },
    picture: (src) => around.pictures && pictureAt(around.pictures, src, pictureAddress),
    include: (path) => {
      const included = includes.get(includeName(from, path))
      return included && { root: included.root, resolver: makeResolver(around, included.from, textOf) }
    },
    api: (node) => around.api?.get(node),
    tag: (slug) => index.tagByName.get(slug),
    expression: textOf
  }
}

/** What an include calls reusable content: its Git path, or `/reusable-content/<id>`; no name of any for all else. */
export const includeName = (from: string, path: string): string => {
  const target = resolveHref(path, from)
  return target.kind === "file" ? target.path : target.kind === "reusable" ? `${byId}${target.id}` : ""
}

const byId = "/reusable-content/"

/** Reusable content by what an include calls it. */
export const reusableNamed = (
  { reusableById, reusableByPath }: SpaceIndex,
  name: string
): ReusableRecord | undefined =>
  name.startsWith(byId) ? reusableById.get(name.slice(byId.length)) : reusableByPath.get(name)

/** What a page of that Git path includes, by `includeName`, in its order. */
export const includedNames = (from: string, root: Root): Array<string> => {
  const names: Array<string> = []
  visit(root, (node) => {
    if (node.type === "include") names.push(includeName(from, node.path))
    return true
  })
  return names
}
