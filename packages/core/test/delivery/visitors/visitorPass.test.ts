import { describe, expect, it } from "vitest"
import { type AccessRules, admits, type VisitorPass } from "../../../src/delivery/visitors/visitorPass.ts"

const anyone: VisitorPass = { kind: "anyone" }
const link: VisitorPass = { kind: "share-link", id: "l" }
const signed: VisitorPass = { kind: "signed-in", keyId: "k" }
const member: VisitorPass = { kind: "member", userId: "u" }

const doors = (visibility: AccessRules["visibility"], more: Partial<AccessRules> = {}): AccessRules => ({
  published: true,
  visibility,
  shareLinks: [{ id: "l", keyHash: "h" }],
  keyId: "k",
  ...more
})

describe("letsIn", () => {
  // anyone, a share link, a signed-in visitor, a member
  it.each([
    ["public", doors("public"), [true, true, true, true]],
    ["unlisted", doors("unlisted"), [true, true, true, true]],
    ["share-link", doors("share-link"), [false, true, false, true]],
    [
      "share-link, revoked",
      doors("share-link", { shareLinks: [{ id: "m", keyHash: "h" }] }),
      [false, false, false, true]
    ],
    ["visitor-auth", doors("visitor-auth"), [false, false, true, true]],
    ["visitor-auth, another key", doors("visitor-auth", { keyId: "n" }), [false, false, false, true]],
    ["visitor-auth, no key", doors("visitor-auth", { keyId: null }), [false, false, false, true]],
    ["public, unpublished", doors("public", { published: false }), [false, false, false, true]],
    ["share-link, unpublished", doors("share-link", { published: false }), [false, false, false, true]],
    ["visitor-auth, unpublished", doors("visitor-auth", { published: false }), [false, false, false, true]]
  ])("%s", (_, site, expected) => {
    expect([anyone, link, signed, member].map((pass) => admits(site, pass))).toEqual(expected)
  })
})
