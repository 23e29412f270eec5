/**
 * What can be done, with the role and the token scope that each needs (`completions.md` 8 and the design's ladder).
 * The one table that services authorize against.
 */
import type { Role } from "../../kernel/shared/roles.ts"

/** Scopes of API tokens, in the public client's words. */
export const scopes = [
  "user:read",
  "organization:read",
  "organization:write",
  "organization:search",
  "organization:members:read",
  "organization:members:write",
  "space:read",
  "space:write",
  "space:permissions:read",
  "space:permissions:write",
  "change-request:merge",
  "site:read",
  "site:write",
  "site:publish",
  "site:permissions:read",
  "site:permissions:write",
  "site:auth:read",
  "site:auth:write",
  "site:insights:read",
  "site:search",
  "openapi:read",
  "openapi:write"
] as const
export type Scope = (typeof scopes)[number]

export interface Action {
  /** The lowest role that may; on the object that the action addresses. */
  readonly role: Role
  /** The scope that a narrowed token must hold; `undefined`: a token without scopes only. */
  readonly scope: Scope | undefined
}

const action = (role: Role, scope: Scope | undefined): Action => ({ role, scope })

export const Actions = {
  "user.view": action("read", "user:read"),
  "user.edit": action("read", undefined),
  "user.tokens": action("read", undefined),
  "organization.create": action("read", "organization:write"),
  "organization.view": action("read", "organization:read"),
  "organization.search": action("read", "organization:search"),
  "organization.edit": action("admin", "organization:write"),
  "members.view": action("read", "organization:members:read"),
  "members.edit": action("admin", "organization:members:write"),
  "teams.view": action("read", "organization:members:read"),
  /** Of a team: its owners may as well. */
  "teams.manage": action("admin", "organization:members:write"),
  "teams.edit": action("admin", "organization:members:write"),
  "invites.view": action("admin", "organization:members:read"),
  "invites.edit": action("admin", "organization:members:write"),
  "invites.join": action("read", "organization:members:write"),
  /** Providers of single sign-on. */
  "saml.view": action("read", undefined),
  "saml.edit": action("admin", undefined),
  /** Of an organization, a space or a site: what is sent tells of everything in it. */
  "webhooks.view": action("admin", undefined),
  "webhooks.edit": action("admin", undefined),
  "sso.view": action("read", "organization:read"),
  /** What users say elsewhere, and what is found in it; tokens with scopes have none for it. */
  "conversations.view": action("read", undefined),
  "conversations.ingest": action("create", undefined),
  /** The URL that a file is uploaded to; what takes the file asks for more. */
  "storage.upload": action("edit", undefined),
  "fonts.view": action("read", undefined),
  "fonts.edit": action("admin", undefined),
  /** Of a translation's source: whoever has it translated pays for it and gets a space beside it. */
  "translation.view": action("read", undefined),
  "translation.edit": action("create", undefined),
  "glossary.view": action("read", undefined),
  "glossary.edit": action("create", undefined),
  /** Beside the right on the space that they write. */
  "imports.view": action("read", "space:read"),
  "imports.start": action("edit", "space:write"),
  "audit.view": action("admin", "organization:read"),
  /** Who was granted what on a space or collection. */
  "grants.view": action("read", "space:permissions:read"),
  "grants.edit": action("admin", "space:permissions:write"),
  "space.view": action("read", "space:read"),
  "space.create": action("create", "space:write"),
  "space.edit-content": action("edit", "space:write"),
  "space.settings": action("admin", "space:write"),
  "space.move": action("create", "space:write"),
  "space.delete": action("admin", "space:write"),
  "space.transfer": action("admin", "space:write"),
  "space.git": action("create", "space:write"),
  /** Which places of the content lead where, from other spaces too: more than a site's visitors may see. */
  "links.view": action("read", "space:read"),
  /** Revisions with their authors: more than a site's visitors may see. */
  "revisions.view": action("read", "space:read"),
  /** One revision, or one change request, of which a site's visitor may have a preview. */
  "revision.preview": action("read", "space:read"),
  "change-request.preview": action("read", "space:read"),
  "change-request.view": action("read", "space:read"),
  "change-request.create": action("edit", "space:write"),
  "change-request.edit": action("edit", "space:write"),
  "change-request.review": action("review", "space:write"),
  "change-request.merge": action("review", "change-request:merge"),
  /** Comments on spaces and change requests: more than a site's visitors may see. */
  "comments.view": action("read", "space:read"),
  "comments.post": action("comment", "space:write"),
  "collection.view": action("read", "space:read"),
  "collection.create": action("create", "space:write"),
  "collection.move": action("create", "space:write"),
  "collection.settings": action("admin", "space:write"),
  "collection.delete": action("admin", "space:write"),
  "collection.transfer": action("admin", "space:write"),
  "site.view": action("read", "site:read"),
  "site.search": action("read", "site:search"),
  /** What readers of a site do is theirs to send. */
  "insights.track": action("read", "site:read"),
  "insights.view": action("read", "site:insights:read"),
  /** Redirects with their drafts: more than a site's visitors may see. */
  "redirects.view": action("read", "site:read"),
  "site.create": action("create", "site:write"),
  "site.edit": action("create", "site:write"),
  "site.settings": action("admin", "site:write"),
  "site.publish": action("admin", "site:publish"),
  "site.delete": action("admin", "site:write"),
  /** Drafts too: more than a site's visitors may see. */
  "site.preview": action("read", "site:read"),
  "site.share-links.view": action("read", "site:read"),
  "site.share-links.edit": action("admin", "site:write"),
  /** Who was granted what on a site. */
  "site.grants.view": action("read", "site:permissions:read"),
  "site.grants.edit": action("admin", "site:permissions:write"),
  /** More than a site's visitors may see. */
  "site.mcp-servers.view": action("read", "site:read"),
  "site.mcp-servers.edit": action("admin", "site:write"),
  /** The key that visitors' tokens are signed with is read by who may change it. */
  "site.auth.view": action("admin", "site:auth:read"),
  "site.auth.edit": action("admin", "site:auth:write"),
  "openapi.view": action("read", "openapi:read"),
  "openapi.edit": action("create", "openapi:write"),
  /** Who reads it without a token, and whether it is there. */
  "openapi.settings": action("admin", "openapi:write")
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof Actions
