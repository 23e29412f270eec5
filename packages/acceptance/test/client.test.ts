/**
 * The real client of the hosted product, releases 0.146.0 and 0.202.0, against this server: every operation that is built
 * answers them with its status, with every field that their types require, and with addresses that can be followed. One
 * table by operation, whole in one file: a method of the client without a row fails.
 */

import { GitBookAPI, GitBookAPIError } from "@gitbook/api"
import { GitBookAPI as NewestAPI, GitBookAPIError as NewestError } from "@gitbook/api-newest"
import { documentId } from "@octavo/core/content/space-content/view"
import { makeCertificate } from "@octavo/saml/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { clusteredIn, conversation } from "../src/conversations.ts"
import { type Document, readDocument } from "../src/document.ts"
import { type GeneratedClient, type Generator, generateClient, generators } from "../src/generatedClients.ts"
import { followImport, main } from "../src/imports.ts"
import { type StandInModel, startModel } from "../src/model.ts"
import { problemsOf } from "../src/objects.ts"
import { followSpec, pets } from "../src/openapi.ts"
import { type ClientRelease, clientOperations, makeClientCheck } from "../src/published.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores, type Store, sqlite } from "../src/stores.ts"
import { caveat, send } from "../src/uploads.ts"
import { type Person, startWorld, type World } from "../src/world.ts"

/** The client as its users write it; every operation is a method of one of its parts. */
type ClientOf = Record<string, Record<string, (...args: Array<any>) => Promise<any>>>

interface Scene {
  readonly release: ClientRelease | Generator
  /** Of the document, where that is the client. */
  readonly generated: GeneratedClient | undefined
  readonly world: World
  readonly sample: Sample
  readonly client: ClientOf
  readonly org: string
  readonly space: string
  readonly revision: string
  readonly page: string
  readonly file: string
  readonly reusable: string
  readonly site: string
  readonly siteSpace: string
  readonly reader: Person
}

/** What came back, whoever asked. */
interface Answered {
  readonly status: number
  readonly headers: Headers
  /** `null` where the answer has no body. */
  readonly data: any
}

interface Row {
  readonly status: number
  /** No body, although the status could have one. */
  readonly empty?: true
  /** Events, of which those that came first are the data. */
  readonly streams?: true
  readonly call: (scene: Scene) => Promise<Answered>
  /** Why a release does not make this call. */
  readonly extension?: string
  /** What 0.146.0 does not know yet; `always`: where the client itself does not hold what its schemas say. */
  readonly differs?: { readonly at: RegExp; readonly because: string; readonly always?: boolean }
  readonly more?: (answer: Answered, scene: Scene) => void | Promise<void>
}

const own = "no release of the client has it"
const later = "came after release 0.146.0"
const laterCluster = {
  at: /(?:stats|urls).*(?:tasks|app)/,
  because: "tasks and an application for clusters are not in the specification"
}
const laterTheme = { at: /\/themes\/default must be equal/, because: "the theme `system` came later" }

const listOfFiles = { at: /\/filesystem must be object/, because: "its renderer reads a list", always: true }

const adaptiveSchema = {
  jsonSchema: {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: {
      beta: { type: "boolean", description: "Tries things out." },
      groups: { type: "array", description: "Groups.", items: { type: "string", description: "A group." } },
      access: {
        type: "object",
        description: "Access.",
        properties: { seats: { type: "number", description: "Seats." } },
        additionalProperties: false
      },
      unsigned: {
        type: "object",
        description: "Unsigned claims of the site visitor.",
        properties: { language: { type: "string", description: "Language of the product.", enum: ["en", "fr"] } },
        additionalProperties: false
      }
    },
    additionalProperties: false
  }
}

const clientOf = (endpoint: string, authToken: string): ClientOf =>
  new GitBookAPI({ endpoint, authToken }) as unknown as ClientOf

/** The newest release; what it no longer has is done by the older one, as the scripts of its users do. */
const newestOf = (endpoint: string, authToken: string): ClientOf => {
  const newest = new NewestAPI({ endpoint, authToken }) as unknown as ClientOf
  const older = clientOf(endpoint, authToken)
  return new Proxy(newest, {
    get: (_, part: string) => new Proxy({}, { get: (__, name: string) => newest[part]?.[name] ?? older[part]?.[name] })
  })
}

const newestOperations = [...clientOperations("0.202.0")].map(([path, { id }]) => ({
  id,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "([^/]+)")}$`)
}))

const newestIds = newestOperations.map(({ id }) => id)

/** The call by the method that release 0.202.0 has for it where that is the client, else as `fetch`. */
const plainly = async (scene: Scene, method: string, path: string, body?: unknown): Promise<Answered> => {
  if (scene.generated !== undefined) return scene.generated.plainly(method, path, body)
  const [before = "", query = ""] = path.split("?")
  for (const { id, pattern } of scene.release === "0.202.0" ? newestOperations : []) {
    const parts = pattern.exec(`${method} ${before}`)
    const part = before.split("/")[2]!
    if (parts === null || scene.client[part]?.[id] === undefined) continue
    const given = [body, query === "" ? undefined : Object.fromEntries(new URLSearchParams(query))]
    return scene.client[part][id](
      ...parts.slice(1).map(decodeURIComponent),
      ...given.filter((one) => one !== undefined)
    )
  }
  const answer = await scene.world.api.request(method, path, body === undefined ? {} : { body })
  return { status: answer.status, headers: answer.headers, data: answer.body ?? (answer.text || null) }
}

const startImport = (scene: Scene, url: string): Promise<any> =>
  scene.client["org"]!["startImportRun"]!(scene.org, {
    source: { type: "website", url },
    target: { space: scene.space }
  })

const newSite = async ({ client, org, space }: Scene, body: object = { title: "Extra", spaces: [space] }) =>
  (await client["orgs"]!["createSite"]!(org, body)).data

/** The path of a site that everybody may read. */
const newOpenSite = async (scene: Scene): Promise<string> => {
  const { id } = await newSite(scene)
  await scene.client["orgs"]!["publishSite"]!(scene.org, id)
  return `/v1/orgs/${scene.org}/sites/${id}`
}

const deletedTwice =
  (again: (scene: Scene) => Promise<Answered>, status = 204): NonNullable<Row["more"]> =>
  async (_, scene) => {
    expect((await again(scene)).status).toBe(status)
  }

/** What the last client was told. */
let notification: { readonly id: string; readonly createdAt: string } | undefined
let doomed = ""
let entry = ""
let shareLink = ""
let mcpServer = ""
let webhook = ""
let delivery = ""
const aWebhook = { url: "http://127.0.0.1:9/", events: ["comment_created"] }
const webhookAt = ({ org }: Scene) => `/v1/orgs/${org}/webhooks/${webhook}`
let externalLink = ""
let specVersion = ""
let fontKey = ""
let font = ""
let translation = ""
const sections = { site: "", section: "", group: "" }
let link = ""
let event = ""
let provider = ""
let changeRequest = ""
let review = ""
let seen: string
let draftPage = ""
let draftFile = ""

/** Somebody to grant to, a team, and a collection to grant on: made when they are first asked for. */
const people = (scene: Scene): Promise<Cast> => {
  const known = casts.get(scene)
  if (known !== undefined) return known
  const made = (async () => {
    const guest = (await scene.world.member(null)).id
    const { org, space, world } = scene
    const crew = await world.api.request("PUT", `/v1/orgs/${org}/teams`, { body: { title: "Crew", members: [guest] } })
    const shelf = await world.api.post(`/v1/orgs/${org}/collections`, { title: "Shelf" })
    return { guest, crew: crew.body.id as string, shelf: shelf.body.id as string, space }
  })()
  casts.set(scene, made)
  return made
}
interface Cast {
  readonly guest: string
  readonly crew: string
  readonly shelf: string
  readonly space: string
}
const casts = new WeakMap<Scene, Promise<Cast>>()

/** The life of a comment and of a reply to it. */
const commentRows = (suffix: "InSpace" | "InChangeRequest"): Readonly<Record<string, Row>> => {
  let comment = ""
  let reply = ""
  const call =
    (name: string, ...more: ReadonlyArray<(scene: Scene) => unknown>): Row["call"] =>
    (scene) =>
      scene.client["spaces"]![name + suffix]!(
        scene.space,
        ...(suffix === "InSpace" ? [] : [changeRequest]),
        ...more.map((one) => one(scene))
      )
  const theComment = () => comment
  const theReply = () => reply
  const said = (markdown: string) => () => ({ body: { markdown } })
  const removedTwice = (again: Row["call"]): NonNullable<Row["more"]> => deletedTwice(again)
  const rows: Record<string, Row> = {
    postComment: {
      status: 200,
      call: call("postComment", said("Why?")),
      more: ({ data }) => {
        comment = data.id
        expect(data).toMatchObject({ body: { markdown: "Why?" }, status: "open", replies: 0 })
      }
    },
    getComment: { status: 200, call: call("getComment", theComment, () => ({ format: "markdown" })) },
    listComments: {
      status: 200,
      call: call("listComments", () => ({ order: "asc", status: "open", limit: 5 })),
      more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: comment }] })
    },
    postCommentReply: {
      status: 200,
      call: call("postCommentReply", theComment, said("So.")),
      more: ({ data }) => {
        reply = data.id
      }
    },
    getCommentReply: { status: 200, call: call("getCommentReply", theComment, theReply) },
    listCommentReplies: {
      status: 200,
      call: call("listCommentReplies", theComment),
      more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: reply }] })
    },
    updateCommentReply: {
      status: 200,
      call: call("updateCommentReply", theComment, theReply, ({ generated }) => ({
        ...said("Because.")(),
        addedReactions: ["1f44d"],
        // the client has the field on change requests; a reply has no status
        ...(generated === undefined && { resolved: true })
      })),
      more: async ({ data }, scene) => {
        expect(data).toMatchObject({ body: { markdown: "Because." }, reactions: [{ emoji: "1f44d", count: 1 }] })
        expect((await call("getComment", theComment)(scene)).data.status).toBe("open")
      }
    },
    updateComment: {
      status: 200,
      call: call("updateComment", theComment, () => ({ resolved: true })),
      more: ({ data }) => expect(data).toMatchObject({ status: "resolved", replies: 1, repliers: [{ count: 1 }] })
    },
    listCommenters: { status: 200, call: call("listCommenters"), more: ({ data }) => expect(data.count).toBe(1) },
    deleteCommentReply: {
      status: 205,
      call: call("deleteCommentReply", theComment, theReply),
      more: removedTwice(call("deleteCommentReply", theComment, theReply))
    },
    deleteComment: {
      status: 205,
      call: call("deleteComment", theComment),
      more: removedTwice(call("deleteComment", theComment))
    }
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name + suffix, row]))
}

const rows: Readonly<Record<string, Row>> = {
  getApiInformation: {
    status: 200,
    extension: "a method of the client itself, beside its parts",
    // as it asks
    call: (scene) => plainly(scene, "GET", "/v1/"),
    more: ({ data }) =>
      expect(data).toEqual({
        version: expect.any(String),
        build: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        limits: { fileBytes: 100_000_000 }
      })
  },
  getAuthenticatedUser: {
    status: 200,
    call: ({ client }) => client["user"]!["getAuthenticatedUser"]!(),
    more: ({ data }, { world }) => expect(data).toMatchObject({ object: "user", id: world.admin.id })
  },
  getUserById: { status: 200, call: ({ client, reader }) => client["users"]!["getUserById"]!(reader.id) },
  updateUserById: {
    status: 200,
    call: ({ client, world }) => client["users"]!["updateUserById"]!(world.admin.id, { displayName: "Ada L." }),
    more: ({ data }) => expect(data.displayName).toBe("Ada L.")
  },
  listTokens: { status: 200, extension: own, call: (scene) => plainly(scene, "GET", "/v1/user/tokens") },
  createToken: {
    status: 201,
    extension: own,
    call: (scene) => plainly(scene, "POST", "/v1/user/tokens", { label: "From a test" }),
    more: async ({ data }, { world }) => {
      doomed = data.id
      expect((await world.api.as(data.token).get("/v1/user")).status).toBe(200)
    }
  },
  deleteToken: {
    status: 205,
    extension: own,
    call: (scene) => plainly(scene, "DELETE", `/v1/user/tokens/${doomed}`),
    more: deletedTwice((scene) => plainly(scene, "DELETE", `/v1/user/tokens/${doomed}`))
  },

  listOrganizationsForAuthenticatedUser: {
    status: 200,
    call: ({ client }) => client["orgs"]!["listOrganizationsForAuthenticatedUser"]!(),
    more: ({ data }, { org }) => expect(data).toMatchObject({ count: 1, items: [{ id: org }] })
  },
  createOrganization: {
    status: 201,
    extension: later,
    call: (scene) => plainly(scene, "POST", "/v1/orgs", { title: "Second house" })
  },
  getOrganizationById: { status: 200, call: ({ client, org }) => client["orgs"]!["getOrganizationById"]!(org) },
  updateOrganizationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["updateOrganizationById"]!(org, { title: "Acme Inc." }),
    more: ({ data }) => expect(data.title).toBe("Acme Inc.")
  },

  listMembersInOrganizationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listMembersInOrganizationById"]!(org, { limit: 100 }),
    more: ({ data }) => expect(data.count).toBe(data.items.length)
  },
  getMemberInOrganizationById: {
    status: 200,
    call: ({ client, org, reader }) => client["orgs"]!["getMemberInOrganizationById"]!(org, reader.id),
    more: ({ data }, { reader }) => expect(data).toMatchObject({ id: reader.id, role: "read" })
  },
  updateMemberInOrganizationById: {
    status: 200,
    call: ({ client, org, reader }) =>
      client["orgs"]!["updateMemberInOrganizationById"]!(org, reader.id, { role: "comment" }),
    more: ({ data }) => expect(data.role).toBe("comment")
  },
  removeMemberFromOrganizationById: {
    status: 205,
    call: ({ client, org, reader }) => client["orgs"]!["removeMemberFromOrganizationById"]!(org, reader.id),
    more: deletedTwice(({ client, org, reader }) =>
      client["orgs"]!["removeMemberFromOrganizationById"]!(org, reader.id)
    )
  },

  setUserAsSSOMemberForOrganization: {
    status: 200,
    extension: "the client writes the name with Sso",
    call: async (scene) => plainly(scene, "POST", `/v1/orgs/${scene.org}/members/${(await people(scene)).guest}/sso`),
    more: ({ data }) => expect(data.sso).toBe(true)
  },
  listSpacesForOrganizationMember: {
    status: 200,
    call: async (scene) =>
      scene.client["orgs"]!["listSpacesForOrganizationMember"]!(scene.org, scene.world.admin.id, { order: "asc" }),
    more: ({ data }) => expect(data.items[0]).toMatchObject({ permission: "admin", space: { object: "space" } })
  },
  startImportRun: {
    status: 201,
    call: (scene) => startImport(scene, `${scene.world.origin}/healthz`)
  },
  listImportRuns: {
    status: 200,
    call: async (scene) => {
      await startImport(scene, `${scene.world.origin}/healthz`)
      return plainly(scene, "GET", `/v1/org/${scene.org}/imports?space=${scene.space}`)
    },
    extension: later,
    more: ({ data }) => expect(data.items.length).toBeGreaterThan(0)
  },
  getImportRun: {
    status: 200,
    call: async (scene) => {
      const { data } = await startImport(scene, "http://127.0.0.1:1/")
      await scene.client["org"]!["cancelImportRun"]!(scene.org, data.id)
      return plainly(scene, "GET", `/v1/org/${scene.org}/imports/${data.id}`)
    },
    extension: later
  },
  cancelImportRun: {
    status: 200,
    call: async (scene) => {
      const { data } = await startImport(scene, "http://127.0.0.1:1/")
      return scene.client["org"]!["cancelImportRun"]!(scene.org, data.id)
    },
    more: ({ data }) => expect(data.status).toBe("cancelled")
  },
  ingestConversation: {
    status: 204,
    call: ({ client, org }) => client["orgs"]!["ingestConversation"]!(org, conversation)
  },
  listConversations: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listConversations"]!(org, { source: "integration:octavo:api" }),
    more: ({ data }) => expect(data.items.length).toBeGreaterThan(0)
  },
  getConversationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getConversationById"]!(org, encodeURIComponent(conversation.id)),
    more: ({ data }) => expect(data.parts).toEqual(conversation.parts)
  },
  listConversationsIssues: {
    status: 200,
    call: async ({ client, org, world }) => {
      const { cluster } = await clusteredIn(world)
      return client["orgs"]!["listConversationsIssues"]!(org, { cluster, conversation: conversation.id })
    },
    more: ({ data }) => expect(data.items).toHaveLength(1)
  },
  getConversationIssueById: {
    status: 200,
    call: async ({ client, org, world }) =>
      client["orgs"]!["getConversationIssueById"]!(org, (await clusteredIn(world)).issue)
  },
  listConversationsIssuesClusters: {
    status: 200,
    differs: laterCluster,
    call: async ({ client, org, world }) => {
      await clusteredIn(world)
      return client["orgs"]!["listConversationsIssuesClusters"]!(org, { orderBy: "issues", order: "desc" })
    },
    more: ({ data }) => expect(data.items[0].weeklyPulse).toHaveLength(13)
  },
  getConversationsIssuesCluster: {
    status: 200,
    differs: laterCluster,
    call: async ({ client, org, world }) =>
      client["orgs"]!["getConversationsIssuesCluster"]!(org, (await clusteredIn(world)).cluster)
  },
  listTeamsForOrganizationMember: {
    status: 200,
    call: async (scene) =>
      scene.client["orgs"]!["listTeamsForOrganizationMember"]!(scene.org, (await people(scene)).guest),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ team: { id: (await people(scene)).crew }, member: { role: "member" } }]
      })
  },
  listTeamsInOrganizationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listTeamsInOrganizationById"]!(org, { title: "CREW" }),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ title: "Crew", members: 1 }] })
  },
  createOrganizationTeam: {
    status: 201,
    call: ({ client, org }) => client["orgs"]!["createOrganizationTeam"]!(org, { title: "Writers" }),
    more: ({ data, headers }) => expect(headers.get("location")).toMatch(new RegExp(`/teams/${data.id}$`))
  },
  getTeamInOrganizationById: {
    status: 200,
    call: async (scene) => scene.client["orgs"]!["getTeamInOrganizationById"]!(scene.org, (await people(scene)).crew)
  },
  updateTeamInOrganizationById: {
    status: 200,
    call: async (scene) =>
      scene.client["orgs"]!["updateTeamInOrganizationById"]!(scene.org, (await people(scene)).crew, {
        title: "Crew 2"
      }),
    more: ({ data }) => expect(data.title).toBe("Crew 2")
  },
  updateMembersInOrganizationTeam: {
    status: 204,
    call: async (scene) =>
      scene.client["orgs"]!["updateMembersInOrganizationTeam"]!(scene.org, (await people(scene)).crew, {
        memberships: { [scene.world.admin.id]: { role: "owner" } }
      })
  },
  listTeamMembersInOrganizationById: {
    status: 200,
    call: async (scene) =>
      scene.client["orgs"]!["listTeamMembersInOrganizationById"]!(scene.org, (await people(scene)).crew),
    more: ({ data }) => expect(data.count).toBe(2)
  },
  addMemberToOrganizationTeamById: {
    status: 204,
    call: async (scene) =>
      scene.client["orgs"]!["addMemberToOrganizationTeamById"]!(
        scene.org,
        (await people(scene)).crew,
        scene.world.admin.id,
        {
          role: "member"
        }
      )
  },
  deleteMemberFromOrganizationTeamById: {
    status: 205,
    call: async (scene) =>
      scene.client["orgs"]!["deleteMemberFromOrganizationTeamById"]!(
        scene.org,
        (await people(scene)).crew,
        scene.world.admin.id
      ),
    more: deletedTwice(async (scene) =>
      scene.client["orgs"]!["deleteMemberFromOrganizationTeamById"]!(
        scene.org,
        (await people(scene)).crew,
        scene.world.admin.id
      )
    )
  },

  inviteUsersToOrganization: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["inviteUsersToOrganization"]!(org, {
        emails: ["new@octavo.test", { email: "guest@octavo.test", role: null }],
        role: "edit",
        sso: false
      }),
    more: ({ data }) => expect([data.invited, data.users.length]).toEqual([2, 2])
  },
  createOrganizationInvite: {
    status: 201,
    call: ({ client, org }) => client["orgs"]!["createOrganizationInvite"]!(org, { role: "comment" }),
    more: async ({ data, headers }, { client, org, space }) => {
      link = data.id
      expect(headers.get("location")).toMatch(new RegExp(`/link-invites/${link}$`))
      const other = await client["orgs"]!["createOrganizationInvite"]!(org, { level: "read", space })
      expect(other.data).toMatchObject({ level: "read", redundant: true, space: { id: space } })
    }
  },
  listOrganizationInviteLinks: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listOrganizationInviteLinks"]!(org),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: link, role: "comment" }] })
  },
  getOrganizationInviteLink: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getOrganizationInviteLink"]!(org, link)
  },
  updateOrganizationInviteById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["updateOrganizationInviteById"]!(org, link, { role: "read" }),
    more: ({ data }) => expect(data.role).toBe("read")
  },
  joinOrganizationWithInvite: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["joinOrganizationWithInvite"]!(org, link),
    more: ({ data }) => expect(data).toEqual({})
  },
  deleteOrganizationInviteById: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteOrganizationInviteById"]!(org, link),
    more: deletedTwice(({ client, org }) => client["orgs"]!["deleteOrganizationInviteById"]!(org, link))
  },
  joinOrganization: { status: 204, call: ({ client, org }) => client["orgs"]!["joinOrganization"]!(org) },

  inviteToSpace: {
    status: 204,
    call: async (scene) => {
      const { client } = scene
      const { space, guest, crew } = await people(scene)
      await client["spaces"]!["inviteToSpace"]!(space, { role: "comment", teams: [crew] })
      await expect(
        client["spaces"]!["inviteToSpace"]!(space, { role: "edit", users: ["nobody"] })
      ).rejects.toMatchObject({ code: 404 })
      return client["spaces"]!["inviteToSpace"]!(space, { role: "edit", users: [guest] })
    }
  },
  listUserPermissionsInSpace: {
    status: 200,
    call: async (scene) => scene.client["spaces"]!["listUserPermissionsInSpace"]!((await people(scene)).space),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ permission: "edit", user: { id: (await people(scene)).guest } }]
      })
  },
  listTeamPermissionsInSpace: {
    status: 200,
    call: async (scene) =>
      scene.client["spaces"]!["listTeamPermissionsInSpace"]!((await people(scene)).space, { limit: 5 }),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ permission: "comment", team: { id: (await people(scene)).crew } }]
      })
  },
  updateUserPermissionInSpace: {
    status: 204,
    call: async (scene) => {
      const { space, guest } = await people(scene)
      return scene.client["spaces"]!["updateUserPermissionInSpace"]!(space, guest, { role: "review" })
    }
  },
  updateTeamPermissionInSpace: {
    status: 204,
    call: async (scene) => {
      const { space, crew } = await people(scene)
      return scene.client["spaces"]!["updateTeamPermissionInSpace"]!(space, crew, { role: "read" })
    }
  },
  listPermissionsAggregateInSpace: {
    status: 200,
    call: async (scene) =>
      scene.client["spaces"]!["listPermissionsAggregateInSpace"]!((await people(scene)).space, { role: "review" }),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ permission: "review", user: { id: (await people(scene)).guest } }]
      })
  },
  removeUserFromSpace: {
    status: 205,
    call: async (scene) => {
      const { space, guest } = await people(scene)
      return scene.client["spaces"]!["removeUserFromSpace"]!(space, guest)
    },
    more: deletedTwice(async (scene) => {
      const { space, guest } = await people(scene)
      return scene.client["spaces"]!["removeUserFromSpace"]!(space, guest)
    })
  },
  removeTeamFromSpace: {
    status: 205,
    call: async (scene) => {
      const { space, crew } = await people(scene)
      return scene.client["spaces"]!["removeTeamFromSpace"]!(space, crew)
    },
    more: deletedTwice(async (scene) => {
      const { space, crew } = await people(scene)
      return scene.client["spaces"]!["removeTeamFromSpace"]!(space, crew)
    })
  },

  inviteToCollection: {
    status: 204,
    call: async (scene) => {
      const { client } = scene
      const { shelf, guest, crew } = await people(scene)
      await client["collections"]!["inviteToCollection"]!(shelf, { role: "comment", teams: [crew] })
      await expect(
        client["collections"]!["inviteToCollection"]!(shelf, { role: "edit", users: ["nobody"] })
      ).rejects.toMatchObject({ code: 404 })
      return client["collections"]!["inviteToCollection"]!(shelf, { role: "edit", users: [guest] })
    }
  },
  listUserPermissionsInCollection: {
    status: 200,
    call: async (scene) =>
      scene.client["collections"]!["listUserPermissionsInCollection"]!((await people(scene)).shelf),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ permission: "edit", user: { id: (await people(scene)).guest } }]
      })
  },
  listTeamPermissionsInCollection: {
    status: 200,
    call: async (scene) =>
      scene.client["collections"]!["listTeamPermissionsInCollection"]!((await people(scene)).shelf, { limit: 5 }),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ permission: "comment", team: { id: (await people(scene)).crew } }]
      })
  },
  updateUserPermissionInCollection: {
    status: 204,
    call: async (scene) => {
      const { shelf, guest } = await people(scene)
      return scene.client["collections"]!["updateUserPermissionInCollection"]!(shelf, guest, { role: "review" })
    }
  },
  updateTeamPermissionInCollection: {
    status: 204,
    call: async (scene) => {
      const { shelf, crew } = await people(scene)
      return scene.client["collections"]!["updateTeamPermissionInCollection"]!(shelf, crew, { role: "read" })
    }
  },
  listPermissionsAggregateInCollection: {
    status: 200,
    call: async (scene) =>
      scene.client["collections"]!["listPermissionsAggregateInCollection"]!((await people(scene)).shelf, {
        role: "review"
      }),
    more: async ({ data }, scene) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ permission: "review", user: { id: (await people(scene)).guest } }]
      })
  },
  removeUserFromCollection: {
    status: 205,
    call: async (scene) => {
      const { shelf, guest } = await people(scene)
      return scene.client["collections"]!["removeUserFromCollection"]!(shelf, guest)
    },
    more: deletedTwice(async (scene) => {
      const { shelf, guest } = await people(scene)
      return scene.client["collections"]!["removeUserFromCollection"]!(shelf, guest)
    })
  },
  removeTeamFromCollection: {
    status: 205,
    call: async (scene) => {
      const { shelf, crew } = await people(scene)
      return scene.client["collections"]!["removeTeamFromCollection"]!(shelf, crew)
    },
    more: deletedTwice(async (scene) => {
      const { shelf, crew } = await people(scene)
      return scene.client["collections"]!["removeTeamFromCollection"]!(shelf, crew)
    })
  },

  inviteToSite: {
    status: 204,
    extension: later,
    call: async (scene) => {
      const { crew, guest } = await people(scene)
      return plainly(scene, "POST", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions`, {
        role: "comment",
        teams: [crew],
        users: [guest]
      })
    }
  },
  listUserPermissionsInSite: {
    status: 200,
    extension: later,
    call: (scene) => {
      return plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions/users`)
    },
    more: async ({ data }, scene) =>
      expect(data.items).toMatchObject([{ permission: "comment", user: { id: (await people(scene)).guest } }])
  },
  listTeamPermissionsInSite: {
    status: 200,
    extension: later,
    call: (scene) => {
      return plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions/teams`)
    },
    more: async ({ data }, scene) =>
      expect(data.items).toMatchObject([{ permission: "comment", team: { id: (await people(scene)).crew } }])
  },
  updateUserPermissionInSite: {
    status: 204,
    extension: later,
    call: async (scene) => {
      const { guest } = await people(scene)
      return plainly(scene, "PATCH", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions/users/${guest}`, {
        role: "review"
      })
    }
  },
  updateTeamPermissionInSite: {
    status: 204,
    extension: later,
    call: async (scene) => {
      const { crew } = await people(scene)
      return plainly(scene, "PATCH", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions/teams/${crew}`, {
        role: "read"
      })
    }
  },
  listPermissionsAggregateInSite: {
    status: 200,
    call: async ({ client, org, site }) =>
      client["orgs"]!["listPermissionsAggregateInSite"]!(org, site, { role: "review", sort: "name" }),
    differs: { at: /origin/, because: "sites as the origin of a permission came later" },
    more: async ({ data }, scene) =>
      expect(data.items).toMatchObject([
        {
          permission: "review",
          user: { id: (await people(scene)).guest },
          origin: { type: "site", site: scene.site },
          disabled: false
        }
      ])
  },
  removeUserFromSite: {
    status: 205,
    extension: later,
    call: async (scene) => {
      const { guest } = await people(scene)
      return plainly(scene, "DELETE", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions/users/${guest}`)
    }
  },
  removeTeamFromSite: {
    status: 205,
    extension: later,
    call: async (scene) => {
      const { crew } = await people(scene)
      return plainly(scene, "DELETE", `/v1/orgs/${scene.org}/sites/${scene.site}/permissions/teams/${crew}`)
    }
  },

  createOrganizationSAMLProvider: {
    status: 201,
    call: async (scene) =>
      scene.client["orgs"]!["createOrganizationSamlProvider"]!(scene.org, {
        label: "Okta",
        defaultTeam: (await people(scene)).crew,
        defaultRole: "edit"
      }),
    more: ({ data, headers }) => {
      provider = data.id
      expect(headers.get("location")).toBe(data.urls.location)
      expect(data).toMatchObject({ status: "pending", certificate: "", defaultRole: "edit" })
      expect(data.defaultTeam).toMatchObject({ object: "team", title: "Crew 2" })
    }
  },
  updateOrganizationSAMLProvider: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["updateOrganizationSamlProvider"]!(org, provider, {
        entityID: "https://idp.example.com/",
        ssoURL: "https://idp.example.com/sso",
        certificate: makeCertificate().certificate
      }),
    more: ({ data }) => expect(data.status).toBe("active")
  },
  getOrganizationSAMLProviderById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getOrganizationSamlProviderById"]!(org, provider)
  },
  listSAMLProvidersInOrganizationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listSamlProvidersInOrganizationById"]!(org, { limit: 5 }),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: provider }] })
  },
  listSSOProviderLoginsInOrganization: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listSsoProviderLoginsInOrganization"]!(org),
    more: ({ data }) =>
      expect(data).toEqual({ items: [{ id: provider, label: "Okta", startURL: expect.stringMatching(/^http/) }] })
  },
  deleteOrganizationSAMLProvider: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteOrganizationSamlProvider"]!(org, provider),
    more: deletedTwice(({ client, org }) => client["orgs"]!["deleteOrganizationSamlProvider"]!(org, provider))
  },
  listOrganizationEmailDomains: {
    status: 200,
    extension: own,
    call: async (scene) => {
      await plainly(scene, "PATCH", `/v1/orgs/${scene.org}`, { emailDomains: ["client.com"] })
      return plainly(scene, "GET", `/v1/orgs/${scene.org}/email-domains`)
    },
    more: ({ data }) =>
      expect(data.items).toMatchObject([
        { domain: "client.com", proven: false, record: { type: "TXT", name: "_octavo-sign-in.client.com" } }
      ])
  },
  // nobody answers questions of this world
  checkOrganizationEmailDomain: {
    status: 400,
    extension: own,
    call: (scene) => plainly(scene, "PATCH", `/v1/orgs/${scene.org}/email-domains/client.com`),
    more: ({ data }) => expect(data.error.message).toContain("DNS")
  },
  removeTeamFromOrganizationById: {
    status: 205,
    call: async (scene) =>
      scene.client["orgs"]!["removeTeamFromOrganizationById"]!(scene.org, (await people(scene)).crew),
    more: deletedTwice(async (scene) =>
      scene.client["orgs"]!["removeTeamFromOrganizationById"]!(scene.org, (await people(scene)).crew)
    )
  },
  listOrganizationAuditEvents: {
    status: 200,
    extension: later,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/audit-events?action=team.delete`),
    more: ({ data }) => {
      event = data.items[0].id
      expect(data.count).toBe(1)
    }
  },
  getOrganizationAuditEvent: {
    status: 200,
    extension: later,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/audit-events/${event}`),
    more: ({ data }) => expect(data).toMatchObject({ object: "audit-event", action: "team.delete", schemaVersion: 1 })
  },
  listOrganizationAuditEventActions: {
    status: 200,
    extension: later,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/audit-event-actions`)
  },

  listSpacesInOrganizationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listSpacesInOrganizationById"]!(org)
  },
  createSpace: {
    status: 201,
    call: ({ client, org }) => client["orgs"]!["createSpace"]!(org, { title: "New", emoji: "📘", language: "en" }),
    more: async ({ data }, { client, org }) => {
      expect(data).toMatchObject({ title: "New", emoji: "📘", language: "en" })
      const filled = await client["orgs"]!["createSpace"]!(org, { template: { id: "runbook" } })
      const { data: content } = await client["spaces"]!["listPages"]!(filled.data.id)
      expect(content.pages.length).toBeGreaterThan(0)
      await client["spaces"]!["deleteSpaceById"]!(filled.data.id)
    }
  },
  getSpaceById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getSpaceById"]!(space),
    more: ({ data }) => expect(data.gitSync).toMatchObject({ repoName: "acme/docs", installationStatus: "active" })
  },
  updateSpaceById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["updateSpaceById"]!(space, { title: "Handbook 2", emoji: "📗" }),
    more: ({ data }) => expect(data).toMatchObject({ title: "Handbook 2", emoji: "📗" })
  },

  getCurrentRevision: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getCurrentRevision"]!(space, { metadata: true, computed: true }),
    more: ({ data }) => expect(data.variables).toEqual({ version: "1.2.3" })
  },
  listPages: { status: 200, call: ({ client, space }) => client["spaces"]!["listPages"]!(space) },
  listFiles: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["listFiles"]!(space, { limit: 10 }),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ dimensions: { width: 1, height: 1 } }] })
  },
  getFileById: { status: 200, call: ({ client, file, space }) => client["spaces"]!["getFileById"]!(space, file) },
  getPageById: {
    status: 200,
    call: ({ client, page, space }) => client["spaces"]!["getPageById"]!(space, page, { format: "markdown" }),
    more: ({ data }) => expect(data.markdown).toContain("# Welcome")
  },
  listSpacePageMetaLinks: {
    status: 200,
    extension: later,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/content/page/${scene.page}/meta-links`)
  },
  getPageByPath: {
    status: 200,
    // the client does not encode path values: slashes arrive raw
    call: ({ client, space }) =>
      client["spaces"]!["getPageByPath"]!(space, "guides/start/install", { format: "markdown" }),
    more: async ({ data }, { client, space }) => {
      expect(data.path).toBe("guides/start/install")
      const encoded = await client["spaces"]!["getPageByPath"]!(space, encodeURIComponent("guides/start/install"))
      expect(encoded.data.id).toBe(data.id)
    }
  },
  getReusableContentById: {
    status: 200,
    call: ({ client, reusable, space }) => client["spaces"]!["getReusableContentById"]!(space, reusable),
    more: ({ data }) => expect(data.title).toBe("A note")
  },
  // what sources make is tested where there are any
  getComputedRevision: {
    status: 400,
    call: async ({ client, space }) => {
      const source = { type: "integration:none:none", props: {}, dependencies: {} }
      const failure: GitBookAPIError = await client["spaces"]!["getComputedRevision"]!(space, {
        source,
        seed: "s"
      }).then(
        () => expect.unreachable(),
        (error) => error
      )
      const error = { code: failure.code, message: failure.errorMessage }
      return { status: failure.code, headers: failure.response.headers, data: { error } }
    },
    more: ({ data }) => expect(data.error.message).toContain("There is no source integration:none:none")
  },
  getComputedDocument: {
    status: 400,
    call: async ({ client, space }) => {
      const source = { type: "integration:none:none", props: {}, dependencies: {} }
      const failure: GitBookAPIError = await client["spaces"]!["getComputedDocument"]!(space, {
        source,
        seed: "s"
      }).then(
        () => expect.unreachable(),
        (error) => error
      )
      const error = { code: failure.code, message: failure.errorMessage }
      return { status: failure.code, headers: failure.response.headers, data: { error } }
    },
    more: ({ data }) => expect(data.error.message).toContain("There is no source integration:none:none")
  },
  getRevisionById: {
    status: 200,
    call: ({ client, revision, space }) => client["spaces"]!["getRevisionById"]!(space, revision)
  },
  listPagesInRevisionById: {
    status: 200,
    call: ({ client, revision, space }) => client["spaces"]!["listPagesInRevisionById"]!(space, revision)
  },
  listFilesInRevisionById: {
    status: 200,
    call: ({ client, revision, space }) => client["spaces"]!["listFilesInRevisionById"]!(space, revision)
  },
  getFileInRevisionById: {
    status: 200,
    call: ({ client, file, revision, space }) => client["spaces"]!["getFileInRevisionById"]!(space, revision, file)
  },
  getPageInRevisionById: {
    status: 200,
    call: ({ client, page, revision, space }) =>
      client["spaces"]!["getPageInRevisionById"]!(space, revision, page, { evaluated: "deterministic-only" })
  },
  getDocumentById: {
    status: 200,
    call: ({ client, page, revision, space }) =>
      client["spaces"]!["getDocumentById"]!(space, documentId(revision, page), { schema: "current" }),
    more: ({ data }) => expect(data).toMatchObject({ object: "document", nodes: [{ type: "images" }, {}, {}] })
  },
  getPageDocumentInRevisionById: {
    status: 200,
    call: ({ client, page, revision, space }) =>
      client["spaces"]!["getPageDocumentInRevisionById"]!(space, revision, page, {
        evaluated: "deterministic-only",
        dereferenced: "reusable-contents"
      }),
    more: ({ data }) => expect(JSON.stringify(data)).toContain("Take note.")
  },
  getReusableContentDocumentInRevisionById: {
    status: 200,
    call: ({ client, reusable, revision, space }) =>
      client["spaces"]!["getReusableContentDocumentInRevisionById"]!(space, revision, reusable),
    more: ({ data }) => expect(data.nodes.length).toBeGreaterThan(0)
  },
  listRevisionPageMetaLinks: {
    status: 200,
    extension: later,
    call: (scene) => {
      const { page, revision, space } = scene
      return plainly(scene, "GET", `/v1/spaces/${space}/revisions/${revision}/page/${page}/meta-links`)
    }
  },
  getPageInRevisionByPath: {
    status: 200,
    call: ({ client, revision, space }) =>
      client["spaces"]!["getPageInRevisionByPath"]!(space, revision, "guides/start", { evaluated: true }),
    more: ({ data }) => expect(JSON.stringify(data.document)).toContain("Version 1.2.3.")
  },
  getReusableContentInRevisionById: {
    status: 200,
    call: ({ client, reusable, revision, space }) =>
      client["spaces"]!["getReusableContentInRevisionById"]!(space, revision, reusable)
  },

  getRevisionSemanticChanges: {
    status: 200,
    call: ({ client, revision, space }) =>
      client["spaces"]!["getRevisionSemanticChanges"]!(space, revision, { limit: 2 }),
    more: ({ data }) => {
      expect(data.changes).toHaveLength(2)
      expect(data.more).toBeGreaterThan(0)
    }
  },

  createChangeRequest: {
    status: 201,
    call: ({ client, space }) => client["spaces"]!["createChangeRequest"]!(space, { subject: "Better words" }),
    more: ({ data }, { world }) => {
      changeRequest = data.id
      expect(data).toMatchObject({ number: 1, status: "draft", createdBy: { id: world.admin.id } })
    }
  },
  updateChangeRequestContent: {
    status: 200,
    extension: later,
    call: (scene) =>
      plainly(scene, "POST", `/v1/spaces/${scene.space}/change-requests/1/content?compat=false`, {
        changes: [
          { operation: "insert_page", ref: "new", document: { markdown: "# New\n\n![A word](./word)\n" } },
          {
            operation: "insert_files",
            files: [{ ref: "word", name: "word.txt", contentType: "text/plain", base64: "SGk=" }]
          }
        ]
      }),
    more: async ({ data }, scene) => {
      expect(data.changeRequest).toMatchObject({ object: "change-request", id: changeRequest })
      expect(data.changes).toMatchObject([{ object: "created_page", ref: "new" }])
      draftPage = data.changes[0].page.id
      draftFile = data.insertedFiles[0].id
      const { body } = await scene.world.api.get(`${data.changes[0].page.urls.location}?format=markdown`)
      expect(body).toMatchObject({ id: draftPage, markdown: `# New\n\n![A word](/files/${draftFile})\n` })
      const change = { operation: "update_page", page: draftPage, hidden: true }
      const path = `/v1/spaces/${scene.space}/change-requests/${changeRequest}/content`
      const compatible = await plainly(scene, "POST", path, { changes: [change] })
      expect(compatible.data).toMatchObject({ object: "change-request", id: changeRequest })
    }
  },
  getChangeRequestById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getChangeRequestById"]!(space, "1"),
    more: ({ data }) => expect(data.id).toBe(changeRequest)
  },
  updateChangeRequestById: {
    status: 200,
    call: ({ client, space }) =>
      client["spaces"]!["updateChangeRequestById"]!(space, changeRequest, { subject: "Best words", status: "open" }),
    more: ({ data }) => expect(data).toMatchObject({ subject: "Best words", status: "open" })
  },
  ...commentRows("InSpace"),
  ...commentRows("InChangeRequest"),
  listChangeRequestsForSpace: {
    status: 200,
    call: ({ client, space }) =>
      client["spaces"]!["listChangeRequestsForSpace"]!(space, { orderBy: "createdAt", limit: 10 }),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: changeRequest }] })
  },
  listChangeRequestsForOrganization: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["listChangeRequestsForOrganization"]!(org, { status: ["open", "draft"] }),
    more: async ({ data }, { client, org }) => {
      expect(data).toMatchObject({ count: 1, items: [{ id: changeRequest }] })
      const drafts = await client["orgs"]!["listChangeRequestsForOrganization"]!(org, { status: "draft" })
      expect(drafts.data.count).toBe(0)
    }
  },
  getRevisionOfChangeRequestById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getRevisionOfChangeRequestById"]!(space, changeRequest),
    more: ({ data }) => expect(JSON.stringify(data.pages)).toContain(draftPage)
  },
  listPagesInChangeRequest: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["listPagesInChangeRequest"]!(space, changeRequest)
  },
  listFilesInChangeRequestById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["listFilesInChangeRequestById"]!(space, changeRequest),
    more: ({ data }) => expect(data.count).toBe(2)
  },
  getFileInChangeRequestById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getFileInChangeRequestById"]!(space, changeRequest, draftFile),
    more: async ({ data }) => expect(await (await fetch(data.downloadURL)).text()).toBe("Hi")
  },
  getPageInChangeRequestById: {
    status: 200,
    call: ({ client, space }) =>
      client["spaces"]!["getPageInChangeRequestById"]!(space, changeRequest, draftPage, { format: "markdown" }),
    more: ({ data }) => expect(data).toMatchObject({ title: "New", hidden: true })
  },
  listChangeRequestPageMetaLinks: {
    status: 200,
    extension: later,
    call: (scene) => {
      const base = `/v1/spaces/${scene.space}/change-requests/${changeRequest}`
      return plainly(scene, "GET", `${base}/content/page/${draftPage}/meta-links`)
    }
  },
  getPageInChangeRequestByPath: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getPageInChangeRequestByPath"]!(space, changeRequest, "new"),
    more: ({ data }) => expect(data.id).toBe(draftPage)
  },
  getReusableContentInChangeRequestById: {
    status: 200,
    call: ({ client, reusable, space }) =>
      client["spaces"]!["getReusableContentInChangeRequestById"]!(space, changeRequest, reusable)
  },
  getChangeRequestMergeChecks: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/merge-checks`),
    more: ({ data }) => expect(data).toMatchObject({ bypassed: false, conflicts: [], rules: [] })
  },
  listChangeRequestChecks: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/checks`),
    more: ({ data }) => expect(data).toMatchObject({ count: 0, items: [] })
  },
  listChangeRequestConflicts: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/conflicts`),
    more: ({ data }) => expect(data).toMatchObject({ count: 0, items: [] })
  },
  getChangeRequestChanges: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getChangeRequestChanges"]!(space, changeRequest),
    more: ({ data }) =>
      expect(data.changes.map(({ type }: { type: string }) => type)).toEqual(["page_created", "file_created"])
  },
  updateSpaceContent: {
    status: 200,
    extension: own,
    call: (scene) =>
      plainly(scene, "POST", `/v1/spaces/${scene.space}/content`, {
        changes: [{ operation: "insert_page", document: { markdown: "# Live\n" }, hidden: true }]
      }),
    more: async ({ data }, { client, space }) => {
      expect((await client["spaces"]!["getSpaceById"]!(space)).data.revision).toBe(data.revision)
      expect((await client["spaces"]!["getChangeRequestById"]!(space, changeRequest)).data.outdated).toBe(true)
    }
  },
  updateChangeRequest: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["updateChangeRequest"]!(space, changeRequest),
    more: async ({ data }, { client, space }) => {
      expect(data.result).toBe("update")
      const { data: now } = await client["spaces"]!["getChangeRequestById"]!(space, changeRequest)
      expect(now).toMatchObject({ outdated: false, revision: data.revision })
    }
  },
  requestReviewersForChangeRequest: {
    status: 200,
    call: async ({ client, space, world }) =>
      client["spaces"]!["requestReviewersForChangeRequest"]!(space, changeRequest, { users: [world.admin.id] }),
    more: ({ data }, { world }) =>
      expect(data.users).toMatchObject([
        { kind: "user", user: { id: world.admin.id }, requestedBy: { object: "user" } }
      ])
  },
  getRequestedReviewersByChangeRequestId: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getRequestedReviewersByChangeRequestId"]!(space, changeRequest),
    more: async ({ data }, { client, space, world }) => {
      expect(data).toMatchObject({ count: 1, items: [{ user: { id: world.admin.id } }] })
      const mine = { requestedReviewer: world.admin.id }
      const queue = await client["spaces"]!["listChangeRequestsForSpace"]!(space, mine)
      expect(queue.data).toMatchObject({ count: 1, items: [{ id: changeRequest }] })
      const nobodys = await client["spaces"]!["listChangeRequestsForSpace"]!(space, { requestedReviewer: "nobody" })
      expect(nobodys.data.count).toBe(0)
    }
  },
  submitChangeRequestReview: {
    status: 201,
    call: async ({ client, space }) => {
      const rules = [{ rule: "require_at_least_one_review" }]
      await client["spaces"]!["updateSpaceById"]!(space, { mergeRules: { type: "rules", rules } })
      const refused = client["spaces"]!["mergeChangeRequest"]!(space, changeRequest)
      await expect(refused).rejects.toMatchObject({
        code: 412,
        errorMessage: expect.stringContaining("somebody with the role review must review it")
      })
      return client["spaces"]!["submitChangeRequestReview"]!(space, changeRequest, {
        status: "approved",
        comment: { markdown: "Well said" }
      })
    },
    more: ({ data }, { world }) => {
      review = data.id
      expect(data.comment).toMatchObject({ body: { markdown: "Well said" }, target: { review } })
      expect(data).toMatchObject({ status: "approved", outdated: false, requestedBy: { id: world.admin.id } })
    }
  },
  getReviewsByChangeRequestId: {
    status: 200,
    call: ({ client, space }) =>
      client["spaces"]!["getReviewsByChangeRequestId"]!(space, changeRequest, {
        outdated: false,
        format: "document"
      }),
    more: ({ data }) =>
      expect(data).toMatchObject({
        count: 1,
        items: [{ id: review, comment: { body: { document: { object: "document" } } } }]
      })
  },
  getChangeRequestReviewById: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getChangeRequestReviewById"]!(space, changeRequest, review),
    more: ({ data }) => expect(data.id).toBe(review)
  },
  removeRequestedReviewerFromChangeRequest: {
    status: 205,
    call: ({ client, space, world }) =>
      client["spaces"]!["removeRequestedReviewerFromChangeRequest"]!(space, changeRequest, world.admin.id)
  },
  markPageSeenInChangeRequest: {
    status: 200,
    extension: own,
    call: async (scene) => {
      const at = `/v1/spaces/${scene.space}/change-requests/${changeRequest}`
      const { data } = await plainly(scene, "GET", `${at}/content/pages`)
      seen = data.pages[0].id
      return plainly(scene, "PUT", `${at}/seen-pages/${seen}`)
    },
    more: ({ data }) => expect(data).toMatchObject({ object: "seen-page", page: seen })
  },
  listSeenPagesInChangeRequest: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/seen-pages`),
    more: ({ data }) => expect(data.pages).toMatchObject([{ page: seen }])
  },
  unmarkPageSeenInChangeRequest: {
    status: 205,
    extension: own,
    call: (scene) =>
      plainly(scene, "DELETE", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/seen-pages/${seen}`)
  },
  getContributorsByChangeRequestId: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getContributorsByChangeRequestId"]!(space, changeRequest),
    more: ({ data }, { world }) =>
      expect(data.items).toMatchObject([
        { actionType: "comment", count: 1, user: { id: world.admin.id } },
        { actionType: "edit", user: { id: world.admin.id } }
      ])
  },
  listNotifications: {
    status: 200,
    extension: own,
    call: async (scene) => {
      const { client } = await scene.world.member("comment")
      const comments = `/v1/spaces/${scene.space}/change-requests/${changeRequest}/comments`
      expect((await client.post(comments, { body: { markdown: "Nice" } })).status).toBe(200)
      return plainly(scene, "GET", "/v1/user/notifications")
    },
    more: ({ data }) => {
      expect(data).toMatchObject({ unread: data.count })
      expect(data.items[0]).toMatchObject({ kind: "commented", words: "Nice" })
      notification = data.items[0]
    }
  },
  updateNotification: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "PATCH", `/v1/user/notifications/${notification!.id}`, { read: true }),
    more: ({ data }) => expect(data.readAt).toBeTypeOf("string")
  },
  getNotificationSettings: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", "/v1/user/notification-settings"),
    more: ({ data }) => expect(data.mail.mentioned).toBe("at-once")
  },
  updateNotificationSettings: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "PATCH", "/v1/user/notification-settings", { mail: { mentioned: "daily" } }),
    more: ({ data }) => expect(data.mail).toMatchObject({ mentioned: "daily", answered: "at-once" })
  },
  readNotifications: {
    status: 204,
    extension: own,
    call: (scene) => plainly(scene, "PATCH", "/v1/user/notifications", { readUntil: notification!.createdAt })
  },
  streamSpaceEvents: {
    status: 200,
    extension: own,
    streams: true,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/events?page=${scene.page}`)
  },
  streamChangeRequestEvents: {
    status: 200,
    extension: own,
    streams: true,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/events`)
  },
  searchSpaceContent: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["searchSpaceContent"]!(space, { query: "install" }),
    more: ({ data }) => expect(data.items.map(({ title }: { title: string }) => title)).toContain("Install")
  },
  searchOrganizationContent: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["searchOrganizationContent"]!(org, { query: "install" }),
    more: ({ data }) => expect(data.count).toBeGreaterThan(0)
  },
  listSpaceLinks: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["listSpaceLinks"]!(space),
    more: ({ data }) => expect(data.count).toBeGreaterThan(0)
  },
  listPageLinksInSpace: {
    status: 200,
    call: ({ client, page, space }) => client["spaces"]!["listPageLinksInSpace"]!(space, page)
  },
  listSpacePageBacklinks: {
    status: 200,
    call: ({ client, page, space }) => client["spaces"]!["listSpacePageBacklinks"]!(space, page)
  },
  listSpaceFileBacklinks: {
    status: 200,
    call: ({ client, file, space }) => client["spaces"]!["listSpaceFileBacklinks"]!(space, file),
    more: ({ data }) => expect(data.count).toBeGreaterThan(0)
  },
  listChangeRequestLinks: {
    status: 200,
    call: ({ client, space }) =>
      client["spaces"]!["listChangeRequestLinks"]!(space, changeRequest, { brokenContext: "change-request" }),
    more: ({ data }) => expect(data.stats.broken).toMatchObject({ total: expect.any(Number), changeRequest: 0 })
  },
  listPageLinksInChangeRequest: {
    status: 200,
    call: ({ client, page, space }) => client["spaces"]!["listPageLinksInChangeRequest"]!(space, changeRequest, page)
  },
  listChangeRequestPageBacklinks: {
    status: 200,
    call: ({ client, page, space }) => client["spaces"]!["listChangeRequestPageBacklinks"]!(space, changeRequest, page)
  },
  listChangeRequestFileBacklinks: {
    status: 200,
    call: ({ client, file, space }) => client["spaces"]!["listChangeRequestFileBacklinks"]!(space, changeRequest, file),
    more: ({ data }) => expect(data.items[0].versionContext.changeRequest.id).toBe(changeRequest)
  },
  getSpacePDF: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getSpacePdf"]!(space),
    more: async ({ data }) => expect((await fetch(data.url)).headers.get("content-type")).toBe("application/pdf")
  },
  getChangeRequestPDF: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getChangeRequestPdf"]!(space, changeRequest),
    more: async ({ data }) => expect((await fetch(data.url)).headers.get("content-type")).toBe("application/pdf")
  },
  listTemplates: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", "/v1/templates"),
    more: ({ data }) =>
      expect(data.items.map(({ id }: { id: string }) => id)).toEqual([
        "blank",
        "handbook",
        "product-docs",
        "api-docs",
        "changelog",
        "runbook"
      ])
  },
  applyTemplateToSpace: {
    status: 201,
    empty: true,
    call: async ({ client, space, world }) => {
      const target = await world.space("Templates")
      const drafted = await client["spaces"]!["createChangeRequest"]!(target, {
        subject: "A book",
        template: { id: "product-docs", params: { contentRefs: { support: { kind: "space", space } } } }
      })
      const { data } = await client["spaces"]!["listPagesInChangeRequest"]!(target, drafted.data.id)
      expect(data.pages.map(({ title }: { title: string }) => title)).toEqual([
        "Welcome",
        "Getting started",
        "Guides",
        "Reference"
      ])
      return client["spaces"]!["applyTemplateToSpace"]!(target, { id: "runbook" })
    },
    more: ({ data }) => expect(data).toBeNull()
  },
  mergeChangeRequest: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["mergeChangeRequest"]!(space, changeRequest),
    more: async ({ data }, { client, space }) => {
      expect(data.result).toBe("merge")
      const { data: now } = await client["spaces"]!["getChangeRequestById"]!(space, "1")
      expect(now).toMatchObject({ status: "merged", revisionMerged: data.revision })
      const { data: revision } = await client["spaces"]!["getCurrentRevision"]!(space)
      expect(revision).toMatchObject({ id: data.revision, type: "merge", mergedFrom: { id: changeRequest } })
      const again = client["spaces"]!["mergeChangeRequest"]!(space, changeRequest)
      await expect(again).rejects.toMatchObject({ code: 409 })
    }
  },
  revertChangeRequest: {
    status: 201,
    extension: own,
    call: (scene) => plainly(scene, "POST", `/v1/spaces/${scene.space}/change-requests/${changeRequest}/revert`),
    more: ({ data }) => expect(data).toMatchObject({ object: "change-request", status: "open" })
  },
  listSpaceRevisions: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/revisions?limit=3`),
    more: ({ data }) =>
      expect(data.items.map(({ type }: { type: string }) => type).slice(0, 2)).toEqual(["merge", "edits"])
  },
  listSpacePageHistory: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/content/page/${draftPage}/history`),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ change: "created", type: "merge" }] })
  },
  getPageBlame: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/content/page/${draftPage}/blame`),
    more: ({ data }) =>
      expect(data).toMatchObject({ object: "page-blame", isWhole: true, revisions: [{ type: "merge" }] })
  },
  restoreSpaceRevision: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "POST", `/v1/spaces/${scene.space}/revisions/${scene.revision}/restore`),
    more: ({ data }) => expect(data.type).toBe("rollback")
  },

  importGitRepository: {
    status: 204,
    call: ({ client, sample, space }) =>
      client["spaces"]!["importGitRepository"]!(space, {
        url: sample.url,
        ref: main,
        repoCacheID: "cache-1",
        repoTreeURL: "https://git.example.com/acme/docs/blob/main",
        repoCommitURL: "https://git.example.com/acme/docs/commit",
        force: true,
        timestamp: new Date().toISOString(),
        gitInfo: { provider: "github", url: "https://github.com/acme/docs" }
      }),
    more: async ({ headers }, { space, world }) => {
      const id = headers.get("location")!.split("/").at(-1)!
      expect((await followImport(world.api, space, id)).state).toBe("completed")
    }
  },
  exportToGitRepository: {
    status: 204,
    // the server of the sample takes no push: nothing was edited, so there is nothing to push
    call: ({ client, sample, space }) =>
      client["spaces"]!["exportToGitRepository"]!(space, {
        url: sample.url,
        ref: main,
        commitMessage: "Nothing",
        repoCacheID: "cache-1",
        force: true,
        timestamp: new Date().toISOString(),
        gitInfo: { provider: "github", url: "https://github.com/acme/docs" }
      }),
    more: async ({ headers }, { space, world }) => {
      const id = headers.get("location")!.split("/").at(-1)!
      expect((await followImport(world.api, space, id)).state).toBe("completed")
    }
  },
  getSpaceGitInfo: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getSpaceGitInfo"]!(space),
    more: ({ data }) => expect(data).toMatchObject({ repoName: "acme/docs", installationProvider: "github" })
  },
  listGitOperations: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/git/operations?limit=1`),
    more: ({ data }) =>
      expect(data).toMatchObject({ next: { page: expect.any(String) }, items: [{ state: "completed" }] })
  },
  getGitOperation: {
    status: 200,
    extension: own,
    call: async (scene) => {
      const list = await plainly(scene, "GET", `/v1/spaces/${scene.space}/git/operations`)
      return plainly(scene, "GET", `/v1/spaces/${scene.space}/git/operations/${list.data.items[0].id}`)
    }
  },
  deleteLegacyGitInstallation: {
    status: 205,
    call: ({ client, space }) => client["spaces"]!["deleteLegacyGitInstallation"]!(space),
    more: deletedTwice(({ client, space }) => client["spaces"]!["deleteLegacyGitInstallation"]!(space))
  },

  listSites: {
    status: 200,
    call: ({ client, org, space }) => client["orgs"]!["listSites"]!(org, { space, published: true }),
    more: ({ data }, { site }) => expect(data.items.map(({ id }: { id: string }) => id)).toEqual([site])
  },
  createSite: {
    status: 201,
    call: ({ client, org }) => client["orgs"]!["createSite"]!(org),
    more: ({ data }) => expect(data).toMatchObject({ type: "basic", published: false })
  },
  getSiteById: { status: 200, call: ({ client, org, site }) => client["orgs"]!["getSiteById"]!(org, site) },
  updateSiteById: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["updateSiteById"]!(org, site, { title: "Renamed", visibility: "unlisted" }),
    more: ({ data }) => expect(data).toMatchObject({ title: "Renamed", visibility: "unlisted" })
  },
  deleteSiteById: {
    status: 205,
    call: async (scene) => {
      doomed = (await newSite(scene)).id
      return scene.client["orgs"]!["deleteSiteById"]!(scene.org, doomed)
    },
    more: deletedTwice(({ client, org }) => client["orgs"]!["deleteSiteById"]!(org, doomed))
  },
  applyTemplateToSite: {
    status: 200,
    extension: later,
    empty: true,
    call: async (scene) => {
      const { id } = await newSite(scene, { title: "Empty" })
      const answer = await plainly(scene, "POST", `/v1/orgs/${scene.org}/sites/${id}/template`)
      const path = `/v1/orgs/${scene.org}/sites/${id}`
      const { body } = await scene.world.api.get(`${path}/structure`)
      expect(body.structure.map(({ title }: { title: string }) => title)).toEqual(["Documentation", "API", "Changelog"])
      expect((await scene.world.api.post(`${path}/template`)).status).toBe(409)
      return answer
    },
    more: ({ data }) => expect(data).toBeNull()
  },
  publishSite: {
    status: 200,
    call: async (scene) => scene.client["orgs"]!["publishSite"]!(scene.org, (await newSite(scene)).id),
    more: async ({ data }) => {
      expect(data.published).toBe(true)
      expect((await fetch(data.urls.published)).status).toBe(200)
    }
  },
  unpublishSite: {
    status: 200,
    call: async (scene) => {
      const { id } = await newSite(scene)
      const { data } = await scene.client["orgs"]!["publishSite"]!(scene.org, id)
      const answer = await scene.client["orgs"]!["unpublishSite"]!(scene.org, id)
      expect((await fetch(data.urls.published)).status).toBe(404)
      return answer
    },
    more: ({ data }) => expect(data).toMatchObject({ published: false })
  },
  startSiteExport: {
    status: 201,
    extension: own,
    call: async (scene) => plainly(scene, "POST", `${await newOpenSite(scene)}/exports`, { base: "/docs/" }),
    more: ({ data }) => expect(data).toMatchObject({ status: "pending", base: "/docs/" })
  },
  listSiteExports: {
    status: 200,
    extension: own,
    call: async (scene) => {
      const site = await newOpenSite(scene)
      await plainly(scene, "POST", `${site}/exports`, {})
      return plainly(scene, "GET", `${site}/exports`)
    },
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ base: "/" }] })
  },
  getSiteExport: {
    status: 200,
    extension: own,
    call: async (scene) => {
      const site = await newOpenSite(scene)
      const { data } = await plainly(scene, "POST", `${site}/exports`, {})
      return plainly(scene, "GET", `${site}/exports/${data.id}`)
    }
  },
  deleteSiteExport: {
    status: 205,
    extension: own,
    empty: true,
    call: async (scene) => {
      const site = await newOpenSite(scene)
      const { data } = await plainly(scene, "POST", `${site}/exports`, {})
      doomed = `${site}/exports/${data.id}`
      return plainly(scene, "DELETE", doomed)
    },
    more: deletedTwice((scene) => plainly(scene, "DELETE", doomed))
  },
  getPublishedContentSite: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["getPublishedContentSite"]!(org, site),
    differs: laterTheme,
    more: ({ data }, { site }) => expect(data.site.id).toBe(site)
  },
  getSiteStructure: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["getSiteStructure"]!(org, site)
  },
  searchSiteContent: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["searchSiteContent"]!(org, site, { query: "install", scope: { mode: "all" } }),
    more: ({ data }) => expect(data.items).toBeInstanceOf(Array)
  },
  streamAskInSite: {
    status: 200,
    call: async ({ generated, org, site, world }) => {
      const path = `/v1/orgs/${org}/sites/${site}/ask?format=markdown`
      const body = { question: "How do I install it?", scope: { mode: "all" } }
      if (generated !== undefined) return generated.plainly("POST", path, body)
      // the product's clients stream; what they get is in a test of its own
      const answer = await world.api.request("POST", path, {
        body,
        headers: { accept: "application/json" }
      })
      return { status: answer.status, headers: answer.headers, data: answer.body }
    },
    differs: { at: /has no schema for JSON/, because: "the product only streams", always: true },
    more: ({ data }) => expect(data.answer.sources.length).toBeGreaterThan(0)
  },
  addSectionToSite: {
    status: 201,
    call: async (scene) => {
      sections.site = (await newSite(scene)).id
      return scene.client["orgs"]!["addSectionToSite"]!(scene.org, sections.site, {
        spaceId: await scene.world.space("API"),
        title: "Reference",
        icon: "code"
      })
    },
    more: ({ data, headers }, { org, world }) => {
      sections.section = data.id
      expect(data).toMatchObject({ title: "Reference", path: "reference", icon: "code", default: false })
      expect(headers.get("location")).toBe(`${world.origin}/v1/orgs/${org}/sites/${sections.site}/sections/${data.id}`)
    }
  },
  listSiteSections: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listSiteSections"]!(org, sections.site),
    more: ({ data }) => expect(data).toMatchObject({ count: 2, items: [{ default: true }, { id: sections.section }] })
  },
  getSiteSectionById: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${sections.site}/sections/${sections.section}`),
    more: ({ data }) => expect(data).toMatchObject({ id: sections.section, title: "Reference" })
  },
  updateSiteSectionById: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["updateSiteSectionById"]!(org, sections.site, sections.section, {
        title: "API reference",
        path: "api",
        description: "Every operation",
        condition: null
      }),
    more: ({ data }) => expect(data).toMatchObject({ path: "api", description: "Every operation" })
  },
  moveSiteSection: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["moveSiteSection"]!(org, sections.site, sections.section, {}),
    more: ({ headers }, { org }) => {
      expect(headers.get("deprecation")).toMatch(/^@\d+$/)
      expect(headers.get("link")).toBe(
        `</v1/orgs/${org}/sites/${sections.site}/structure/sort>; rel="successor-version"`
      )
    }
  },
  addExternalLinkToSite: {
    status: 201,
    extension: later,
    call: (scene) =>
      plainly(scene, "POST", `/v1/orgs/${scene.org}/sites/${sections.site}/external-links`, {
        title: "Blog",
        url: "https://example.org/blog",
        localizedTitle: { fr: "Journal" }
      }),
    more: ({ data }) => {
      externalLink = data.id
      expect(data).toMatchObject({ title: "Blog", localizedTitle: { fr: "Journal" }, draft: false })
    }
  },
  getSiteExternalLinkById: {
    status: 200,
    extension: own,
    call: (scene) =>
      plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${sections.site}/external-links/${externalLink}`),
    more: ({ data }) => expect(data).toMatchObject({ id: externalLink, title: "Blog" })
  },
  updateSiteExternalLinkById: {
    status: 200,
    extension: later,
    call: (scene) =>
      plainly(scene, "PATCH", `/v1/orgs/${scene.org}/sites/${sections.site}/external-links/${externalLink}`, {
        icon: "globe",
        localizedTitle: null
      }),
    more: ({ data }) => {
      expect(data).toMatchObject({ title: "Blog", icon: "globe" })
      expect(data).not.toHaveProperty("localizedTitle")
    }
  },
  deleteSiteExternalLinkById: {
    status: 205,
    extension: later,
    call: (scene) =>
      plainly(scene, "DELETE", `/v1/orgs/${scene.org}/sites/${sections.site}/external-links/${externalLink}`),
    more: deletedTwice((scene) =>
      plainly(scene, "DELETE", `/v1/orgs/${scene.org}/sites/${sections.site}/external-links/${externalLink}`)
    )
  },
  addSectionGroupToSite: {
    status: 201,
    call: ({ client, org }) =>
      client["orgs"]!["addSectionGroupToSite"]!(org, sections.site, { title: "More", sections: [] }),
    more: ({ data, headers }) => {
      sections.group = data.id
      expect(headers.get("location")).toMatch(new RegExp(`/section-groups/${data.id}$`))
    }
  },
  listSiteSectionGroups: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listSiteSectionGroups"]!(org, sections.site),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: sections.group }] })
  },
  getSiteSectionGroupById: {
    status: 200,
    extension: own,
    call: (scene) =>
      plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${sections.site}/section-groups/${sections.group}`),
    more: ({ data }) => expect(data).toMatchObject({ id: sections.group, title: "More" })
  },
  updateSiteSectionGroupById: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["updateSiteSectionGroupById"]!(org, sections.site, sections.group, { title: "Even more" }),
    more: ({ data }) => expect(data).toMatchObject({ title: "Even more", children: [] })
  },
  moveSiteSectionGroup: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["moveSiteSectionGroup"]!(org, sections.site, sections.group, {
        position: { before: { type: "site-section", id: sections.section } }
      }),
    more: ({ headers }) => expect(headers.get("deprecation")).toMatch(/^@\d+$/)
  },
  addSectionToGroup: {
    status: 201,
    call: ({ client, org }) =>
      client["orgs"]!["addSectionToGroup"]!(org, sections.site, sections.group, { sectionId: sections.section }),
    more: ({ data, headers }) => {
      expect(data.children).toMatchObject([{ id: sections.section, sectionGroup: sections.group }])
      expect(headers.get("location")).toMatch(new RegExp(`/sections/${sections.section}$`))
    }
  },
  sortSiteStructure: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["sortSiteStructure"]!(org, sections.site, {
        item: { type: "site-section-group", id: sections.group },
        position: {}
      }),
    more: async ({ data }, { client, org }) => {
      expect(data.id).toBe(sections.group)
      const { data: whole } = await client["orgs"]!["getSiteStructure"]!(org, sections.site)
      expect(whole).toMatchObject({ type: "sections", structure: [{ default: true }, { id: sections.group }] })
    }
  },
  removeSectionFromGroup: {
    status: 205,
    call: ({ client, org }) =>
      client["orgs"]!["removeSectionFromGroup"]!(org, sections.site, sections.group, sections.section),
    more: deletedTwice(({ client, org }) =>
      client["orgs"]!["removeSectionFromGroup"]!(org, sections.site, sections.group, sections.section)
    )
  },
  deleteSiteSectionGroupById: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteSiteSectionGroupById"]!(org, sections.site, sections.group),
    more: deletedTwice(({ client, org }) =>
      client["orgs"]!["deleteSiteSectionGroupById"]!(org, sections.site, sections.group)
    )
  },
  deleteSiteSectionById: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteSiteSectionById"]!(org, sections.site, sections.section),
    more: deletedTwice(({ client, org }) =>
      client["orgs"]!["deleteSiteSectionById"]!(org, sections.site, sections.section)
    )
  },
  duplicateSiteSpace: {
    status: 201,
    extension: later,
    call: async (scene) => {
      const { id } = await newSite(scene)
      const { data } = await scene.client["orgs"]!["listSiteSpaces"]!(scene.org, id)
      const path = `/v1/orgs/${scene.org}/sites/${id}/site-spaces/${data.items[0].id}/duplicate`
      return plainly(scene, "POST", path, { draft: true })
    },
    more: ({ data }, { space }) => {
      expect(data).toMatchObject({ default: false, draft: true })
      expect(data.space.id).not.toBe(space)
    }
  },
  moveSiteSpace: {
    status: 200,
    call: ({ client, org, site, siteSpace }) => client["orgs"]!["moveSiteSpace"]!(org, site, siteSpace, {}),
    more: ({ data }, { siteSpace }) => expect(data.id).toBe(siteSpace)
  },
  listSiteSpaces: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["listSiteSpaces"]!(org, site, { default: true }),
    more: ({ data }) => expect(data.count).toBe(1)
  },
  cutSiteSpaceVersion: {
    status: 201,
    extension: own,
    call: async (scene) => {
      const { id } = await newSite(scene)
      const { data } = await scene.client["orgs"]!["listSiteSpaces"]!(scene.org, id)
      const path = `/v1/orgs/${scene.org}/sites/${id}/site-spaces/${data.items[0].id}/versions`
      return plainly(scene, "POST", path, { title: "1.4" })
    },
    more: ({ data }) => expect(data).toMatchObject({ default: false, path: "1.4", versionOf: expect.any(String) })
  },
  addSpaceToSite: {
    status: 201,
    call: async ({ client, org, site, world }) =>
      client["orgs"]!["addSpaceToSite"]!(org, site, { spaceId: await world.space("Second") }),
    more: ({ data }) => {
      doomed = data.id
      expect(data).toMatchObject({ path: "second", default: false })
    }
  },
  getSiteSpaceById: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${scene.site}/site-spaces/${scene.siteSpace}`),
    more: ({ data }, { siteSpace, space }) => expect(data).toMatchObject({ id: siteSpace, space: { id: space } })
  },
  updateSiteSpaceById: {
    status: 200,
    call: ({ client, org, site, siteSpace }) =>
      client["orgs"]!["updateSiteSpaceById"]!(org, site, siteSpace, { path: "book" }),
    more: ({ data }) => expect(data.path).toBe("book")
  },
  deleteSiteSpaceById: {
    status: 205,
    call: ({ client, org, site }) => client["orgs"]!["deleteSiteSpaceById"]!(org, site, doomed),
    more: deletedTwice(({ client, org, site }) => client["orgs"]!["deleteSiteSpaceById"]!(org, site, doomed))
  },

  getSubdomain: {
    status: 200,
    call: async ({ client, org }) => {
      await client["orgs"]!["updateOrganizationById"]!(org, { hostname: "acme-docs" })
      await expect(client["subdomains"]!["getSubdomain"]!("nobodys-docs")).rejects.toMatchObject({ code: 404 })
      return client["subdomains"]!["getSubdomain"]!("acme-docs")
    },
    more: ({ data }, { org }) =>
      expect(data).toEqual({
        object: "subdomain",
        subdomain: "acme-docs",
        target: { type: "organization", organization: org },
        isActive: true
      })
  },
  getCustomHostname: {
    status: 200,
    call: async (scene) => {
      const { id } = await newSite(scene, { title: "Named", hostname: "docs.client.com" })
      doomed = id
      return scene.client["customHostnames"]!["getCustomHostname"]!("docs.client.com")
    },
    more: ({ data }) => expect(data).toMatchObject({ isActive: false, target: { type: "site", site: doomed } })
  },
  // nobody answers questions of this world
  dnsRevalidateCustomHostname: {
    status: 400,
    call: (scene) => plainly(scene, "PATCH", "/v1/custom-hostnames/docs.client.com"),
    more: ({ data }) => expect(data.error.message).toContain("DNS")
  },
  removeCustomHostname: {
    status: 205,
    call: ({ client }) => client["customHostnames"]!["removeCustomHostname"]!("docs.client.com"),
    more: deletedTwice(({ client }) => client["customHostnames"]!["removeCustomHostname"]!("docs.client.com"))
  },
  generateStorageUploadURL: {
    status: 201,
    call: ({ client, org }) =>
      client["orgs"]!["generateStorageUploadUrl"]!(org, {
        file: { name: "caveat.woff2", type: "font/woff2", size: caveat(400).length },
        kind: "customization_font"
      }),
    more: async ({ data }, { world }) => {
      expect((await send(world.api, data.url, caveat(400))).status).toBe(200)
      fontKey = data.key
    }
  },
  createCustomFont: {
    status: 201,
    call: ({ client, org }) =>
      client["orgs"]!["createCustomFont"]!(org, {
        fontFamily: "Caveat",
        fontFaces: [{ weight: 400, storageKey: fontKey }]
      }),
    more: ({ data }) => {
      font = data.id
      expect(data).toMatchObject({ custom: true, fontFamily: "Caveat", permissions: { edit: true } })
    }
  },
  listCustomFonts: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listCustomFonts"]!(org),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: font }] })
  },
  getCustomFont: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getCustomFont"]!(org, font)
  },
  updateCustomFont: {
    status: 201,
    call: ({ client, org }) =>
      client["orgs"]!["updateCustomFont"]!(org, font, {
        fontFaces: [{ weight: 700, storageKey: fontKey }]
      }),
    more: ({ data }) => expect(data.fontFaces).toMatchObject([{ weight: 400 }, { weight: 700 }])
  },
  deleteCustomFont: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteCustomFont"]!(org, font),
    more: deletedTwice(({ client, org }) => client["orgs"]!["deleteCustomFont"]!(org, font))
  },
  createOrganizationWebhook: {
    status: 201,
    extension: own,
    call: (scene) => plainly(scene, "POST", `/v1/orgs/${scene.org}/webhooks`, aWebhook),
    more: ({ data, headers }) => {
      webhook = data.id
      expect(headers.get("cache-control")).toBe("no-store")
      expect(data.secret).toMatch(/^whsec_/)
    }
  },
  listOrganizationWebhooks: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/webhooks`),
    more: ({ data }) => {
      expect(data.items.map(({ id }: { id: string }) => id)).toEqual([webhook])
      expect(JSON.stringify(data)).not.toContain("secret")
    }
  },
  createSpaceWebhook: {
    status: 201,
    extension: own,
    call: (scene) => plainly(scene, "POST", `/v1/spaces/${scene.space}/webhooks`, aWebhook)
  },
  listSpaceWebhooks: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/spaces/${scene.space}/webhooks`),
    more: ({ data }, { space }) => expect(data.items.map((one: { space: string }) => one.space)).toEqual([space])
  },
  createSiteWebhook: {
    status: 201,
    extension: own,
    call: (scene) =>
      plainly(scene, "POST", `/v1/orgs/${scene.org}/sites/${scene.site}/webhooks`, {
        ...aWebhook,
        events: ["site_view"]
      })
  },
  listSiteWebhooks: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${scene.site}/webhooks`),
    more: ({ data }, { site }) => expect(data.items.map((one: { site: string }) => one.site)).toEqual([site])
  },
  getWebhookById: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", webhookAt(scene))
  },
  updateWebhookById: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "PATCH", webhookAt(scene), { description: "Chat" }),
    more: ({ data }) => expect(data.description).toBe("Chat")
  },
  rotateWebhookSecret: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "POST", `${webhookAt(scene)}/secret`),
    more: ({ data, headers }) => {
      expect(headers.get("cache-control")).toBe("no-store")
      expect(data.secret).toMatch(/^whsec_/)
    }
  },
  pingWebhook: {
    status: 201,
    extension: own,
    call: (scene) => plainly(scene, "POST", `${webhookAt(scene)}/ping`),
    more: ({ data }) => {
      delivery = data.id
      expect(data).toMatchObject({ object: "webhook-delivery", event: { type: "ping" }, state: "pending" })
    }
  },
  listWebhookDeliveries: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `${webhookAt(scene)}/deliveries`),
    more: ({ data }) => expect(data.items.map(({ id }: { id: string }) => id)).toContain(delivery)
  },
  getWebhookDeliveryById: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `${webhookAt(scene)}/deliveries/${delivery}`),
    more: ({ data }) => expect(data.payload).toMatchObject({ type: "ping", webhookId: webhook })
  },
  replayWebhookDelivery: {
    status: 201,
    extension: own,
    call: (scene) => plainly(scene, "POST", `${webhookAt(scene)}/deliveries/${delivery}/replay`),
    more: ({ data }) => expect(data.replayOf).toBe(delivery)
  },
  deleteWebhookById: {
    status: 205,
    extension: own,
    call: (scene) => plainly(scene, "DELETE", webhookAt(scene)),
    more: deletedTwice((scene) => plainly(scene, "DELETE", webhookAt(scene)))
  },
  createSiteMcpServer: {
    status: 201,
    call: ({ client, org, site }) =>
      client["orgs"]!["createSiteMcpServer"]!(org, site, {
        name: "Issues",
        url: "https://mcp.example.org/",
        headers: { Authorization: "Bearer abc" }
      }),
    more: ({ data, headers }) => {
      mcpServer = data.id
      expect(headers.get("cache-control")).toBe("no-store")
      expect(data).toMatchObject({ transport: "sse", headers: { Authorization: "Bearer abc" } })
    }
  },
  listSiteMcpServers: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["listSiteMcpServers"]!(org, site),
    more: ({ data }) => expect(data.items.map(({ id }: { id: string }) => id)).toEqual([mcpServer])
  },
  getSiteMcpServerById: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["getSiteMcpServerById"]!(org, site, mcpServer)
  },
  updateSiteMcpServerById: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["updateSiteMcpServerById"]!(org, site, mcpServer, { name: "Bugs", headers: {} }),
    more: ({ data }) => expect(data).toMatchObject({ name: "Bugs", headers: {} })
  },
  deleteSiteMcpServerById: {
    status: 205,
    call: ({ client, org, site }) => client["orgs"]!["deleteSiteMcpServerById"]!(org, site, mcpServer),
    more: deletedTwice(({ client, org, site }) => client["orgs"]!["deleteSiteMcpServerById"]!(org, site, mcpServer))
  },
  createOpenAPISpec: {
    status: 201,
    call: ({ client, org }) => client["orgs"]!["createOpenApiSpec"]!(org, { slug: "pets", source: { text: pets } }),
    more: async ({ data, headers }, { world, org }) => {
      expect(headers.get("location")).toBe(data.urls.location)
      expect(data).toMatchObject({ slug: "pets", processingState: "pending", visibility: "private" })
      await followSpec(world.api, `/v1/orgs/${org}/openapi/pets`)
    }
  },
  listOpenAPISpecs: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listOpenApiSpecs"]!(org),
    more: ({ data }) => expect(data.items.map(({ slug }: { slug: string }) => slug)).toEqual(["pets"])
  },
  getOpenAPISpecBySlug: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getOpenApiSpecBySlug"]!(org, "pets"),
    more: ({ data }) => expect(data).toMatchObject({ lastVersion: expect.any(String), lastProcessedErrors: [] })
  },
  createOrUpdateOpenAPISpecBySlug: {
    status: 201,
    call: ({ client, org }) =>
      client["orgs"]!["createOrUpdateOpenApiSpecBySlug"]!(org, "more", { source: { text: pets } }),
    more: async ({ headers }, { client, org }) => {
      expect(headers.get("location")).toMatch(/openapi\/more$/)
      const again = await client["orgs"]!["createOrUpdateOpenApiSpecBySlug"]!(org, "more", { source: { text: pets } })
      expect(again.status).toBe(200)
    }
  },
  updateOpenAPISpecBySlug: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["updateOpenApiSpecBySlug"]!(org, "pets", { visibility: "public" }),
    more: async ({ data }) => {
      const answer = await fetch(data.urls.published)
      expect([answer.status, await answer.text()]).toEqual([200, pets])
      expect(answer.headers.get("content-type")).toBe("application/json")
      const tag = answer.headers.get("etag")!
      expect((await fetch(data.urls.published, { headers: { "if-none-match": tag } })).status).toBe(304)
    }
  },
  listOpenAPISpecVersions: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listOpenApiSpecVersions"]!(org, "pets"),
    more: ({ data }) => expect(data.count).toBe(1)
  },
  getLatestOpenAPISpecVersion: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getLatestOpenApiSpecVersion"]!(org, "pets"),
    more: async ({ data }) => {
      specVersion = data.id
      expect(await (await fetch(data.url)).text()).toBe(pets)
    }
  },
  getOpenAPISpecVersionById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getOpenApiSpecVersionById"]!(org, "pets", specVersion)
  },
  getLatestOpenAPISpecVersionContent: {
    status: 200,
    differs: listOfFiles,
    call: ({ client, org }) => client["orgs"]!["getLatestOpenApiSpecVersionContent"]!(org, "pets"),
    more: ({ data }) => expect(data.filesystem[0].specification.info.title).toBe("Pets")
  },
  getOpenAPISpecVersionContentById: {
    status: 200,
    differs: listOfFiles,
    call: ({ client, org }) => client["orgs"]!["getOpenApiSpecVersionContentById"]!(org, "pets", specVersion)
  },
  getLatestOpenAPISpecVersionContentRaw: {
    status: 200,
    extension: later,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/openapi/pets/versions/latest/content/raw`),
    more: ({ data }) => expect(data).toEqual({ text: pets, format: "json" })
  },
  deleteOpenAPISpecBySlug: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteOpenApiSpecBySlug"]!(org, "more"),
    more: deletedTwice(({ client, org }) => client["orgs"]!["deleteOpenApiSpecBySlug"]!(org, "more"))
  },
  updateGlossaryEntries: {
    status: 204,
    call: ({ client, org }) =>
      client["orgs"]!["updateGlossaryEntries"]!(org, {
        operations: [{ type: "insert", translations: { en: "Space", fr: "Espace" } }]
      })
  },
  listGlossaryEntries: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listGlossaryEntries"]!(org, { orderBy: "fr" }),
    more: ({ data }) => {
      entry = data.items[0].id
      expect(data).toMatchObject({ count: 1, items: [{ translations: { en: "Space", fr: "Espace" } }] })
    }
  },
  getGlossaryEntry: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getGlossaryEntry"]!(org, entry)
  },
  createTranslation: {
    status: 201,
    call: ({ client, org, space }) =>
      client["orgs"]!["createTranslation"]!(org, { language: "fr", source: { space, language: "en" } }),
    more: ({ data, headers }) => {
      translation = data.id
      expect(headers.get("location")).toBe(data.urls.location)
      expect(data).toMatchObject({ status: "pending", stats: { runs: 0 } })
    }
  },
  listTranslations: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listTranslations"]!(org),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ id: translation }] })
  },
  updateTranslation: {
    status: 200,
    call: ({ client, org }) =>
      client["orgs"]!["updateTranslation"]!(org, translation, {
        instructions: { object: "document", data: {}, nodes: [] }
      }),
    more: ({ data }) => expect(data.instructions.nodes).toEqual([])
  },
  runTranslation: {
    status: 204,
    call: ({ client, org }) => client["orgs"]!["runTranslation"]!(org, translation),
    more: async (_, { client, org }) => {
      for (;;) {
        const { data } = await client["orgs"]!["getTranslation"]!(org, translation)
        if (data.status !== "completed") continue
        // the stand-in for a model answers questions alone
        expect(data).toMatchObject({ error: { code: "PROVIDER_REFUSED" }, stats: { runs: 1 } })
        break
      }
    }
  },
  getTranslation: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["getTranslation"]!(org, translation)
  },
  listTranslationRuns: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/translations/${translation}/runs`),
    more: ({ data }) => expect(data).toMatchObject({ count: 1, items: [{ status: "completed", problems: [] }] })
  },
  deleteTranslation: {
    status: 205,
    call: ({ client, org }) => client["orgs"]!["deleteTranslation"]!(org, translation),
    more: deletedTwice(({ client, org }) => client["orgs"]!["deleteTranslation"]!(org, translation))
  },
  createSiteShareLink: {
    status: 201,
    call: ({ client, org, site }) => client["orgs"]!["createSiteShareLink"]!(org, site, { name: "Friends" }),
    more: ({ data, headers }) => {
      shareLink = data.id
      expect(headers.get("location")).toMatch(new RegExp(`/share-links/${data.id}$`))
      expect(data).toMatchObject({ name: "Friends", active: true })
      expect(data.urls.published).toMatch(/\/[0-9A-Za-z]{22}\/$/)
    }
  },
  listSiteShareLinks: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["listSiteShareLinks"]!(org, site, { search: "FRIEND" }),
    more: ({ data }) => expect(data.items.map(({ id }: { id: string }) => id)).toEqual([shareLink])
  },
  getSiteShareLinkById: {
    status: 200,
    extension: own,
    call: (scene) => plainly(scene, "GET", `/v1/orgs/${scene.org}/sites/${scene.site}/share-links/${shareLink}`),
    more: ({ data }) => expect(data).toMatchObject({ id: shareLink, name: "Friends" })
  },
  updateSiteShareLinkById: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["updateSiteShareLinkById"]!(org, site, shareLink, { active: false, name: "Nobody" }),
    more: ({ data }) => expect(data).toMatchObject({ active: false, name: "Nobody" })
  },
  deleteSiteShareLinkById: {
    status: 205,
    call: ({ client, org, site }) => client["orgs"]!["deleteSiteShareLinkById"]!(org, site, shareLink),
    more: deletedTwice(({ client, org, site }) => client["orgs"]!["deleteSiteShareLinkById"]!(org, site, shareLink))
  },
  getSitePublishingPreviewById: {
    status: 200,
    call: ({ client, org, site, siteSpace }) =>
      client["orgs"]!["getSitePublishingPreviewById"]!(org, site, { siteSpace, claims: "(plan:pro)" }),
    more: async ({ data, headers }) => {
      expect(headers.get("cache-control")).toBe("no-store")
      expect((await fetch(data.url)).status).toBe(200)
    }
  },
  getSitePublishingAuthById: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["getSitePublishingAuthById"]!(org, site),
    more: ({ data, headers }) => {
      expect(headers.get("cache-control")).toBe("no-store")
      expect(data).toMatchObject({ backend: "custom", privateKey: expect.stringMatching(/^[0-9A-Za-z]{43}$/) })
    }
  },
  updateSitePublishingAuthById: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["updateSitePublishingAuthById"]!(org, site, {
        backend: "custom",
        fallbackURL: "https://example.org/login"
      }),
    more: ({ data }) => expect(data.fallbackURL).toBe("https://example.org/login")
  },
  regenerateSitePublishingAuthById: {
    status: 200,
    call: async (scene) => {
      const { client, org, site } = scene
      const before = await client["orgs"]!["getSitePublishingAuthById"]!(org, site)
      const answer = await client["orgs"]!["regenerateSitePublishingAuthById"]!(org, site)
      expect(answer.data.privateKey).not.toBe(before.data.privateKey)
      return answer
    },
    more: ({ data }) => expect(data.fallbackURL).toBe("https://example.org/login")
  },

  getSiteCustomizationById: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["getSiteCustomizationById"]!(org, site),
    differs: laterTheme
  },
  updateSiteCustomizationById: {
    status: 200,
    call: async ({ client, org, site }) => {
      const { data } = await client["orgs"]!["getSiteCustomizationById"]!(org, site)
      // as a program of that release does: reads, changes a switch, and writes all of it back
      return client["orgs"]!["updateSiteCustomizationById"]!(org, site, {
        ...data,
        title: "Handbook",
        themes: { default: "dark", toggeable: false },
        pageActions: { ...data.pageActions, mcp: true }
      })
    },
    more: ({ data }) =>
      expect(data).toMatchObject({ title: "Handbook", pageActions: { mcp: true, items: ["markdown", "git", "mcp"] } })
  },
  getSiteSpaceCustomizationById: {
    status: 200,
    call: ({ client, org, site, siteSpace }) => client["orgs"]!["getSiteSpaceCustomizationById"]!(org, site, siteSpace),
    more: ({ data }) => expect(data).toMatchObject({ title: "Handbook", hasOverrides: false })
  },
  overrideSiteSpaceCustomizationById: {
    status: 200,
    call: ({ client, org, site, siteSpace }) =>
      client["orgs"]!["overrideSiteSpaceCustomizationById"]!(org, site, siteSpace, {
        title: "Part",
        styling: { depth: "flat" }
      }),
    more: ({ data }) => expect(data).toMatchObject({ title: "Part", styling: { depth: "flat" }, hasOverrides: true })
  },
  deleteSiteSpaceCustomizationById: {
    status: 205,
    call: ({ client, org, site, siteSpace }) =>
      client["orgs"]!["deleteSiteSpaceCustomizationById"]!(org, site, siteSpace),
    more: deletedTwice(({ client, org, site, siteSpace }) =>
      client["orgs"]!["deleteSiteSpaceCustomizationById"]!(org, site, siteSpace)
    )
  },
  trackEventsInSiteById: {
    status: 204,
    call: ({ client, org, page, site, siteSpace, space }) =>
      client["orgs"]!["trackEventsInSiteById"]!(org, site, {
        events: [
          {
            type: "page_view",
            session: { visitorId: "v", sessionId: "s", cookies: {}, userAgent: "", language: "en", referrer: "" },
            location: {
              url: "https://docs.test/",
              siteSection: null,
              siteSpace,
              siteShareKey: null,
              space,
              revision: null,
              page
            }
          }
        ]
      })
  },
  aggregateSiteEvents: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["aggregateSiteEvents"]!(org, site, { range: "last24Hours", groupBy: [{ column: "page" }] }),
    more: ({ data }, { page, space }) =>
      expect(data.columns).toEqual([
        { column: "page", values: [{ page, space }] },
        { column: "eventsCount", values: [1] }
      ])
  },
  createSiteRedirect: {
    status: 201,
    call: ({ client, org, page, site, siteSpace }) =>
      client["orgs"]!["createSiteRedirect"]!(org, site, {
        source: "/old",
        destination: { kind: "site-page", siteSpaceId: siteSpace, pageId: page }
      }),
    more: ({ data }) => {
      doomed = data.id
    }
  },
  listSiteRedirects: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["listSiteRedirects"]!(org, site, { search: "old" }),
    more: ({ data }) => expect(data.items.map(({ id }: { id: string }) => id)).toEqual([doomed])
  },
  updateSiteRedirectById: {
    status: 200,
    call: ({ client, org, site }) =>
      client["orgs"]!["updateSiteRedirectById"]!(org, site, doomed, { source: "/older" }),
    more: ({ data }) => expect(data).toMatchObject({ id: doomed, source: "/older" })
  },
  getSiteRedirectBySource: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["getSiteRedirectBySource"]!(org, site, { source: "/older" }),
    more: async ({ data }, { client, org, site }) => {
      const { data: shown } = await client["orgs"]!["getSiteById"]!(org, site)
      expect([data.redirect.id, data.target]).toEqual([doomed, shown.urls.published])
    }
  },
  deleteSiteRedirectById: {
    status: 205,
    call: ({ client, org, site }) => client["orgs"]!["deleteSiteRedirectById"]!(org, site, doomed),
    more: deletedTwice(({ client, org, site }) => client["orgs"]!["deleteSiteRedirectById"]!(org, site, doomed))
  },
  bulkUpsertSiteRedirects: {
    status: 200,
    extension: later,
    call: (scene) =>
      plainly(scene, "PUT", `/v1/orgs/${scene.org}/sites/${scene.site}/redirects`, {
        redirects: [{ source: "/bulk", destination: { kind: "external", url: "https://example.com/" } }]
      }),
    more: ({ data }) => expect(data.results).toMatchObject([{ status: "created", source: "/bulk", draft: false }])
  },

  getSiteAdaptiveSchema: {
    status: 200,
    call: async ({ client, org, site }) => {
      await client["orgs"]!["updateSiteAdaptiveSchema"]!(org, site, adaptiveSchema)
      return client["orgs"]!["getSiteAdaptiveSchema"]!(org, site)
    },
    more: ({ data }) => expect(data.jsonSchema).toEqual(adaptiveSchema.jsonSchema)
  },
  updateSiteAdaptiveSchema: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["updateSiteAdaptiveSchema"]!(org, site, adaptiveSchema),
    more: ({ data }) => expect(data.jsonSchema).toEqual(adaptiveSchema.jsonSchema)
  },
  listSiteAdaptiveTemplateConditions: {
    status: 200,
    call: ({ client, org, site }) => client["orgs"]!["listSiteAdaptiveTemplateConditions"]!(org, site),
    more: ({ data }) =>
      expect(data.items).toContainEqual({
        description: 'unsigned language is "fr": Language of the product.',
        condition: 'visitor.claims.unsigned.language === "fr"'
      })
  },

  createCollection: {
    status: 201,
    call: ({ client, org }) => client["orgs"]!["createCollection"]!(org, { title: "Library" }),
    more: async ({ data }, { client, org }) => {
      doomed = data.id
      const inner = await client["orgs"]!["createCollection"]!(org, { title: "Inner", parent: data.id })
      expect(inner.data).toMatchObject({ title: "Inner", parent: data.id })
    }
  },
  listCollectionsInOrganizationById: {
    status: 200,
    call: ({ client, org }) => client["orgs"]!["listCollectionsInOrganizationById"]!(org, { nested: false }),
    more: ({ data }) => {
      expect(data.items.map(({ title }: { title: string }) => title)).toContain("Library")
      expect(data.items.map(({ title }: { title: string }) => title)).not.toContain("Inner")
    }
  },
  getCollectionById: { status: 200, call: ({ client }) => client["collections"]!["getCollectionById"]!(doomed) },
  updateCollectionById: {
    status: 200,
    call: ({ client }) =>
      client["collections"]!["updateCollectionById"]!(doomed, {
        title: "Books",
        description: "Ours",
        defaultLevel: null
      }),
    more: ({ data }) => expect(data).toMatchObject({ title: "Books", description: "Ours", defaultLevel: null })
  },
  moveSpace: {
    status: 200,
    call: async ({ client, world }) => {
      const [first, second] = [await world.space("First"), await world.space("Second")]
      await client["spaces"]!["moveSpace"]!(first, { parent: doomed })
      const position = { before: { type: "space", space: first } }
      return client["spaces"]!["moveSpace"]!(second, { parent: doomed, position })
    },
    more: ({ data }) => expect(data.parent).toBe(doomed)
  },
  listSpacesInCollectionById: {
    status: 200,
    call: ({ client }) => client["collections"]!["listSpacesInCollectionById"]!(doomed),
    more: ({ data }) => expect(data.items.map(({ title }: { title: string }) => title)).toEqual(["Second", "First"])
  },
  moveCollection: {
    status: 200,
    call: async ({ client, org }) => {
      const { data } = await client["orgs"]!["createCollection"]!(org, { title: "Mover" })
      return client["collections"]!["moveCollection"]!(data.id, { parent: doomed })
    },
    more: ({ data }) => expect(data.parent).toBe(doomed)
  },
  transferCollection: {
    status: 200,
    call: async (scene) => {
      const { data } = await scene.client["orgs"]!["createCollection"]!(scene.org, { title: "Leaver" })
      const elsewhere = await plainly(scene, "POST", "/v1/orgs", { title: "Elsewhere" })
      return scene.client["collections"]!["transferCollection"]!(data.id, { organization: elsewhere.data.id })
    },
    more: ({ data }, { org }) => expect(data.organization).not.toBe(org)
  },
  deleteCollectionById: {
    status: 205,
    call: ({ client }) => client["collections"]!["deleteCollectionById"]!(doomed),
    more: deletedTwice(({ client }) => client["collections"]!["deleteCollectionById"]!(doomed))
  },
  duplicateSpace: {
    status: 201,
    call: ({ client, space }) => client["spaces"]!["duplicateSpace"]!(space),
    more: async ({ data }, { client, space }) => {
      const titles = async (id: string) =>
        (await client["spaces"]!["listPages"]!(id)).data.pages.map(({ title }: { title: string }) => title)
      expect(await titles(data.id)).toEqual(await titles(space))
    }
  },
  transferSpace: {
    status: 200,
    call: async (scene) => {
      const elsewhere = await plainly(scene, "POST", "/v1/orgs", { title: "Elsewhere" })
      const id = await scene.world.space("Leaver")
      return scene.client["spaces"]!["transferSpace"]!(id, { organization: elsewhere.data.id })
    },
    more: ({ data }, { org }) => expect(data.organization).not.toBe(org)
  },
  deleteSpaceById: {
    status: 205,
    call: async ({ client, world }) => {
      doomed = await world.space("Doomed")
      return client["spaces"]!["deleteSpaceById"]!(doomed)
    },
    more: deletedTwice(({ client }) => client["spaces"]!["deleteSpaceById"]!(doomed))
  },
  restoreSpace: {
    status: 200,
    call: ({ client }) => client["spaces"]!["restoreSpace"]!(doomed),
    more: ({ data }) => {
      expect(data.id).toBe(doomed)
      expect(data.deletedAt).toBeUndefined()
    }
  },

  resolvePublishedContentByUrl: {
    status: 200,
    call: async ({ client, org, site }) => {
      const { data } = await client["orgs"]!["getSiteById"]!(org, site)
      return client["urls"]!["resolvePublishedContentByUrl"]!({
        url: `${data.urls.published}guides/start`,
        redirectOnError: false
      })
    },
    more: async ({ data }, { site, space, world }) => {
      expect(data).toMatchObject({ site, space, pathname: "/guides/start" })
      // the token in the answer reads that site's content, as a renderer does
      const renderer = clientOf(world.origin, data.apiToken)
      expect((await renderer["spaces"]!["getCurrentRevision"]!(space)).status).toBe(200)
      expect((await renderer["orgs"]!["getPublishedContentSite"]!(world.organization, site)).status).toBe(200)
    }
  },
  getPublishedContentByUrl: {
    status: 200,
    call: async ({ client, org, site }) => {
      const { data } = await client["orgs"]!["getSiteById"]!(org, site)
      return client["urls"]!["getPublishedContentByUrl"]!({ url: data.urls.published })
    }
  },
  getContentByUrl: {
    status: 200,
    call: async ({ client, space }) => {
      const { data } = await client["spaces"]!["getSpaceById"]!(space)
      return client["urls"]!["getContentByUrl"]!({ url: `${data.urls.app}/guides/start` })
    },
    more: ({ data }, { space }) => {
      expect(data).toMatchObject({ space: { id: space }, page: { path: "guides/start" } })
      expect(data).not.toHaveProperty("changeRequest")
    }
  },
  // what nobody answers for is a link all the same
  getEmbedByUrl: {
    status: 200,
    call: ({ client }) => client["urls"]!["getEmbedByUrl"]!({ url: "http://127.0.0.1:9/a" }),
    more: ({ data }) => expect(data).toEqual({ type: "link", title: "http://127.0.0.1:9/a", site: "127.0.0.1:9" })
  },
  getEmbedByUrlInSpace: {
    status: 200,
    call: ({ client, space }) => client["spaces"]!["getEmbedByUrlInSpace"]!(space, { url: "http://127.0.0.1:9/b" }),
    more: ({ data }) => expect(data.type).toBe("link")
  }
}

const noBody = new Set([204, 205])

onBothStores("The public client, release 0.146.0", (store) => drive("0.146.0", store))
// the store is the same to every release
describe("The public client, release 0.202.0", { timeout: 120_000 }, () => drive("0.202.0", sqlite))
describe.each(generators)("A client made of the document by %s", { timeout: 120_000 }, (name) => drive(name, sqlite))

function drive(release: ClientRelease | Generator, store: Store): void {
  let scene: Scene
  let model: StandInModel
  let document: Document
  const generator = generators.find((name) => name === release)
  const problemForClient = generator === undefined ? makeClientCheck(release as ClientRelease) : () => []

  beforeAll(async () => {
    model = await startModel()
    const world = await startWorld(store, model.config)
    const sample = await importSample(world)
    const { space } = sample
    const { body: revision } = await world.api.get(`/v1/spaces/${space}/content`)
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body: site } = await world.api.post(sites, { title: "Handbook", spaces: [space] })
    await world.api.post(`${sites}/${site.id}/publish`)
    const { body: siteSpaces } = await world.api.get(`${sites}/${site.id}/site-spaces`)
    document = await readDocument(world.api)
    const generated = generator && (await generateClient(generator, document, world.origin, world.admin.token))
    const released = release === "0.146.0" ? clientOf : newestOf
    scene = {
      release,
      generated,
      world,
      sample,
      client: generated?.client ?? released(world.origin, world.admin.token),
      org: world.organization,
      space,
      revision: revision.id,
      page: revision.pages[0].id,
      file: revision.files[0].id,
      reusable: revision.reusableContents[0].id,
      site: site.id,
      siteSpace: siteSpaces.items[0].id,
      reader: await world.member("read")
    }
  })
  afterAll(async () => {
    scene.generated?.close()
    await scene.sample.git.close()
    await scene.world.stop()
    await model.close()
  })

  it("has a call here for every operation of the document, and none beside", () => {
    expect(Object.keys(rows).sort()).toEqual(document.operations.map(({ id }) => id).sort())
  })

  describe("drives", () => {
    for (const [id, row] of Object.entries(rows)) {
      it(`${id}${row.extension === undefined ? "" : ` (by fetch: ${row.extension})`}`, async () => {
        const { method, path } = document.operation(id)
        const answer = await row.call(scene)
        expect(answer.status).toBe(row.status)
        if (noBody.has(row.status) || row.empty === true) {
          expect(answer.data).toBeNull()
          expect(answer.headers.get("content-type")).toBeNull()
          expect(answer.headers.get("content-length") ?? "0").toBe("0")
        } else if (row.streams === true) {
          expect(answer.headers.get("content-type")).toBe("text/event-stream")
          expect(answer.data).toMatch(/^event: head\ndata: \{"revision":"\w+"\}\n\n/)
        } else {
          expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
          expect(problemsOf(answer.data)).toEqual([])
          expect(document.problemOf(id, answer.status, answer.data)).toBeUndefined()
          const problems = problemForClient(method, path, answer.status, answer.data)
          const known = release === "0.146.0" || row.differs?.always ? row.differs?.at : undefined
          expect(problems.filter((problem) => !known?.test(problem))).toEqual([])
          await follow(scene, answer)
        }
        await row.more?.(answer, scene)
      })
    }
  })

  it.runIf(generator !== undefined)("called every operation, and the compiler takes the client and its calls", () => {
    const { called, problems } = scene.generated!
    expect(document.operations.flatMap(({ id }) => (called.has(id) ? [] : id))).toEqual([])
    expect(problems()).toBe("")
  })

  it.skipIf(generator !== undefined)("has every method that is called here, but for those that say why not", () => {
    const known = new Set(
      Object.values(scene.client).flatMap((part) =>
        part !== null && typeof part === "object" ? Object.keys(part) : []
      )
    )
    // its methods write acronyms like words
    const nameOf = (id: string) =>
      id.replace(/PDF$|URL$|SAML|API(?=Spec)|SSO(?=Provider)/, (word) => word[0] + word.slice(1).toLowerCase())
    for (const [id, { extension }] of Object.entries(rows)) {
      if (release === "0.146.0") expect(known.has(nameOf(id)), id).toBe(extension === undefined)
      else if (extension === later) expect(newestIds, id).toContain(id)
    }
  })

  it.skipIf(generator !== undefined)("is told what is wrong in the words of the server", async () => {
    const call = scene.client["spaces"]!["getSpaceById"]!("nothing-here")
    const error: GitBookAPIError = await call.then(
      () => expect.unreachable("a space that is not there"),
      (error: GitBookAPIError) => error
    )
    expect(error).toBeInstanceOf(release === "0.146.0" ? GitBookAPIError : NewestError)
    expect(error.code).toBe(404)
    expect(error.errorMessage).toBe('No space "nothing-here" was found')
  })

  it("reads a list to its end, page by page, without losing or repeating anything", async () => {
    const { client, org, world } = scene
    for (let i = 0; i < 7; i++) await world.space(`Shelf ${i}`)
    const all = (await client["orgs"]!["listSpacesInOrganizationById"]!(org, { limit: 1000 })).data
    expect(all.next).toBeUndefined()
    expect(all.items).toHaveLength(all.count)
    const seen: Array<string> = []
    for (let page: string | undefined; ; ) {
      const { data } = await client["orgs"]!["listSpacesInOrganizationById"]!(org, { limit: 3, ...(page && { page }) })
      expect(data.count).toBe(all.count)
      seen.push(...data.items.map(({ id }: { id: string }) => id))
      page = data.next?.page
      if (page === undefined) break
      expect(data.items).toHaveLength(3)
    }
    expect(seen).toEqual(all.items.map(({ id }: { id: string }) => id))
    expect((await client["orgs"]!["listSpacesInOrganizationById"]!(org, { limit: 0 })).data).toEqual({
      count: all.count,
      items: []
    })
  })
}

/** The address of what came back leads to the same object, and so does the `Location` of what was made. */
const follow = async (scene: Scene, { data, headers, status }: Answered): Promise<void> => {
  const objects = [data, ...(data.items ?? [])].filter((one) => typeof one?.urls?.location === "string")
  for (const object of objects) {
    const again = await scene.world.api.get(object.urls.location)
    expect(again.status, object.urls.location).toBe(200)
    // conversations and their issues come with more around them
    const found = again.body.object === undefined ? again.body[object.object.split("-").at(-1)] : again.body
    expect([found.object, found.id]).toEqual([object.object, object.id])
    // what is processed meanwhile does not stay what it was
    // a secret is shown once, and a delivery goes on meanwhile
    const { secret: _, ...shown } = data
    if (object === data && ![data.processingState, data.status, data.state].includes("pending")) {
      // and the address of a version's text ends an hour after it was asked for, to the second
      const address = data.object === "openapi-spec-version" ? { url: expect.any(String) } : {}
      expect(again.body).toEqual({ ...shown, ...address })
    }
  }
  if (status === 201 && data.urls?.location !== undefined) expect(headers.get("location")).toBe(data.urls.location)
}
