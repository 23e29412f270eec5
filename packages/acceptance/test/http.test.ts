/**
 * What holds for every request: errors, limits, hostile input, caches, compression, browsers on other origins. Its tables
 * have a row for each operation and stay in one file: an operation without one fails.
 */

import { setTimeout as sleep } from "node:timers/promises"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { commitFiles } from "@octavo/git-cli/testing"
import { makeCertificate } from "@octavo/saml/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Answer, type Client, rawRequest } from "../src/client.ts"
import { type Document, readDocument } from "../src/document.ts"
import { anEvent } from "../src/events.ts"
import { importOk } from "../src/imports.ts"
import { looks } from "../src/looks.ts"
import { type StandInModel, startModel } from "../src/model.ts"
import { problemsOf } from "../src/objects.ts"
import { newSpec } from "../src/openapi.ts"
import { importSample, type Sample } from "../src/sample.ts"
import { onBothStores } from "../src/stores.ts"
import { caveat, freshFont, upload as uploaded } from "../src/uploads.ts"
import { startWorld, type World } from "../src/world.ts"

const emoji = "😀"

/** Slugs that were made, none twice. */
let slugs = 0

/** Values that a field takes, and values that it must refuse. */
interface Field {
  readonly takes: ReadonlyArray<unknown>
  readonly refuses: ReadonlyArray<unknown>
}

const notText = [1, true, [], {}, ["text"]]
const withNull = (field: Field): Field => ({
  takes: [...field.takes, null],
  refuses: field.refuses.filter((value) => value !== null)
})

/** Text of so many code points: an emoji is one of them. */
const text = (min: number, max: number): Field => ({
  takes: [...(min === 0 ? [""] : []), "x".repeat(Math.max(min, 1)), "y".repeat(max), emoji.repeat(max), `é${emoji}`],
  refuses: [
    ...notText,
    null,
    ...(min > 0 ? [""] : []),
    ...(min > 1 ? [emoji.repeat(min - 1)] : []),
    "z".repeat(max + 1),
    emoji.repeat(max + 1),
    "nul\u0000",
    "half \ud83d"
  ]
})
const oneOf = (...values: ReadonlyArray<string>): Field => ({
  takes: values,
  refuses: [...notText, null, "", "no-such-value", values[0]!.toUpperCase()]
})
/** There is none with such an id. */
const noCluster: Field = { takes: [], refuses: [...notText, null, "", "nothing", "x".repeat(129)] }
/** An address at which there is no page: an import ends as soon as it has begun. */
const website = ({ world }: Scene) => ({ type: "website", url: `${world.origin}/healthz` })
const flag: Field = { takes: [true, false], refuses: ["true", 1, 0, null, [], {}] }
const webAddress: Field = {
  takes: ["https://example.com/a.png", "http://example.com"],
  refuses: [...notText, null, "", "example.com", "javascript:alert(1)", "ftp://x", `https://x/${"a".repeat(2048)}`]
}
const role = oneOf("read", "comment", "edit", "review", "create", "admin")
const language = oneOf("en", "fr", "pt-br", "zh-tw", "sl")
const mergeRules = (inherit: boolean): Field => ({
  takes: [
    ...(inherit ? [{ type: "inherit" }] : []),
    { type: "none" },
    { type: "rules", rules: [] },
    { type: "rules", rules: [{ rule: "require_at_least_one_review" }] },
    { type: "rules", rules: [{ rule: "custom", expression: "x".repeat(1024), message: "No" }] }
  ],
  refuses: [
    null,
    "none",
    [],
    {},
    { type: "some" },
    { type: "rules" },
    { type: "rules", rules: {} },
    { type: "rules", rules: [{ rule: "no-such-rule" }] },
    { type: "rules", rules: [{ rule: "custom", expression: "" }] },
    { type: "rules", rules: [{ rule: "custom", expression: "x".repeat(1025) }] },
    { type: "rules", rules: [{ rule: "require_specific_reviewers" }] },
    ...(inherit ? [] : [{ type: "inherit" }])
  ]
})
const domains: Field = {
  takes: [[], ["example.com"], ["a.example.co", "b.example"]],
  refuses: [null, "example.com", {}, [1], ["no dots"], ["EXAMPLE.com"], ["-x.com"], [`${"a".repeat(64)}.com`]]
}

const notHostnames = [
  ...notText,
  "",
  "acme.com",
  "co.uk",
  "Docs.acme.com",
  "docs.acme.com.",
  "docs.acme.com:443",
  "https://docs.acme.com",
  "docs.acme.com/guide",
  "bücher.acme.com",
  "*.acme.com",
  "_octavo.acme.com",
  "-docs.acme.com",
  "docs..acme.com",
  "10.20.30.40",
  "docs.octavo.localhost",
  "s3.us-east-1.amazonaws.com",
  `${"a".repeat(64)}.acme.com`,
  `${"a.".repeat(250)}acme.com`,
  "docs.acme.com\r\n",
  "docs.acme.com\u0000"
]

const localized = (min: number, max: number) =>
  withNull({
    takes: [{}, { fr: emoji.repeat(max), "pt-BR": "x".repeat(Math.max(min, 1)) }],
    refuses: [
      ...notText.filter((one) => JSON.stringify(one) !== "{}"),
      null,
      "text",
      { fr: 1 },
      { fr: null },
      { fr: "x".repeat(max + 1) },
      ...(min > 0 ? [{ fr: "x".repeat(min - 1) }] : []),
      { "no locale": "Titre" },
      { ["__proto__"]: "Titre", "": "Titre" },
      Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`fr-${100 + i}`, "Titre"]))
    ]
  })

/** One segment of a path. */
const urlSegment: Field = {
  takes: ["guide", "v1.2", "a_b~c", "a".repeat(100)],
  refuses: [...notText, null, "", "a/b", "..", ".", "~files", "a b", "a".repeat(101), emoji]
}
const condition: Field = withNull({
  takes: ["", "true", "visitor.claims.beta", 'visitor.claims.plan == "pro"', `"${emoji.repeat(1022)}"`],
  refuses: [...notText, null, "visitor.", "a &&", "f()", emoji, "x".repeat(1025), "nul\u0000", "half \ud83d"]
})
/** Where something may be moved: nowhere beside itself, beside others, or beside nothing. */
const moves = (key: string, type: string): Field => ({
  takes: [{}],
  refuses: [
    null,
    1,
    "first",
    [],
    { before: null },
    { before: "x" },
    { before: { type } },
    { after: { type, [key]: 1 } },
    { after: { type: "page", [key]: "x" } },
    { before: { type, [key]: "nothing" } },
    { after: { type, [key]: "nothing" } }
  ]
})

/** References that no template has, and some that lead nowhere. */
const contentRefs = [
  1,
  [],
  null,
  { contact: null },
  { contact: "https://example.org" },
  { contact: { kind: "url" } },
  { contact: { kind: "url", url: "javascript:alert(1)" } },
  { contact: { kind: "page", page: "nothing" } },
  { contact: { kind: "nothing" } },
  { other: { kind: "url", url: "https://example.org" } },
  JSON.parse('{ "__proto__": { "kind": "url", "url": "https://example.org" } }'),
  { constructor: { kind: "url", url: "https://example.org" } }
]
const template: Field = {
  takes: [{ id: "blank" }, { id: "runbook", params: {} }],
  refuses: [
    ...notText,
    null,
    "text",
    { id: "" },
    { id: 1 },
    { id: "nothing" },
    ...contentRefs.map((refs) => ({ id: "changelog", params: { contentRefs: refs } }))
  ]
}

const bodies = {
  takes: [{}, { markdown: "" }, { markdown: "# Text" }, { markdown: emoji.repeat(50_000) }],
  refuses: [
    ...notText,
    null,
    "text",
    { markdown: null },
    { markdown: 1 },
    { markdown: "x".repeat(50_001) },
    { document: {} }
  ].filter((value) => JSON.stringify(value) !== "{}")
}
const commentBody: Field = { ...bodies, refuses: [...bodies.refuses, undefined] }
const emojis: Field = {
  takes: [[], ["1f44d"], [emoji, "1f680"]],
  refuses: [null, "1f44d", {}, [1], [null], [""], ["x".repeat(65)], Array.from({ length: 51 }, (_, i) => `${i}`)]
}
const said = () => ({ body: { markdown: "Text" } })
/** Nodes and cells are parts of a page, which must be named with them. */
const commentPlace: Writing["fields"] = {
  body: commentBody,
  page: ({ page }) => ({ takes: [page], refuses: [...notText, null, "", "nothing"] }),
  node: { takes: [], refuses: [...notText, null, "", "n", "x".repeat(256)] },
  tableCell: { takes: [], refuses: [...notText, null, "text", { record: "r" }, { record: "r", definition: "d" }] }
}
const replyUpdate: Writing["fields"] = { body: bodies, addedReactions: emojis, removedReactions: emojis }
const commentUpdate: Writing["fields"] = { resolved: flag, ...replyUpdate }

interface Writing {
  readonly method: "POST" | "PATCH" | "PUT"
  readonly path: (scene: Scene) => string | Promise<string>
  /** What must be sent beside the field. */
  readonly base?: (scene: Scene) => Record<string, unknown>
  /** Where to see whether something changed. */
  readonly witness: (scene: Scene) => string
  readonly fields: Readonly<Record<string, Field | ((scene: Scene) => Field)>>
}

interface Scene {
  readonly world: World
  readonly sample: Sample
  readonly api: Client
  readonly document: Document
  readonly org: string
  readonly site: string
  readonly siteSpace: string
  readonly shareLink: string
  readonly mcpServer: string
  readonly webhook: string
  /** Path of an OpenAPI specification. */
  readonly spec: string
  /** Path of a translation. */
  readonly translation: string
  /** Another site: its default section, one beside it with its space, and a group. */
  readonly sections: Readonly<Record<"site" | "first" | "section" | "siteSpace" | "group" | "link", string>>
  readonly reader: string
  readonly samlProvider: string
  readonly font: string
  /** Of an uploaded font. */
  readonly fontKey: string
  readonly team: string
  readonly collection: string
  readonly invite: string
  /** Open, on the sample's space. */
  readonly changeRequest: string
  /** On the sample's space and on the change request, each with a reply. */
  readonly spaceComment: string
  readonly spaceReply: string
  readonly draftComment: string
  readonly draftReply: string
  /** Of somebody else's words on the change request. */
  readonly notification: string
  /** A page of the sample. */
  readonly page: string
  /** A space that is written to, and a page of it. */
  readonly live: string
  readonly livePage: string
  /** It on the site, and a redirect there. */
  readonly liveSiteSpace: string
  readonly redirect: string
}

const org = ({ org }: Scene) => `/v1/orgs/${org}`
const site = (scene: Scene) => `${org(scene)}/sites/${scene.site}`
const sectioned = (scene: Scene) => `${org(scene)}/sites/${scene.sections.site}`
const space = ({ sample }: Scene) => `/v1/spaces/${sample.space}`
const team = (scene: Scene) => `${org(scene)}/teams/${scene.team}`
const collection = (scene: Scene) => `/v1/collections/${scene.collection}`

const changeRequest = (scene: Scene) => `${space(scene)}/change-requests/${scene.changeRequest}`

const richText = (...nodes: ReadonlyArray<unknown>) => ({ object: "document", data: { schemaVersion: 8 }, nodes })
const paragraph = (text: string) => ({
  object: "block",
  type: "paragraph",
  nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
})
const richDocument: Field = {
  takes: [
    richText(),
    richText(paragraph(`Why ${emoji}`), paragraph("")),
    { ...richText(paragraph("x")), data: { own: [1] } }
  ],
  refuses: [
    ...notText,
    null,
    "text",
    { object: "document" },
    { object: "document", data: {} },
    { object: "document", nodes: [] },
    { ...richText(), object: "block" },
    { ...richText(), data: { schemaVersion: "8" } },
    richText("text"),
    richText({ object: "block" }),
    richText({ object: "text" }),
    richText({ object: "no-such-node" }),
    richText({ ...paragraph("x"), nodes: "text" })
  ]
}

/** A batch that writes content. What one bad entry says of the others is all that there is to say: nothing is done. */
const contentChanges = (scene: Scene): Field => {
  const insert = (fields: object = {}) => ({ operation: "insert_page", document: {}, ...fields })
  const files = (...files: ReadonlyArray<unknown>) => ({ operation: "insert_files", files })
  const inline = { name: "a.txt", contentType: "text/plain", base64: "YQ==" }
  const { page } = scene
  const ids = [...notText, null, "", "nothing"]
  const bad: ReadonlyArray<unknown> = [
    null,
    "text",
    {},
    [],
    { operation: "no_such_operation", page },
    { operation: "insert_page" },
    insert({ document: null }),
    insert({ document: "# Text" }),
    insert({ document: { markdown: 1 } }),
    insert({ document: { markdown: "nul\u0000" } }),
    insert({ document: { markdown: "half \ud83d" } }),
    insert({ document: { markdown: "x", document: richText() } }),
    ...text(1, 1000).refuses.map((title) => insert({ title })),
    ...text(0, 100).refuses.map((slug) => insert({ slug })),
    ...text(0, 50).refuses.map((emoji) => insert({ emoji })),
    ...text(0, 50).refuses.map((icon) => insert({ icon })),
    ...text(0, 1024).refuses.map((condition) => insert({ condition })),
    ...text(0, 10_000).refuses.map((description) => insert({ description })),
    ...["hidden", "noIndex", "noRobotsIndex"].flatMap((name) => flag.refuses.map((value) => insert({ [name]: value }))),
    ...[7, "none", { ref: {} }, { yPos: "1" }].map((cover) => insert({ cover })),
    ...[7, "wide", { width: "narrow" }, { outline: "no" }].map((layout) => insert({ layout })),
    ...[7, "a", ["a"], [{}], [{ tag: "" }]].map((tags) => insert({ tags })),
    ...[7, "a", { a: 1 }, { "not a name": "x" }].map((variables) => insert({ variables })),
    ...[7, { canonical: "/" }, { alternates: {} }].map((metaLinks) => insert({ metaLinks })),
    ...[{}, { title: "" }, { title: 7 }, { title: "G", into: page }].map((one) => ({
      operation: "insert_group",
      ...one
    })),
    ...[{}, { url: "" }, { url: "javascript:alert(1)" }, { target: "x" }, { target: { kind: "page", page: "x" } }].map(
      (one) => ({ operation: "insert_link", title: "L", ...one })
    ),
    { operation: "insert_link", url: "https://example.com/" },
    { operation: "update_page", page, url: "https://example.com/" },
    { operation: "update_page", page, revision: "nothing", document: { markdown: "x" } },
    { operation: "update_page", page, settled: [{ text: "x" }] },
    ...flag.refuses.map((nearest) => insert({ document: { markdown: "x", nearest } })),
    ...[-1, 1.5, "1", null].map((at) => insert({ at })),
    ...ids.filter((id) => id !== null).map((into) => insert({ into })),
    ...ids.map((page) => ({ operation: "update_page", page, title: "T" })),
    ...ids.map((page) => ({ operation: "delete_page", page })),
    ...ids.map((page) => ({ operation: "revert_page", page })),
    { operation: "update_page", page, into: page },
    { operation: "update_page", page, slug: "../x" },
    { operation: "revert_page", page, revision: "nothing" },
    files(),
    files(...Array(21).fill(inline)),
    files(null),
    files({ name: "a.txt" }),
    files({ ...inline, url: "https://example.com/a.txt" }),
    files({ ...inline, storageKey: "uploads/nothing" }),
    ...[...notText, null, "", "nothing", "uploads/nothing"].map((storageKey) => files({ name: "a.txt", storageKey })),
    files({ ...inline, name: "../a.txt" }),
    files({ ...inline, base64: "no base64!" }),
    files({ name: "a.txt", base64: "YQ==" }),
    files({ name: "a.txt", url: "ftp://example.com/a.txt" }),
    files({ name: "a.txt", url: "javascript:alert(1)" })
  ]
  return {
    takes: [
      [insert()],
      [insert({ title: emoji.repeat(1000), slug: "", emoji, icon: "book", hidden: true, at: 0, into: null })],
      [insert({ document: { markdown: "# One\n" }, ref: "one" }), insert({ description: "", condition: "" })],
      [{ operation: "update_page", page, title: "Other", noIndex: true, noRobotsIndex: false }],
      [
        {
          operation: "update_page",
          page,
          cover: null,
          layout: { width: "wide" },
          tags: [{ tag: "beta" }],
          variables: { a: "1" }
        }
      ],
      [{ operation: "update_page", page, metaLinks: { canonical: { kind: "url", url: "https://example.com/" } } }],
      [
        { operation: "insert_group", title: "Group", emoji, slug: "", ref: "group" },
        { operation: "insert_link", title: "Link", url: "https://example.com/", into: "group", at: 0 }
      ],
      [files(inline, { ...inline, ref: "b" })],
      Array.from({ length: 50 }, (_, i) => insert({ slug: `many-${serial++}-${i}` }))
    ],
    refuses: [
      null,
      "text",
      {},
      [],
      insert(),
      Array.from({ length: 51 }, () => insert()),
      ...bad.map((one) => [insert({ title: "Before" }), one]),
      [insert({ ref: "same" }), insert({ ref: "same" })],
      [
        { operation: "delete_page", page },
        { operation: "update_page", page, title: "Gone" }
      ]
    ]
  }
}

/** Of another kind of body than the one that is tried: it says nothing. */
const ignored: Field = { takes: [7, null, "nothing"], refuses: [] }

const place: Field = {
  takes: [],
  refuses: [
    null,
    "first",
    [],
    { before: {} },
    { before: { type: "page", page: "x" } },
    { after: { type: "space" } },
    { before: { type: "space", space: "nothing" } },
    { after: { type: "collection", collection: "nothing" } }
  ]
}

/** Grants on a space, a collection or a site. Ids that are nobody's are answered 404, and are another story. */
const grants = (kind: "Space" | "Collection" | "Site", at: (scene: Scene) => string): Record<string, Writing> => {
  const ids: Field = { takes: [], refuses: [null, "text", {}, [1], []] }
  const change = (subject: "users" | "teams", id: (scene: Scene) => string): Writing => ({
    method: "PATCH",
    path: (scene) => `${at(scene)}/permissions/${subject}/${id(scene)}`,
    witness: (scene) => `${at(scene)}/permissions/${subject}`,
    fields: { role: { takes: ["read", "review"], refuses: role.refuses.filter((value) => value !== null) } }
  })
  return {
    [`inviteTo${kind}`]: {
      method: "POST",
      path: (scene) => `${at(scene)}/permissions`,
      base: ({ reader }) => ({ role: "read", users: [reader] }),
      witness: (scene) => `${at(scene)}/permissions/users`,
      fields: {
        role: { takes: role.takes, refuses: role.refuses.filter((value) => value !== null) },
        users: (scene) => ({ takes: [[scene.reader], [scene.reader, scene.reader]], refuses: ids.refuses }),
        teams: (scene) => ({ takes: [[scene.team]], refuses: [] })
      }
    },
    [`updateUserPermissionIn${kind}`]: change("users", ({ reader }) => reader),
    [`updateTeamPermissionIn${kind}`]: change("teams", ({ team }) => team)
  }
}
const { certificate } = makeCertificate()
const samlFields: Writing["fields"] = {
  label: text(1, 30),
  entityID: text(0, 1024),
  ssoURL: {
    takes: ["", "https://idp.example.com/sso?x=1", "http://idp.example.com"],
    refuses: [
      ...notText,
      null,
      "idp.example.com",
      "javascript:alert(1)",
      "https://a:b@idp.example.com/",
      "https://idp.example.com/#x",
      `https://x/${"a".repeat(2048)}`
    ]
  },
  certificate: {
    takes: ["", certificate, `${certificate}${" ".repeat(10_000 - certificate.length)}`],
    refuses: [
      ...notText,
      null,
      "text",
      certificate.slice(0, 200),
      certificate.replaceAll("CERTIFICATE", "PRIVATE KEY"),
      `${certificate}${" ".repeat(10_001 - certificate.length)}`
    ]
  },
  defaultTeam: (scene) => ({ takes: [null, scene.team], refuses: [...notText, "", "nothing"] }),
  defaultRole: withNull(role)
}
const faces = ({ fontKey }: Scene, ...weights: ReadonlyArray<number>) =>
  weights.map((weight) => ({ weight, storageKey: fontKey }))
const notFaces = (scene: Scene) => [
  1,
  "text",
  {},
  [1],
  [{}],
  [{ weight: 400 }],
  [{ storageKey: scene.fontKey }],
  [{ weight: "400", storageKey: scene.fontKey }],
  [{ weight: 400, storageKey: "" }],
  [{ weight: 400, storageKey: 1 }],
  faces(scene, 0),
  faces(scene, 400.5),
  faces(scene, 400, 1001),
  faces(scene, ...Array.from({ length: 21 }, (_, i) => i + 400))
]
const upload = { name: "a.woff2", type: "font/woff2", size: 9 }
const leadingOut = { kind: "external", url: "https://example.com/" }
const redirectFlags: Writing["fields"] = { draft: flag, captureWildcard: flag, permanent: flag }
const redirectSource = (prefix: string): Field => ({
  takes: ["/a", "/old/page.html", "/%C3%A9t%C3%A9", "/~a_b-c", `/${"a".repeat(511 - prefix.length)}`].map(
    (source) => prefix + source
  ),
  refuses: [
    ...notText,
    null,
    "",
    "/",
    "a",
    "/a/",
    "//a",
    "/a//b",
    "/a b",
    "/é",
    "/a?b",
    "/a#b",
    "/a+b",
    "/a/*",
    "/%zz",
    "/a\\b",
    "/a\r\nb",
    "https://example.com/",
    `/${"a".repeat(512)}`
  ]
})
const redirectDestination =
  (byPath: boolean) =>
  ({ livePage, liveSiteSpace, live }: Scene): Field => {
    const path = { kind: "path", spaceId: live, path: "" }
    return {
      takes: [
        leadingOut,
        { kind: "external", url: "http://example.com:8080/a?b=c#d" },
        { kind: "site-space", siteSpaceId: liveSiteSpace },
        { kind: "site-page", siteSpaceId: liveSiteSpace, pageId: livePage },
        ...(byPath ? [path] : [])
      ],
      refuses: [
        ...notText,
        null,
        "https://example.com/",
        {},
        { kind: "external" },
        { kind: "no-such-kind", url: "https://example.com/" },
        ...[
          null,
          7,
          "",
          "/a",
          "//evil.test",
          "\\\\evil.test",
          "https:evil.test",
          "https:///evil.test",
          "https:\\\\evil.test",
          "https://a@evil.test/",
          "https://a:b@evil.test/",
          "https://example.com/\r\nset-cookie: a=b",
          " https://example.com/",
          "https://exa mple.com/",
          "https://[::1",
          "javascript:alert(1)",
          "JAVASCRIPT://example.com/%0aalert(1)",
          "data:text/html,x",
          "ftp://example.com/",
          `https://example.com/${"a".repeat(2048)}`
        ].map((url) => ({ kind: "external", url })),
        { kind: "site-space" },
        { kind: "site-space", siteSpaceId: 7 },
        { kind: "site-space", siteSpaceId: "nothing" },
        { kind: "site-page", siteSpaceId: liveSiteSpace },
        { kind: "site-page", siteSpaceId: liveSiteSpace, pageId: "nothing" },
        { kind: "site-section", siteSectionId: "nothing" },
        ...(byPath
          ? [
              { kind: "path", spaceId: live },
              { ...path, path: "nothing/here" },
              { ...path, spaceId: "nothing" }
            ]
          : [path])
      ]
    }
  }

let serial = 0

/** Every body that the document describes, but that of imports, which have a story of their own. */

const color = { light: "#2f46b5", dark: "#abc" }
const link = { title: "To", to: { kind: "url", url: "https://example.org" } }
const footing = { groups: [{ title: "Group", links: [link] }] }
const enabled: Field = { takes: [{ enabled: true }, { enabled: false }], refuses: [1, "true", [], { enabled: "yes" }] }
const hostile = ["javascript:alert(1)", "//evil.test", "/\\evil.test", "data:text/html,x", "ftp://x.test", "a b", ""]
/** Members of a site's looks; an override may leave out any of them, and take any back with null. */
const looksFields = (override: boolean): Writing["fields"] => {
  const one = (member: Field): Field =>
    override
      ? { takes: [...member.takes, {}, null], refuses: member.refuses }
      : { takes: member.takes, refuses: [...member.refuses, null] }
  const whole = (member: Field): Field =>
    override ? withNull(member) : { ...member, refuses: [...member.refuses, null] }
  const { header, styling } = looks()
  return {
    title: whole({ ...text(2, 128), refuses: text(2, 128).refuses.filter((value) => value !== null) }),
    localizedTitle: whole({
      takes: [{}, { de: "Handbuch" }],
      refuses: [1, [], { de: 1 }, { de: "x" }]
    }),
    styling: one({
      takes: [styling, { ...styling, tint: { color }, headingFont: "Lato", corners: "straight" }],
      refuses: [
        ...notText.filter((value) => JSON.stringify(value) !== "{}"),
        ...["red", "#ff", "#ggg", "#fff;}", 1, null].map((light) => ({
          ...styling,
          primaryColor: { light, dark: "#fff" }
        })),
        { ...styling, font: "Comic" },
        { ...styling, font: { id: "mine" } },
        { ...styling, tint: {} },
        { ...styling, theme: "none" }
      ]
    }),
    internationalization: one({ takes: [{ locale: "de" }, { locale: "en" }], refuses: [1, [], { locale: "xx" }] }),
    favicon: whole({
      takes: [{ emoji }, { icon: { light: "/a.png", dark: "https://example.org/a.png" } }, {}],
      refuses: [
        1,
        [],
        { emoji: "" },
        { emoji, icon: { light: "/a.png", dark: "/a.png" } },
        { icon: "/a.png" },
        ...hostile.map((light) => ({ icon: { light, dark: "/a.png" } }))
      ]
    }),
    header: one({
      takes: [header, { preset: "none", links: [] }, { ...header, primaryLink: link.to, linkColor: color }],
      refuses: [
        1,
        [],
        ...hostile.map((url) => ({ ...header, links: [{ ...link, to: { kind: "url", url }, links: [] }] })),
        ...hostile.map((url) => ({
          ...header,
          links: [{ ...link, links: [{ title: "To", to: { kind: "url", url } }] }]
        })),
        ...hostile.map((light) => ({ ...header, logo: { light, dark: "/a.png" } })),
        { ...header, logo: { light: "/a.png" } },
        { ...header, links: [{ ...link, links: [], to: { kind: "page", page: "nothing" } }] },
        { ...header, links: [{ ...link, links: [], to: { kind: "space", space: "nothing" } }] },
        { ...header, links: [{ ...link, links: [], to: { kind: "user", user: "nothing" } }] },
        { ...header, links: [{ title: "To" }] }
      ]
    }),
    footer: one({
      takes: [footing, { groups: [], copyright: "" }],
      refuses: [
        1,
        [],
        { ...footing, copyright: "x".repeat(513) },
        { groups: [{ title: "Group", links: [{ title: "To" }] }] }
      ]
    }),
    announcement: whole({
      takes: [looks().announcement],
      refuses: [1, [], {}, { ...looks().announcement, style: "loud" }, { ...looks().announcement, message: "x" }]
    }),
    themes: one({
      takes: [{ default: "dark", toggeable: false }],
      refuses: [1, [], { default: "auto", toggeable: true }]
    }),
    pdf: one(enabled),
    feedback: one(enabled),
    git: one({
      takes: [{ showEditLink: false }, { showEditLink: true, showAuthors: true }],
      refuses: [1, [], { showEditLink: 1 }, { showEditLink: true, showAuthors: "yes" }]
    }),
    pageActions: one({
      takes: [{ items: ["pdf", "markdown"] }, { items: [] }, { externalAI: true }],
      refuses: [1, [], { items: ["none"] }, { items: Array(7).fill("markdown") }, { mcp: "yes" }]
    }),
    externalLinks: one({ takes: [{ target: "blank" }, { target: "self" }], refuses: [1, [], { target: "_top" }] }),
    pagination: one(enabled),
    trademark: one(enabled),
    privacyPolicy: one({
      takes: [{ url: "https://example.org/privacy" }, { url: "/privacy" }, { url: "mailto:me@example.org" }, {}],
      refuses: [1, [], ...hostile.map((url) => ({ url }))]
    }),
    socialPreview: one({
      takes: [{ url: "https://example.org/a.png" }],
      refuses: [1, [], ...hostile.map((url) => ({ url }))]
    }),
    socialAccounts: whole({
      takes: [[], looks().socialAccounts],
      refuses: [1, {}, [{ platform: "github" }], Array(11).fill(looks().socialAccounts[0])]
    })
  }
}

const externalUrl: Field = {
  takes: ["https://example.org/a?b#c", "http://localhost:9000/"],
  refuses: [
    ...notText,
    ...hostile,
    null,
    "",
    "/a",
    "mailto:a@b.c",
    "https://u:p@x.test/",
    `https://x.test/${"a".repeat(2034)}`
  ]
}
const externalLinkFields: Writing["fields"] = {
  localizedTitle: localized(2, 128),
  description: withNull(text(0, 256)),
  localizedDescription: localized(0, 256),
  icon: withNull(text(0, 50)),
  parent: ({ sections: { group } }) => withNull({ takes: [group], refuses: [...notText, null, "", "nothing"] }),
  draft: flag,
  condition
}

const webhookEvents = (good: string, ...bad: ReadonlyArray<string>): Field => ({
  takes: [[good], [good, good]],
  refuses: [null, 1, good, [], [null], ["nothing"], ...bad.map((one) => [good, one]), Array(101).fill(good)]
})
const webhookFields: Writing["fields"] = {
  url: {
    takes: ["https://hooks.example.org/a?b=c", "http://127.0.0.1:9/"],
    refuses: [...notText, ...hostile, null, "https://user:secret@example.org", "file:///etc/passwd", "ftp://x.test/"]
  },
  description: withNull(text(0, 255)),
  events: webhookEvents("member_added"),
  active: flag
}

const mcpServerFields: Writing["fields"] = {
  name: text(1, 100),
  url: {
    takes: ["https://mcp.example.org/sse", "http://localhost:9000/"],
    refuses: [...notText, ...hostile, null, "https://user:secret@example.org", `https://x.test/${"a".repeat(2034)}`]
  },
  transport: oneOf("sse", "http"),
  headers: {
    takes: [{}, { Authorization: "Bearer abc", "x-one": "1", "x-long": "x".repeat(512) }],
    refuses: [
      null,
      1,
      [],
      "a: b",
      { a: "" },
      { a: "x".repeat(513) },
      { a: 1 },
      { "a b": "c" },
      { a: "b\r\nc: d" },
      { a: "1", A: "2" },
      { a: "…" }
    ]
  },
  condition: withNull(text(0, 1024))
}

/** Where visitors are sent to. */
const visitorAddress: Field = {
  takes: ["https://example.org/login?next=1", "http://localhost:9000/", null],
  refuses: [
    ...notText,
    ...hostile,
    "https:\\\\evil.test",
    "https://user:secret@example.org",
    "https://example.org/a\r\nset-cookie: a=b",
    "https://",
    `https://x.test/${"a".repeat(2034)}`
  ]
}
const specFields: Writing["fields"] = {
  source: {
    takes: [{ text: "{}" }, { url: "http://127.0.0.1:9/spec.json" }],
    refuses: [
      ...notText,
      null,
      "https://example.com/spec.json",
      { text: "" },
      { text: 1 },
      { text: "nul\u0000" },
      { text: "half \ud83d" },
      { text: "{}", url: "https://example.com/spec.json" },
      { url: null },
      { url: "" },
      { url: "file:///etc/passwd" },
      { url: "//example.com" },
      { url: "https://user:secret@example.org/spec.json" },
      { url: `https://x.test/${"a".repeat(2034)}` }
    ]
  }
}

const adaptiveSchema = (properties: unknown) => ({ type: "object", properties, additionalProperties: false })

const writings: Readonly<Record<string, Writing>> = {
  updateUserById: {
    method: "PATCH",
    path: ({ world }) => `/v1/users/${world.admin.id}`,
    witness: () => "/v1/user",
    fields: { displayName: text(1, 64), photoURL: webAddress }
  },
  createToken: {
    method: "POST",
    path: () => "/v1/user/tokens",
    base: () => ({ label: "x" }),
    witness: () => "/v1/user/tokens?limit=1000",
    fields: {
      label: text(1, 50),
      scopes: withNull({
        takes: [[], ["space:read"], ["space:read", "space:write"]],
        refuses: [null, "space:read", {}, [1], ["no:such"], ["space:read", ""]]
      }),
      expiresAt: withNull({
        takes: ["2999-12-31T23:59:59.000Z", "2999-12-31"],
        refuses: [...notText, null, "", "tomorrow", "2001-01-01T00:00:00.000Z", "2999-13-45"]
      })
    }
  },
  readNotifications: {
    method: "PATCH",
    path: () => "/v1/user/notifications",
    witness: () => "/v1/user/notifications",
    fields: {
      readUntil: {
        takes: ["2001-01-01T00:00:00.000Z"],
        refuses: [...notText, null, "", "today", "2001-01-01", "2001-01-01T00:00:00Z", "2001-01-01T00:00:00.000+01:00"]
      }
    }
  },
  updateNotificationSettings: {
    method: "PATCH",
    path: () => "/v1/user/notification-settings",
    witness: () => "/v1/user/notification-settings",
    fields: {
      mail: {
        takes: [{}, { mentioned: "daily" }, { merged: "none", answered: "at-once" }],
        refuses: [...notText, null, "none", { mentioned: "never" }, { mentioned: null }, { merged: 1 }].filter(
          (value) => JSON.stringify(value) !== "{}"
        )
      }
    }
  },
  updateNotification: {
    method: "PATCH",
    path: (scene) => `/v1/user/notifications/${scene.notification}`,
    witness: () => "/v1/user/notifications",
    fields: { read: flag }
  },
  createOrganization: {
    method: "POST",
    path: () => "/v1/orgs",
    base: () => ({ title: "House" }),
    witness: () => "/v1/orgs?limit=1000",
    fields: { title: text(2, 255), emailDomains: domains }
  },
  updateOrganizationById: {
    method: "PATCH",
    path: org,
    witness: org,
    fields: {
      title: text(2, 255),
      emailDomains: domains,
      hostname: {
        takes: ["acme", "a".repeat(32), "a-1"],
        refuses: [...notText, null, "", "ab", "a".repeat(33), "-ab", "ab-", "Acme", "a.b", `${emoji}abc`]
      },
      defaultRole: withNull({ takes: ["read", "create"], refuses: [...notText, null, "", "guest", "admin"] }),
      defaultContent: (scene) =>
        withNull({
          takes: [{ type: "site", site: scene.site }],
          refuses: [
            null,
            "site",
            [],
            {},
            { type: "space", site: scene.site },
            { type: "site", site: "nothing" },
            { type: "site" }
          ]
        }),
      logo: withNull(webAddress),
      sso: flag,
      ai: flag,
      inviteLinks: flag,
      mergeRules: mergeRules(false)
    }
  },
  updateMemberInOrganizationById: {
    method: "PATCH",
    path: (scene) => `${org(scene)}/members/${scene.reader}`,
    witness: (scene) => `${org(scene)}/members/${scene.reader}`,
    fields: { role: withNull(role) }
  },
  createSpace: {
    method: "POST",
    path: (scene) => `${org(scene)}/spaces`,
    witness: (scene) => `${org(scene)}/spaces?limit=1000`,
    fields: {
      title: text(0, 50),
      emoji: {
        takes: ["", emoji, "👩‍👩‍👧", emoji.repeat(50)],
        refuses: [...notText, null, emoji.repeat(51), "\u0000"]
      },
      parent: withNull({ takes: [], refuses: [...notText, null, "", "nothing"] }),
      language,
      editMode: oneOf("live", "locked"),
      empty: flag,
      template: { ...template, takes: [{ id: "blank" }, { id: "runbook" }] },
      // no source is there before OpenAPI descriptions are
      computedSource: {
        takes: [],
        refuses: [...notText, null, "text", { type: 1 }, { type: "" }, { type: "builtin:nothing" }, { props: {} }]
      }
    }
  },
  updateSpaceById: {
    method: "PATCH",
    path: space,
    witness: space,
    fields: {
      title: text(0, 50),
      emoji: withNull(text(0, 50)),
      icon: withNull(webAddress),
      editMode: oneOf("locked", "live"),
      defaultLevel: withNull(role),
      language: withNull(language),
      mergeRules: mergeRules(true)
    }
  },
  createSite: {
    method: "POST",
    path: (scene) => `${org(scene)}/sites`,
    witness: (scene) => `${org(scene)}/sites?limit=1000`,
    fields: {
      hostname: { takes: ["created.acme.com"], refuses: [...notHostnames, null] },
      type: oneOf("basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"),
      title: text(2, 128),
      description: withNull(text(1, 256)),
      visibility: oneOf("public", "unlisted", "share-link", "visitor-auth"),
      spaces: ({ sample }) => ({
        takes: [[], [sample.space], [sample.space, sample.space]],
        refuses: [null, sample.space, {}, [1], ["nothing"], [sample.space, "nothing"], Array(101).fill(sample.space)]
      })
    }
  },
  startSiteExport: {
    method: "POST",
    // one export of a site waits at a time
    path: async (scene) => {
      const { body } = await scene.api.post(`${org(scene)}/sites`, { title: "Files", spaces: [scene.sample.space] })
      await scene.api.post(`${org(scene)}/sites/${body.id}/publish`)
      return `${org(scene)}/sites/${body.id}/exports`
    },
    witness: (scene) => `${site(scene)}/exports`,
    fields: {
      url: {
        takes: ["https://docs.example.com/handbook/"],
        refuses: [
          ...notText,
          null,
          "",
          "docs.example.com",
          "ftp://docs.example.com/",
          "https://",
          "https://docs.example.com/%zz/",
          `https://docs.example.com/${"a".repeat(2048)}`
        ]
      },
      base: {
        takes: ["", "docs"],
        refuses: [...notText, null, "/a b/", "/../", "/a?b", "/é/", "nul\u0000", "a".repeat(1025)]
      }
    }
  },
  updateSiteById: {
    method: "PATCH",
    path: site,
    witness: site,
    fields: {
      title: text(2, 128),
      description: withNull(text(1, 256)),
      visibility: oneOf("unlisted", "share-link", "visitor-auth", "public"),
      hostname: withNull({ takes: ["docs.acme.com", "xn--bcher-kva.acme.co.uk"], refuses: notHostnames }),
      basename: {
        takes: ["docs", "a", "a".repeat(100), "a-1"],
        refuses: [...notText, null, "", "Docs", "a b", "-a", "a-", "a/b", "a".repeat(101), "../x", "xn--a", emoji]
      },
      adaptiveContent: {
        takes: [{ enabled: true }, { enabled: false }],
        refuses: [null, true, [], {}, { enabled: "yes" }]
      },
      agentsContext: oneOf("excluded", "included"),
      defaultLevel: withNull({ takes: ["inherit", "read", "admin"], refuses: [...notText, null, "", "guest"] }),
      defaultSiteSpace: ({ siteSpace }) => ({ takes: [siteSpace], refuses: [...notText, null, "", "nothing"] }),
      defaultSiteSection: { takes: [], refuses: [...notText, null, "", "nothing"] },
      proxy: withNull({
        takes: ["company.com/docs", "a.company.com/docs/more", `company.com/${"a".repeat(500)}`],
        refuses: [
          ...notText,
          null,
          "",
          "company.com",
          "company/docs",
          "https://company.com/docs",
          "company.com//docs",
          "company.com/../docs",
          "company.com/docs/",
          "localhost/docs",
          `company.com/${"a".repeat(501)}`
        ]
      })
    }
  },
  createOrganizationWebhook: {
    method: "POST",
    path: (scene) => `${org(scene)}/webhooks`,
    base: () => ({ url: "https://hooks.example.org/", events: ["comment_created"] }),
    witness: (scene) => `${org(scene)}/webhooks?limit=1000`,
    fields: webhookFields
  },
  createSpaceWebhook: {
    method: "POST",
    path: (scene) => `${space(scene)}/webhooks`,
    base: () => ({ url: "https://hooks.example.org/", events: ["comment_created"] }),
    witness: (scene) => `${space(scene)}/webhooks?limit=1000`,
    fields: { ...webhookFields, events: webhookEvents("space_content_updated", "site_view", "member_added") }
  },
  createSiteWebhook: {
    method: "POST",
    path: (scene) => `${site(scene)}/webhooks`,
    base: () => ({ url: "https://hooks.example.org/", events: ["site_view"] }),
    witness: (scene) => `${site(scene)}/webhooks?limit=1000`,
    fields: { ...webhookFields, events: webhookEvents("site_view", "space_content_updated", "member_added") }
  },
  updateWebhookById: {
    method: "PATCH",
    path: (scene) => `${org(scene)}/webhooks/${scene.webhook}`,
    witness: (scene) => `${org(scene)}/webhooks?limit=1000`,
    fields: webhookFields
  },
  createSiteMcpServer: {
    method: "POST",
    path: (scene) => `${site(scene)}/mcp-servers`,
    base: () => ({ name: "One", url: "https://mcp.example.org/" }),
    witness: (scene) => `${site(scene)}/mcp-servers?limit=1000`,
    fields: mcpServerFields
  },
  updateSiteMcpServerById: {
    method: "PATCH",
    path: (scene) => `${site(scene)}/mcp-servers/${scene.mcpServer}`,
    witness: (scene) => `${site(scene)}/mcp-servers?limit=1000`,
    fields: mcpServerFields
  },
  createOpenAPISpec: {
    method: "POST",
    path: (scene) => `${org(scene)}/openapi`,
    base: () => ({ slug: `given-${++slugs}`, source: { text: "{}" } }),
    // what becomes of the objects meanwhile is no change of a caller's
    witness: (scene) => `${org(scene)}/audit-events?limit=1000`,
    fields: {
      ...specFields,
      slug: {
        takes: ["a", "Pets-2", "x".repeat(100)],
        refuses: [...notText, null, "", "a b", "-a", "a-", "a--b", "é", "a/b", "a_b", "x".repeat(101), "nul\u0000"]
      }
    }
  },
  createOrUpdateOpenAPISpecBySlug: {
    method: "PUT",
    path: (scene) => `${org(scene)}/openapi/put`,
    witness: (scene) => `${org(scene)}/audit-events?limit=1000`,
    fields: specFields
  },
  updateOpenAPISpecBySlug: {
    method: "PATCH",
    path: (scene) => scene.spec,
    witness: (scene) => scene.spec,
    fields: { visibility: oneOf("public", "private") }
  },
  updateGlossaryEntries: {
    method: "PUT",
    path: (scene) => `${org(scene)}/translations-glossary`,
    witness: (scene) => `${org(scene)}/translations-glossary?limit=1000`,
    fields: {
      operations: {
        takes: [
          [],
          [{ type: "insert", translations: { en: "Space", "pt-br": "Espaço" } }],
          [{ type: "insert", translations: { ja: emoji.repeat(255) } }]
        ],
        refuses: [
          42,
          true,
          null,
          "text",
          {},
          ["text"],
          [{ type: "replace", translations: { en: "x" } }],
          [{ type: "insert" }],
          [{ type: "insert", translations: {} }],
          [{ type: "insert", translations: { klingon: "x" } }],
          [{ type: "insert", translations: JSON.parse('{"__proto__":"x"}') }],
          [{ type: "insert", translations: { en: "" } }],
          [{ type: "insert", translations: { en: " " } }],
          [{ type: "insert", translations: { en: "two\nlines" } }],
          [{ type: "insert", translations: { en: emoji.repeat(256) } }],
          [{ type: "insert", translations: { en: "nul\u0000" } }],
          [{ type: "update", translations: { en: "x" } }],
          [{ type: "update", id: "none", translations: { en: "x" } }],
          [{ type: "delete" }],
          [{ type: "delete", id: "none" }],
          [
            { type: "insert", translations: { en: "x" } },
            { type: "delete", id: "none" }
          ]
        ]
      }
    }
  },
  createTranslation: {
    method: "POST",
    path: (scene) => `${org(scene)}/translations`,
    base: (scene) => ({ language: "fr", source: { space: scene.sample.space, language: "en" } }),
    witness: (scene) => `${org(scene)}/translations?limit=1000`,
    fields: {
      language: { takes: ["fr", "pt-br", "zh-tw"], refuses: [...language.refuses, "en"] },
      source: ({ sample }) => ({
        takes: [{ space: sample.space }, { space: sample.space, language: "de" }],
        refuses: [...notText, null, {}, { space: "none" }, { space: 1 }, { language: "en" }]
      }),
      instructions: richDocument,
      translateSlugs: flag
    }
  },
  updateTranslation: {
    method: "PUT",
    path: (scene) => scene.translation,
    witness: (scene) => scene.translation,
    fields: { instructions: richDocument, translateSlugs: flag }
  },
  createSiteShareLink: {
    method: "POST",
    path: (scene) => `${site(scene)}/share-links`,
    base: () => ({ name: "Link" }),
    witness: (scene) => `${site(scene)}/share-links?limit=1000`,
    fields: { name: text(0, 50) }
  },
  updateSiteShareLinkById: {
    method: "PATCH",
    path: (scene) => `${site(scene)}/share-links/${scene.shareLink}`,
    witness: (scene) => `${site(scene)}/share-links?limit=1000`,
    fields: { name: text(0, 50), active: flag }
  },
  updateSitePublishingAuthById: {
    method: "PATCH",
    path: (scene) => `${site(scene)}/publishing/auth`,
    base: () => ({ backend: "custom" }),
    witness: (scene) => `${site(scene)}/publishing/auth`,
    fields: {
      backend: { takes: ["custom"], refuses: [...notText, null, "", "integration", "own"] },
      fallbackURL: visitorAddress,
      logoutURL: visitorAddress
    }
  },
  updateSiteCustomizationById: {
    method: "PUT",
    path: (scene) => `${site(scene)}/customization`,
    base: () => looks(),
    witness: (scene) => `${site(scene)}/customization`,
    fields: {
      ...looksFields(false),
      ai: { takes: [{ mode: "none" }, { mode: "assistant" }], refuses: [null, 1, [], {}, { mode: "all" }] },
      advancedCustomization: { takes: [{ enabled: true }], refuses: [null, 1, [], {}, { enabled: 1 }] },
      insights: { takes: [{ trackingCookie: true }, { trackingCookie: false }], refuses: [null, 1, [], {}] }
    }
  },
  overrideSiteSpaceCustomizationById: {
    method: "PATCH",
    path: (scene) => `${site(scene)}/site-spaces/${scene.siteSpace}/customization`,
    witness: (scene) => `${site(scene)}/site-spaces/${scene.siteSpace}/customization`,
    fields: looksFields(true)
  },
  trackEventsInSiteById: {
    method: "POST",
    path: (scene) => `${site(scene)}/insights/events`,
    witness: site,
    fields: {
      events: {
        takes: [[], [anEvent], [{ ...anEvent, type: "search_type_query", query: "words" }]],
        refuses: [
          null,
          "text",
          {},
          [1],
          [{}],
          [{ ...anEvent, type: "some" }],
          [{ ...anEvent, session: {} }],
          [{ ...anEvent, location: null }],
          [{ ...anEvent, timestamp: "2001-01-01T00:00:00.000Z" }],
          [{ ...anEvent, timestamp: 1 }],
          [anEvent, { ...anEvent, feedback: { rating: "fine" } }]
        ]
      }
    }
  },
  startImportRun: {
    method: "POST",
    path: (scene) => `/v1/org/${scene.org}/imports`,
    base: (scene) => ({ source: website(scene), target: { space: scene.live } }),
    witness: (scene) => `/v1/orgs/${scene.org}/conversations-clusters`,
    fields: {
      source: {
        takes: [],
        refuses: [
          null,
          1,
          "text",
          {},
          { type: "file", files: [] },
          { type: "file", files: ["uploads/none"] },
          { type: "file", url: "https://x.test" },
          { type: "website", url: "ftp://x" }
        ]
      },
      target: { takes: [], refuses: [null, "text", [], {}, { space: "nothing" }, { space: 1 }] },
      site: { takes: [], refuses: [null, 1, "", "nothing", {}] },
      enhance: { takes: [false, true], refuses: [null, 1, "text"] }
    }
  },
  ingestConversation: {
    method: "POST",
    path: (scene) => `/v1/orgs/${scene.org}/conversations`,
    base: () => ({ id: "fields", parts: [] }),
    witness: (scene) => `/v1/orgs/${scene.org}/conversations-clusters`,
    fields: {
      id: text(1, 255),
      subject: text(0, 512),
      metadata: {
        takes: [
          {},
          { url: "https://desk.test/1", attributes: { plan: "pro" }, createdAt: "2026-01-01T00:00:00Z" },
          { attributes: { constructor: "x", hasOwnProperty: "y" } }
        ],
        refuses: [
          null,
          1,
          "text",
          [],
          { url: 1 },
          { url: "no address" },
          { attributes: { a: 1 } },
          { attributes: [] },
          { createdAt: "soon" }
        ]
      },
      parts: {
        takes: [[], [{ type: "message", role: "team-member", body: "" }]],
        refuses: [
          null,
          "text",
          {},
          [1],
          [{}],
          [{ type: "note", role: "user", body: "x" }],
          [{ type: "message", role: "bot", body: "x" }]
        ]
      }
    }
  },
  aggregateSiteEvents: {
    method: "POST",
    path: (scene) => `${site(scene)}/insights/events/aggregate`,
    base: () => ({ range: "lastYear" }),
    witness: site,
    fields: {
      range: {
        takes: ["last24Hours", { from: "2026-01-01", to: "2026-02-01" }],
        refuses: [null, 1, "lastCentury", {}, { from: "2026-01-01" }, { from: "x", to: "y" }]
      },
      select: {
        takes: [[], [{ column: "eventsCount" }], [{ column: "datetime", interval: "week" }]],
        refuses: [null, {}, ["url"], [{ column: "some" }], [{ column: "datetime", interval: "second" }]]
      },
      groupBy: {
        takes: [[], [{ column: "page" }], [{ column: "visitorClaim", claim: "a" }]],
        refuses: [null, {}, [1], [{ column: "eventsCount" }], [{ column: "visitorClaim" }]]
      },
      where: {
        takes: [[], [{ column: "url", values: [null], operator: "notIn" }]],
        refuses: [null, {}, [{ column: "url" }], [{ column: "url", values: [1] }], [{ column: "url", values: [] }]]
      },
      order: {
        takes: [{ by: { column: "eventsCount" }, direction: "desc" }],
        refuses: [null, [], {}, { by: { column: "url" }, direction: "asc" }]
      },
      limit: { takes: [1, 1000], refuses: [null, 0, 1001, 1.5, "1"] }
    }
  },
  createSiteRedirect: {
    method: "POST",
    path: (scene) => `${site(scene)}/redirects`,
    base: () => ({ source: `/s/${serial++}`, destination: leadingOut }),
    witness: (scene) => `${site(scene)}/redirects?limit=1000`,
    fields: { ...redirectFlags, source: redirectSource(""), destination: redirectDestination(true) }
  },
  updateSiteRedirectById: {
    method: "PATCH",
    path: (scene) => `${site(scene)}/redirects/${scene.redirect}`,
    witness: (scene) => `${site(scene)}/redirects?limit=1000`,
    fields: { ...redirectFlags, source: redirectSource("/u"), destination: redirectDestination(false) }
  },
  bulkUpsertSiteRedirects: {
    method: "PUT",
    path: (scene) => `${site(scene)}/redirects`,
    witness: (scene) => `${site(scene)}/redirects?limit=1000`,
    fields: {
      redirects: (scene) => {
        const one = { source: "/bulk", destination: leadingOut }
        const destination = redirectDestination(true)(scene)
        return {
          takes: [
            [one],
            [
              { ...one, intent: "draft" },
              { source: "/bulk", intent: "publish" }
            ],
            [{ source: "/bulk", destination: null }],
            [{ source: "/bulk", intent: "publish" }],
            Array.from({ length: 500 }, (_, i) => ({ ...one, source: `/many-${i}` })),
            ...destination.takes.map((destination) => [{ ...one, destination }])
          ],
          refuses: [
            null,
            "text",
            {},
            [],
            [null],
            [{}],
            [{ source: "/bulk" }],
            [{ ...one, intent: "no such intent" }],
            Array.from({ length: 501 }, (_, i) => ({ ...one, source: `/many-${i}` })),
            ...redirectSource("").refuses.map((source) => [one, { ...one, source }]),
            // what only a look at the site tells is said of the entry, in an answer that is 200
            ...destination.refuses
              .filter((value) => value !== null && !JSON.stringify(value).includes("nothing"))
              .map((destination) => [one, { ...one, destination }])
          ]
        }
      }
    }
  },
  updateSiteAdaptiveSchema: {
    method: "PUT",
    path: (scene) => `${site(scene)}/adaptive-schema`,
    base: () => ({ jsonSchema: adaptiveSchema({}) }),
    witness: (scene) => `${site(scene)}/adaptive-schema`,
    fields: {
      jsonSchema: {
        takes: [
          adaptiveSchema({ beta: { type: "boolean" } }),
          adaptiveSchema({ [emoji]: { type: "string", description: emoji.repeat(256), enum: [emoji.repeat(256)] } }),
          { ...adaptiveSchema({}), $schema: "http://json-schema.org/draft-07/schema#" }
        ],
        refuses: [
          ...notText,
          null,
          "{}",
          adaptiveSchema({ a: { type: "string", description: emoji.repeat(257) } }),
          adaptiveSchema({ a: { type: "string", description: "nul\u0000" } }),
          adaptiveSchema({ a: { type: "string", description: "half \ud83d" } }),
          adaptiveSchema({ a: { type: "string", description: "", pattern: "(a+)+$" } }),
          adaptiveSchema({ a: { $ref: "#/properties/a" } }),
          adaptiveSchema(Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [i, { type: "boolean" }]))),
          adaptiveSchema(JSON.parse('{ "__proto__": { "type": "boolean" } }'))
        ]
      }
    }
  },
  addSpaceToSite: {
    method: "POST",
    path: (scene) => `${site(scene)}/site-spaces`,
    base: () => ({ spaceId: null }),
    witness: (scene) => `${site(scene)}/site-spaces?limit=1000`,
    fields: {
      spaceId: { takes: [null], refuses: [...notText, undefined, "", "nothing"] },
      template,
      title: text(2, 128),
      draft: flag,
      pageId: ({ page }) => ({ takes: [null], refuses: [...notText, "", "nothing", page] }),
      sectionId: withNull({ takes: [], refuses: [...notText, null, "nothing"] })
    }
  },
  streamAskInSite: {
    method: "POST",
    path: (scene) => `${site(scene)}/ask`,
    base: () => ({ question: "words" }),
    witness: site,
    fields: {
      question: {
        takes: ["", "two words?", emoji.repeat(512)],
        refuses: [...notText, null, undefined, "x".repeat(513)]
      },
      context: { takes: [{}, { siteSpaceId: "nothing" }], refuses: [1, "text", null, { siteSpaceId: 1 }] },
      scope: {
        takes: [{ mode: "all" }, { mode: "default" }, { mode: "specific", siteSpaceIds: ["nothing"] }],
        refuses: [1, "all", null, {}, { mode: "some" }, { mode: "specific", siteSpaceIds: [] }]
      }
    }
  },
  searchSiteContent: {
    method: "POST",
    path: (scene) => `${site(scene)}/search`,
    base: () => ({ query: "words" }),
    witness: site,
    fields: {
      query: { takes: ["", "two words", emoji.repeat(512)], refuses: [...notText, null, undefined, "x".repeat(513)] },
      scope: {
        takes: [
          { mode: "all" },
          { mode: "default" },
          { mode: "default", currentSiteSpace: "nothing", restrictTo: "otherSiteSpaces" },
          { mode: "specific", siteSpaceIds: ["nothing"] }
        ],
        refuses: [null, "all", [], {}, { mode: "some" }, { mode: "specific" }, { mode: "specific", siteSpaceIds: [] }]
      },
      siteSpaceIds: { takes: [["nothing"]], refuses: [null, "nothing", [], [1]] },
      mode: { takes: ["all", "current"], refuses: [1, null, "some"] },
      siteSpaceId: { takes: ["nothing"], refuses: [1, null] }
    }
  },
  sortSiteStructure: {
    method: "PATCH",
    path: (scene) => `${sectioned(scene)}/structure/sort`,
    base: ({ sections: { section } }) => ({ item: { type: "site-section", id: section }, position: {} }),
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: {
      item: ({ sections: { group, section } }) => ({
        takes: [
          { type: "site-section-group", id: group },
          { type: "site-section", id: section }
        ],
        refuses: [...notText, null, undefined, { type: "site-section" }, { id: section }, { type: "page", id: section }]
      }),
      position: ({ sections: { group, section } }) => ({
        takes: [{}, { after: { type: "site-section-group", id: group } }],
        refuses: [
          1,
          true,
          null,
          undefined,
          "first",
          [],
          { before: null },
          { before: section },
          { before: { type: "site-section", id: section } },
          { after: { type: "site-section", id: "nothing" } }
        ]
      })
    }
  },
  addSectionToSite: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/sections`,
    base: () => ({ spaceId: null }),
    witness: (scene) => `${sectioned(scene)}/sections?limit=1000`,
    fields: {
      spaceId: ({ sample }) => ({ takes: [null, sample.space], refuses: [...notText, undefined, "", "nothing"] }),
      template,
      pageId: ({ page }) => ({ takes: [null], refuses: [...notText, "", "nothing", page] }),
      title: withNull(text(2, 128)),
      icon: withNull(text(0, 50)),
      draft: flag,
      siteSectionGroupId: ({ sections: { group } }) =>
        withNull({ takes: [group], refuses: [...notText, null, "", "nothing"] })
    }
  },
  updateSiteSectionById: {
    method: "PATCH",
    path: (scene) => `${sectioned(scene)}/sections/${scene.sections.section}`,
    witness: (scene) => `${sectioned(scene)}/sections?limit=1000`,
    fields: {
      title: text(2, 128),
      path: urlSegment,
      defaultSiteSpace: ({ sections: { siteSpace }, siteSpace: elsewhere }) => ({
        takes: [siteSpace],
        refuses: [...notText, null, "", "nothing", elsewhere]
      }),
      condition,
      icon: withNull(text(0, 50)),
      draft: flag,
      localizedTitle: localized(2, 128),
      localizedDescription: localized(0, 256),
      description: withNull(text(0, 256)),
      siteSectionGroupId: ({ sections: { group } }) =>
        withNull({ takes: [group], refuses: [...notText, null, "", "nothing"] })
    }
  },
  moveSiteSection: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/sections/${scene.sections.first}/move`,
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: { position: moves("siteSection", "site-section") }
  },
  addExternalLinkToSite: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/external-links`,
    base: () => ({ title: "Blog", url: "https://example.org/" }),
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: {
      ...externalLinkFields,
      title: { ...text(2, 128), refuses: [...text(2, 128).refuses, undefined] },
      url: { ...externalUrl, refuses: [...externalUrl.refuses, undefined] }
    }
  },
  updateSiteExternalLinkById: {
    method: "PATCH",
    path: (scene) => `${sectioned(scene)}/external-links/${scene.sections.link}`,
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: { ...externalLinkFields, title: text(2, 128), url: externalUrl }
  },
  addSectionGroupToSite: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/section-groups`,
    base: () => ({ title: "Group" }),
    witness: (scene) => `${sectioned(scene)}/section-groups?limit=1000`,
    fields: {
      title: { ...text(1, 100), refuses: [...text(1, 100).refuses, undefined] },
      icon: withNull(text(0, 50)),
      sections: ({ sections: { first, section } }) => ({
        takes: [[], [first], [section, section]],
        refuses: [...notText.filter((one) => !Array.isArray(one)), null, [1], [null], [""], ["nothing"], [first, "x"]]
      }),
      parent: ({ sections: { group } }) => withNull({ takes: [group], refuses: [...notText, null, "", "nothing"] }),
      draft: flag
    }
  },
  updateSiteSectionGroupById: {
    method: "PATCH",
    path: (scene) => `${sectioned(scene)}/section-groups/${scene.sections.group}`,
    witness: (scene) => `${sectioned(scene)}/section-groups?limit=1000`,
    fields: {
      title: text(1, 100),
      localizedTitle: localized(1, 100),
      icon: withNull(text(0, 50)),
      draft: flag,
      parentSectionGroupId: ({ sections: { group } }) =>
        withNull({ takes: [], refuses: [...notText, null, "", "nothing", group] })
    }
  },
  addSectionToGroup: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/section-groups/${scene.sections.group}/sections`,
    witness: (scene) => `${sectioned(scene)}/section-groups?limit=1000`,
    fields: {
      sectionId: ({ sections: { section } }) => ({
        takes: [section],
        refuses: [...notText, null, undefined, "", "nothing"]
      })
    }
  },
  moveSiteSectionGroup: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/section-groups/${scene.sections.group}/move`,
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: { position: moves("id", "site-section") }
  },
  duplicateSiteSpace: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/site-spaces/${scene.sections.siteSpace}/duplicate`,
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: { draft: flag }
  },
  cutSiteSpaceVersion: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/site-spaces/${scene.sections.siteSpace}/versions`,
    base: () => ({ title: "1.4", path: `version-${serial++}` }),
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: {
      title: {
        takes: ["1", "1.4 LTS", emoji.repeat(50)],
        refuses: [...notText, null, undefined, "", "x".repeat(51)]
      },
      path: urlSegment,
      makeDefault: flag
    }
  },
  moveSiteSpace: {
    method: "POST",
    path: (scene) => `${sectioned(scene)}/site-spaces/${scene.sections.siteSpace}/move`,
    witness: (scene) => `${sectioned(scene)}/structure`,
    fields: { position: moves("siteSpace", "site-space") }
  },
  updateSiteSpaceById: {
    method: "PATCH",
    path: (scene) => `${site(scene)}/site-spaces/${scene.siteSpace}`,
    witness: (scene) => `${site(scene)}/site-spaces?limit=1000`,
    fields: {
      path: urlSegment,
      condition,
      hidden: flag,
      draft: flag,
      pageId: ({ page }) => withNull({ takes: [page], refuses: [...notText, "", "nothing"] }),
      title: withNull(text(1, 128)),
      versionOf: ({ siteSpace }) => withNull({ takes: [], refuses: [...notText, "", "nothing", siteSpace] }),
      spaceId: ({ sample }) => ({ takes: [sample.space], refuses: [...notText, null, "", "nothing"] })
    }
  },
  inviteUsersToOrganization: {
    method: "POST",
    path: (scene) => `${org(scene)}/invites`,
    base: () => ({ emails: [] }),
    witness: (scene) => `${org(scene)}/members?limit=1000`,
    fields: {
      emails: {
        takes: [[], ["a@field.test"], [{ email: "b@field.test", role: "read" }, "c@field.test"]],
        refuses: [
          null,
          "a@field.test",
          {},
          [1],
          ["nobody"],
          ["a@"],
          [{ role: "read" }],
          Array(1001).fill("x@field.test")
        ]
      },
      role: withNull(role),
      sso: flag
    }
  },
  createOrganizationInvite: {
    method: "POST",
    path: (scene) => `${org(scene)}/link-invites`,
    // where the organization has them
    base: (scene) => ({ role: scene.api.patch(org(scene), { inviteLinks: true }).then(() => "read") }),
    witness: (scene) => `${org(scene)}/link-invites?limit=1000`,
    fields: { role: withNull(role), level: ignored, space: ignored, collection: ignored }
  },
  updateOrganizationInviteById: {
    method: "PATCH",
    path: (scene) => `${org(scene)}/link-invites/${scene.invite}`,
    witness: (scene) => `${org(scene)}/link-invites/${scene.invite}`,
    fields: { role: withNull(role), level: { takes: [], refuses: [...notText, "", "guest"] } }
  },
  createOrganizationSAMLProvider: {
    method: "POST",
    path: (scene) => `${org(scene)}/saml`,
    base: () => ({ label: "Okta" }),
    witness: (scene) => `${org(scene)}/saml?limit=1000`,
    fields: samlFields
  },
  updateOrganizationSAMLProvider: {
    method: "PATCH",
    path: (scene) => `${org(scene)}/saml/${scene.samlProvider}`,
    witness: (scene) => `${org(scene)}/saml/${scene.samlProvider}`,
    fields: samlFields
  },
  generateStorageUploadURL: {
    method: "POST",
    path: (scene) => `${org(scene)}/storage/upload`,
    base: () => ({ file: upload, kind: "customization_font" }),
    witness: (scene) => `${org(scene)}/fonts`,
    fields: {
      file: {
        takes: [upload, { ...upload, type: "FONT/WOFF" }, { ...upload, size: 5_000_000, name: emoji.repeat(256) }],
        refuses: [
          ...notText,
          null,
          "text",
          { ...upload, name: "" },
          { ...upload, name: "nul\u0000" },
          { ...upload, type: "font" },
          { ...upload, type: "text/html" },
          { ...upload, type: "font/woff2; charset=utf-8" },
          { ...upload, size: 0 },
          { ...upload, size: 1.5 },
          { ...upload, size: "9" },
          { ...upload, size: 5_000_001 }
        ]
      },
      // the others take no fonts
      kind: {
        takes: ["customization_font"],
        // the last ones take no fonts, or only for a space
        refuses: [...notText, null, "", "x", "import_file", "organization_file", "content_file"]
      },
      // of files of content alone, where it is looked for
      space: { takes: ["a", "a".repeat(128)], refuses: [...notText, null, "", "a".repeat(129)] }
    }
  },
  createCustomFont: {
    method: "PUT",
    path: (scene) => `${org(scene)}/fonts`,
    base: (scene) => ({ fontFamily: "Brand", fontFaces: faces(scene, 400) }),
    witness: (scene) => `${org(scene)}/fonts`,
    fields: {
      fontFamily: text(1, 50),
      fontFaces: (scene) => ({ takes: [faces(scene, 400, 1, 1000)], refuses: [null, ...notFaces(scene)] })
    }
  },
  updateCustomFont: {
    method: "POST",
    path: (scene) => `${org(scene)}/fonts/${scene.font}`,
    witness: (scene) => `${org(scene)}/fonts`,
    fields: {
      fontFamily: text(1, 50),
      fontFaces: (scene) => ({
        takes: [[], faces(scene, 300), [{ weight: 300, storageKey: null }]],
        refuses: [null, ...notFaces(scene)]
      })
    }
  },
  createOrganizationTeam: {
    method: "PUT",
    path: (scene) => `${org(scene)}/teams`,
    base: () => ({ title: "Team" }),
    witness: (scene) => `${org(scene)}/teams?limit=1000`,
    fields: {
      title: text(1, 64),
      members: (scene) => ({
        takes: [[], [scene.reader]],
        refuses: [null, scene.reader, {}, [1], ["nothing"], [scene.reader, "nothing"]]
      })
    }
  },
  updateTeamInOrganizationById: {
    method: "PATCH",
    path: team,
    witness: team,
    fields: { title: text(1, 64) }
  },
  updateMembersInOrganizationTeam: {
    method: "PUT",
    path: (scene) => `${team(scene)}/members`,
    witness: (scene) => `${team(scene)}/members`,
    fields: {
      add: (scene) => ({ takes: [[], [scene.reader]], refuses: [null, scene.reader, {}, [1], ["nothing"]] }),
      memberships: (scene) => ({
        takes: [{}, { [scene.reader]: { role: "owner" } }],
        refuses: [
          null,
          [],
          "owner",
          { [scene.reader]: "owner" },
          { [scene.reader]: { role: "boss" } },
          { nothing: { role: "owner" } }
        ]
      }),
      remove: { takes: [[], ["nothing"]], refuses: [null, "nothing", {}, [1]] }
    }
  },
  addMemberToOrganizationTeamById: {
    method: "PUT",
    path: (scene) => `${team(scene)}/members/${scene.reader}`,
    witness: (scene) => `${team(scene)}/members`,
    fields: { role: oneOf("owner", "member") }
  },
  createCollection: {
    method: "POST",
    path: (scene) => `${org(scene)}/collections`,
    witness: (scene) => `${org(scene)}/collections?limit=1000`,
    fields: {
      title: text(0, 50),
      parent: ({ collection }) => withNull({ takes: [collection], refuses: [...notText, null, "", "nothing"] })
    }
  },
  updateCollectionById: {
    method: "PATCH",
    path: collection,
    witness: collection,
    fields: {
      title: text(0, 50),
      description: withNull(text(0, 100)),
      defaultLevel: withNull(role)
    }
  },
  moveCollection: {
    method: "POST",
    path: (scene) => `${collection(scene)}/move`,
    witness: collection,
    fields: { parent: { takes: [], refuses: notText }, position: place }
  },
  transferCollection: {
    method: "POST",
    path: (scene) => `${collection(scene)}/transfer`,
    witness: collection,
    fields: { organization: { takes: [], refuses: [...notText, null, undefined] } }
  },
  moveSpace: {
    method: "POST",
    path: (scene) => `${space(scene)}/move`,
    witness: space,
    fields: { parent: { takes: [], refuses: notText }, position: place }
  },
  transferSpace: {
    method: "POST",
    path: (scene) => `${space(scene)}/transfer`,
    base: ({ org }) => ({ organization: org }),
    witness: space,
    fields: {
      organization: { takes: [], refuses: [...notText, null, undefined] },
      parent: { takes: [], refuses: notText }
    }
  },
  ...grants("Space", space),
  ...grants("Collection", collection),
  ...grants("Site", site),
  createChangeRequest: {
    method: "POST",
    path: (scene) => `${space(scene)}/change-requests`,
    witness: (scene) => `${space(scene)}/change-requests?status=draft&limit=1000`,
    fields: {
      subject: text(0, 100),
      description: richDocument,
      conversationsIssuesCluster: noCluster,
      template
    }
  },
  applyTemplateToSpace: {
    method: "POST",
    path: (scene) => `/v1/spaces/${scene.live}/content/template`,
    base: () => ({ id: "changelog" }),
    witness: (scene) => `/v1/spaces/${scene.live}/revisions`,
    fields: {
      id: { takes: ["blank"], refuses: [...notText, null, undefined, "", "nothing", "Blank", "x".repeat(101)] },
      params: {
        takes: [{}, { contentRefs: {} }, { contentRefs: { contact: { kind: "url", url: "https://example.org" } } }],
        refuses: [1, [], null, ...contentRefs.map((refs) => ({ contentRefs: refs }))]
      },
      changeRequestId: { takes: [], refuses: [1, true, {}, null, "", "x".repeat(129)] }
    }
  },
  submitChangeRequestReview: {
    method: "POST",
    path: (scene) => `${changeRequest(scene)}/reviews`,
    base: () => ({ status: "approved" }),
    witness: (scene) => `${changeRequest(scene)}/reviews`,
    fields: {
      status: {
        ...oneOf("approved", "changes-requested"),
        refuses: [...oneOf("approved").refuses, undefined, "rejected"]
      },
      comment: { takes: [{}, { markdown: "text" }], refuses: [1, [], null, "text", { markdown: 1 }, { document: {} }] }
    }
  },
  // no source is known to a server: what is well formed is refused by name
  getComputedRevision: {
    method: "POST",
    path: (scene) => `${space(scene)}/content/computed/revision`,
    base: () => ({ source: { type: "integration:none:none" }, seed: "s" }),
    witness: space,
    fields: {
      source: { takes: [], refuses: [...notText, null, undefined, "text", { type: 1 }, { type: "none", props: [] }] },
      seed: { takes: [], refuses: [...notText, null, undefined, "", "x".repeat(257)] }
    }
  },
  getComputedDocument: {
    method: "POST",
    path: (scene) => `${space(scene)}/content/computed/document`,
    base: () => ({ source: { type: "integration:none:none" }, seed: "s" }),
    witness: space,
    fields: {
      source: { takes: [], refuses: [...notText, null, undefined, "text", { type: 1 }, { type: "none", props: [] }] },
      seed: { takes: [], refuses: [...notText, null, undefined, "", "x".repeat(257)] }
    }
  },
  postCommentInSpace: {
    method: "POST",
    path: (scene) => `${space(scene)}/comments`,
    base: said,
    witness: (scene) => `${space(scene)}/comments`,
    fields: commentPlace
  },
  updateCommentInSpace: {
    method: "PUT",
    path: (scene) => `${space(scene)}/comments/${scene.spaceComment}`,
    base: () => ({}),
    witness: (scene) => `${space(scene)}/comments/${scene.spaceComment}`,
    fields: commentUpdate
  },
  postCommentReplyInSpace: {
    method: "POST",
    path: (scene) => `${space(scene)}/comments/${scene.spaceComment}/replies`,
    base: said,
    witness: (scene) => `${space(scene)}/comments/${scene.spaceComment}/replies`,
    fields: { body: commentBody }
  },
  updateCommentReplyInSpace: {
    method: "PUT",
    path: (scene) => `${space(scene)}/comments/${scene.spaceComment}/replies/${scene.spaceReply}`,
    base: () => ({}),
    witness: (scene) => `${space(scene)}/comments/${scene.spaceComment}/replies/${scene.spaceReply}`,
    fields: replyUpdate
  },
  postCommentInChangeRequest: {
    method: "POST",
    path: (scene) => `${changeRequest(scene)}/comments`,
    base: said,
    witness: (scene) => `${changeRequest(scene)}/comments`,
    fields: commentPlace
  },
  updateCommentInChangeRequest: {
    method: "PUT",
    path: (scene) => `${changeRequest(scene)}/comments/${scene.draftComment}`,
    base: () => ({}),
    witness: (scene) => `${changeRequest(scene)}/comments/${scene.draftComment}`,
    fields: commentUpdate
  },
  postCommentReplyInChangeRequest: {
    method: "POST",
    path: (scene) => `${changeRequest(scene)}/comments/${scene.draftComment}/replies`,
    base: said,
    witness: (scene) => `${changeRequest(scene)}/comments/${scene.draftComment}/replies`,
    fields: { body: commentBody }
  },
  updateCommentReplyInChangeRequest: {
    method: "PUT",
    path: (scene) => `${changeRequest(scene)}/comments/${scene.draftComment}/replies/${scene.draftReply}`,
    base: () => ({}),
    witness: (scene) => `${changeRequest(scene)}/comments/${scene.draftComment}/replies/${scene.draftReply}`,
    fields: replyUpdate
  },
  requestReviewersForChangeRequest: {
    method: "POST",
    path: (scene) => `${changeRequest(scene)}/requested-reviewers`,
    base: () => ({ users: [] }),
    witness: changeRequest,
    fields: {
      users: ({ world }) => ({
        takes: [[], [world.admin.id]],
        refuses: [1, {}, "text", null, undefined, [1], [null], [""], ["nobody"], [world.admin.id, "nobody"]]
      }),
      subject: text(0, 100),
      description: richDocument
    }
  },
  updateChangeRequest: {
    method: "POST",
    path: (scene) => `${changeRequest(scene)}/update`,
    witness: changeRequest,
    fields: {
      settled: {
        takes: [[]],
        refuses: [
          null,
          "mine",
          [null],
          [{ take: "mine" }],
          [{ conflict: "x" }],
          [{ conflict: "x", take: "ours" }],
          [{ conflict: "x", text: 1 }],
          [{ conflict: "x", take: "mine", text: "x" }]
        ]
      }
    }
  },
  updateChangeRequestById: {
    method: "PATCH",
    path: changeRequest,
    witness: changeRequest,
    fields: {
      subject: text(0, 100),
      description: withNull(richDocument),
      conversationsIssuesCluster: { takes: [null], refuses: noCluster.refuses.filter((value) => value !== null) },
      status: { ...oneOf("open", "archived", "draft"), refuses: [...oneOf("open").refuses, "merged"] },
      links: {
        takes: [[{ ref: { kind: "url", url: "https://tickets.example.org/1" }, title: "A ticket" }], []],
        refuses: [
          null,
          "text",
          {},
          [1],
          [{}],
          [{ ref: { kind: "page", page: "x" } }],
          [{ ref: { kind: "url", url: "javascript:alert(1)" } }],
          [{ ref: { kind: "url", url: "https://x.test/" }, title: 1 }],
          [{ id: "nothing", ref: { kind: "url", url: "https://x.test/" } }]
        ]
      }
    }
  },
  updateChangeRequestContent: {
    method: "POST",
    path: (scene) => `${changeRequest(scene)}/content`,
    witness: (scene) => `${changeRequest(scene)}/content`,
    fields: { changes: contentChanges }
  },
  updateSpaceContent: {
    method: "POST",
    path: (scene) => `/v1/spaces/${scene.live}/content`,
    witness: (scene) => `/v1/spaces/${scene.live}/revisions`,
    fields: { changes: (scene) => contentChanges({ ...scene, page: scene.livePage }) }
  },
  resolvePublishedContentByUrl: {
    method: "POST",
    path: () => "/v1/urls/published",
    base: (scene) => ({ url: `${scene.world.origin}/sites/${scene.site}/` }),
    witness: site,
    fields: {
      url: ({ site, world }) => ({
        takes: [],
        refuses: [
          ...notText,
          null,
          "",
          "docs",
          "ftp://example.com/",
          "javascript:0",
          `http://x/${"a".repeat(2048)}`,
          "http://[",
          ...["%zz", "%00", "a%2fb", "a//b"].map((path) => `${world.origin}/sites/${site}/${path}`)
        ]
      }),
      redirectOnError: flag,
      visitor: {
        takes: [
          {},
          { type: "agent" },
          { jwtToken: "x", unsignedClaims: { beta: true, ["__proto__"]: { admin: true } } }
        ],
        refuses: [null, "human", [], { type: "robot" }, { jwtToken: 1 }, { unsignedClaims: [] }]
      }
    }
  }
}

const expectError = (answer: Answer, code: number, message?: RegExp): void => {
  expect(answer.status, answer.text.slice(0, 300)).toBe(code)
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
  expect(problemsOf(answer.body)).toEqual([])
  expect(answer.body.error.code).toBe(code)
  expect(answer.body.error.message).toMatch(message ?? /\w{3}/)
  expect(answer.text).not.toMatch(/\bat .+:\d+:\d+|node_modules|SQLITE|SqlError|select |insert /i)
}

onBothStores("Requests", (store) => {
  let scene: Scene
  let model: StandInModel
  let api: Client

  beforeAll(async () => {
    model = await startModel()
    const world = await startWorld(store, model.config)
    const sample = await importSample(world)
    api = world.api
    const sites = `/v1/orgs/${world.organization}/sites`
    const { body } = await api.post(sites, { title: "Handbook", spaces: [sample.space] })
    await api.post(`${sites}/${body.id}/publish`)
    const { body: siteSpaces } = await api.get(`${sites}/${body.id}/site-spaces`)
    const other = `${sites}/${(await api.post(sites, { title: "Sections", spaces: [sample.space] })).body.id}`
    const added = (await api.post(`${other}/sections`, { spaceId: sample.space, title: "API" })).body
    const reader = (await world.member("read")).id
    const at = `/v1/orgs/${world.organization}`
    const team = (await api.request("PUT", `${at}/teams`, { body: { title: "Team", members: [reader] } })).body.id
    const collection = (await api.post(`${at}/collections`, { title: "Shelf" })).body.id
    for (const path of [`/v1/spaces/${sample.space}`, `/v1/collections/${collection}`]) {
      await api.post(`${path}/permissions`, { role: "read", teams: [team], users: [reader] })
    }
    const live = await world.space("Live")
    const written = await api.post(`/v1/spaces/${live}/content`, {
      changes: [{ operation: "insert_page", document: { markdown: "# First" } }]
    })
    const draft = (await api.post(`/v1/spaces/${sample.space}/change-requests`)).body.id
    const discuss = async (base: string) => {
      const comment = (await api.post(`${base}/comments`, said())).body.id
      return { comment, reply: (await api.post(`${base}/comments/${comment}/replies`, said())).body.id }
    }
    const inSpace = await discuss(`/v1/spaces/${sample.space}`)
    const inDraft = await discuss(`/v1/spaces/${sample.space}/change-requests/${draft}`)
    const commenter = await world.member("comment")
    await commenter.client.post(`/v1/spaces/${sample.space}/change-requests/${draft}/comments`, said())
    scene = {
      world,
      sample,
      api,
      document: await readDocument(api),
      org: world.organization,
      site: body.id,
      siteSpace: siteSpaces.items[0].id,
      webhook: (await api.post(`${at}/webhooks`, { url: "https://hooks.example.org/", events: ["comment_created"] }))
        .body.id,
      mcpServer: (await api.post(`${sites}/${body.id}/mcp-servers`, { name: "One", url: "https://mcp.example.org/" }))
        .body.id,
      spec: await newSpec(api, world.organization),
      translation: new URL(
        (await api.post(`${at}/translations`, { language: "de", source: { space: sample.space, language: "en" } })).body
          .urls.location
      ).pathname,
      shareLink: (await api.post(`${sites}/${body.id}/share-links`, { name: "Link" })).body.id,
      sections: {
        site: other.split("/").at(-1)!,
        first: (await api.get(`${other}/sections`)).body.items[0].id,
        section: added.id,
        link: (await api.post(`${other}/external-links`, { title: "Link", url: "https://example.org/" })).body.id,
        siteSpace: added.siteSpaces[0].id,
        group: (await api.post(`${other}/section-groups`, { title: "Group" })).body.id
      },
      reader,
      team,
      font: (await freshFont(api, world.organization)).id,
      fontKey: await uploaded(api, world.organization, caveat(400)),
      samlProvider: (await api.post(`${at}/saml`, { label: "Okta" })).body.id,
      collection,
      invite: (await api.post(`${at}/link-invites`, { role: "read" })).body.id,
      changeRequest: draft,
      spaceComment: inSpace.comment,
      spaceReply: inSpace.reply,
      draftComment: inDraft.comment,
      draftReply: inDraft.reply,
      notification: (await api.get("/v1/user/notifications")).body.items[0].id,
      page: (await api.get(`/v1/spaces/${sample.space}/content/pages`)).body.pages[0].id,
      live,
      livePage: written.body.changes[0].page.id,
      liveSiteSpace: (await api.post(`${sites}/${body.id}/site-spaces`, { spaceId: live })).body.id,
      redirect: (await api.post(`${sites}/${body.id}/redirects`, { source: "/first", destination: leadingOut })).body.id
    }
  })
  afterAll(async () => {
    await scene.sample.git.close()
    await scene.world.stop()
    await model.close()
  })

  describe("with a body", () => {
    it("are described here field by field, as the document has them", () => {
      for (const { id, definition } of scene.document.operations) {
        const schema = definition["requestBody"]?.content?.["application/json"]?.schema
        if (schema === undefined || /^(?:importGit|exportToGit)Repository$/.test(id)) continue
        // alternative bodies are described together
        const names = (one: any): Array<string> =>
          one.$ref === undefined
            ? [...Object.keys(one.properties ?? {}), ...(one.anyOf ?? []).flatMap(names)]
            : names(scene.document.json["components"].schemas[one.$ref.split("/").at(-1)])
        expect(Object.keys(writings[id]?.fields ?? {}).sort(), id).toEqual([...new Set(names(schema))].sort())
      }
    })

    for (const [id, writing] of Object.entries(writings)) {
      for (const [name, wanted] of Object.entries(writing.fields)) {
        it(`${id} checks ${name} before anything changes`, async () => {
          const field = typeof wanted === "function" ? wanted(scene) : wanted
          const send = async (value: unknown) => {
            const base = writing.base?.(scene) ?? {}
            for (const [key, promised] of Object.entries(base)) base[key] = await promised
            return api.request(writing.method, await writing.path(scene), { body: { ...base, [name]: value } })
          }
          for (const value of field.takes) {
            const answer = await send(value)
            const shown = JSON.stringify(value)?.slice(0, 60)
            expect([200, 201, 204], `${shown}: ${answer.text.slice(0, 200)}`).toContain(answer.status)
          }
          // what must be there beside the field is made before the look at what is there
          const base = writing.base?.(scene) ?? {}
          for (const [key, promised] of Object.entries(base)) base[key] = await promised
          const before = await api.get(writing.witness(scene))
          for (const value of field.refuses) {
            const answer = await api.request(writing.method, await writing.path(scene), {
              body: { ...base, [name]: value }
            })
            expect(answer.status, `${JSON.stringify(value)?.slice(0, 60)}: ${answer.text.slice(0, 200)}`).toBe(400)
            expectError(answer, 400)
          }
          const after = await api.get(writing.witness(scene))
          expect(withoutUse(after.text)).toBe(withoutUse(before.text))
        })
      }
    }

    it("say which place is wrong", async () => {
      const answer = await api.patch(space(scene), { title: 7, mergeRules: { type: "rules", rules: [{ rule: 1 }] } })
      expectError(answer, 400)
      const paths = answer.body.error.details.map(({ path }: { path: string }) => path)
      expect(paths[0]).toMatch(/^body\.(title|mergeRules)/)
    })

    it("are refused when they are no JSON object", async () => {
      for (const raw of [
        "{",
        "nothing",
        "[]",
        '"text"',
        "1",
        "true",
        "{}{}",
        "{'a':1}",
        '{"title":}',
        "\ufeff{",
        "{,}"
      ]) {
        expectError(await api.request("PATCH", space(scene), { raw }), 400)
      }
      // an absent body is one that says nothing, where everything may be left out
      expectError(await api.patch(space(scene)), 400)
      expect((await api.post(`${org(scene)}/spaces`)).status).toBe(201)
      expect((await api.post(`${org(scene)}/sites`)).status).toBe(201)
    })

    it("are refused when they say that they are something else", async () => {
      for (const type of [
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded"
      ]) {
        expectError(
          await api.request("PATCH", space(scene), { raw: '{"title":"T"}', headers: { "content-type": type } }),
          415,
          /JSON/
        )
      }
      for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON"]) {
        const answer = await api.request("PATCH", space(scene), {
          raw: '{"title":"T"}',
          headers: { "content-type": type }
        })
        expect(answer.status, type).toBe(200)
      }
      const made = "/v1/orgs"
      const other = { raw: '{"title":7}', headers: { "content-type": "application/vnd.api+json" } }
      expectError(await api.request("POST", made, other), 400, /title/)
      expectError(await api.request("POST", made, { raw: "", headers: { "content-type": "text/plain" } }), 400, /body/)
    })

    it("are refused over 10 MB, with and without a length", async () => {
      const large = Buffer.from(JSON.stringify({ title: "x".repeat(10_000_001) }))
      expectError(await api.request("PATCH", space(scene), { raw: large }), 413, /10000000/)
      const chunked = await fetch(scene.world.origin + space(scene), {
        method: "PATCH",
        headers: { authorization: `Bearer ${api.token}`, "content-type": "application/json" },
        body: new ReadableStream({
          start(controller) {
            for (let i = 0; i < 12; i++) controller.enqueue(Buffer.alloc(1_000_000, "x"))
            controller.close()
          }
        }),
        duplex: "half"
      } as RequestInit)
      expect(chunked.status).toBe(413)
      // the server goes on
      expect((await api.get(space(scene))).status).toBe(200)
      const fits = Buffer.from(JSON.stringify({ title: "T", ignored: "x".repeat(9_999_000) }))
      expect((await api.request("PATCH", space(scene), { raw: fits })).status).toBe(200)
    })

    it("are refused with a page that is too long, in words, and the document says that they may be", async () => {
      const changes = [{ operation: "insert_page", document: { markdown: "x".repeat(1_048_577) } }]
      const answer = await api.request("POST", `${space(scene)}/content`, { body: { changes } })
      expectError(answer, 413, /1,048,577 bytes as Markdown, and a page has at most 1,048,576 here/)
      expect(answer.body.error.details).toEqual([
        { path: "changes.0.document.markdown", message: expect.stringContaining("make several pages of it") }
      ])
      const { paths } = (await api.get("/openapi.json")).body
      const { get, post } = paths["/v1/spaces/{spaceId}/content"]
      expect([Object.keys(post.responses).includes("413"), Object.keys(get.responses).includes("413")]).toEqual([
        true,
        false
      ])
    })

    it("are refused when they are nested 200,000 levels deep", async () => {
      for (const raw of [
        `${"[".repeat(200_000)}${"]".repeat(200_000)}`,
        `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`,
        "[".repeat(200_000),
        `{"title":"T","mergeRules":${"[".repeat(201)}${"]".repeat(201)}}`
      ]) {
        expectError(await api.request("PATCH", space(scene), { raw }), 400, /deep/)
      }
    })

    it("are refused with bytes that are no UTF-8, with NUL, and with half of a surrogate pair", async () => {
      const bytes = (...middle: ReadonlyArray<number>) =>
        Buffer.concat([Buffer.from('{"title":"'), Buffer.from(middle), Buffer.from('"}')])
      for (const raw of [
        bytes(0xff),
        bytes(0xc3),
        bytes(0xc0, 0xaf),
        bytes(0xed, 0xa0, 0x80),
        bytes(0xf4, 0x90, 0x80, 0x80),
        '{"title":"\\u0000"}',
        '{"title":"\\ud800"}',
        '{"title":"\\udc00\\ud800"}',
        '{"other":{"deep":["\\ud800"]}}',
        '{"\\u0000":1}'
      ]) {
        expectError(await api.request("PATCH", space(scene), { raw }), 400)
      }
      const title = `é ${emoji} \ufffd ﷽ \u200b`
      expect((await api.patch(space(scene), { title })).body.title).toBe(title)
    })

    it("cannot reach into prototypes", async () => {
      const raw =
        '{"title":"P","__proto__":{"polluted":1,"title":"Q"},"constructor":{"prototype":{"polluted":1}},"prototype":{"polluted":1}}'
      const answer = await api.request("PATCH", space(scene), { raw })
      expect([answer.status, answer.body.title]).toEqual([200, "P"])
      expect(answer.text).not.toContain("polluted")
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined()
      expectError(
        await api.request("PATCH", `${org(scene)}`, { raw: '{"mergeRules":{"__proto__":{"type":"none"}}}' }),
        400
      )
    })

    it("cannot set what is not theirs to set", async () => {
      const { world } = scene
      const neighbour = await world.neighbour()
      const forged = {
        id: "chosen",
        object: "other",
        organization: neighbour.id,
        permissions: { admin: false },
        published: true,
        deletedAt: "2001-01-01T00:00:00.000Z",
        createdAt: "2001-01-01T00:00:00.000Z",
        revision: "chosen",
        visibility: "unlisted",
        gitSync: { repoName: "x" },
        comments: 99,
        urls: { location: "https://evil.example" }
      }
      for (const [path, witness] of [
        [`${org(scene)}/spaces`, "space"],
        [`${org(scene)}/sites`, "site"]
      ] as const) {
        const { body, status } = await api.post(path, { ...forged, title: "Forged" })
        expect(status).toBe(201)
        expect(body).toMatchObject({ object: witness, title: "Forged", permissions: { admin: true } })
        expect(body.id).not.toBe("chosen")
        expect(body.deletedAt).toBeUndefined()
        expect(body.published ?? false).toBe(false)
        expect(body.createdAt > "2020").toBe(true)
        expect(body.urls.location).toMatch(new RegExp(`^${world.origin}/v1/`))
        if (witness === "space")
          expect(body).toMatchObject({ organization: scene.org, visibility: "private", comments: 0 })
      }
      const before = (await api.get(space(scene))).body
      const after = (await api.patch(space(scene), { ...forged, title: before.title })).body
      expect({ ...after, updatedAt: "" }).toEqual({ ...before, updatedAt: "" })
    })
  })

  describe("without the right token", () => {
    it("are answered 401, whatever they ask for", async () => {
      const fresh = (await api.post("/v1/user/tokens", { label: "revoked" })).body
      await api.delete(`/v1/user/tokens/${fresh.id}`)
      const dying = (
        await api.post("/v1/user/tokens", { label: "short", expiresAt: new Date(Date.now() + 1500).toISOString() })
      ).body
      expect((await api.as(dying.token).get("/v1/user")).status).toBe(200)
      await sleep(1600)
      const { body: published } = await api.post("/v1/urls/published", {
        url: `${scene.world.origin}/sites/${scene.site}/`
      })
      const wrong: Record<string, string | undefined> = {
        none: undefined,
        empty: "Bearer ",
        bare: "Bearer",
        "wrong scheme": `Basic ${Buffer.from(`x:${api.token}`).toString("base64")}`,
        "no scheme": api.token,
        unknown: `Bearer oct_${"a".repeat(43)}`,
        garbage: "Bearer not a token at all",
        changed: `Bearer ${api.token!.slice(0, -1)}${api.token!.endsWith("a") ? "b" : "a"}`,
        cut: `Bearer ${api.token!.slice(0, -1)}`,
        long: `Bearer ${"a".repeat(8000)}`,
        revoked: `Bearer ${fresh.token}`,
        expired: `Bearer ${dying.token}`,
        "unsigned token of a site": `Bearer ${published.apiToken.split(".").slice(0, 2).join(".")}.`,
        "token of a site with other claims": `Bearer ${forge(published.apiToken)}`
      }
      for (const [name, authorization] of Object.entries(wrong)) {
        for (const path of [
          "/v1/user",
          space(scene),
          "/v1/spaces/nothing",
          `${space(scene)}/content`,
          "/v1/orgs?limit=-1"
        ]) {
          const answer = await api.request("GET", path, {
            token: undefined,
            headers: authorization === undefined ? {} : { authorization }
          })
          expect(answer.status, `${name} at ${path}`).toBe(401)
          expect(answer.headers.get("www-authenticate")).toBe("Bearer")
          expectError(answer, 401, /token/i)
        }
      }
      // the name of a scheme has no letter case (RFC 9110, 11.1)
      const lower = await api.request("GET", "/v1/user", {
        token: undefined,
        headers: { authorization: `bearer ${api.token}` }
      })
      expect(lower.status).toBe(200)
      // nor does a token come in the query, where logs would keep it
      expectError(await api.as(undefined).get(`/v1/user?access_token=${api.token}&token=${api.token}`), 401)
    })

    it("are answered 403 where they may see and not do", async () => {
      const reader = await scene.world.member("read")
      expect((await reader.client.get(space(scene))).status).toBe(200)
      expectError(await reader.client.patch(space(scene), { title: "Mine" }), 403, /admin/)
      expectError(await reader.client.post(`${org(scene)}/spaces`, {}), 403)
      const scoped = (await api.post("/v1/user/tokens", { label: "narrow", scopes: ["space:read"] })).body.token
      expect((await api.as(scoped).get(space(scene))).status).toBe(200)
      expectError(await api.as(scoped).patch(space(scene), { title: "Mine" }), 403, /space:write/)
      // scopes tell nothing about what is there
      expectError(await api.as(scoped).patch("/v1/spaces/nothing", { title: "Mine" }), 403, /space:write/)
    })

    it("are answered the same for what is hidden and what is not there", async () => {
      const { admin, id } = await scene.world.neighbour()
      const hidden = (await admin.client.post(`/v1/orgs/${id}/spaces`, { title: "Secret" })).body.id
      const hiddenSite = (await admin.client.post(`/v1/orgs/${id}/sites`, { title: "Secret" })).body.id
      const missing = "0".repeat(hidden.length)
      const paths = (organization: string, spaceId: string, siteId: string) => [
        ["GET", `/v1/orgs/${organization}`],
        ["PATCH", `/v1/orgs/${organization}`],
        ["GET", `/v1/orgs/${organization}/members`],
        ["GET", `/v1/orgs/${organization}/spaces`],
        ["POST", `/v1/orgs/${organization}/spaces`],
        ["GET", `/v1/orgs/${organization}/sites`],
        ["GET", `/v1/orgs/${organization}/sites/${siteId}`],
        ["DELETE", `/v1/orgs/${organization}/sites/${siteId}`],
        ["DELETE", `/v1/orgs/${scene.org}/sites/${siteId}`],
        ["GET", `/v1/orgs/${scene.org}/sites/${siteId}`],
        ["GET", `/v1/spaces/${spaceId}`],
        ["PATCH", `/v1/spaces/${spaceId}`],
        ["GET", `/v1/spaces/${spaceId}/content`],
        ["GET", `/v1/spaces/${spaceId}/content/pages`],
        ["GET", `/v1/spaces/${spaceId}/content/files`],
        ["GET", `/v1/spaces/${spaceId}/git/info`],
        ["GET", `/v1/spaces/${spaceId}/git/operations`],
        ["DELETE", `/v1/spaces/${spaceId}/git/legacy-installation`]
      ]
      const there = paths(id, hidden, hiddenSite)
      const nowhere = paths("1".repeat(id.length), missing, "2".repeat(hiddenSite.length))
      const plain = (text: string) => text.replace(/\\?"[A-Za-z0-9]{16,}\\?"/g, "ID")
      for (const [i, [method, path]] of there.entries()) {
        const options = method === "PATCH" || method === "POST" ? { body: {} } : {}
        const a = await api.request(method!, path!, options)
        const b = await api.request(method!, nowhere[i]![1]!, options)
        expect([a.status, plain(a.text)], path).toEqual([b.status, plain(b.text)])
        expect(a.status, path).toBe(method === "DELETE" ? 204 : 404)
        const names = (headers: Headers) => [...headers.keys()].sort()
        expect(names(a.headers), path).toEqual(names(b.headers))
      }
      expect((await admin.client.get(`/v1/spaces/${hidden}`)).status).toBe(200)
    })
  })

  describe("for lists", () => {
    it("are refused with a limit or a page that cannot be", async () => {
      for (const list of [
        `${org(scene)}/spaces`,
        `${org(scene)}/members`,
        "/v1/orgs",
        `${space(scene)}/content/files`
      ]) {
        // what is kept of the list without them is no answer to any
        expect((await api.get(list)).status).toBe(200)
        for (const limit of ["-1", "1001", "1.5", "ten", "", "NaN", "Infinity", "1e9", "0x10", " 5", "5&limit=6"]) {
          const answer = await api.get(
            `${list}?limit=${encodeURIComponent(limit).replaceAll("%26", "&").replaceAll("%3D", "=")}`
          )
          expect(answer.status, `${list} limit=${limit}`).toBe(400)
          expectError(answer, 400, /limit/)
        }
        for (const page of [
          "",
          "nothing",
          "../../x",
          "e30",
          Buffer.from('["x"]').toString("base64url"),
          "a".repeat(3000)
        ]) {
          expectError(await api.get(`${list}?page=${encodeURIComponent(page)}`), 400, /page/)
        }
        expect((await api.get(`${list}?limit=1000`)).status).toBe(200)
      }
    })

    it("are refused with the cursor of another list, another filter, another tenant, or an edited one", async () => {
      for (let i = 0; i < 3; i++) await scene.world.space(`Row ${i}`)
      const cursor = (await api.get(`${org(scene)}/spaces?limit=1`)).body.next.page
      const of = (path: string, page: string) =>
        api.get(`${path}${path.includes("?") ? "&" : "?"}limit=1&page=${encodeURIComponent(page)}`)
      expect((await of(`${org(scene)}/spaces`, cursor)).status).toBe(200)
      expectError(await of(`${org(scene)}/sites`, cursor), 400)
      expectError(await of(`${org(scene)}/members`, cursor), 400)
      for (const at of [0, Math.floor(cursor.length / 2), cursor.length - 1]) {
        const edited = cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1)
        expectError(await of(`${org(scene)}/spaces`, edited), 400)
      }
      for (let i = 0; i < 2; i++) await api.post(`${org(scene)}/sites`, { title: `Site ${i}` })
      const filtered = (await api.get(`${org(scene)}/sites?limit=1&title=site`)).body.next.page
      expect((await of(`${org(scene)}/sites?title=site`, filtered)).status).toBe(200)
      expectError(await of(`${org(scene)}/sites?title=sit`, filtered), 400)
      expectError(await of(`${org(scene)}/sites`, filtered), 400)
      const { admin, id } = await scene.world.neighbour()
      expectError(await admin.client.get(`/v1/orgs/${id}/spaces?page=${encodeURIComponent(cursor)}`), 400)
    })

    it("take filters as the text they are", async () => {
      await api.post(`${org(scene)}/sites`, { title: "100% 'quoted' _under_ \\back" })
      const count = async (title: string) =>
        (await api.get(`${org(scene)}/sites?title=${encodeURIComponent(title)}`)).body.count
      expect(await count("100%")).toBe(1)
      expect(await count("'quoted'")).toBe(1)
      expect(await count("_under_")).toBe(1)
      expect(await count("\\back")).toBe(1)
      for (const literal of ["%", "100_", "' OR 1=1 --", "_____%", '"; DROP TABLE sites; --', "NEAR(a b)"]) {
        expect(await count(literal), literal).toBe(literal === "%" ? 1 : 0)
      }
      const names = async (search: string) =>
        (await api.get(`${org(scene)}/members?search=${encodeURIComponent(search)}`)).body.count
      expect(await names("%")).toBe(0)
      expect(await names("OCTAVO.TEST")).toBeGreaterThan(0)
      for (const wrong of ["role=boss", "sort=email", "order=up", `search=${"x".repeat(513)}`]) {
        expectError(await api.get(`${org(scene)}/members?${wrong}`), 400)
      }
    })

    it("are refused with options that are none", async () => {
      for (const query of ["metadata=maybe", "metadata=1", "computed=", "metadata=true&metadata=false"]) {
        expectError(await api.get(`${space(scene)}/content?${query}`), 400, /metadata|computed/)
      }
      const { body } = await api.get(`${space(scene)}/content/pages`)
      const page = `${space(scene)}/content/page/${body.pages[0].id}`
      expectError(await api.get(`${page}?evaluated=perhaps`), 400, /evaluated/)
      expectError(await api.get(`${page}?format=html`), 400, /format/)
      expectError(await api.get(`${page}?format.markdown.refs=absolute`), 400, /refs/)
      expectError(await api.get(`${page}?dereferenced=some`), 400, /dereferenced/)
      expect((await api.get(`${space(scene)}/content?unknown=1`)).status).toBe(200)
    })
  })

  describe("with another method or path", () => {
    it("are answered 405 with what is possible, or 404", async () => {
      const { operations } = scene.document
      const byPath = new Map<string, Set<string>>()
      for (const { method, path } of operations) byPath.set(path, (byPath.get(path) ?? new Set()).add(method))
      for (const [path, methods] of byPath) {
        const url = path.replace(/\{\w+\}/g, "x1")
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !methods.has(one))) {
          const answer = await api.request(method, url)
          expect(answer.status, `${method} ${path}`).toBe(405)
          expectError(answer, 405)
          const allowed = answer.headers.get("allow")!.split(", ")
          expect(allowed, path).toEqual(expect.arrayContaining([...methods, "OPTIONS"]))
          expect(allowed, path).not.toContain(method)
        }
      }
      for (const path of [
        "/v1/nothing",
        "/v1/spaces",
        "/v1/orgs/x/y/z",
        "/v1/spaces/x/content/nothing",
        "/v2/user",
        "/v1/x/"
      ]) {
        const answer = await api.get(path)
        expect(answer.status, path).toBe(404)
      }
    })

    it("never make the server stumble over a path", async () => {
      for (const path of [
        "/v1/spaces/%00",
        "/v1/spaces/%zz",
        "/v1/spaces/%ff",
        "/v1/spaces/..%2f..%2fetc%2fpasswd",
        "/v1/spaces/../../etc/passwd",
        "/v1//spaces//x",
        `/v1/spaces/${"a".repeat(129)}`,
        `/v1/spaces/${"a".repeat(6000)}`,
        `/v1/spaces/${encodeURIComponent(emoji)}`,
        "/v1/spaces/a b",
        "/v1/spaces/a;b",
        "/v1/spaces/constructor",
        "/v1/spaces/__proto__/content",
        `/v1/spaces/${scene.sample.space}/content/path/%2e%2e%2f%2e%2e`,
        `/v1/spaces/${scene.sample.space}/content/path/%00`,
        `/v1/spaces/${scene.sample.space}/content/path/${"a/".repeat(2000)}`,
        "/v1/spaces/%ED%A0%80",
        "/v1/spaces/%C4%B0/members",
        "/v1/spaces/..;/webhooks",
        "/v1/custom-hostnames/%00",
        "/V1/user",
        "/sites/%zz/",
        "/sites/../v1/user",
        "/~files/x/y",
        "/~files/%00/%00",
        "/%"
      ]) {
        const { status, body } = await rawRequest(scene.world.origin, path.replaceAll(" ", "%20"), {
          headers: { authorization: `Bearer ${api.token}` }
        })
        expect([400, 404], path.slice(0, 80)).toContain(status)
        if (/^\/v1\//.test(path))
          expect(JSON.parse(body.toString()).error, path.slice(0, 80)).toMatchObject({ code: status })
      }
    })

    it("answer HEAD as GET without the body, and OPTIONS with what is possible", async () => {
      for (const path of [space(scene), `${space(scene)}/content`, "/v1/user", "/openapi.json", "/healthz"]) {
        const get = await api.get(path)
        const head = await api.request("HEAD", path)
        expect([head.status, head.text], path).toEqual([200, ""])
        expect(head.headers.get("content-type"), path).toBe(get.headers.get("content-type"))
        expect(head.headers.get("etag"), path).toBe(get.headers.get("etag"))
      }
      expect((await api.request("HEAD", "/v1/spaces/nothing")).status).toBe(404)
      expect((await api.as(undefined).request("HEAD", space(scene))).status).toBe(401)
      const options = await api.as(undefined).request("OPTIONS", space(scene))
      expect([options.status, options.text]).toEqual([204, ""])
      expect(options.headers.get("allow")).toBe("GET, PATCH, DELETE, HEAD, OPTIONS")
      expect((await api.request("OPTIONS", "/v1/nothing")).status).toBe(404)
    })
  })

  describe("from a browser", () => {
    const origin = "https://app.example.com"

    it("may come from any origin, with a token and without cookies", async () => {
      const preflight = await api.as(undefined).request("OPTIONS", space(scene), {
        headers: {
          origin,
          "access-control-request-method": "PATCH",
          "access-control-request-headers": "authorization,content-type"
        }
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*")
      expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH")
      expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization.*content-type/)
      for (const path of [
        space(scene),
        "/v1/spaces/nothing",
        `${space(scene)}/content`,
        "/openapi.json",
        "/v1/nothing"
      ]) {
        for (const from of [origin, "null", "https://evil.example"]) {
          const answer = await api.get(path, { headers: { origin: from } })
          expect(answer.headers.get("access-control-allow-origin"), path).toBe("*")
          expect(answer.headers.get("access-control-allow-credentials"), path).toBeNull()
          expect(answer.headers.get("access-control-expose-headers"), path).toContain("etag")
        }
      }
      const { body } = await api.get(`${space(scene)}/content/pages`)
      const hot = await api.get(`${space(scene)}/content/page/${body.pages[0].id}`, { headers: { origin } })
      expect(hot.headers.get("access-control-allow-origin")).toBe("*")
    })

    it("do nothing by a cookie or a form", async () => {
      const form = await api.request("POST", `${org(scene)}/spaces`, {
        token: undefined,
        raw: "title=Forged",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: `token=${api.token}; session=${api.token}`
        }
      })
      expect([401, 415]).toContain(form.status)
      expectError(
        await api.request("GET", "/v1/user", {
          token: undefined,
          headers: { cookie: `authorization=Bearer ${api.token}` }
        }),
        401
      )
    })

    it("cannot read pages of sites for another origin's script", async () => {
      const page = await fetch(`${scene.world.origin}/sites/${scene.site}/`, { headers: { origin } })
      expect(page.headers.get("access-control-allow-origin")).toBeNull()
    })
  })

  it("cannot change the addresses in answers by a header", async () => {
    const { origin } = scene.world
    const plainly = { authorization: `Bearer ${api.token}` }
    const wanted = (await rawRequest(origin, `${space(scene)}/content`, { headers: plainly })).body.toString()
    expect(wanted).toContain(`${origin}/~files/`)
    for (const headers of [
      { host: "evil.example" },
      { host: `${new URL(origin).host}.evil.example` },
      { "x-forwarded-host": "evil.example" },
      { "x-forwarded-proto": "https", "x-forwarded-port": "8443" },
      { forwarded: "host=evil.example;proto=https" },
      { "x-original-url": "/v1/user", "x-rewrite-url": "/v1/user" },
      { host: "evil.example@good" }
    ]) {
      const answer = await rawRequest(origin, `${space(scene)}/content`, { headers: { ...plainly, ...headers } })
      expect(answer.status, JSON.stringify(headers)).toBe(200)
      expect(answer.body.toString(), JSON.stringify(headers)).toBe(wanted)
    }
    const absolute = await rawRequest(origin, `http://evil.example${space(scene)}`, { headers: plainly })
    expect(absolute.body.toString()).not.toContain("evil.example")
    const made = await rawRequest(origin, `${org(scene)}/spaces`, {
      method: "POST",
      headers: { ...plainly, host: "evil.example", "x-forwarded-host": "evil.example" }
    })
    expect(made.headers.location).toMatch(new RegExp(`^${origin}/v1/spaces/`))
  })

  describe("for what the caller has already", () => {
    it("are answered 304 on content, and anew when it has changed", async () => {
      const path = `${space(scene)}/content`
      const first = await api.get(path)
      const etag = first.headers.get("etag")!
      const ask = (value: string) => api.get(path, { headers: { "if-none-match": value } })
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
        const again = await ask(value)
        expect([again.status, again.text], value).toEqual([304, ""])
        expect(again.headers.get("etag")).toBeTruthy()
        expect(again.headers.get("content-type"), value).toBeNull()
      }
      for (const value of ['"other"', etag.slice(0, -2), "", "W/"]) expect((await ask(value)).status, value).toBe(200)
      expect((await api.get(`${path}?metadata=false`)).headers.get("etag")).not.toBe(etag)
      expect(first.headers.get("cache-control")).toContain("private")
      // no caller learns by a tag that something is there
      expect((await api.as(undefined).get(path, { headers: { "if-none-match": etag } })).status).toBe(401)
      const stranger = await scene.world.stranger()
      expect((await stranger.client.get(path, { headers: { "if-none-match": "*" } })).status).toBe(404)
    })
  })

  describe("for large answers", () => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }
    const ask = (path: string, encoding: string | undefined, headers: Record<string, string> = {}) =>
      rawRequest(scene.world.origin, path, {
        headers: {
          authorization: `Bearer ${api.token}`,
          ...(encoding === undefined ? {} : { "accept-encoding": encoding }),
          ...headers
        }
      })

    it("come compressed to who takes that, and are the same", async () => {
      const { body } = await api.get(`${space(scene)}/content/pages`)
      const paths = [
        "/openapi.json",
        `${space(scene)}/content`,
        `${org(scene)}/spaces?limit=1000`,
        `${site(scene)}/published`,
        `/sites/${scene.site}/`
      ]
      await api.patch(site(scene), { visibility: "public" })
      for (const path of paths) {
        const plain = await ask(path, undefined)
        expect(plain.status, path).toBe(200)
        expect(plain.headers["content-encoding"], path).toBeUndefined()
        expect(plain.headers.vary, path).toContain("accept-encoding")
        expect(plain.body.length, path).toBeGreaterThan(2048)
        for (const [accept, coding] of [
          ["gzip, deflate, br", "br"],
          ["br", "br"],
          ["gzip", "gzip"],
          ["*", "br"],
          ["br;q=0.5, gzip;q=0.9", "gzip"],
          ["BR;Q=1", "br"],
          ["br;q=0, gzip", "gzip"],
          ["identity, *;q=0.1", "br"]
        ] as const) {
          for (let time = 0; time < 2; time++) {
            const answer = await ask(path, accept)
            expect(answer.headers["content-encoding"], `${path} ${accept}`).toBe(coding)
            expect(answer.headers.vary, path).toContain("accept-encoding")
            expect(Number(answer.headers["content-length"]), path).toBe(answer.body.length)
            expect(answer.body.length, path).toBeLessThan(plain.body.length)
            expect(decode[coding](answer.body).equals(plain.body), `${path} ${accept}`).toBe(true)
            expect(answer.headers["content-type"], path).toBe(plain.headers["content-type"])
            if (plain.headers.etag === undefined) continue
            expect(answer.headers.etag, path).not.toBe(plain.headers.etag)
            const again = await ask(path, accept, { "if-none-match": answer.headers.etag! })
            expect([again.status, again.body.length], path).toEqual([304, 0])
          }
        }
        for (const accept of ["identity", "deflate", "br;q=0, gzip;q=0", "", "*;q=0", "zstd"]) {
          expect((await ask(path, accept)).headers["content-encoding"], `${path} ${accept}`).toBeUndefined()
        }
      }
      expect(body.pages.length).toBeGreaterThan(0)
    })

    it("come compressed on the fast lane too", async () => {
      const { repository, url } = scene.sample
      const text = `# Long\n\n${"One sentence after the other. ".repeat(500)}\n`
      await commitFiles(repository, { "README.md": text, "SUMMARY.md": "* [Long](README.md)\n" }, "Long", {
        branch: "long"
      })
      const long = await scene.world.space("Long")
      await importOk(api, long, { url, ref: "refs/heads/long" })
      const { body } = await api.get(`/v1/spaces/${long}/content/pages`)
      const path = `/v1/spaces/${long}/content/page/${body.pages[0].id}?format=markdown`
      const plain = await ask(path, undefined)
      expect(JSON.parse(plain.body.toString()).markdown).toBe(text)
      expect([plain.headers["content-encoding"], plain.headers.vary]).toEqual([undefined, "accept-encoding"])
      for (const coding of ["br", "gzip", "br", "gzip"] as const) {
        const answer = await ask(path, coding)
        expect([answer.status, answer.headers["content-encoding"], answer.headers.vary]).toEqual([
          200,
          coding,
          "accept-encoding"
        ])
        expect(decode[coding](answer.body).equals(plain.body)).toBe(true)
        expect(answer.body.length).toBeLessThan(plain.body.length / 4)
        const again = await ask(path, coding, { "if-none-match": answer.headers.etag! })
        expect([again.status, again.body.length]).toEqual([304, 0])
      }
      // a small page goes out as it is
      const pages = await api.get(`${space(scene)}/content/pages`)
      const small = await ask(`${space(scene)}/content/page/${pages.body.pages[0].id}?format=markdown`, "br")
      expect([small.status, small.headers["content-encoding"]]).toEqual([200, undefined])
    })

    it("leave small answers, files and images alone", async () => {
      const small = await ask("/v1/user", "br, gzip")
      expect(small.headers["content-encoding"]).toBeUndefined()
      const { body } = await api.get(`${space(scene)}/content/files`)
      const file = await ask(body.items[0].downloadURL.slice(scene.world.origin.length), "br, gzip")
      expect([file.status, file.headers["content-encoding"], file.headers["content-type"]]).toEqual([
        200,
        undefined,
        "image/png"
      ])
      const range = await ask(body.items[0].downloadURL.slice(scene.world.origin.length), "br", { range: "bytes=0-3" })
      expect([range.status, range.body.length]).toEqual([206, 4])
    })
  })
})

/** Without what a read itself changes. */
const withoutUse = (text: string): string => text.replace(/,?"(?:lastUsedAt|lastSeenAt)":"[^"]*"/g, "")

/** The token of a site with the claims of another, under the old signature. */
const forge = (token: string): string => {
  const [head, claims, signature] = token.split(".")
  const payload = JSON.parse(Buffer.from(claims!, "base64url").toString())
  return [head, Buffer.from(JSON.stringify({ ...payload, site: "other" })).toString("base64url"), signature].join(".")
}
