/** Addresses of files' bytes: good without a token, for one file, and for as long as what they were given out for is there. */

import type { VisitorPass } from "../../delivery/visitors/visitorPass.ts"
import type { InstanceConfig } from "../../kernel/shared/Instance.ts"
import { signValue, verifyValue } from "../../kernel/shared/signature.ts"
import type { FileRecord } from "./model/Records.ts"

/** What an address hangs on: it ends with that. */
export type FileOwner =
  | { readonly space: string }
  | { readonly organization: string }
  /** Given to the reader of a site: it also ends when the site shows the space no more, or lets the reader in no more. */
  | { readonly space: string; readonly site: string; readonly organization: string; readonly pass: VisitorPass }

/** What an address leads to. Those from before addresses had owners have none, and end with the bytes. */
export interface SignedFile {
  readonly blob: string
  readonly contentType: string
  readonly owner: FileOwner | undefined
}

const purpose = "file"

export const downloadUrl = (
  { instance, key, owner }: { readonly instance: InstanceConfig; readonly key: Uint8Array; readonly owner: FileOwner },
  file: Pick<FileRecord, "blob" | "contentType" | "name">
): string =>
  `${instance.publicUrl}/~files/${signValue(key, purpose, [file.blob, file.contentType, owner])}/${encodeURIComponent(file.name)}`

/** What is behind a download URL's signed part; `undefined` when it was not made here. */
export const verifyDownload = (key: Uint8Array, signed: string): SignedFile | undefined => {
  const value = verifyValue(key, purpose, signed) as [string, string, FileOwner?] | undefined
  return value === undefined ? undefined : { blob: value[0], contentType: value[1], owner: value[2] }
}
