import { Effect } from "effect"
import { Dialect } from "../Dialect.ts"

/** What published sites and lists are made of, beside what decides on access: by site, by organization, by person. */
export const partsOfSites = Effect.gen(function* () {
  const { track, untrack } = (yield* Dialect).changedParts
  // what decides on access, and on which address leads where, is everyone's; the rest is the site's own
  yield* untrack("sites")
  const ofEveryone = ["organization_id", "published", "visibility", "basename", "hostname", "default_level"]
  yield* track("sites", { columns: [...ofEveryone, "adaptive_content"] })
  yield* track("sites", { part: "id", beside: true })
  const ofSites = ["site_customizations", "share_links", "publishing_auths", "site_adaptive_schemas"]
  for (const table of [...ofSites, "site_external_links", "site_section_groups"])
    yield* track(table, { part: "site_id" })
  yield* track("site_space_customizations", {
    part: "site_id",
    through: { table: "site_spaces", column: "site_space_id" }
  })
  // not when it was looked at
  yield* track("custom_hostnames", { part: "site_id", columns: ["hostname", "site_id"] })

  yield* track("fonts", { part: "organization_id" })
  yield* track("openapi_specs", {
    part: "organization_id",
    columns: ["slug", "visibility", "source_url", "last_version"]
  })
  // which spaces there are and where they stand, on which access to each rests, and how lists show them; what is in each
  // is a part of its own
  const places = ["organization_id", "deleted_at", "parent_id", "default_level"]
  yield* track("spaces", { part: "organization_id", prefix: "tree", beside: true, columns: places })
  yield* track("spaces", { part: "organization_id", beside: true, columns: [...places, "position", "title"] })
  yield* track("webhooks", { prefix: "webhooks" })
  yield* track("sessions", { part: "user_id" })
})
