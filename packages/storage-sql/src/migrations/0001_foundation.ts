import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** People, organizations, spaces and their content, sites, Git synchronization. */
export const foundation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer, bytes } = types

  yield* sql`CREATE TABLE settings (
    name ${text} PRIMARY KEY,
    value ${text} NOT NULL
  ) ${tableOptions}`

  yield* sql`CREATE TABLE users (
    id ${text} PRIMARY KEY,
    display_name ${text} NOT NULL,
    name_key ${text} NOT NULL,
    email ${text} NOT NULL UNIQUE,
    photo_url ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`

  yield* sql`CREATE TABLE tokens (
    id ${text} PRIMARY KEY,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    hash ${text} NOT NULL UNIQUE,
    label ${text} NOT NULL,
    scopes ${text},
    created_at ${text} NOT NULL,
    expires_at ${text},
    last_used_at ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX tokens_by_user ON tokens (user_id, id)`

  yield* sql`CREATE TABLE organizations (
    id ${text} PRIMARY KEY,
    title ${text} NOT NULL,
    created_at ${text} NOT NULL,
    email_domains ${text} NOT NULL,
    hostname ${text} UNIQUE,
    default_role ${text},
    default_site ${text},
    logo ${text},
    sso ${integer} NOT NULL,
    ai ${integer} NOT NULL,
    invite_links ${integer} NOT NULL,
    merge_rules ${text} NOT NULL
  ) ${tableOptions}`

  yield* sql`CREATE TABLE members (
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    role ${text},
    disabled ${integer} NOT NULL,
    sso ${integer} NOT NULL,
    joined_at ${text} NOT NULL,
    last_seen_at ${text},
    PRIMARY KEY (organization_id, user_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX members_by_user ON members (user_id)`

  yield* sql`CREATE TABLE teams (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    title ${text} NOT NULL,
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX teams_by_organization ON teams (organization_id, id)`

  yield* sql`CREATE TABLE team_members (
    team_id ${text} NOT NULL REFERENCES teams(id) ON DELETE CASCADE,
    user_id ${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE,
    role ${text} NOT NULL,
    PRIMARY KEY (team_id, user_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX team_members_by_user ON team_members (user_id)`

  yield* sql`CREATE TABLE collections (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    parent_id ${text} REFERENCES collections(id),
    position ${text} NOT NULL,
    title ${text} NOT NULL,
    description ${text},
    default_level ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX collections_by_parent ON collections (organization_id, parent_id, position)`

  // who was granted what on which content: object_kind space, collection or site; subject_kind user or team
  yield* sql`CREATE TABLE grants (
    object_kind ${text} NOT NULL,
    object_id ${text} NOT NULL,
    subject_kind ${text} NOT NULL,
    subject_id ${text} NOT NULL,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    role ${text} NOT NULL,
    created_at ${text} NOT NULL,
    PRIMARY KEY (object_kind, object_id, subject_kind, subject_id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX grants_by_subject ON grants (subject_kind, subject_id, object_kind)`

  yield* sql`CREATE TABLE spaces (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    parent_id ${text} REFERENCES collections(id),
    position ${text} NOT NULL,
    title ${text} NOT NULL,
    emoji ${text} NOT NULL,
    icon ${text},
    visibility ${text} NOT NULL,
    edit_mode ${text} NOT NULL,
    merge_rules ${text} NOT NULL,
    language ${text},
    default_level ${text},
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    deleted_at ${text},
    comments ${integer} NOT NULL,
    change_requests ${integer} NOT NULL,
    change_requests_open ${integer} NOT NULL,
    change_requests_draft ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX spaces_by_organization ON spaces (organization_id, id)`
  yield* sql`CREATE INDEX spaces_by_parent ON spaces (organization_id, parent_id, position)`

  // immutable, content-addressed bytes: tree nodes, page bodies, chunks of files
  yield* sql`CREATE TABLE objects (
    hash ${text} PRIMARY KEY,
    data ${bytes} NOT NULL
  ) ${tableOptions}`

  yield* sql`CREATE TABLE blobs (
    hash ${text} PRIMARY KEY,
    size ${integer} NOT NULL,
    chunks ${text} NOT NULL
  ) ${tableOptions}`

  yield* sql`CREATE TABLE revisions (
    id ${text} PRIMARY KEY,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    root ${text} NOT NULL,
    parents ${text} NOT NULL,
    type ${text} NOT NULL,
    author_id ${text},
    message ${text},
    git ${text},
    created_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX revisions_by_space ON revisions (space_id, id)`

  // where the primary content (name 'primary') and each change request (its id) stand
  yield* sql`CREATE TABLE heads (
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    name ${text} NOT NULL,
    revision_id ${text} NOT NULL,
    root ${text} NOT NULL,
    sequence ${integer} NOT NULL,
    updated_at ${text} NOT NULL,
    PRIMARY KEY (space_id, name)
  ) ${tableOptions}`

  yield* sql`CREATE TABLE sites (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    type ${text} NOT NULL,
    title ${text} NOT NULL,
    title_key ${text} NOT NULL,
    visibility ${text} NOT NULL,
    published ${integer} NOT NULL,
    basename ${text} UNIQUE,
    hostname ${text} UNIQUE,
    proxy ${text},
    agents_context ${text} NOT NULL,
    adaptive_content ${integer} NOT NULL,
    default_level ${text},
    default_site_space ${text},
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX sites_by_organization ON sites (organization_id, id)`

  yield* sql`CREATE TABLE site_spaces (
    id ${text} PRIMARY KEY,
    site_id ${text} NOT NULL REFERENCES sites(id) ON DELETE CASCADE,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    path ${text} NOT NULL,
    title ${text},
    position ${text} NOT NULL,
    condition_expression ${text},
    hidden ${integer} NOT NULL,
    draft ${integer} NOT NULL,
    UNIQUE (site_id, path)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX site_spaces_by_site ON site_spaces (site_id, position)`
  yield* sql`CREATE INDEX site_spaces_by_space ON site_spaces (space_id)`

  // where a space is synchronized; credentials are sealed
  yield* sql`CREATE TABLE git_syncs (
    space_id ${text} PRIMARY KEY REFERENCES spaces(id) ON DELETE CASCADE,
    url ${text} NOT NULL,
    ref ${text} NOT NULL,
    directory ${text} NOT NULL,
    repo_name ${text} NOT NULL,
    provider ${text} NOT NULL,
    integration ${text},
    info_url ${text} NOT NULL,
    repo_tree_url ${text},
    repo_commit_url ${text},
    commit_oid ${text},
    tree_oid ${text},
    root ${text},
    shape ${text},
    ordered_at ${text} NOT NULL,
    updated_at ${text} NOT NULL
  ) ${tableOptions}`

  yield* sql`CREATE TABLE git_operations (
    id ${text} PRIMARY KEY,
    space_id ${text} NOT NULL REFERENCES spaces(id) ON DELETE CASCADE,
    kind ${text} NOT NULL,
    state ${text} NOT NULL,
    request ${text} NOT NULL,
    credentials ${text},
    actor_id ${text},
    ordered_at ${text} NOT NULL,
    attempts ${integer} NOT NULL,
    progress ${text},
    counts ${text},
    error ${text},
    revision_id ${text},
    commit_oid ${text},
    prepared ${text},
    created_at ${text} NOT NULL,
    started_at ${text},
    finished_at ${text}
  ) ${tableOptions}`
  yield* sql`CREATE INDEX git_operations_by_space ON git_operations (space_id, id)`
})
