/** Links that let their bearer read a site of the visibility `share-link`. */
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { makeKey } from "../../kernel/shared/ids.ts"
import { sameText } from "../../kernel/shared/signature.ts"
import { Text } from "../../kernel/shared/text.ts"
import { publicUrl, type SiteRecord } from "../site-records/Site.ts"
import type { AccessRules } from "./visitorPass.ts"

export interface ShareLinkRecord {
  readonly id: string
  readonly siteId: string
  readonly name: string
  /** An inactive one lets nobody in, until it is active again. */
  readonly active: boolean
  /** The key, sealed: a database alone opens no site. */
  readonly sealedKey: string
  readonly keyHash: string
  readonly createdAt: string
}

/** A share link, as the API shows it. Its URL holds the key: who may not change the link does not see it. */
export const ShareLink = Schema.Struct({
  object: Schema.Literal("share-link"),
  id: Schema.String,
  createdAt: Schema.String,
  name: Schema.String,
  active: Schema.Boolean,
  urls: Schema.Struct({ published: Schema.optionalKey(Schema.String) })
}).annotate({ identifier: "ShareLink" })
export type ShareLink = typeof ShareLink.Type

const Name = Text(0, 50)

/** Body of `POST .../share-links`. */
export const NewShareLink = Schema.Struct({ name: Name })
export type NewShareLink = typeof NewShareLink.Type

/** Body of `PATCH .../share-links/{shareLinkId}`. */
export const ShareLinkUpdate = Schema.Struct({
  active: Schema.optionalKey(Schema.Boolean),
  name: Schema.optionalKey(Name)
})
export type ShareLinkUpdate = typeof ShareLinkUpdate.Type

/** Of reads whose URLs begin with the key of a share link, for who presents it. */
export interface WithShareKey {
  readonly shareKey?: string | undefined
}

/** How many share links a site may have: each key that comes is compared with all of them. */
export const mostShareLinks = 1000

/** 131 random bits (threat: share key guessing). */
export const makeShareKey = (): string => makeKey(22)

/** What may be a key at all: most first segments of paths are none. */
export const isShareKey = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)

const encoder = new TextEncoder()
export const hashShareKey = (key: string): string => bytesToHex(sha256(encoder.encode(key)))

/** The active link that a key belongs to. Looks at all of them, in a time that does not depend on the key. */
export const linkOfKey = ({ shareLinks }: Pick<AccessRules, "shareLinks">, key: string): string | undefined => {
  if (!isShareKey(key)) return undefined
  const hash = hashShareKey(key)
  let found: string | undefined
  for (const link of shareLinks) if (sameText(link.keyHash, hash)) found = link.id
  return found
}

/** Where a share link leads: the key is the first segment below the site's root. */
export const shareUrl = (instance: InstanceConfig, site: SiteRecord, key: string): string =>
  publicUrl(instance, { ...site, shareKey: key })
