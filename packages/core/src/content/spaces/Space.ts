/** Spaces, as the store keeps them. */
import { Schema } from "effect"
import { defined, present } from "../../kernel/shared/defined.ts"
import { app, type InstanceConfig, location, type PublishedAt, publishedUrl } from "../../kernel/shared/Instance.ts"
import { atLeast, Role } from "../../kernel/shared/roles.ts"
import { OneOf } from "../../kernel/shared/text.ts"
import { SpaceMergeRules } from "../../people/organizations/Organization.ts"
import type { WithShownParent } from "../../people/permissions/Access.ts"
import { actions } from "./actions.ts"
import { canEdit } from "./editing.ts"

export const Visibility = Schema.Literals([
  "public",
  "unlisted",
  "share-link",
  "visitor-auth",
  "in-collection",
  "private"
])
export type Visibility = typeof Visibility.Type

export const Language = OneOf("Language", [
  "en",
  "fr",
  "de",
  "es",
  "it",
  "pt",
  "pt-br",
  "ru",
  "ja",
  "zh",
  "zh-tw",
  "yue",
  "ko",
  "ar",
  "hi",
  "nl",
  "pl",
  "tr",
  "sv",
  "no",
  "da",
  "fi",
  "el",
  "cs",
  "hu",
  "ro",
  "th",
  "vi",
  "id",
  "ms",
  "he",
  "uk",
  "sk",
  "bg",
  "hr",
  "lt",
  "lv",
  "et",
  "sl"
])
export type Language = typeof Language.Type

export interface SpaceRecord {
  readonly id: string
  readonly organizationId: string
  /** The collection that holds it, or `null` at the organization's root. */
  readonly parent: string | null
  /** Fractional index among the spaces and collections of its parent. */
  readonly position: string
  readonly title: string
  /** Empty for a space without one. */
  readonly emoji: string
  readonly icon: string | null
  readonly visibility: Visibility
  readonly editMode: "live" | "locked"
  readonly mergeRules: SpaceMergeRules
  readonly language: Language | null
  readonly defaultLevel: Role | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt: string | null
  /** Head of the primary content: the active revision, its content, and how often the head moved. */
  readonly head: { readonly revisionId: string; readonly root: string; readonly sequence: number }
  readonly comments: number
  readonly changeRequests: number
  readonly changeRequestsOpen: number
  readonly changeRequestsDraft: number
  /** Set when the space was synchronized with a Git repository. */
  readonly gitSync: SpaceGitSync | null
  /** Where a published site shows the space, when one does, and the page that was chosen for the root there. */
  readonly published: (PublishedAt & { readonly pageId: string | null }) | null
}

/** Git information of the contract: where a space is synchronized, without credentials. */
export interface SpaceGitSync {
  readonly repoName: string
  readonly installationProvider: "github" | "gitlab"
  readonly integration: string | null
  readonly url: string
  readonly updatedAt: string
  /** Prefix of the addresses at which files of the repository are seen, when somebody told it. */
  readonly treeURL: string | null
  /** Of the space in the repository; empty for its root. */
  readonly directory: string
}

export interface NewSpace {
  readonly id: string
  readonly organizationId: string
  readonly parent: string | null
  readonly position: string
  readonly title: string
  readonly emoji: string
  readonly icon: string | null
  readonly editMode: "live" | "locked"
  readonly mergeRules: SpaceMergeRules
  readonly language: Language | null
  readonly createdAt: string
  /** The first revision and its content. */
  readonly revisionId: string
  readonly root: string
  readonly author: string | null
}

/** What `PATCH /v1/spaces/{spaceId}` can set. */
export interface SpacePatch {
  readonly title?: string
  readonly emoji?: string
  readonly icon?: string | null
  readonly editMode?: "live" | "locked"
  readonly mergeRules?: SpaceMergeRules
  readonly language?: Language | null
  readonly defaultLevel?: Role | null
}

/** Git information of a space, as the API shows it (also `GET .../git/info`). */
export const GitSyncState = Schema.Struct({
  repoName: Schema.optionalKey(Schema.String),
  installationProvider: Schema.Literals(["github", "gitlab", "github-legacy"]),
  installationStatus: Schema.Literals(["unauthenticated", "active", "pending"]),
  installationId: Schema.String,
  integration: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String),
  updatedAt: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "GitSyncState" })
export type GitSyncState = typeof GitSyncState.Type

export const toGitSyncState = (spaceId: string, git: SpaceGitSync): GitSyncState => ({
  repoName: git.repoName,
  installationProvider: git.installationProvider,
  installationStatus: "active",
  installationId: spaceId,
  ...present({ integration: git.integration }),
  url: git.url,
  updatedAt: git.updatedAt
})

/** A space, as the API shows it. */
export const Space = Schema.Struct({
  object: Schema.Literal("space"),
  id: Schema.String,
  title: Schema.String,
  emoji: Schema.String,
  visibility: Visibility,
  createdAt: Schema.String,
  updatedAt: Schema.String,
  deletedAt: Schema.optionalKey(Schema.String),
  editMode: Schema.Literals(["live", "locked"]),
  mergeRules: SpaceMergeRules,
  urls: Schema.Struct({
    location: Schema.String,
    app: Schema.String,
    published: Schema.optionalKey(Schema.String),
    public: Schema.optionalKey(Schema.String),
    icon: Schema.optionalKey(Schema.String)
  }),
  organization: Schema.String,
  parent: Schema.optionalKey(Schema.String),
  language: Schema.optionalKey(Language),
  gitSync: Schema.optionalKey(GitSyncState),
  revision: Schema.String,
  defaultLevel: Schema.NullOr(Role),
  comments: Schema.Number,
  changeRequests: Schema.Number,
  changeRequestsOpen: Schema.Number,
  changeRequestsDraft: Schema.Number,
  permissions: Schema.Struct({
    view: Schema.Boolean,
    access: Schema.Boolean,
    admin: Schema.Boolean,
    viewInviteLinks: Schema.Boolean,
    edit: Schema.Boolean,
    triggerGitSync: Schema.Boolean,
    comment: Schema.Boolean,
    merge: Schema.Boolean,
    review: Schema.Boolean,
    installIntegration: Schema.Boolean
  })
}).annotate({ identifier: "Space" })
export type Space = typeof Space.Type

/** @param role the caller's effective role on the space */
export const toSpace = (instance: InstanceConfig, space: WithShownParent<SpaceRecord>, role: Role): Space => {
  const published = space.published === null ? undefined : publishedUrl(instance, space.published)
  return {
    object: "space",
    id: space.id,
    title: space.title,
    emoji: space.emoji,
    visibility: space.visibility,
    createdAt: space.createdAt,
    updatedAt: space.updatedAt,
    ...present({ deletedAt: space.deletedAt }),
    editMode: space.editMode,
    mergeRules: space.mergeRules,
    urls: {
      location: location(instance, `/spaces/${space.id}`),
      app: app(instance, `/s/${space.id}`),
      ...defined({ published, public: published }),
      ...present({ icon: space.icon })
    },
    organization: space.organizationId,
    ...present({ parent: space.shownParent, language: space.language }),
    ...(space.gitSync === null ? {} : { gitSync: toGitSyncState(space.id, space.gitSync) }),
    revision: space.head.revisionId,
    defaultLevel: space.defaultLevel,
    comments: space.comments,
    changeRequests: space.changeRequests,
    changeRequestsOpen: space.changeRequestsOpen,
    changeRequestsDraft: space.changeRequestsDraft,
    permissions: {
      view: true,
      access: true,
      admin: role === "admin",
      viewInviteLinks: role === "admin",
      edit: atLeast(role, "edit") && canEdit(space),
      triggerGitSync: atLeast(role, actions["space.git"].role),
      comment: atLeast(role, "comment"),
      merge: atLeast(role, "review") && canEdit(space),
      review: atLeast(role, "review"),
      installIntegration: role === "admin"
    }
  }
}
