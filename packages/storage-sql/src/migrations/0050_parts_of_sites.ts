import { Effect } from "effect"
import type { Tracking } from "../changedParts.ts"
import { Dialect } from "../Dialect.ts"

/** What decides on access to a site, and on which address leads to it; the rest of it is the site's own. */
const ofEveryone = [
  "organization_id",
  "published",
  "visibility",
  "basename",
  "hostname",
  "default_level",
  "adaptive_content"
]

/** Where a space stands, on which access to it rests. */
const places = ["organization_id", "deleted_at", "parent_id", "default_level"]

const site: Tracking = { part: "site_id" }

/** What published sites and lists are made of, beside what decides on access: by site, by organization, by person. */
const tracked: Readonly<Record<string, ReadonlyArray<Tracking>>> = {
  sites: [{ columns: ofEveryone }, { part: "id", beside: true }],
  site_customizations: [site],
  site_space_customizations: [{ part: "site_id", through: { table: "site_spaces", column: "site_space_id" } }],
  site_adaptive_schemas: [site],
  site_external_links: [site],
  site_section_groups: [site],
  share_links: [site],
  publishing_auths: [site],
  // not when it was looked at
  custom_hostnames: [{ ...site, columns: ["hostname", "site_id"] }],
  fonts: [{ part: "organization_id" }],
  openapi_specs: [{ part: "organization_id", columns: ["slug", "visibility", "source_url", "last_version"] }],
  // what is in each, which there are and where they stand, and how lists show them
  spaces: [
    { part: "id" },
    { prefix: "spaces", beside: true, columns: ["organization_id", "deleted_at"] },
    { part: "organization_id", prefix: "tree", beside: true, columns: places },
    { part: "organization_id", beside: true, columns: [...places, "position", "title"] }
  ],
  sessions: [{ part: "user_id" }],
  webhooks: [{ prefix: "webhooks" }]
}

export const partsOfSites = Effect.gen(function* () {
  const { track, untrack } = (yield* Dialect).changedParts
  for (const [table, all] of Object.entries(tracked)) {
    yield* untrack(table)
    for (const one of all) yield* track(table, one)
  }
})
