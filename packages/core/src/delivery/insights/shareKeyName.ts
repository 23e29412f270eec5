import { hashShareKey } from "../visitors/ShareLink.ts"

/** Names the key of a share link without telling it: of the same key always the same. */
export const shareKeyName = (key: string | null): string | null =>
  key === null ? null : hashShareKey(key).slice(0, 16)

/** Whether a text is such a name: keys are longer, and of more letters. */
export const isShareKeyName = (text: string): boolean => /^[0-9a-f]{16}$/.test(text)
