/** Bodies of the operations on spaces. Fields that are not here are ignored. */
import { Schema } from "effect"
import { DefaultLevel } from "../../kernel/shared/roles.ts"
import { Text, WebAddress } from "../../kernel/shared/text.ts"
import { SpaceMergeRules } from "../../people/organizations/Organization.ts"
import { Title } from "../collections/input.ts"
import { Computed } from "../revisions/model/Records.ts"
import { TemplateUse } from "../templates/Template.ts"
import { Language } from "./Space.ts"

const EditMode = Schema.Literals(["live", "locked"])
const Emoji = Text(0, 50)

/** Body of `POST /v1/orgs/{organizationId}/spaces`; all may be left out, and one of the last three be given. */
export const NewSpaceInput = Schema.Struct({
  title: Schema.optionalKey(Title),
  emoji: Schema.optionalKey(Emoji),
  parent: Schema.optionalKey(Schema.NullOr(Schema.String)),
  language: Schema.optionalKey(Language),
  editMode: Schema.optionalKey(EditMode),
  empty: Schema.optionalKey(Schema.Boolean),
  template: Schema.optionalKey(TemplateUse),
  computedSource: Schema.optionalKey(Computed)
})
export type NewSpaceInput = typeof NewSpaceInput.Type

/** Body of `PATCH /v1/spaces/{spaceId}`. `emoji` or `icon`; both null clears them. */
export const SpaceUpdate = Schema.Struct({
  editMode: Schema.optionalKey(EditMode),
  title: Schema.optionalKey(Title),
  defaultLevel: Schema.optionalKey(DefaultLevel),
  language: Schema.optionalKey(Schema.NullOr(Language)),
  mergeRules: Schema.optionalKey(SpaceMergeRules),
  emoji: Schema.optionalKey(Schema.NullOr(Emoji)),
  icon: Schema.optionalKey(Schema.NullOr(WebAddress))
})
export type SpaceUpdate = typeof SpaceUpdate.Type

/** Body of `POST /v1/spaces/{spaceId}/transfer`. Without `parent` it goes to the root of the organization. */
export const SpaceTransfer = Schema.Struct({
  organization: Schema.String,
  parent: Schema.optionalKey(Schema.NullOr(Schema.String))
})
export type SpaceTransfer = typeof SpaceTransfer.Type
