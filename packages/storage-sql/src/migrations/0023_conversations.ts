import { Effect } from "effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Dialect } from "../Dialect.ts"

/** Conversations from elsewhere, the issues in them, and clusters of issues. */
export const conversations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { types, tableOptions } = yield* Dialect
  const { text, integer } = types

  yield* sql`CREATE TABLE conversations (
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    id ${text} NOT NULL,
    subject ${text},
    source ${text} NOT NULL,
    url ${text},
    metadata ${text} NOT NULL,
    parts ${text} NOT NULL,
    hash ${text} NOT NULL,
    created_at ${text} NOT NULL,
    ingested_at ${text} NOT NULL,
    processed_at ${text},
    PRIMARY KEY (organization_id, id)
  ) ${tableOptions}`
  yield* sql`CREATE INDEX conversations_by_time ON conversations (organization_id, created_at, id)`
  yield* sql`CREATE INDEX conversations_by_source ON conversations (organization_id, source, created_at, id)`
  yield* sql`CREATE INDEX conversations_pending ON conversations (organization_id, ingested_at, id)
    WHERE processed_at IS NULL`

  yield* sql`CREATE TABLE issue_clusters (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
    label ${text} NOT NULL,
    summary ${text} NOT NULL,
    created_at ${text} NOT NULL,
    updated_at ${text} NOT NULL,
    issues ${integer} NOT NULL,
    conversations ${integer} NOT NULL
  ) ${tableOptions}`
  yield* sql`CREATE INDEX issue_clusters_by_time ON issue_clusters (organization_id, updated_at, id)`

  yield* sql`CREATE TABLE conversation_issues (
    id ${text} PRIMARY KEY,
    organization_id ${text} NOT NULL,
    conversation_id ${text} NOT NULL,
    cluster_id ${text},
    title ${text} NOT NULL,
    summary ${text} NOT NULL,
    content ${text} NOT NULL,
    chance ${text} NOT NULL,
    created_at ${text} NOT NULL,
    ingested_at ${text} NOT NULL,
    FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations (organization_id, id) ON DELETE CASCADE
  ) ${tableOptions}`
  yield* sql`CREATE INDEX conversation_issues_by_time ON conversation_issues (organization_id, created_at, id)`
  yield* sql`CREATE INDEX conversation_issues_by_conversation ON conversation_issues (organization_id, conversation_id, id)`
  yield* sql`CREATE INDEX conversation_issues_by_cluster ON conversation_issues (cluster_id, id)`

  yield* sql`CREATE TABLE conversation_analyses (
    organization_id ${text} PRIMARY KEY REFERENCES organizations(id) ON DELETE CASCADE,
    wanted ${integer} NOT NULL,
    version ${integer} NOT NULL,
    arranged ${integer} NOT NULL
  ) ${tableOptions}`
})
