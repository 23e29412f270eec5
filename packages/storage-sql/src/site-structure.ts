/** Pieces of queries over what a site is made of: sites `i`, their sections `c`, and site spaces `x`. */
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"

/** The sections of site spaces `x`, where they have one. */
export const joinSections = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`LEFT JOIN site_sections c ON c.id = x.section_id`

/** What visitors may be shown, if its conditions hold for them: no drafts. */
export const ready = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`x.draft = 0 AND coalesce(c.draft, 0) = 0 AND coalesce(c.in_draft, 0) = 0`

/** What every visitor is shown: no drafts, nothing that hangs on a condition. */
export const visibleToAll = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`${ready(sql)} AND x.condition_expression IS NULL AND c.condition_expression IS NULL`

/** 1 for what is at the root of its section, or of the site. */
export const isDefault = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`CASE WHEN x.id = CASE WHEN x.section_id IS NULL THEN i.default_site_space ELSE c.default_site_space END
    THEN 1 ELSE 0 END`

/** Path below the site's root: the section's, then its own, each only where it is not at the root there. */
export const urlPath = (sql: SqlClient.SqlClient): Statement.Fragment => {
  const own = sql`CASE WHEN ${isDefault(sql)} = 1 THEN '' ELSE x.path END`
  return sql`CASE
    WHEN x.section_id IS NULL OR i.default_site_section = x.section_id THEN ${own}
    WHEN ${isDefault(sql)} = 1 THEN c.path
    ELSE c.path || '/' || x.path END`
}

/** The site space that is to be at a root, of those that are there: one that visitors are shown before all others. */
export const nextAtRoot = (
  sql: SqlClient.SqlClient,
  there: Statement.Fragment,
  after: Statement.Fragment = sql`''`
): Statement.Fragment =>
  sql`(SELECT x.id FROM site_spaces x JOIN spaces s ON s.id = x.space_id
    WHERE ${there} AND s.deleted_at IS NULL
    ORDER BY CASE WHEN x.draft = 0 AND x.condition_expression IS NULL THEN 0 ELSE 1 END,
      CASE WHEN x.position > ${after} THEN 0 ELSE 1 END, x.position, x.id LIMIT 1)`
