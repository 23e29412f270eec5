/**
 * What every object of the API must have: the specification's fields, those that the public client requires beyond it
 * (`docs/contributing/wire.md#objects`), and none that it knows under another type. Found by `object`, or by the shape where there is none.
 * One table, whole in one file, so that a type that is missing from it can be seen.
 */
type Kind = "string" | "number" | "boolean" | "object" | "array" | "url" | "time" | "role?" | "any"

/** `name?` may be absent; `a.b` is a field of a field. */
type Shape = Readonly<Record<string, Kind>>

const role = new Set(["admin", "create", "review", "edit", "comment", "read"])

const holds: Readonly<Record<Kind, (value: any) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  array: Array.isArray,
  url: (value) => typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value),
  time: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value),
  "role?": (value) => value === null || role.has(value),
  any: () => true
}

const booleans = (prefix: string, ...names: ReadonlyArray<string>): Shape =>
  Object.fromEntries(names.map((name) => [`${prefix}.${name}`, "boolean" as const]))

const page: Shape = { id: "string", title: "string", type: "string", "createdAt?": "time", "updatedAt?": "time" }

const layout = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
  "tags",
  "actions",
  "anchors"
]

const shapes = {
  user: {
    object: "string",
    id: "string",
    displayName: "string",
    email: "string",
    photoURL: "url",
    "urls.location": "url"
  },
  member: {
    object: "string",
    id: "string",
    role: "role?",
    user: "object",
    disabled: "boolean",
    joinedAt: "time",
    "lastSeenAt?": "time",
    sso: "boolean",
    spaces: "number",
    sites: "number",
    teams: "number"
  },
  organization: {
    object: "string",
    id: "string",
    title: "string",
    createdAt: "time",
    emailDomains: "array",
    type: "string",
    defaultRole: "role?",
    sso: "boolean",
    ai: "boolean",
    inviteLinks: "boolean",
    plan: "string",
    mergeRules: "object",
    "urls.location": "url",
    "urls.app": "url",
    "urls.logo?": "url",
    "trial.status": "string",
    "trial.count": "number",
    ...booleans(
      "permissions",
      "view",
      "access",
      "admin",
      "ownTeam",
      "createContent",
      "createOpenAPISpec",
      "ingestConversations",
      "viewBilling",
      "listMembers",
      "listTeams",
      "listIntegrations",
      "listInstallations",
      "installIntegration"
    )
  },
  space: {
    object: "string",
    id: "string",
    title: "string",
    emoji: "string",
    visibility: "string",
    createdAt: "time",
    updatedAt: "time",
    "deletedAt?": "time",
    "editMode?": "string",
    mergeRules: "object",
    organization: "string",
    "parent?": "string",
    "language?": "string",
    "gitSync?": "object",
    revision: "string",
    defaultLevel: "role?",
    comments: "number",
    changeRequests: "number",
    changeRequestsOpen: "number",
    changeRequestsDraft: "number",
    "urls.location": "url",
    "urls.app": "url",
    "urls.published?": "url",
    "urls.public?": "url",
    "urls.icon?": "url",
    ...booleans(
      "permissions",
      "view",
      "access",
      "admin",
      "viewInviteLinks",
      "edit",
      "triggerGitSync",
      "comment",
      "merge",
      "review",
      "installIntegration"
    )
  },
  collection: {
    object: "string",
    id: "string",
    title: "string",
    "description?": "string",
    organization: "string",
    "parent?": "string",
    defaultLevel: "role?",
    "urls.location": "url",
    "urls.app": "url",
    ...booleans("permissions", "view", "admin", "viewInviteLinks", "create")
  },
  team: {
    object: "string",
    id: "string",
    title: "string",
    members: "number",
    spaces: "number",
    createdAt: "time",
    ...booleans("permissions", "admin", "view")
  },
  invite: { object: "string", id: "string", redundant: "boolean" },
  "saml-provider": {
    object: "string",
    id: "string",
    label: "string",
    // not set yet, they are empty
    ssoURL: "string",
    entityID: "string",
    certificate: "string",
    "defaultTeam?": "object",
    defaultRole: "role?",
    createdAt: "time",
    status: "string",
    "service.acsURL": "url",
    "service.startURL": "url",
    "service.entityID": "url",
    "urls.location": "url"
  },
  "storage-signed-url": { object: "string", url: "url", key: "string" },
  "custom font": {
    id: "string",
    custom: "boolean",
    fontFamily: "string",
    fontFaces: "array",
    ...booleans("permissions", "edit")
  },
  "sso login": { id: "string", label: "string", startURL: "url" },
  "sso logins": { items: "array" },
  "git sync": {
    "repoName?": "string",
    installationProvider: "string",
    installationStatus: "string",
    installationId: "string",
    "integration?": "string",
    "url?": "url",
    "updatedAt?": "time"
  },
  revision: {
    object: "string",
    id: "string",
    parents: "array",
    pages: "array",
    files: "array",
    reusableContents: "array",
    "variables?": "object",
    createdAt: "time",
    "git?": "object",
    "urls.app": "url",
    "urls.published?": "url",
    type: "string",
    tags: "array"
  },
  document: {
    ...page,
    kind: "string",
    slug: "string",
    path: "string",
    pages: "array",
    tags: "array",
    "urls.app": "url",
    "description?": "string",
    "markdown?": "string",
    "git?": "object",
    "cover?": "object",
    "layout.width": "string",
    "layout.coverSize": "string",
    "layout.coverMask": "string",
    ...booleans("layout", ...layout)
  },
  group: { ...page, kind: "string", slug: "string", path: "string", pages: "array" },
  link: { ...page, kind: "string", "target.kind": "string", "href?": "string" },
  computed: { ...page, computed: "object" },
  file: {
    id: "string",
    name: "string",
    contentType: "string",
    downloadURL: "url",
    size: "number",
    "dimensions?": "object",
    "git?": "object"
  },
  "reusable content": { id: "string", title: "string", "git?": "object" },
  subdomain: { object: "string", subdomain: "string", "target.type": "string", isActive: "boolean" },
  "custom-hostname": {
    object: "string",
    hostname: "string",
    "target.type": "string",
    "target.site": "string",
    isActive: "boolean",
    "status?": "string",
    "problem?": "string",
    "checkedAt?": "time",
    "nextCheckAt?": "time",
    "records.proof": "object",
    "records.address": "object",
    "urls.location": "url"
  },
  "site-mcp-server": {
    object: "string",
    id: "string",
    name: "string",
    url: "url",
    transport: "string",
    headers: "object",
    "urls.location": "url"
  },
  webhook: {
    object: "string",
    id: "string",
    organization: "string",
    "space?": "string",
    "site?": "string",
    url: "url",
    "description?": "string",
    events: "array",
    active: "boolean",
    "disabledReason?": "string",
    "failingSince?": "time",
    "secret?": "string",
    createdAt: "time",
    "urls.location": "url"
  },
  "webhook-delivery": {
    object: "string",
    id: "string",
    "event.id": "string",
    "event.type": "string",
    state: "string",
    attempts: "number",
    createdAt: "time",
    "nextAttemptAt?": "time",
    "lastAttemptAt?": "time",
    "duration?": "number",
    "response?": "object",
    "failure?": "string",
    "replayOf?": "string",
    "payload?": "object",
    "urls.location": "url"
  },
  "openapi-spec": {
    object: "string",
    id: "string",
    createdAt: "time",
    updatedAt: "time",
    slug: "string",
    "sourceURL?": "url",
    processingState: "string",
    visibility: "string",
    "lastVersion?": "string",
    "lastProcessedAt?": "time",
    "lastProcessErrorCode?": "string",
    "lastProcessedErrors?": "array",
    lastProcessedErrorCount: "number",
    "permissions.view": "boolean",
    "permissions.edit": "boolean",
    "urls.location": "url",
    "urls.app": "url",
    "urls.published?": "url"
  },
  "openapi-spec-version": {
    object: "string",
    id: "string",
    createdAt: "time",
    url: "url",
    "urls.location": "url"
  },
  translation: {
    object: "string",
    id: "string",
    status: "string",
    "source.space": "string",
    "source.language": "string",
    language: "string",
    instructions: "object",
    translateSlugs: "boolean",
    "result?": "object",
    "error?": "object",
    createdAt: "time",
    updatedAt: "time",
    "stats.runs": "number",
    "stats.totalWords": "number",
    "stats.totalPages": "number",
    "stats.totalDuration": "number",
    "stats.latestRunDuration": "number",
    "stats.latestPages": "number",
    "stats.latestWords": "number",
    ...booleans("permissions", "view", "edit"),
    "urls.location": "url"
  },
  "glossary-entry": {
    object: "string",
    id: "string",
    translations: "object",
    createdAt: "time",
    updatedAt: "time",
    "urls.location": "url"
  },
  "translation-run": {
    object: "string",
    id: "string",
    status: "string",
    pages: "number",
    words: "number",
    problems: "array",
    problemCount: "number",
    createdAt: "time",
    "startedAt?": "time",
    "finishedAt?": "time"
  },
  "share-link": {
    object: "string",
    id: "string",
    createdAt: "time",
    name: "string",
    active: "boolean",
    "urls.published?": "url"
  },
  "publishing-auth": {
    object: "string",
    backend: "string",
    privateKey: "string",
    "fallbackURL?": "url",
    "logoutURL?": "url"
  },
  site: {
    object: "string",
    id: "string",
    type: "string",
    appliedType: "string",
    title: "string",
    "description?": "string",
    "hostname?": "string",
    "basename?": "string",
    "proxy?": "object",
    visibility: "string",
    published: "boolean",
    siteSpaces: "number",
    createdAt: "time",
    "adaptiveContent.enabled": "boolean",
    agentsContext: "string",
    defaultLevel: "any",
    features: "array",
    "urls.location": "url",
    "urls.app": "url",
    "urls.preview": "url",
    "urls.published?": "url",
    ...booleans(
      "permissions",
      "view",
      "access",
      "edit",
      "create",
      "admin",
      "installIntegration",
      "viewAdaptiveSchema",
      "editAdaptiveSchema"
    )
  },
  "site-section": {
    object: "string",
    id: "string",
    title: "string",
    "description?": "string",
    "default?": "boolean",
    path: "string",
    "condition?": "string",
    "sectionGroup?": "string",
    "icon?": "string",
    draft: "boolean",
    siteSpaces: "array",
    urls: "object",
    "urls.published?": "url"
  },
  "site-external-link": {
    object: "string",
    id: "string",
    title: "string",
    "localizedTitle?": "object",
    "description?": "string",
    "localizedDescription?": "object",
    "icon?": "string",
    url: "url",
    "sectionGroup?": "string",
    "condition?": "string",
    draft: "boolean"
  },
  "site-section-group": {
    object: "string",
    id: "string",
    title: "string",
    "sectionGroup?": "string",
    "icon?": "string",
    draft: "boolean",
    children: "array",
    sections: "array"
  },
  "site-space": {
    object: "string",
    id: "string",
    path: "string",
    "section?": "string",
    space: "object",
    title: "string",
    default: "boolean",
    hasAdvancedCustomizationFeature: "boolean",
    draft: "boolean",
    urls: "object",
    "urls.published?": "url"
  },
  "site-adaptive-schema": {
    object: "string",
    "jsonSchema.type": "string",
    "jsonSchema.properties": "object",
    updatedAt: "time"
  },
  "published-content-site": {
    object: "string",
    site: "object",
    "structure.type": "string",
    "structure.structure": "array",
    "customizations.site": "object",
    "customizations.siteSpaces": "object"
  },
  token: {
    object: "string",
    id: "string",
    label: "string",
    createdAt: "time",
    "expiresAt?": "time",
    "lastUsedAt?": "time"
  },
  "git-operation": {
    object: "string",
    id: "string",
    space: "string",
    kind: "string",
    state: "string",
    attempts: "number",
    createdAt: "time",
    "startedAt?": "time",
    "finishedAt?": "time",
    "duration?": "number",
    "error?": "object"
  },
  comment: {
    object: "string",
    id: "string",
    postedBy: "object",
    postedAt: "time",
    "editedAt?": "time",
    reactions: "array",
    replies: "number",
    repliers: "array",
    body: "object",
    target: "object",
    status: "string",
    "resolvedAt?": "time",
    "resolvedBy?": "object",
    urls: "object",
    permissions: "object"
  },
  "comment-reply": {
    object: "string",
    id: "string",
    postedBy: "object",
    postedAt: "time",
    "editedAt?": "time",
    reactions: "array",
    body: "object",
    urls: "object",
    permissions: "object"
  },
  "change-request": {
    object: "string",
    id: "string",
    number: "number",
    status: "string",
    subject: "string",
    "description?": "object",
    createdBy: "object",
    createdAt: "time",
    updatedAt: "time",
    space: "string",
    revision: "string",
    revisionInitial: "string",
    "revisionMergedAncestor?": "string",
    "revisionMerged?": "string",
    comments: "number",
    outdated: "boolean",
    "conversationsIssuesCluster?": "string",
    "urls.location": "url",
    "urls.app": "url"
  },
  "revision-summary": {
    object: "string",
    id: "string",
    type: "string",
    parents: "array",
    createdAt: "time",
    "author?": "object",
    "message?": "string",
    "urls.app": "url",
    "urls.content": "url"
  },
  "site-redirect": {
    object: "string",
    id: "string",
    source: "string",
    "destination.kind": "string",
    draft: "boolean",
    captureWildcard: "boolean",
    permanent: "boolean",
    automatic: "boolean",
    createdAt: "time",
    updatedAt: "time"
  },
  "site-export": {
    object: "string",
    id: "string",
    status: "string",
    base: "string",
    "url?": "string",
    "createdBy?": "string",
    createdAt: "time",
    updatedAt: "time",
    "startedAt?": "time",
    "completedAt?": "time",
    "expiresAt?": "time",
    "reason?": "string",
    "pages?": "number",
    "files?": "number",
    "size?": "number",
    "downloadURL?": "url",
    "urls.location": "url"
  },
  "import-run": {
    object: "string",
    id: "string",
    status: "string",
    source: "object",
    target: "object",
    "site?": "string",
    "createdBy?": "string",
    createdAt: "time",
    updatedAt: "time",
    "startedAt?": "time",
    "completedAt?": "time",
    "reason?": "string",
    pages: "array",
    "warnings?": "array",
    "urls.location": "url",
    "urls.app": "url"
  },
  conversation: {
    object: "string",
    id: "string",
    "subject?": "string",
    createdAt: "time",
    "processedAt?": "time",
    source: "string",
    "urls.location": "url",
    "urls.source?": "url"
  },
  "conversation-issue": {
    object: "string",
    id: "string",
    title: "string",
    summary: "string",
    createdAt: "time",
    ingestedAt: "time",
    conversation: "string",
    "cluster?": "string",
    "urls.location": "url"
  },
  "issues-cluster": {
    object: "string",
    id: "string",
    label: "string",
    createdAt: "time",
    updatedAt: "time",
    icon: "string",
    summary: "string",
    weeklyPulse: "array",
    sources: "object",
    "stats.issues": "number",
    "stats.conversations": "number",
    "urls.location": "url"
  },
  embed: { type: "string", title: "string", site: "string", "icon?": "url", "html?": "string" },
  templates: { items: "array" },
  "template condition": { description: "string", condition: "string" },
  "rich document": { data: "object", nodes: "array" },
  list: { count: "number", items: "array", "next?": "object" },
  error: { "error.code": "number", "error.message": "string" }
} as const satisfies Record<string, Shape>

type Name = keyof typeof shapes

/** Which shape a value must have; `undefined` for parts that have none of their own. */
const pageTypes = new Set(["document", "group", "link", "computed"])

const isTemplate = (value: Record<string, any>): boolean => Object.keys(value).join() === "description,condition"

const isLogin = (value: Record<string, any>): boolean => "startURL" in value && !("entityID" in value)

const nameOf = (value: Record<string, any>): Name | undefined => {
  // pages are of type document as well
  if (value["object"] === "document") return "rich document"
  if (typeof value["object"] === "string") return value["object"] in shapes ? (value["object"] as Name) : undefined
  if (isTemplate(value)) return "template condition"
  if (isLogin(value)) return "sso login"
  if ("fontFaces" in value && "permissions" in value) return "custom font"
  if ("items" in value)
    return "count" in value
      ? "list"
      : value["items"]?.every?.(isTemplate) === true
        ? "templates"
        : value["items"]?.every?.(isLogin) === true
          ? "sso logins"
          : "list"
  if ("downloadURL" in value) return "file"
  if ("installationProvider" in value) return "git sync"
  if ("site" in value && (value["type"] === "link" || value["type"] === "rich")) return "embed"
  if (pageTypes.has(value["type"]) && "title" in value) return value["type"]
  return undefined
}

const at = (value: any, path: string): unknown => path.split(".").reduce((inner, step) => inner?.[step], value)

/** Everything that is wrong with an answer, by path. */
export const problemsOf = (value: unknown, path = "body"): Array<string> => {
  if (Array.isArray(value)) return value.flatMap((item, i) => problemsOf(item, `${path}[${i}]`))
  if (value === null || typeof value !== "object") return []
  const name = nameOf(value as Record<string, any>)
  const own = name === undefined ? [] : shapeProblems(value, shapes[name], `${path} (${name})`)
  // what a caller defines has any names it likes
  // and what a comparison names is a part of the object
  const inner = Object.entries(value).filter(
    ([key]) => !["variables", "customizations", "changes", "pageActions", "jsonSchema"].includes(key)
  )
  return [...own, ...inner.flatMap(([key, one]) => problemsOf(one, `${path}.${key}`))]
}

const shapeProblems = (value: unknown, shape: Shape, path: string): Array<string> =>
  Object.entries(shape).flatMap(([field, kind]) => {
    const optional = field.endsWith("?")
    const found = at(value, optional ? field.slice(0, -1) : field)
    if (found === undefined) return optional ? [] : [`${path} lacks ${field}`]
    return holds[kind](found) ? [] : [`${path}.${field} is no ${kind}: ${JSON.stringify(found).slice(0, 80)}`]
  })
