/** Files uploaded as a client of the API does it, and fonts to upload. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { defined } from "@octavo/core/kernel/shared/defined"
import type { Answer, Client } from "./client.ts"

const resolve = createRequire(import.meta.url).resolve

/** A handwriting, so that a picture shows whether it was used. */
export const caveat = (weight: 400 | 700, format: "woff2" | "woff" = "woff2"): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(resolve(`@fontsource/caveat/files/caveat-latin-${weight}-normal.${format}`)))

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export interface Announced {
  readonly name?: string
  readonly type?: string
  readonly size?: number
  readonly kind?: string
  /** That a file of content is for. */
  readonly space?: string
}

/** Asks for the URL that takes some bytes. */
export const announce = (
  api: Client,
  organization: string,
  bytes: Uint8Array,
  { kind = "customization_font", name = "font.woff2", size = bytes.length, space, type = "font/woff2" }: Announced = {}
): Promise<Answer> =>
  api.post(`/v1/orgs/${organization}/storage/upload`, { file: { name, type, size }, kind, ...defined({ space }) })

/** Sends bytes to an upload URL, as somebody who has nothing but the URL. */
export const send = (
  api: Client,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  type: string | undefined = "font/woff2"
): Promise<Answer> =>
  api.request("PUT", url, {
    raw: bytes,
    token: undefined,
    headers: defined({ "content-type": type })
  })

/** Uploads a file and gives its key. */
export const upload = async (
  api: Client,
  organization: string,
  bytes: Uint8Array<ArrayBuffer>,
  announced: Announced = {}
): Promise<string> => {
  const { body } = await announce(api, organization, bytes, announced)
  const answer = await send(api, body.url, bytes, announced.type)
  if (answer.status !== 200) throw new Error(`The upload was refused: ${answer.status} ${answer.text}`)
  return body.key
}

/** Makes a font with a handwriting in its plain weight. */
export const freshFont = async (api: Client, organization: string, fontFamily = "Brand"): Promise<any> => {
  const fontFaces = [{ weight: 400, storageKey: await upload(api, organization, caveat(400)) }]
  const answer = await api.request("PUT", `/v1/orgs/${organization}/fonts`, { body: { fontFamily, fontFaces } })
  if (answer.status !== 201) throw new Error(`The font was refused: ${answer.status} ${answer.text}`)
  return answer.body
}
