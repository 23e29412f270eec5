/**
 * Every limit of the contract, at the limit and one past it, on both stores. One table: a limit that the document has
 * and the table has not fails, and so does one that the specification names and the document lacks. Lengths count
 * Unicode code points: text is made of emoji, which are one each and two UTF-16 units. The table stays in one file, where
 * a limit is looked up by its operation.
 */

import { makeCertificate } from "@octavo/saml/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Answer, Client } from "../src/client.ts"
import { type Document, type Operation, readDocument } from "../src/document.ts"
import { anEvent } from "../src/events.ts"
import { looks } from "../src/looks.ts"
import { type StandInModel, startModel } from "../src/model.ts"
import { newSpec } from "../src/openapi.ts"
import { rowsOf } from "../src/published.ts"
import { requiredQuery, smallestBody } from "../src/requests.ts"
import { onBothStores } from "../src/stores.ts"
import { caveat, freshFont, upload } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

const emoji = "😀"

/** How a place of a request is bounded, in the words of JSON Schema. */
interface Bounds {
  readonly min?: number
  readonly max: number
}

interface Field extends Bounds {
  /** A value of this size. */
  readonly make: (size: number, scene: Scene) => unknown
  /** What must stand around the place, instead of the operation's own. */
  readonly body?: (scene: Scene) => object
  /** The right size is not enough: nothing has such a name. The refusal must then be about something else. */
  readonly unknown?: boolean
  /** What a refusal says instead of the limit. */
  readonly says?: string
}

interface Case {
  /** What else must be in the body. */
  readonly body?: (scene: Scene) => object | Promise<object>
  /** Values of the path, where they are not the scene's. */
  readonly path?: (scene: Scene) => Partial<Scene["ids"]> | Promise<Partial<Scene["ids"]>>
  /** By place: `body.title`, `body.changes[].slug`, `query.search`. */
  readonly fields: Readonly<Record<string, Field>>
}

interface Scene {
  readonly world: World
  readonly api: Client
  readonly ids: Readonly<Record<string, string>>
}

const text = (min: number, max: number): Field => ({
  ...(min > 0 ? { min } : {}),
  max,
  make: (size) => emoji.repeat(size)
})
/** Of the letters that a pattern lets through. */
const letters = (min: number, max: number, fixed = ""): Field => ({
  ...(min > 0 ? { min } : {}),
  max,
  make: (size) => fixed.slice(0, size) + "a".repeat(Math.max(0, size - fixed.length))
})
const starting = (fixed: string, max: number): Field => ({
  max,
  make: (size) => fixed.slice(0, size) + emoji.repeat(Math.max(0, size - fixed.length))
})
const ticket = { ref: { kind: "url", url: "https://x.test/1" } }
const address = starting("https://x.test/", 2048)
const items = (min: number, max: number, one: (scene: Scene, i: number) => unknown): Field => ({
  ...(min > 0 ? { min } : {}),
  max,
  make: (size, scene) => Array.from({ length: size }, (_, i) => one(scene, i))
})
const aWebhook = { url: "http://127.0.0.1:9/", events: ["comment_created"] }
const webhookFields = {
  "body.url": address,
  "body.description": text(0, 255),
  "body.events": items(1, 100, () => "comment_created")
}
/** Of slugs that were made, none twice. */
let slugs = 0
const nobodys = (field: Field): Field => ({ ...field, unknown: true })
const within = (body: object, field: Field): Field => ({ ...field, body: () => body })

/** Longer than the DNS lets names be: the limit of the contract is past that. */
const hostname: Field = {
  max: 512,
  unknown: true,
  make: (size) =>
    `${"a".repeat(62)}.`
      .repeat(9)
      .slice(0, size - 4)
      .replace(/\.$/, "a")
      .concat(".com")
}

/** A domain of so many letters, in labels of at most 63. */
const domain = (size: number): string => {
  const rest = size - ".example".length
  return `${"a".repeat(63)}.`
    .repeat(5)
    .slice(0, Math.max(0, rest - 1))
    .replace(/\.$/, "a")
    .padEnd(rest, "b")
    .concat(".example")
}
const domains: Case["fields"] = {
  "body.emailDomains": items(0, 1000, (_, i) => `d${i}.example`),
  "body.emailDomains[]": { max: 253, make: domain }
}

const { certificate } = makeCertificate()
const saml: Case["fields"] = {
  "body.entityID": text(0, 1024),
  "body.ssoURL": starting("https://x.test/", 2048),
  // text may stand beside a certificate
  "body.certificate": starting(certificate, 10_000)
}

const brand = { fontFamily: "Brand", fontFaces: [{ weight: 400, storageKey: "uploads/nothing" }] }
const fontFaces: Case["fields"] = {
  "body.fontFaces": within(
    brand,
    nobodys(items(0, 20, (_, i) => ({ weight: 400 + i, storageKey: "uploads/nothing" })))
  ),
  "body.fontFaces[].weight": within(brand, nobodys({ min: 1, max: 1000, make: (size) => size })),
  "body.fontFaces[].storageKey": within(brand, nobodys(letters(1, 512)))
}

const limit: Field = { min: 0, max: 1000, make: (size) => size }
const anImport = { type: "website", url: "https://nothing.invalid/" }
const importing = () => ({ source: anImport, target: { space: "none" } })
const talk = { id: "limits", parts: [{ type: "message", role: "user", body: "Text" }] }
const said = { rule: "custom", expression: "true" }
const expression: Field = {
  ...text(1, 1024),
  // text in quotes, which can be as long as need be
  make: (size) => (size < 3 ? "1".repeat(size) : `"${emoji.repeat(size - 2)}"`),
  body: () => ({ mergeRules: { type: "rules", rules: [{ rule: "custom" }] } })
}
const condition: Field = { max: 1024, make: (size) => `"${emoji.repeat(size - 2)}"` }
const externalLink: Case["fields"] = {
  "body.title": text(2, 128),
  "body.url": address,
  "body.description": text(0, 256),
  "body.icon": text(0, 50),
  "body.condition": condition
}

const message = { ...text(0, 1024), body: () => ({ mergeRules: { type: "rules", rules: [said] } }) }
const people = items(1, 1000, ({ ids }) => ids["userId"])
const someone = ({ ids }: Scene) => ({ role: "read", users: [ids["userId"]] })
const grants = {
  body: someone,
  fields: { "body.users": people, "body.teams": items(1, 1000, ({ ids }) => ids["teamId"]) }
}

/** Body of a batch with one change, to which a field is added. */
const inserts = { changes: [{ operation: "insert_page", document: {} }] }
const updates = { changes: [{ operation: "update_page", page: "nothing" }] }
const editsReusable = { changes: [{ operation: "update_reusable_content", reusableContent: "nothing", document: {} }] }
const reverts = { changes: [{ operation: "revert_page", page: "nothing" }] }
const tagged = {
  changes: [{ operation: "insert_page", document: {}, tags: [{ tag: { kind: "tag", tag: "a" } }] }]
}
const links = { changes: [{ operation: "insert_link", title: "Link" }] }
const file = { name: "a.txt", contentType: "text/plain", base64: "YQ==" }
const files = { changes: [{ operation: "insert_files", files: [file] }] }
const index: Field = { min: 0, max: Number.MAX_SAFE_INTEGER, make: (size) => size, says: "integer" }
const batch: Case["fields"] = {
  "body.changes": items(1, 50, () => inserts.changes[0]),
  "body.changes[].title": within(inserts, text(1, 1000)),
  "body.changes[].slug": within(inserts, nobodys(text(0, 100))),
  "body.changes[].emoji": within(inserts, text(0, 50)),
  "body.changes[].icon": within(inserts, text(0, 50)),
  "body.changes[].description": within(inserts, text(0, 10_000)),
  "body.changes[].condition": within(inserts, nobodys(text(0, 1024))),
  "body.changes[].at": within(inserts, nobodys(index)),
  "body.changes[].ref": within(inserts, text(1, 256)),
  "body.changes[].into": within(inserts, nobodys(text(1, 128))),
  "body.changes[].page": within(updates, nobodys(text(1, 128))),
  "body.changes[].reusableContent": within(editsReusable, nobodys(text(1, 128))),
  "body.changes[].revision": within(reverts, nobodys(text(1, 128))),
  "body.changes[].settled": within(
    updates,
    nobodys(items(0, 1000, () => ({ base: "", mine: "", theirs: "", text: "" })))
  ),
  "body.changes[].url": within(links, nobodys({ ...address, min: 1 })),
  "body.changes[].tags": within(
    inserts,
    items(0, 100, () => ({ tag: "a" }))
  ),
  "body.changes[].tags[].tag": within(inserts, text(1, 100)),
  "body.changes[].tags[].tag.tag": within(tagged, text(1, 100)),
  "body.changes[].metaLinks.alternates": within(
    inserts,
    items(0, 100, () => ({ kind: "url", url: "https://x.test/" }))
  ),
  "body.changes[].variables": within(inserts, {
    max: 100,
    make: (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`v${i}`, "x"]))
  }),
  "body.changes[].block": within(reverts, nobodys(items(0, 1000, () => "key"))),
  "body.changes[].block[]": within(reverts, nobodys(text(1, 128))),
  "body.changes[].files": within(
    files,
    items(1, 20, () => file)
  ),
  "body.changes[].files[].ref": within(files, text(1, 256)),
  "body.changes[].files[].name": within(files, text(1, 256)),
  "body.changes[].files[].contentType": within(files, nobodys(letters(1, 128, "text/"))),
  "body.changes[].files[].url": within(files, nobodys({ ...address, min: 1 })),
  "body.changes[].files[].storageKey": within(files, nobodys(text(1, 512)))
}

const link = { title: "To", to: { kind: "url", url: "https://example.org" } }
const menu = { ...link, links: [] }
/** A pair of which the other side is right. */
const paired = (place: string): Case["fields"] => ({ [`${place}.light`]: address, [`${place}.dark`]: address })
const icon = { favicon: { icon: { light: "/a.png", dark: "/a.png" } } }
const looksFields: Case["fields"] = {
  "body.title": text(2, 128),
  "body.styling.codeTheme.default.light": text(1, 64),
  "body.styling.codeTheme.default.dark": text(1, 64),
  "body.styling.codeTheme.openapi.light": text(1, 64),
  "body.styling.codeTheme.openapi.dark": text(1, 64),
  "body.favicon.emoji": text(1, 50),
  "body.favicon.icon.light": { ...address, body: () => ({ ...looks(), ...icon }) },
  "body.favicon.icon.dark": { ...address, body: () => ({ ...looks(), ...icon }) },
  ...paired("body.header.logo"),
  "body.header.links": items(0, 30, () => menu),
  "body.header.links[].title": text(1, 128),
  "body.header.links[].condition": text(0, 1024),
  "body.header.links[].links": items(0, 50, () => link),
  "body.header.links[].links[].title": text(1, 128),
  ...paired("body.footer.logo"),
  "body.footer.groups": items(0, 20, () => ({ title: "Group", links: [] })),
  "body.footer.groups[].title": text(1, 128),
  "body.footer.groups[].links": items(0, 50, () => link),
  "body.footer.groups[].links[].title": text(1, 128),
  "body.footer.copyright": text(0, 512),
  "body.announcement.message": text(2, 128),
  "body.announcement.link.title": text(1, 128),
  "body.pageActions.items": items(0, 6, () => "markdown"),
  "body.privacyPolicy.url": address,
  "body.socialPreview.url": address,
  "body.socialAccounts": items(0, 10, () => looks().socialAccounts[0]),
  "body.socialAccounts[].platform": text(1, 50),
  "body.socialAccounts[].handle": text(1, 256)
}

/** What a site has, and its site spaces have not. */
const siteLooksFields: Case["fields"] = {
  ...looksFields,
  "body.ai.greeting": text(0, 256),
  "body.ai.suggestions": items(0, 5, () => "Why so?"),
  "body.ai.suggestions[]": text(3, 64),
  "body.ai.instructions": text(0, 10_000)
}

const remote = { url: "http://127.0.0.1:1/docs.git", ref: "refs/heads/main" }
const git: Case["fields"] = {
  "body.url": letters(0, 2048, "http://127.0.0.1:1/"),
  "body.ref": letters(0, 512, "refs/heads/"),
  "body.repoTreeURL": address,
  "body.repoCommitURL": address,
  "body.repoProjectDirectory": text(0, 1024),
  "body.gitInfo.url": within({ ...remote, commitMessage: "x", gitInfo: { provider: "github" } }, address)
}
/** An operation of its own for every request: one space has not more than a few under way. */
const freshSpace = async ({ world }: Scene) => ({ spaceId: await world.space("Target") })

let redirects = 0
const redirect = { source: "/from", destination: { kind: "external", url: "https://x.test/" } }
const byPath = { source: "/by-path", destination: { kind: "path", spaceId: "nothing" } }

const filters: Case["fields"] = {
  "query.creator": text(1, 128),
  "query.contributor": text(1, 128),
  "query.requestedReviewer": text(1, 128),
  "query.conversationsIssuesCluster": text(1, 128),
  "query.topic": text(1, 128)
}

const words = () => ({ body: { markdown: "Text" } })
/** A comment on the change request, with a reply. */
const draftComment = async ({ api, ids }: Scene) => {
  const base = `/v1/spaces/${ids["spaceId"]}/change-requests/${ids["changeRequestId"]}/comments`
  const commentId: string = (await api.post(base, words())).body.id
  return { commentId, commentReplyId: (await api.post(`${base}/${commentId}/replies`, words())).body.id }
}
const commentLimits = (suffix: "InSpace" | "InChangeRequest"): Record<string, Case> => {
  const path = suffix === "InSpace" ? {} : { path: draftComment }
  const body = { "body.body.markdown": text(0, 50_000) }
  const part = (field: Field) => ({
    ...field,
    body: ({ ids }: Scene) => ({ ...words(), page: ids["pageId"], tableCell: { record: "r", definition: "d" } })
  })
  const update = {
    ...path,
    fields: {
      ...body,
      "body.addedReactions": items(0, 50, (_, i) => `${i}`),
      "body.addedReactions[]": text(1, 64),
      "body.removedReactions": items(0, 50, (_, i) => `${i}`),
      "body.removedReactions[]": text(1, 64)
    }
  }
  return {
    [`postComment${suffix}`]: {
      body: words,
      fields: {
        ...body,
        "body.page": nobodys(text(1, 128)),
        "body.node": part(text(1, 255)),
        "body.tableCell.record": part(text(1, 255)),
        "body.tableCell.definition": part(text(1, 255))
      }
    },
    [`updateComment${suffix}`]: update,
    [`postCommentReply${suffix}`]: { ...path, body: words, fields: body },
    [`updateCommentReply${suffix}`]: update
  }
}

/** A site with a section beside its default one, and a group. */
const freshSections = async ({ api, ids }: Scene) => {
  const sites = `/v1/orgs/${ids["organizationId"]}/sites`
  const siteId: string = (await api.post(sites, { title: "Sections", spaces: [ids["spaceId"]] })).body.id
  return {
    siteId,
    siteSectionId: (await api.post(`${sites}/${siteId}/sections`, { spaceId: ids["spaceId"] })).body.id as string,
    siteSectionGroupId: (await api.post(`${sites}/${siteId}/section-groups`, { title: "More" })).body.id as string
  }
}

/** Every bounded place of every operation, but `limit` of lists and ids of paths, which are the same everywhere. */
const cases: Readonly<Record<string, Case>> = {
  updateUserById: {
    path: ({ world }) => ({ userId: world.admin.id }),
    fields: { "body.displayName": text(1, 64), "body.photoURL": address }
  },
  createToken: { fields: { "body.label": text(1, 50) } },
  createOrganization: {
    body: () => ({ title: "House" }),
    fields: { "body.title": text(2, 255), ...domains }
  },
  updateOrganizationById: {
    fields: {
      "body.title": text(2, 255),
      "body.logo": address,
      "body.hostname": letters(3, 32),
      ...domains,
      "body.mergeRules.rules[].expression": expression,
      "body.mergeRules.rules[].message": message
    }
  },
  getRevisionSemanticChanges: { fields: { "query.since": nobodys(letters(0, 128)) } },
  listMembersInOrganizationById: { fields: { "query.search": text(0, 512) } },
  listTeamsForOrganizationMember: { fields: { "query.title": text(0, 512) } },
  inviteUsersToOrganization: { fields: { "body.emails": items(0, 1000, () => "one@limits.test") } },
  listTeamsInOrganizationById: { fields: { "query.title": text(0, 512) } },
  createOrganizationTeam: {
    body: () => ({ title: "Team" }),
    fields: { "body.title": text(1, 64), "body.members": { ...people, min: 0 } }
  },
  updateTeamInOrganizationById: { fields: { "body.title": text(1, 64) } },
  updateMembersInOrganizationTeam: {
    fields: {
      "body.add": { ...people, min: 0 },
      "body.remove": { ...people, min: 0 },
      // nobody has such ids
      "body.memberships": nobodys({
        max: 1000,
        make: (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`u${i}`, { role: "member" }]))
      })
    }
  },
  generateStorageUploadURL: {
    body: ({ ids }) => ({
      file: { name: "a.md", type: "text/markdown", size: 9 },
      kind: "content_file",
      space: ids["spaceId"]
    }),
    fields: {
      "body.space": nobodys(text(1, 128)),
      "body.file.name": text(1, 256),
      "body.file.type": nobodys(letters(1, 255, "font/")),
      "body.file.size": { min: 1, max: 10_000_000_000, make: (size) => size }
    }
  },
  createCustomFont: {
    body: async ({ api, ids }) => ({
      fontFamily: "Brand",
      fontFaces: [{ weight: 400, storageKey: await upload(api, ids["organizationId"]!, caveat(400)) }]
    }),
    fields: { ...fontFaces, "body.fontFamily": text(1, 50) }
  },
  updateCustomFont: { fields: { ...fontFaces, "body.fontFamily": text(1, 50) } },
  createOrganizationSAMLProvider: { body: () => ({ label: "Okta" }), fields: { ...saml, "body.label": text(1, 30) } },
  updateOrganizationSAMLProvider: { fields: { ...saml, "body.label": text(1, 30) } },
  listOrganizationAuditEvents: {
    fields: {
      "query.from": nobodys(text(0, 256)),
      "query.to": nobodys(text(0, 256)),
      "query.action": text(0, 256),
      "query.actor": text(0, 256),
      "query.target": text(0, 256)
    }
  },
  createCollection: { fields: { "body.title": text(0, 50) } },
  updateCollectionById: { fields: { "body.title": text(0, 50), "body.description": text(0, 100) } },
  createSpace: {
    fields: {
      "body.title": text(0, 50),
      "body.emoji": text(0, 50),
      "body.template.id": nobodys(text(1, 100))
    }
  },
  updateSpaceById: {
    fields: {
      "body.title": text(0, 50),
      "body.emoji": text(0, 50),
      "body.icon": address,
      "body.mergeRules.rules[].expression": expression,
      "body.mergeRules.rules[].message": message
    }
  },
  inviteToSpace: grants,
  inviteToCollection: grants,
  getCustomHostname: { fields: { "path.hostname": nobodys(letters(0, 512, "docs.")) } },
  getSubdomain: { fields: { "path.subdomain": nobodys(letters(3, 32)) } },
  inviteToSite: grants,
  listPermissionsAggregateInSpace: { fields: { "query.search": text(0, 512) } },
  listPermissionsAggregateInCollection: { fields: { "query.search": text(0, 512) } },
  listPermissionsAggregateInSite: {
    fields: { "query.search": text(0, 512), "query.team": nobodys(letters(0, 128)) }
  },
  updateSpaceContent: { fields: batch },
  updateChangeRequestContent: { fields: batch },
  listChangeRequestsForSpace: { fields: filters },
  listChangeRequestsForOrganization: {
    fields: {
      ...filters,
      "query.space": nobodys(letters(0, 128)),
      "query.site": nobodys(letters(0, 128)),
      "query.styleguideRun": text(1, 128)
    }
  },
  createChangeRequest: {
    fields: {
      "body.subject": text(0, 100),
      "body.conversationsIssuesCluster": nobodys(text(1, 128)),
      "body.template.id": nobodys(text(1, 100))
    }
  },
  updateChangeRequest: {
    fields: {
      "body.settled": nobodys(items(0, 1000, () => ({ conflict: "x", take: "mine" }))),
      "body.settled[].conflict": { ...nobodys(text(1, 64)), body: () => ({ settled: [{ take: "mine" }] }) }
    }
  },
  updateChangeRequestById: {
    fields: {
      "body.subject": text(0, 100),
      "body.conversationsIssuesCluster": nobodys(text(1, 128)),
      "body.links": items(0, 10, () => ticket),
      "body.links[].id": { ...nobodys(text(1, 128)), body: () => ({ links: [ticket] }) },
      "body.links[].ref.url": { ...address, body: () => ({ links: [ticket] }) },
      "body.links[].title": { ...text(0, 128), body: () => ({ links: [ticket] }) }
    }
  },
  submitChangeRequestReview: {
    body: () => ({ status: "approved" }),
    fields: { "body.comment.markdown": text(0, 50_000) }
  },
  requestReviewersForChangeRequest: {
    body: ({ ids }) => ({ users: [ids["reviewer"]] }),
    fields: {
      "body.users": items(0, 100, ({ ids }) => ids["reviewer"]),
      "body.users[]": nobodys(text(1, 128)),
      "body.subject": text(0, 100)
    }
  },
  ...commentLimits("InSpace"),
  ...commentLimits("InChangeRequest"),
  listCommentRepliesInChangeRequest: { path: draftComment, fields: {} },
  searchSpaceContent: { fields: { "query.query": text(0, 512) } },
  searchOrganizationContent: { fields: { "query.query": text(0, 512) } },
  streamAskInSite: {
    body: () => ({ question: "words" }),
    fields: {
      "body.question": text(0, 512),
      "body.scope.siteSpaceIds": within(
        { question: "words", scope: { mode: "specific" } },
        items(1, 1000, () => "nothing")
      )
    }
  },
  searchSiteContent: {
    body: () => ({ query: "words" }),
    fields: {
      "body.query": text(0, 512),
      "body.siteSpaceIds": items(1, 1000, () => "nothing"),
      "body.scope.siteSpaceIds": within(
        { query: "words", scope: { mode: "specific" } },
        items(1, 1000, () => "nothing")
      )
    }
  },
  applyTemplateToSpace: {
    fields: { "body.id": nobodys(text(1, 100)), "body.changeRequestId": nobodys(text(1, 128)) }
  },
  getComputedRevision: { fields: { "body.seed": nobodys(text(1, 256)) } },
  getComputedDocument: { fields: { "body.seed": nobodys(text(1, 256)) } },
  streamSpaceEvents: { fields: { "query.page": letters(0, 128) } },
  streamChangeRequestEvents: { fields: { "query.page": letters(0, 128) } },
  getSpacePDF: { fields: { "query.page": nobodys(letters(0, 128)) } },
  getChangeRequestPDF: { fields: { "query.page": nobodys(letters(0, 128)) } },
  importGitRepository: { path: freshSpace, body: () => remote, fields: git },
  exportToGitRepository: {
    path: freshSpace,
    body: () => ({ ...remote, commitMessage: "Say it" }),
    fields: { ...git, "body.commitMessage": text(1, 10_000) }
  },
  listSites: { fields: { "query.title": text(0, 512) } },
  createSite: {
    fields: {
      "body.title": text(2, 128),
      "body.description": text(1, 256),
      "body.spaces": items(0, 100, ({ ids }) => ids["spaceId"]),
      "body.hostname": hostname
    }
  },
  startSiteExport: { fields: { "body.url": nobodys(address), "body.base": nobodys(letters(0, 1024)) } },
  updateSiteById: {
    fields: {
      "body.title": text(2, 128),
      "body.description": text(1, 256),
      "body.basename": letters(1, 100),
      "body.hostname": hostname,
      "body.proxy": letters(0, 512, "company.com/")
    }
  },
  addSpaceToSite: {
    body: async ({ world }) => ({ spaceId: await world.space("Shown") }),
    fields: {
      "body.title": text(2, 128),
      "body.pageId": nobodys(text(1, 128)),
      "body.template.id": within({ spaceId: null, template: {} }, nobodys(text(1, 100)))
    }
  },
  cutSiteSpaceVersion: {
    body: () => ({ title: "1.4" }),
    fields: { "body.title": letters(1, 50, "t"), "body.path": letters(1, 100, "p") }
  },
  createOpenAPISpec: {
    body: () => ({ slug: `limit-${++slugs}`, source: { text: "{}" } }),
    fields: {
      "body.slug": letters(1, 100),
      "body.source.url": within({ slug: "by-address", source: {} }, address)
    }
  },
  createOrUpdateOpenAPISpecBySlug: {
    path: () => ({ specSlug: "limits" }),
    fields: { "body.source.url": within({ source: {} }, address) }
  },
  updateGlossaryEntries: {
    fields: {
      "body.operations": items(0, 1000, () => ({ type: "insert", translations: { en: "Term" } })),
      "body.operations[].id": nobodys(within({ operations: [{ type: "delete" }] }, text(1, 128)))
    }
  },
  listOpenAPISpecVersions: {
    path: async ({ api, ids }) => ({ specSlug: (await newSpec(api, ids["organizationId"]!)).split("/").at(-1)! }),
    fields: {}
  },
  createSiteMcpServer: {
    body: () => ({ name: "One", url: "https://mcp.example.org/" }),
    fields: {
      "body.name": text(1, 100),
      "body.url": starting("https://x.test/", 2048),
      "body.condition": text(0, 1024)
    }
  },
  updateSiteMcpServerById: {
    fields: {
      "body.name": text(1, 100),
      "body.url": starting("https://x.test/", 2048),
      "body.condition": text(0, 1024)
    }
  },
  createOrganizationWebhook: { body: () => aWebhook, fields: webhookFields },
  createSpaceWebhook: { body: () => aWebhook, fields: webhookFields },
  createSiteWebhook: {
    body: () => ({ ...aWebhook, events: ["site_view"] }),
    fields: { ...webhookFields, "body.events": items(1, 100, () => "site_view") }
  },
  updateWebhookById: { fields: webhookFields },
  getSitePublishingPreviewById: {
    fields: {
      "query.claims": { max: 1024, make: (size) => (size === 0 ? "" : `(${"a".repeat(Math.max(0, size - 4))}:1)`) },
      "query.target": letters(0, 1024)
    }
  },
  listSiteShareLinks: { fields: { "query.search": text(0, 512) } },
  createSiteShareLink: { fields: { "body.name": text(0, 50) } },
  updateSiteShareLinkById: { fields: { "body.name": text(0, 50) } },
  updateSitePublishingAuthById: { fields: { "body.fallbackURL": address, "body.logoutURL": address } },
  updateSiteSpaceById: {
    fields: {
      "body.title": text(1, 128),
      "body.path": letters(1, 100),
      "body.condition": condition,
      "body.pageId": nobodys(text(1, 128))
    }
  },
  addSectionToSite: {
    path: freshSections,
    body: ({ ids }) => ({ spaceId: ids["spaceId"] }),
    fields: {
      "body.title": text(2, 128),
      "body.icon": text(0, 50),
      "body.pageId": nobodys(text(1, 128)),
      "body.template.id": within({ spaceId: null, template: {} }, nobodys(text(1, 100)))
    }
  },
  updateSiteSectionById: {
    path: freshSections,
    fields: {
      "body.title": text(2, 128),
      "body.path": letters(1, 100),
      "body.condition": condition,
      "body.icon": text(0, 50),
      "body.description": text(0, 256)
    }
  },
  addExternalLinkToSite: {
    path: freshSections,
    body: () => ({ title: "Blog", url: "https://x.test/" }),
    fields: externalLink
  },
  updateSiteExternalLinkById: {
    path: async (scene) => {
      const ids = await freshSections(scene)
      const path = `/v1/orgs/${scene.ids["organizationId"]}/sites/${ids["siteId"]}/external-links`
      const { body } = await scene.api.post(path, { title: "Blog", url: "https://x.test/" })
      return { ...ids, siteExternalLinkId: body.id }
    },
    fields: externalLink
  },
  addSectionGroupToSite: {
    path: freshSections,
    body: () => ({ title: "Group" }),
    fields: {
      "body.title": text(1, 100),
      "body.icon": text(0, 50),
      "body.sections": nobodys(items(0, 1000, () => "nothing"))
    }
  },
  updateSiteSectionGroupById: {
    path: freshSections,
    fields: { "body.title": text(1, 100), "body.icon": text(0, 50) }
  },
  updateSiteCustomizationById: { body: looks, fields: siteLooksFields },
  overrideSiteSpaceCustomizationById: { body: looks, fields: looksFields },
  listSiteRedirects: { fields: { "query.search": text(0, 512) } },
  createSiteRedirect: {
    body: () => redirect,
    fields: {
      "body.source": letters(0, 512, "/"),
      "body.destination.url": { ...address, body: () => ({ ...redirect, source: `/out-${redirects++}` }) },
      "body.destination.path": within(byPath, nobodys(text(0, 2048)))
    }
  },
  updateSiteRedirectById: {
    body: () => redirect,
    path: async ({ api, ids }) => {
      const path = `/v1/orgs/${ids["organizationId"]}/sites/${ids["siteId"]}/redirects`
      return { siteRedirectId: (await api.post(path, { ...redirect, source: `/from-${redirects++}` })).body.id }
    },
    fields: { "body.source": letters(0, 512, "/b"), "body.destination.url": address }
  },
  bulkUpsertSiteRedirects: {
    body: () => ({ redirects: [redirect] }),
    fields: {
      "body.redirects": items(1, 500, (_, i) => ({ ...redirect, source: `/bulk-${i}` })),
      "body.redirects[].source": letters(0, 512, "/c"),
      "body.redirects[].destination.url": address,
      "body.redirects[].destination.path": within({ redirects: [byPath] }, nobodys(text(0, 2048)))
    }
  },
  trackEventsInSiteById: {
    body: () => ({ events: [anEvent] }),
    fields: {
      "body.events": items(0, 500, () => anEvent),
      "body.events[].session.visitorId": text(1, 128),
      "body.events[].session.sessionId": text(1, 128),
      "body.events[].session.userAgent": text(0, 1024),
      "body.events[].session.language": text(0, 64),
      "body.events[].session.referrer": text(0, 2048),
      "body.events[].session.ip": text(0, 64),
      "body.events[].location.url": text(1, 2048),
      "body.events[].location.siteSection": text(0, 128),
      "body.events[].location.siteSpace": text(0, 128),
      "body.events[].location.siteShareKey": text(0, 128),
      "body.events[].location.space": text(0, 128),
      "body.events[].location.revision": text(0, 128),
      "body.events[].location.page": text(0, 128),
      "body.events[].timestamp": nobodys(text(1, 64)),
      "body.events[].query": text(0, 512),
      "body.events[].results": { min: 0, max: 100_000, make: (size) => size },
      "body.events[].feedback.comment": within({ events: [{ ...anEvent, feedback: { rating: "ok" } }] }, text(0, 1024)),
      "body.events[].link.target.kind": within(
        { events: [{ ...anEvent, link: { position: "content", target: {} } }] },
        text(0, 256)
      ),
      "body.events[].operation.method": within({ events: [{ ...anEvent, operation: { path: "/" } }] }, text(0, 256)),
      "body.events[].operation.path": within({ events: [{ ...anEvent, operation: { method: "GET" } }] }, text(1, 2048)),
      "body.events[].ad.domain": within({ events: [{ ...anEvent, ad: { placement: "aside" } }] }, text(0, 256)),
      "body.events[].ad.placement": within({ events: [{ ...anEvent, ad: { domain: "x.test" } }] }, text(0, 256)),
      "body.events[].placement": text(0, 256)
    }
  },
  listConversationsIssuesClusters: { fields: {} },
  listConversations: { fields: { "query.source": text(1, 255) } },
  listConversationsIssues: { fields: { "query.cluster": text(1, 255), "query.conversation": text(1, 255) } },
  listImportRuns: {
    fields: { "query.space": text(1, 128), "query.changeRequest": text(1, 128), "query.site": text(1, 128) }
  },
  startImportRun: {
    body: importing,
    fields: {
      "body.source.url": nobodys(within({ source: { type: "website" }, target: { space: "none" } }, address)),
      "body.source.files": nobodys(
        within(
          { source: { type: "file" }, target: { space: "none" } },
          items(1, 50, (_, i) => `uploads/${i}`)
        )
      ),
      "body.source.files[]": nobodys(
        within({ source: { type: "file", files: [] }, target: { space: "none" } }, text(1, 200))
      ),
      "body.target.space": nobodys(within({ source: anImport, target: {} }, text(1, 128))),
      "body.target.changeRequest": nobodys(within({ source: anImport, target: { space: "none" } }, text(1, 128))),
      "body.target.page": nobodys(within({ source: anImport, target: { space: "none" } }, text(1, 128))),
      "body.site": nobodys(text(1, 128))
    }
  },
  ingestConversation: {
    body: () => talk,
    fields: {
      body: items(0, 1000, (_, i) => ({ ...talk, id: `limits ${i}` })),
      "body.id": text(1, 255),
      "body.subject": text(0, 512),
      "body.parts": items(0, 1000, () => talk.parts[0]),
      "body.parts[].body": text(0, 100_000),
      "body.metadata.url": address,
      "body.metadata.createdAt": nobodys(text(1, 64)),
      "body.metadata.attributes": {
        max: 50,
        make: (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`a${i}`, "x"]))
      }
    }
  },
  aggregateSiteEvents: {
    body: () => ({ range: "lastYear" }),
    fields: {
      "body.select": items(0, 20, () => ({ column: "eventsCount" })),
      "body.select[].claim": within({ range: "lastYear", select: [{ column: "visitorClaim" }] }, text(1, 256)),
      "body.groupBy": items(0, 10, () => ({ column: "url" })),
      "body.groupBy[].claim": within({ range: "lastYear", groupBy: [{ column: "visitorClaim" }] }, text(1, 256)),
      "body.where": items(0, 50, () => ({ column: "url", values: ["x"] })),
      "body.where[].values": within(
        { range: "lastYear", where: [{ column: "url" }] },
        items(1, 1000, () => "x")
      ),
      "body.where[].claim": within(
        { range: "lastYear", where: [{ column: "visitorClaim", values: ["x"] }] },
        text(1, 256)
      ),
      "body.order.by.claim": nobodys(
        within({ range: "lastYear", order: { direction: "asc", by: { column: "visitorClaim" } } }, text(1, 256))
      ),
      "body.range.from": nobodys(within({ range: { to: "2026-01-01" } }, text(1, 64))),
      "body.range.to": nobodys(within({ range: { from: "2026-01-01" } }, text(1, 64))),
      "body.limit": { min: 1, max: 1000, make: (size) => size }
    }
  },
  getSiteRedirectBySource: { fields: { "query.source": nobodys(letters(0, 2048)) } },
  resolvePublishedContentByUrl: { fields: { "body.url": nobodys(starting("https://x.test/", 2048)) } },
  getContentByUrl: { fields: { "query.url": nobodys(letters(0, 2048, "https://x.test/")) } },
  getEmbedByUrl: { fields: { "query.url": letters(0, 2048, "http://127.0.0.1:9/") } },
  getEmbedByUrlInSpace: { fields: { "query.url": letters(0, 2048, "http://127.0.0.1:9/") } },
  getPublishedContentByUrl: { fields: { "query.url": nobodys(letters(0, 2048, "https://x.test/")) } }
}

/** The bounded places of an operation, as the document has them; alternatives count together. */
const boundsOf = (document: Document, { definition, method }: Operation): ReadonlyMap<string, Bounds> => {
  const found = new Map<string, Bounds>()
  const walk = (schema: any, place: string, seen: ReadonlyArray<string>): void => {
    if (schema?.$ref !== undefined) {
      const name = schema.$ref.split("/").at(-1)
      if (!seen.includes(name)) walk(document.json["components"].schemas[name], place, [...seen, name])
      return
    }
    // one of an object's members is a choice, which `http.test` tries, and no bound
    const most = schema?.maxProperties === 1 ? undefined : schema?.maxProperties
    const max = schema?.maxLength ?? schema?.maxItems ?? most ?? schema?.maximum
    const min = schema?.minLength ?? schema?.minItems ?? schema?.minimum
    if (max !== undefined || min !== undefined) {
      const bounds = { ...(min > 0 || schema.minimum === 0 ? { min } : {}), max }
      // the same name may be bounded in one way only
      if (found.has(place)) expect(found.get(place), place).toEqual(bounds)
      found.set(place, bounds)
    }
    for (const one of [...(schema?.anyOf ?? []), ...(schema?.oneOf ?? []), ...(schema?.allOf ?? [])]) {
      walk(one, place, seen)
    }
    // a body that may be a list of itself is bounded like one alone
    if (schema?.items !== undefined) walk(schema.items, place === "body" ? place : `${place}[]`, seen)
    for (const [name, inner] of Object.entries(schema?.properties ?? {})) walk(inner, `${place}.${name}`, seen)
  }
  for (const parameter of definition["parameters"] ?? []) {
    if (parameter.in === "query") walk(parameter.schema, `query.${parameter.name}`, [])
    // ids have a test of their own
    if (method === "GET" && parameter.in === "path" && ["subdomain", "hostname"].includes(parameter.name)) {
      walk(parameter.schema, `path.${parameter.name}`, [])
    }
  }
  const body = definition["requestBody"]?.content?.["application/json"]?.schema
  if (body !== undefined) walk(body, "body", [])
  return found
}

/** The body with a value at a place, like `changes[].slug`. */
const withValue = (body: any, place: ReadonlyArray<string>, value: unknown): unknown => {
  const [step, ...rest] = place
  if (step === undefined) return value
  if (step.endsWith("[]")) {
    const name = step.slice(0, -2)
    return { ...body, [name]: [withValue(body?.[name]?.[0], rest, value)] }
  }
  return { ...body, [step]: withValue(body?.[step], rest, value) }
}

/** What the specification's table says, with the places that it is about. */
const specified: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  "Collection title / description": [
    ["createCollection body.title", "updateCollectionById body.title"],
    ["updateCollectionById body.description"]
  ],
  "Space title / emoji": [
    ["createSpace body.title", "updateSpaceById body.title"],
    ["createSpace body.emoji", "updateSpaceById body.emoji"]
  ],
  "Site title": [["createSite body.title", "updateSiteById body.title"]],
  "Site basename": [["updateSiteById body.basename"]],
  "Site hostname, proxy": [["createSite body.hostname", "updateSiteById body.hostname", "updateSiteById body.proxy"]],
  "Site section title / description / path / condition / icon": [
    ["addSectionToSite body.title", "updateSiteSectionById body.title"],
    ["updateSiteSectionById body.description"],
    ["updateSiteSectionById body.path"],
    ["updateSiteSectionById body.condition"],
    ["addSectionToSite body.icon", "updateSiteSectionById body.icon"]
  ],
  "Change request subject": [["createChangeRequest body.subject", "updateChangeRequestById body.subject"]],
  "Redirect source": [["createSiteRedirect body.source", "updateSiteRedirectById body.source"]],
  "MCP server name / url": [
    ["createSiteMcpServer body.name", "updateSiteMcpServerById body.name"],
    ["createSiteMcpServer body.url", "updateSiteMcpServerById body.url"]
  ],
  "SAML label / entityID / certificate / ssoURL": ["label", "entityID", "certificate", "ssoURL"].map((field) => [
    `createOrganizationSAMLProvider body.${field}`,
    `updateOrganizationSAMLProvider body.${field}`
  ]),
  "Custom font family": [["createCustomFont body.fontFamily", "updateCustomFont body.fontFamily"]],
  Subdomain: [["getSubdomain path.subdomain"]]
}

/** Limits that the specification writes beside fields or leaves to the public client (`docs/contributing/wire.md#limits-of-values`). */
const besides: Readonly<Record<string, Bounds>> = {
  "createOrganization body.title": { min: 2, max: 255 },
  "updateOrganizationById body.title": { min: 2, max: 255 },
  "createOrganizationTeam body.title": { min: 1, max: 64 },
  "updateTeamInOrganizationById body.title": { min: 1, max: 64 },
  "createToken body.label": { min: 1, max: 50 },
  "createSite body.description": { min: 1, max: 256 },
  "updateSiteById body.description": { min: 1, max: 256 },
  "inviteToSpace body.users": { min: 1, max: 1000 },
  "inviteToSpace body.teams": { min: 1, max: 1000 },
  "updateSpaceById body.mergeRules.rules[].expression": { min: 1, max: 1024 },
  "updateOrganizationById body.mergeRules.rules[].expression": { min: 1, max: 1024 },
  "updateSpaceContent body.changes": { min: 1, max: 50 },
  "updateChangeRequestContent body.changes": { min: 1, max: 50 },
  "updateChangeRequestContent body.changes[].slug": { max: 100 },
  "updateSiteSpaceById body.path": { min: 1, max: 100 },
  "updateSiteSpaceById body.condition": { max: 1024 },
  "addSectionGroupToSite body.title": { min: 1, max: 100 },
  "updateSiteSectionGroupById body.title": { min: 1, max: 100 }
}

const boundsIn = (words: string): Bounds => {
  const [min, max] = words.includes("..") ? words.split("..") : [undefined, /\d+/.exec(words)![0]]
  return { ...(min === undefined ? {} : { min: Number(min) }), max: Number(max) }
}

onBothStores("Limits", (store) => {
  let scene: Scene
  let model: StandInModel
  let document: Document

  beforeAll(async () => {
    model = await startModel()
    // the contract's bound, and not an operator's
    const world = await startWorld(store, { fileBytes: 10_000_000_000, ...model.config })
    const { api } = world
    const org = `/v1/orgs/${world.organization}`
    const userId = (await world.member("read")).id
    const spaceId = await world.space("Book")
    const written = await api.post(`/v1/spaces/${spaceId}/content`, {
      changes: [
        { operation: "insert_page", document: { markdown: "# One" } },
        { operation: "insert_files", files: [file] }
      ]
    })
    const site = (await api.post(`${org}/sites`, { title: "Site", spaces: [spaceId] })).body
    const made = async (path: string, body?: unknown) => (await api.post(path, body)).body.id as string
    const commentId = await made(`/v1/spaces/${spaceId}/comments`, words())
    scene = {
      world,
      api,
      ids: {
        organizationId: world.organization,
        userId,
        reviewer: (await world.member("review")).id,
        spaceId,
        revisionId: written.body.revision,
        pageId: written.body.changes[0].page.id,
        fileId: (await api.get(`/v1/spaces/${spaceId}/content/files`)).body.items[0].id,
        siteId: site.id,
        siteMcpServerId: await made(`${org}/sites/${site.id}/mcp-servers`, {
          name: "One",
          url: "https://mcp.example.org/"
        }),
        webhookId: await made(`${org}/webhooks`, aWebhook),
        shareLinkId: await made(`${org}/sites/${site.id}/share-links`, { name: "Link" }),
        siteSpaceId: (await api.get(`${org}/sites/${site.id}/site-spaces`)).body.items[0].id,
        collectionId: await made(`${org}/collections`, { title: "Shelf" }),
        teamId: (await api.request("PUT", `${org}/teams`, { body: { title: "Team" } })).body.id,
        inviteId: await made(`${org}/link-invites`, { role: "read" }),
        fontId: (await freshFont(api, world.organization)).id,
        samlProviderId: await made(`${org}/saml`, { label: "Okta" }),
        specSlug: (await newSpec(api, world.organization)).split("/").at(-1)!,
        translationId: await made(`${org}/translations`, {
          language: "fr",
          source: { space: spaceId, language: "en" }
        }),
        changeRequestId: await made(`/v1/spaces/${spaceId}/change-requests`),
        commentId,
        commentReplyId: (await api.post(`/v1/spaces/${spaceId}/comments/${commentId}/replies`, words())).body.id
      }
    }
    document = await readDocument(api)
  })
  afterAll(async () => {
    await scene.world.stop()
    await model.close()
  })

  const ask = async (operation: Operation, place: string, { body }: Case, field: Field, size: number, path = {}) => {
    const [where, ...steps] = place.split(".")
    const ids: Record<string, string | undefined> = { ...scene.ids, ...path }
    const url = operation.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? `no-${name}`)
    const value = field.make(size, scene)
    if (where === "path") {
      return scene.api.get(operation.path.replace(`{${steps[0]}}`, encodeURIComponent(String(value))))
    }
    if (where === "query") {
      const query = new URLSearchParams({ ...requiredQuery(document, operation), [steps.join(".")]: String(value) })
      return scene.api.request(operation.method, `${url}?${query}`, body && { body: await body(scene) })
    }
    const around = await (field.body ?? body ?? (() => smallestBody(document, operation)))(scene)
    return scene.api.request(operation.method, url, { body: withValue(around, steps, value) })
  }

  /** The refusal says where, and how much would be right. */
  const expectRefused = (answer: Answer, place: string, bound: number | string) => {
    const { message } = answer.body?.error ?? {}
    expect([answer.status, message], place).toEqual([400, expect.any(String)])
    expect(message, place).toContain(place.split(".").at(-1)!.replaceAll("[]", ""))
    expect(message.replace(/(?<=\d)[_,](?=\d)/g, ""), place).toMatch(new RegExp(`(?<!\\d)${bound}(?!\\d)`))
    // not the whole of what was sent
    expect(message.length, message.slice(0, 300)).toBeLessThan(300)
  }

  it("are all in this table, as the document has them", () => {
    for (const operation of document.operations) {
      const wanted = Object.fromEntries(
        [...boundsOf(document, operation)].filter(([place]) => place !== "query.limit").sort()
      )
      const tabled = Object.entries(cases[operation.id]?.fields ?? {}).map(([place, { min, max }]) => [
        place,
        { ...(min === undefined || (min === 0 && !/\.(?:at|results)$/.test(place)) ? {} : { min }), max }
      ])
      expect(Object.fromEntries(tabled.sort()), operation.id).toEqual(wanted)
    }
  })

  it("are those of the specification, where it names any", () => {
    const seen: Array<string> = []
    // lists have a test of their own; what becomes of deleted spaces is a story of the conformance suite
    for (const [item, words] of rowsOf("limits.tsv")) {
      seen.push(item!)
      const bounds = words!.split("/").map(boundsIn)
      expect(bounds.length, item).toBe(specified[item!]?.length)
      for (const [i, places] of (specified[item!] ?? []).entries()) {
        for (const place of places) expectBounds(place, bounds[i]!)
      }
    }
    expect(seen.sort()).toEqual(Object.keys(specified).sort())
  })

  it("are those of the public client, where the specification is silent", () => {
    for (const [place, bounds] of Object.entries(besides)) expectBounds(place, bounds)
  })

  const expectBounds = (named: string, bounds: Bounds) => {
    const [id, place] = named.split(" ") as [string, string]
    const operation = document.operations.find((one) => one.id === id)
    // an operation that there is not yet has no limits to hold
    if (operation !== undefined) expect(boundsOf(document, operation).get(place), named).toEqual(bounds)
  }

  describe("hold for", () => {
    for (const [id, one] of Object.entries(cases)) {
      for (const [place, field] of Object.entries(one.fields)) {
        it(`${place} of ${id}`, async () => {
          const operation = document.operation(id)
          const { max, min = 0 } = field
          const path = await one.path?.(scene)
          const fits = [max, ...(min > 0 ? [min] : [])]
          // a value made of a fixed beginning is never shorter than that
          for (const size of fits.filter((size) => size === max || place.endsWith("[]") || !field.unknown)) {
            const value = field.make(size, scene)
            const answer = await ask(operation, place, one, field, size, await one.path?.(scene))
            if (field.unknown === true) {
              expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
              expect(answer.text, place).not.toMatch(/at most|characters|length of/)
              continue
            }
            expect([200, 201, 204], `${size}: ${answer.text.slice(0, 300)}`).toContain(answer.status)
            const back = answer.body?.[place.split(".").at(-1)!]
            // kept as it was sent, not cut
            if (place.split(".").length === 2 && typeof back === "string") expect(back).toBe(value)
          }
          expectRefused(await ask(operation, place, one, field, max + 1, path), place, field.says ?? max)
          if (min > 0) expectRefused(await ask(operation, place, one, field, min - 1, path), place, min)
        })
      }
    }

    it("words of which there are few: the refusal names them", async () => {
      const space = `/v1/spaces/${scene.ids["spaceId"]}`
      for (const [body, words] of [
        [{ defaultLevel: "boss" }, ["defaultLevel", "read", "comment", "edit", "review", "create", "admin"]],
        [{ language: "xx" }, ["language", "en", "pt-br", "sl"]],
        [{ editMode: "off" }, ["editMode", "live", "locked"]],
        [{ mergeRules: { type: "some" } }, ["mergeRules", "inherit", "none", "rules"]],
        [{ mergeRules: { type: "rules", rules: [{ rule: "ask" }] } }, ["rules.0", "allow_bypass", "custom"]]
      ] as const) {
        const answer = await scene.api.patch(space, body)
        expect(answer.status, answer.text).toBe(400)
        for (const word of words) expect(answer.body.error.message).toContain(word)
      }
    })

    it("merge rules", async () => {
      for (const path of [`/v1/spaces/${scene.ids["spaceId"]}`, `/v1/orgs/${scene.ids["organizationId"]}`]) {
        const patch = (count: number) =>
          scene.api.patch(path, {
            mergeRules: { type: "rules", rules: Array(count).fill({ rule: "require_agent_review" }) }
          })
        const kept = await patch(100)
        expect([kept.status, kept.body.mergeRules.rules.length], path).toEqual([200, 100])
        expectRefused(await patch(101), "mergeRules", 100)
        const naming = await scene.api.patch(path, {
          mergeRules: { type: "rules", rules: [{ rule: "allow_bypass", users: [scene.ids["userId"], "nobody"] }] }
        })
        expect(naming.status, path).toBe(400)
        expect(naming.body.error.details, path).toMatchObject([{ path: "mergeRules.rules.0.users.1" }])
      }
    })

    it("rich documents", async () => {
      const path = `/v1/spaces/${scene.ids["spaceId"]}/change-requests/${scene.ids["changeRequestId"]}`
      const leaf = (text: string) => ({ object: "text", leaves: [{ object: "leaf", text, marks: [] }] })
      const describe = (...nodes: ReadonlyArray<unknown>) =>
        scene.api.patch(path, { description: { object: "document", data: { schemaVersion: 8 }, nodes } })
      const deep = (levels: number): unknown =>
        levels === 1 ? leaf("x") : { object: "block", type: "blockquote", nodes: [deep(levels - 1)] }
      const around = JSON.stringify({ object: "document", data: { schemaVersion: 8 }, nodes: [leaf("")] }).length
      const sized = (size: number) => describe(leaf(emoji.repeat(size - around)))
      const many = (count: number) => describe(...Array.from({ length: count }, () => ({ object: "fragment" })))
      for (const [ask, bound] of [
        [(size: number) => describe(deep(size)), 60],
        [many, 20_000],
        [sized, 500_000]
      ] as const) {
        const kept = await ask(bound)
        expect(kept.status, kept.text.slice(0, 300)).toBe(200)
        expectRefused(await ask(bound + 1), "description", bound)
      }
    })

    it("e-mail addresses", async () => {
      const invite = (size: number) =>
        scene.api.post(`/v1/orgs/${scene.ids["organizationId"]}/invites`, {
          emails: [`${emoji.repeat(size - "@limits.test".length)}@limits.test`]
        })
      expect((await invite(254)).body).toMatchObject({ invited: 1 })
      const refused = await invite(255)
      expect([refused.status, refused.body.error.details]).toMatchObject([400, [{ path: "emails.0" }]])
    })

    it("collections in collections", async () => {
      const make = (parent?: string) =>
        scene.api.post(`/v1/orgs/${scene.ids["organizationId"]}/collections`, parent === undefined ? {} : { parent })
      let parent = (await make()).body.id
      for (let depth = 2; depth <= 100; depth++) {
        const { body, status } = await make(parent)
        expect(status, String(depth)).toBe(201)
        parent = body.id
      }
      const deeper = await make(parent)
      expect([deeper.status, deeper.body.error.message]).toEqual([400, expect.stringMatching(/at most 100 deep/)])
      expect((await scene.api.post(`/v1/orgs/${scene.ids["organizationId"]}/spaces`, { parent })).status).toBe(201)
    })

    it("limit of every list", async () => {
      const lists = document.operations.filter((operation) => boundsOf(document, operation).has("query.limit"))
      expect(lists.length).toBeGreaterThan(25)
      for (const operation of lists) {
        expect(boundsOf(document, operation).get("query.limit"), operation.id).toEqual({ min: 0, max: 1000 })
        for (const size of [0, 1000]) {
          const { path } = cases[operation.id] ?? {}
          const answer = await ask(
            operation,
            "query.limit",
            { ...cases[operation.id], fields: {} },
            limit,
            size,
            await path?.(scene)
          )
          expect(answer.status, `${operation.id} ${answer.text.slice(0, 200)}`).toBe(200)
          if (size === 0) expect(answer.body.items ?? [], operation.id).toEqual([])
        }
        for (const size of [-1, 1001]) {
          expectRefused(
            await ask(operation, "query.limit", { ...cases[operation.id], fields: {} }, limit, size),
            "query.limit",
            1000
          )
        }
      }
    })

    it("ids in paths", async () => {
      for (const operation of document.operations.filter(({ method }) => method === "GET")) {
        for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) {
          if (name === "pagePath" || name === "subdomain" || name === "hostname") continue
          const query = new URLSearchParams(requiredQuery(document, operation))
          const of = (id: string) => {
            const path = operation.path.replace(/\{(\w+)\}/g, (_, other) => (other === name ? id : scene.ids[other]!))
            return scene.api.get(`${path}?${query}`)
          }
          // ids of conversations are those of where they come from
          const most = name === "conversationId" ? 255 : 128
          expect((await of("a".repeat(most))).status, `${operation.id} ${name}`).toBe(404)
          expectRefused(await of("a".repeat(most + 1)), `path.${name}`, most)
        }
      }
    })
  })
})
