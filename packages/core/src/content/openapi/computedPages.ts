/**
 * The pages of a description and their texts: one for each tag or for each operation, one for its models, one about the
 * whole. Texts name what they show with blocks, which are drawn from the same version. Pure.
 */
import { titleToSlug } from "@octavo/document"
import type { Schema } from "effect"
import { defined } from "../../kernel/shared/defined.ts"
import type { ComputedPageDraft } from "../revisions/computed/ComputedSources.ts"
import type { DescriptionIndex, IndexedOperation, IndexedTag } from "./description/DescriptionIndex.ts"
import { prose } from "./description/markdown.ts"
import { plainTitle } from "./description/plainTitle.ts"

export interface ComputedProps {
  readonly models: boolean
  readonly downloadLink: boolean
  readonly grouping: "by-tag" | "by-operation"
}

export const readProps = (props: Schema.JsonObject): ComputedProps => ({
  models: props["models"] === true,
  downloadLink: props["downloadLink"] === true,
  grouping: props["grouping"] === "by-operation" ? "by-operation" : "by-tag"
})

/** A tag with more operations has a page for each of them, however they are grouped. */
const mostOperations = 30
/** More models are on pages of their own, by their first letters. */
const mostModels = 60
const longestTitle = 150

const cut = (text: string): string => {
  const line = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<=\p{L})\.$/u, "")
    .toWellFormed()
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1).toWellFormed()}…` : line
}

const titleOf = ({ id, method, path, summary }: IndexedOperation): string =>
  cut(summary ?? id ?? `${method.toUpperCase()} ${path}`)

/** Of a title; of what names the page where nothing of the title can be in an address. */
const slugOf = (title: string, fallback: string): string => {
  const end = /(?<![-.])[-.]+$/
  const slug = titleToSlug(title).replace(end, "") || titleToSlug(fallback).replace(end, "") || "page"
  return slug.slice(0, 100).replace(end, "")
}

const operationDraft = (operation: IndexedOperation): ComputedPageDraft => {
  const title = titleOf(operation)
  const { deprecated, id, method, path } = operation
  return {
    key: `operation:${method} ${path}`,
    title,
    slug: slugOf(title, id ?? `${method} ${path}`),
    document: { doc: "operation", page: path, method, ...(deprecated === true ? { deprecated } : {}) }
  }
}

const operationsOf = (index: DescriptionIndex, tag: string | undefined): ReadonlyArray<IndexedOperation> =>
  index.operations.filter(({ tags }) => tags[0] === tag)

/** First lines of what a tag says of itself. */
const introductionOf = (description: string | undefined): string | undefined => {
  const [line] = description?.trim().split(/\n\s*\n/, 1) ?? []
  return line === undefined || line.length > 300 || /[[\]<>{}`#|]/.test(line) ? undefined : cut(line)
}

export const computedPages = (index: DescriptionIndex, props: ComputedProps): ReadonlyArray<ComputedPageDraft> => {
  const names = new Set(index.tags.map(({ name }) => name))
  const seen = new Set<string>()
  const tagDraft = (tag: IndexedTag): ReadonlyArray<ComputedPageDraft> => {
    // tags that are each other's parents are shown once
    if (seen.has(tag.name)) return []
    seen.add(tag.name)
    const operations = operationsOf(index, tag.name)
    const below = index.tags.filter(({ parent }) => parent === tag.name).flatMap(tagDraft)
    if (operations.length === 0 && below.length === 0) return []
    const title = cut(tag.title ?? tag.name)
    const isSplit = props.grouping === "by-operation" || operations.length > mostOperations
    const description = introductionOf(tag.description)
    return [
      {
        key: `tag:${tag.name}`,
        title,
        slug: slugOf(title, tag.name),
        ...defined({ description }),
        document: { doc: isSplit ? "tag" : "operations", page: tag.name },
        pages: [...(isSplit ? operations.map(operationDraft) : []), ...below]
      }
    ]
  }
  const top = index.tags.filter(({ parent }) => parent === undefined || !names.has(parent)).flatMap(tagDraft)
  // what is only its own ancestor
  const rest = index.tags.flatMap(tagDraft)
  const untagged = operationsOf(index, undefined)
  const loose =
    props.grouping === "by-operation" || untagged.length > mostOperations || (top.length === 0 && untagged.length > 1)
      ? untagged.map(operationDraft)
      : untagged.length === 0
        ? []
        : [{ key: "untagged", title: "Other", slug: "other", document: { doc: "operations", page: "" } }]
  const hasInfo = index.description !== undefined || props.downloadLink
  return [
    ...(hasInfo
      ? [
          {
            key: "info",
            title: cut(index.title),
            slug: slugOf(index.title, "api"),
            document: { doc: "info", page: "", ...(props.downloadLink ? { downloadLink: true } : {}) }
          }
        ]
      : []),
    ...top,
    ...rest,
    ...loose,
    ...(props.models && index.schemas.length > 0 ? [modelsDraft(index)] : [])
  ]
}

const letterOf = (name: string): string => {
  const letter = name.charAt(0).toUpperCase()
  return /[A-Z]/.test(letter) ? letter : "0-9"
}

const modelsDraft = ({ schemas }: DescriptionIndex): ComputedPageDraft => {
  const draft = { key: "models", title: "Models", slug: "models", document: { doc: "models" } }
  if (schemas.length <= mostModels) return draft
  const letters = [...new Set(schemas.map(letterOf))].sort()
  return {
    ...draft,
    pages: letters.map((letter) => ({
      key: `models:${letter}`,
      title: letter,
      slug: letter.toLowerCase(),
      document: { doc: "models", page: letter }
    }))
  }
}

/** Text of an author as part of a page: what would be a block of ours is text. */
const plain = (text: string): string => text.trim().replaceAll("{%", "{\\%").replaceAll("{{", "{\\{")

const value = (text: string): string => text.replaceAll('"', '\\"')

const linkOf = ({ slug, url }: Spec): string => (url === undefined ? "" : `[OpenAPI ${slug}](${url})\n`)

const block = (name: string, spec: Spec, attributes: string): string =>
  `{% ${name} spec="${value(spec.slug)}" ${attributes} %}\n${linkOf(spec)}{% end${name} %}\n`

/** What a tag says of itself beyond what is the page's description. */
const aboutTag = (index: DescriptionIndex, tag: string): ReadonlyArray<string> => {
  const about = index.tags.find(({ name }) => name === tag)?.description
  if (about === undefined || introductionOf(about) === cut(about)) return []
  const text = plain(untitled(about, index.tags.find(({ name }) => name === tag)?.title ?? tag))
  return text === "" ? [] : [`${text}\n`]
}

/** A text without the heading that it begins with, where that is the title of its page. */
const untitled = (text: string, title: string): string => {
  const [line = "", heading] = /^\s*#{1,6}[ \t]+([^\n]*)/.exec(text) ?? []
  return heading !== undefined && plainTitle(heading) === plainTitle(title) ? text.slice(line.length) : text
}

const heading = (text: string): string => `## ${text.replace(/[\\`*_[\]<>|{}#]/g, "\\$&")}\n`

/** What an operation says of itself, and its block without: the page says it, under its own title. */
const operationBlock = (
  spec: Spec,
  operation: Pick<IndexedOperation, "method" | "path">,
  aboutOf: (operation: Pick<IndexedOperation, "method" | "path">) => string | undefined
): string => {
  const { method, path } = operation
  const about = aboutOf(operation)
  const shown = block("openapi-operation", spec, `path="${value(path)}" method="${value(method)}" headless="true"`)
  return about === undefined ? shown : `${prose(about)}\n\n${shown}`
}

export interface Spec {
  readonly slug: string
  /** Where anyone reads the text of it. */
  readonly url: string | undefined
}

/**
 * The Markdown of a page; empty for one that the version does not have.
 * @param aboutOf the description of an operation
 */
export const computedText = (
  index: DescriptionIndex,
  spec: Spec,
  props: Schema.JsonObject,
  aboutOf: (operation: Pick<IndexedOperation, "method" | "path">) => string | undefined = () => undefined
): string => {
  const page = typeof props["page"] === "string" ? props["page"] : ""
  switch (props["doc"]) {
    case "operation":
      return operationBlock(spec, { path: page, method: String(props["method"] ?? "get") }, aboutOf)
    case "operations": {
      const operations = operationsOf(index, page === "" ? undefined : page)
      return [
        ...aboutTag(index, page),
        ...operations.map((operation) => `${heading(titleOf(operation))}\n${operationBlock(spec, operation, aboutOf)}`)
      ].join("\n")
    }
    case "tag": {
      const rows = operationsOf(index, page).map(
        (operation) =>
          `* \`${operation.method.toUpperCase()} ${operation.path}\` ${titleOf(operation).replace(/[\\`*_[\]<>|{}#]/g, "\\$&")}`
      )
      return [...aboutTag(index, page), `${rows.join("\n")}\n`].join("\n")
    }
    case "info": {
      const about = index.description === undefined ? "" : `${plain(untitled(index.description, index.title))}\n`
      return [about, props["downloadLink"] === true ? linkOf(spec) : ""].filter((part) => part !== "").join("\n")
    }
    case "models": {
      const names = page === "" ? index.schemas : index.schemas.filter((name) => letterOf(name) === page)
      if (page === "" && names.length > mostModels) return ""
      return names
        .filter((name) => !name.includes(","))
        .map(
          (name) => `${heading(name)}\n${block("openapi-schemas", spec, `schemas="${value(name)}" grouped="false"`)}`
        )
        .join("\n")
    }
    default:
      return ""
  }
}
