/** Templates: pages to start with. What there is comes with the installation; their ids never change. */
import { Schema } from "effect"
import { reference } from "../../kernel/shared/reference.ts"
import { Text } from "../../kernel/shared/text.ts"
import { ContentReference } from "../revisions/model/Records.ts"

/** What a content reference of a template can be. */
export const LinkedKind = Schema.Literals(["page", "anchor", "file", "url", "space"])
export type LinkedKind = typeof LinkedKind.Type

const fields = {
  id: Schema.String,
  title: Schema.String,
  description: Schema.String,
  /** What can be given as `params.contentRefs`, by name. None is required. */
  contentRefs: Schema.Record(Schema.String, Schema.Struct({ description: Schema.String }))
}

/** A template, as the API shows it (extension). */
export const Template = Schema.Struct({
  object: Schema.Literal("template"),
  ...fields,
  /** What it writes, in order; `depth` counts the pages above a page. */
  pages: Schema.Array(Schema.Struct({ title: Schema.String, depth: Schema.Int }))
}).annotate({
  identifier: "Template"
})
export type Template = typeof Template.Type

/**
 * A template with its pages in order, each with its place as a file: `a/b.md` is below `a/README.md`. Links between them
 * are relative paths; `[text](param:name)` is a link to the reference of that name, or the text alone without one.
 */
export interface TemplateSource extends Omit<Template, "object" | "pages"> {
  readonly pages: ReadonlyArray<{ readonly path: string; readonly markdown: string }>
}

/** The templates of this installation, in the order in which they are listed; none when nothing says otherwise. */
export const TemplateLibrary = reference<ReadonlyArray<TemplateSource>>(
  "@octavo/core/content/templates/TemplateLibrary",
  () => []
)

/** What an empty site begins with, in order. `template` is the id of one of the library; `icon` a name. */
export interface SiteTemplateSource {
  readonly sections: ReadonlyArray<{ readonly title: string; readonly icon: string; readonly template: string }>
}

/** The template for sites of this installation; without sections when nothing says otherwise. */
export const SiteTemplate = reference<SiteTemplateSource>("@octavo/core/content/templates/SiteTemplate", () => ({
  sections: []
}))

/** Which template to use, with what (`content/template`, and `template` of a change request). */
export const TemplateUse = Schema.Struct({
  id: Text(1, 100),
  params: Schema.optionalKey(
    Schema.Struct({ contentRefs: Schema.optionalKey(Schema.Record(Schema.String, ContentReference)) })
  )
})
export type TemplateUse = typeof TemplateUse.Type

/** Body of `POST .../content/template`. */
export const TemplateInput = Schema.Struct({
  ...TemplateUse.fields,
  changeRequestId: Schema.optionalKey(Text(1, 128))
}).annotate({ identifier: "ApplyTemplate" })
export type TemplateInput = typeof TemplateInput.Type
