/** The OpenAPI document that the server answers about itself. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Document, documentUrl, makeAjv, readDocument } from "../src/document.ts"
import { clientDocument, clientOperations, referenceOperations, specifiedRequests } from "../src/published.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** Operations that no release of the public client has. */
const extensions = {
  listTemplates: "no source lists the templates of the product",
  updateSpaceContent: "the product writes the primary content in its application only",
  listSpaceRevisions: "the product shows the history of a space in its application only",
  listSpacePageHistory: "as above",
  getPageBlame: "as above",
  restoreSpaceRevision: "as above",
  listSeenPagesInChangeRequest: "the product keeps what somebody has seen in its application only",
  markPageSeenInChangeRequest: "as above",
  unmarkPageSeenInChangeRequest: "as above",
  revertChangeRequest: "a merge is taken back by hand, from a revision before it",
  listChangeRequestConflicts: "the product shows conflicts in its application only",
  listChangeRequestChecks: "the product lists broken links alone",
  getChangeRequestMergeChecks: "what a merge would be refused for has no operation",
  listNotifications: "the product tells people in its application and by mail only",
  readNotifications: "as above",
  updateNotification: "as above",
  getNotificationSettings: "as above",
  updateNotificationSettings: "as above",
  listTokens: "the product makes API tokens in its application only",
  createToken: "as above",
  deleteToken: "as above",
  listOrganizationEmailDomains: "the product proves domains in its application only",
  checkOrganizationEmailDomain: "as above",
  listSiteExports: "the product has no static files",
  startSiteExport: "as above",
  getSiteExport: "as above",
  deleteSiteExport: "as above",
  cutSiteSpaceVersion: "the product duplicates a site space, and marks no versions",
  listGitOperations: "how an import went has no operation",
  getGitOperation: "as above",
  listTranslationRuns: "how a run went has no operation",
  listOrganizationWebhooks: "the product has webhooks as an integration only",
  createOrganizationWebhook: "as above",
  listSpaceWebhooks: "as above",
  createSpaceWebhook: "as above",
  listSiteWebhooks: "as above",
  createSiteWebhook: "as above",
  getWebhookById: "as above",
  updateWebhookById: "as above",
  deleteWebhookById: "as above",
  rotateWebhookSecret: "as above",
  pingWebhook: "as above",
  streamSpaceEvents: "the product tells its own application only what happens meanwhile",
  streamChangeRequestEvents: "as above",
  getSiteSectionById: "where `Location` of a new one leads has no operation",
  getSiteSectionGroupById: "as above",
  getSiteExternalLinkById: "as above",
  getSiteSpaceById: "as above",
  getSiteShareLinkById: "as above",
  listWebhookDeliveries: "the product has webhooks as an integration only",
  getWebhookDeliveryById: "as above",
  replayWebhookDelivery: "as above"
} as const

/** Operations that release 0.202.0 has and 0.146.0 has not. */
const newer: Readonly<Record<string, string>> = {
  "POST /v1/orgs/{organizationId}/sites/{siteId}/external-links": "addExternalLinkToSite",
  "PATCH /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}": "updateSiteExternalLinkById",
  "DELETE /v1/orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}": "deleteSiteExternalLinkById",
  "GET /v1": "getApiInformation",
  "POST /v1/orgs": "createOrganization",
  "POST /v1/orgs/{organizationId}/sites/{siteId}/template": "applyTemplateToSite",
  "GET /v1/orgs/{organizationId}/audit-events": "listOrganizationAuditEvents",
  "GET /v1/orgs/{organizationId}/audit-events/{auditEventId}": "getOrganizationAuditEvent",
  "GET /v1/orgs/{organizationId}/audit-event-actions": "listOrganizationAuditEventActions",
  "PUT /v1/orgs/{organizationId}/sites/{siteId}/redirects": "bulkUpsertSiteRedirects",
  "GET /v1/org/{organizationId}/imports": "listImportRuns",
  "GET /v1/org/{organizationId}/imports/{importRunId}": "getImportRun",
  "GET /v1/orgs/{organizationId}/search": "searchOrganizationContent",
  "POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/duplicate": "duplicateSiteSpace",
  "POST /v1/orgs/{organizationId}/sites/{siteId}/permissions": "inviteToSite",
  "GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/users": "listUserPermissionsInSite",
  "PATCH /v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}": "updateUserPermissionInSite",
  "DELETE /v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}": "removeUserFromSite",
  "GET /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams": "listTeamPermissionsInSite",
  "PATCH /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}": "updateTeamPermissionInSite",
  "DELETE /v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}": "removeTeamFromSite",
  "GET /v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw":
    "getLatestOpenAPISpecVersionContentRaw",
  "GET /v1/spaces/{spaceId}/content/page/{pageId}/meta-links": "listSpacePageMetaLinks",
  "GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links": "listRevisionPageMetaLinks",
  "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content": "updateChangeRequestContent",
  "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links":
    "listChangeRequestPageMetaLinks"
}

/** Statuses that the public client lists and this server does not answer, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  "removeMemberFromOrganizationById 202": "removal is done when the answer comes",
  "cancelImportRun 201": "nothing is made: release 0.202.0 says 200",
  "updateChangeRequestById 204": "only with Prefer: return=minimal (docs/contributing/wire.md#answers)",
  "updateSiteById 204":
    "only with Prefer: return=minimal, on which the client itself fails (docs/contributing/wire.md#answers)",
  "addSpaceToSite 204": "as above",
  "updateSiteSpaceById 204": "as above",
  "sortSiteStructure 204": "as above",
  "updateSiteSectionById 204": "as above",
  "updateSiteExternalLinkById 204": "as above",
  "updateSiteSectionGroupById 204": "as above"
}

onBothStores("The OpenAPI document", (store) => {
  let world: World
  let document: Document
  beforeAll(async () => {
    world = await startWorld(store)
    document = await readDocument(world.api.as(undefined))
  })
  afterAll(() => world.stop())

  it("is OpenAPI 3.1 with a title, a version and the bearer scheme", () => {
    const { json } = document
    expect(json["openapi"]).toMatch(/^3\.1\.\d+$/)
    expect(json["info"]).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    const schemes: Array<{ type: string; scheme: string }> = Object.values(json["components"].securitySchemes)
    expect(schemes.map(({ type, scheme }) => [type, scheme.toLowerCase()])).toEqual([["http", "bearer"]])
  })

  it("has every operation of the specification", () => {
    const specified = specifiedRequests()
    expect(specified.length).toBeGreaterThan(100)
    const requests = document.operations.map(({ method, path }) => `${method} ${path}`)
    expect(specified.filter((request) => !requests.includes(request))).toEqual([])
  })

  it("names every operation as the public client does, and each once", () => {
    const known = new Map([...referenceOperations(), ...clientOperations()])
    const ids = document.operations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(50)
    for (const { id, method, path } of document.operations) {
      const published = known.get(`${method} ${path}`)
      if (id in extensions) expect(published, `${id} is no extension: the client has it`).toBeUndefined()
      else expect(published?.id ?? newer[`${method} ${path}`], `${method} ${path}`).toBe(id)
    }
    for (const id of Object.keys(extensions)) expect(ids).toContain(id)
  })

  it("lists every status that the public client knows of an operation", () => {
    const known = [referenceOperations(), clientOperations()]
    for (const { id, method, path, definition } of document.operations) {
      for (const release of known) {
        for (const status of release.get(`${method} ${path}`)?.statuses ?? []) {
          if (!/^[245]\d\d$/.test(status) || `${id} ${status}` in leftOut) continue
          expect(Object.keys(definition["responses"]), `${id}`).toContain(status)
        }
      }
    }
  })

  it("gives every operation a tag, a summary, security and the answers to what goes wrong", () => {
    const tags = document.json["tags"].map(({ name }: { name: string }) => name)
    for (const { id, method, definition } of document.operations) {
      expect(definition["tags"], id).toHaveLength(1)
      expect(tags, id).toContain(definition["tags"][0])
      expect(definition["summary"], id).toMatch(/^[A-Z].{5,}[^.]$/)
      expect(definition["security"], id).toEqual([{ user: [] }])
      for (const status of ["400", "401", "403", "404", "503"]) {
        const { content, description } = definition["responses"][status] ?? {}
        expect(description, `${id} ${status}`).toBeTruthy()
        expect(content?.["application/json"]?.schema, `${id} ${status}`).toBeDefined()
      }
      expect(definition["responses"]["429"], id).toEqual({ $ref: "#/components/responses/TooManyRequests" })
      const successes = Object.keys(definition["responses"]).filter((status) => status.startsWith("2"))
      if (method === "DELETE") expect(successes.sort(), id).toEqual(["204", "205"])
      // it is made where there is none
      else if (id === "createOrUpdateOpenAPISpecBySlug") expect(successes.sort(), id).toEqual(["200", "201"])
      else expect(successes, id).toHaveLength(1)
      for (const status of ["204", "205", "304"]) {
        expect(definition["responses"][status]?.content, `${id} ${status} has no body`).toBeUndefined()
      }
    }
  })

  it("declares the parameters of every path, and no others there", () => {
    for (const { id, path, definition } of document.operations) {
      const parameters: Array<{ name: string; in: string; required: boolean; schema: any }> = definition["parameters"]
      const declared = parameters.filter((parameter) => parameter.in === "path")
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
      expect(declared.map(({ name }) => name).sort(), id).toEqual(wanted.sort())
      for (const { name, required, schema } of declared) {
        expect(required, `${id} ${name}`).toBe(true)
        if (!["pagePath", "subdomain", "hostname", "conversationId", "emailDomain"].includes(name))
          expect(schema.pattern, `${id} ${name}`).toBe("^[a-zA-Z0-9_-]+$")
      }
      const isList = definition["responses"]["200"]?.content?.["application/json"]?.schema?.$ref?.endsWith("List")
      const queries = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
      if (isList === true) expect(queries, id).toEqual(expect.arrayContaining(["page", "limit"]))
    }
  })

  it("refers only to what is in it, and every schema can be compiled", () => {
    const { json } = document
    const at = (pointer: string): unknown =>
      pointer
        .split("/")
        .slice(1)
        .reduce<any>(
          (value, step) => value?.[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")],
          json
        )
    const walk = (value: unknown): void => {
      if (value === null || typeof value !== "object") return
      const ref = (value as { $ref?: unknown }).$ref
      if (typeof ref === "string") expect(at(ref), ref).toBeDefined()
      for (const inner of Object.values(value)) walk(inner)
    }
    walk(json)
    const ajv = makeAjv(json)
    for (const name of Object.keys(json["components"].schemas)) {
      expect(ajv.getSchema(`${documentUrl}#/components/schemas/${name}`), name).toBeTypeOf("function")
    }
  })

  it("describes request bodies as the server takes them: unknown fields are not forbidden", () => {
    const text = JSON.stringify(document.json, (key, value) => (/^examples?$/.test(key) ? undefined : value))
    expect(text).not.toContain('"additionalProperties":false')
  })

  it("says of objects that hold anything that they do: generators take others for empty ones", () => {
    const empty: Array<string> = []
    const walk = (value: any, at: string): void => {
      if (value === null || typeof value !== "object") return
      if (value.type === "object" && value.properties === undefined && value.additionalProperties === undefined) {
        empty.push(at)
      }
      for (const [name, inner] of Object.entries(value)) {
        if (!/^examples?$/.test(name)) walk(inner, `${at}/${name}`)
      }
    }
    walk(document.json, "")
    expect(empty).toEqual([])
  })

  it("says which bodies may be left out, as the newest client has them and as they are read", async () => {
    const optional = document.operations.flatMap(({ definition, id }) =>
      definition["requestBody"] !== undefined && definition["requestBody"].required !== true ? [id] : []
    )
    const known = clientDocument("0.202.0")
    const plain = (path: string) => path.replace(/\{\w+\}/g, "{}").replace(/\/$/, "")
    for (const [path, item] of Object.entries(known.paths)) {
      for (const { id, method, path: own } of document.operations) {
        const body = item[method.toLowerCase()]?.requestBody
        if (plain(own) !== plain(`/v1${path}`) || body?.content === undefined || body.required === true) continue
        expect(optional, id).toContain(id)
      }
    }
    const organization = `/v1/orgs/${world.organization}`
    for (const [id, list] of [
      ["createSpace", "spaces"],
      ["createCollection", "collections"],
      ["createSite", "sites"]
    ] as const) {
      expect(optional).toContain(id)
      expect((await world.api.post(`${organization}/${list}`)).status, id).toBe(201)
    }
  })

  it("has booleans of queries as booleans", () => {
    const booleans: Array<string> = []
    for (const { definition, id } of document.operations) {
      for (const { in: where, name, schema } of definition["parameters"]) {
        if (where !== "query") continue
        expect(JSON.stringify(schema), `${id} ${name}`).not.toMatch(/"(?:true|false)"/)
        if (JSON.stringify(schema).includes('"boolean"')) booleans.push(`${id} ${name}`)
      }
    }
    expect(booleans).toEqual(
      expect.arrayContaining(["listFiles metadata", "getPageById evaluated", "listSites published"])
    )
  })

  it("is there for everybody, and so is the reference page", async () => {
    const page = await world.api.as(undefined).get("/docs")
    expect(page.status).toBe(200)
    expect(page.headers.get("content-type")).toContain("text/html")
    expect(document.operations.length).toBe((await readDocument(world.api)).operations.length)
  })
})
