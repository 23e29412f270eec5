/** Links among the sections of a site that lead elsewhere. As the store keeps them, and as the API shows them. */

import { Schema } from "effect"
import { present } from "../../kernel/shared/defined.ts"
import { externalProblem } from "../../kernel/shared/externalAddress.ts"
import { Text } from "../../kernel/shared/text.ts"
import { type Localized, LocalizedText, LocalizedTexts } from "./localized.ts"

export interface ExternalLinkRecord {
  readonly id: string
  readonly siteId: string
  /** The group that holds it, or `null` at the top. */
  readonly groupId: string | null
  readonly title: string
  readonly localizedTitle: Localized | null
  readonly description: string | null
  readonly localizedDescription: Localized | null
  readonly icon: string | null
  readonly url: string
  readonly condition: string | null
  /** Not shown to visitors. */
  readonly draft: boolean
  /** Fractional index among what stands in its group. */
  readonly position: string
}

export type ExternalLinkPatch = Partial<Omit<ExternalLinkRecord, "id" | "siteId">>

/** An external link, as the API shows it. */
export const SiteExternalLink = Schema.Struct({
  object: Schema.Literal("site-external-link"),
  id: Schema.String,
  title: Schema.String,
  localizedTitle: Schema.optionalKey(LocalizedTexts),
  description: Schema.optionalKey(Schema.String),
  localizedDescription: Schema.optionalKey(LocalizedTexts),
  icon: Schema.optionalKey(Schema.String),
  url: Schema.String,
  sectionGroup: Schema.optionalKey(Schema.String),
  condition: Schema.optionalKey(Schema.String),
  draft: Schema.Boolean
}).annotate({ identifier: "SiteExternalLink" })
export type SiteExternalLink = typeof SiteExternalLink.Type

/** Absolute, http or https, and to be read in one way only (threat: open redirects). */
const LinkUrl = Text(0, 2048).check(Schema.makeFilter((url) => externalProblem(url) ?? true))

const optional = {
  localizedTitle: Schema.optionalKey(LocalizedText(2, 128)),
  description: Schema.optionalKey(Schema.NullOr(Text(0, 256))),
  localizedDescription: Schema.optionalKey(LocalizedText(0, 256)),
  icon: Schema.optionalKey(Schema.NullOr(Text(0, 50))),
  /** The group that it is to stand in; `null` is the top. */
  parent: Schema.optionalKey(Schema.NullOr(Schema.String)),
  draft: Schema.optionalKey(Schema.Boolean),
  condition: Schema.optionalKey(Schema.NullOr(Text(0, 1024)))
}

/** Body of `POST .../external-links`. */
export const NewExternalLinkInput = Schema.Struct({ title: Text(2, 128), url: LinkUrl, ...optional })
export type NewExternalLinkInput = typeof NewExternalLinkInput.Type

/** Body of `PATCH .../external-links/{siteExternalLinkId}`. */
export const ExternalLinkUpdate = Schema.Struct({
  title: Schema.optionalKey(Text(2, 128)),
  url: Schema.optionalKey(LinkUrl),
  ...optional
})
export type ExternalLinkUpdate = typeof ExternalLinkUpdate.Type

export const toExternalLink = (link: ExternalLinkRecord): SiteExternalLink => ({
  object: "site-external-link",
  id: link.id,
  title: link.title,
  ...present({
    localizedTitle: link.localizedTitle,
    description: link.description,
    localizedDescription: link.localizedDescription,
    icon: link.icon
  }),
  url: link.url,
  ...present({ sectionGroup: link.groupId, condition: link.condition }),
  draft: link.draft
})
