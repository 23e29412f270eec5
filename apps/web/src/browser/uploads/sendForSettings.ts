/** Sends a file that settings of an organization are to name: a picture, or a face of a font. */
import { client } from "../client.ts"
import { send } from "./send.ts"

interface SentFile {
  /** What a font names it by, for a day. */
  readonly key: string
  /** What a picture is named by. */
  readonly downloadURL?: string
}

/** @param type of its media, where the browser may not know it */
export const sendForSettings = async (
  organizationId: string,
  kind: "organization_file" | "customization_font",
  file: File,
  type = file.type || "application/octet-stream"
): Promise<SentFile> => {
  const { key, url } = await client.storage.generateStorageUploadURL({
    params: { organizationId },
    payload: { file: { name: file.name.slice(-256) || "file", type, size: file.size }, kind }
  })
  const { downloadURL } = JSON.parse(await send(url, file, new AbortController().signal, () => undefined)) as {
    readonly downloadURL?: string
  }
  return { key, ...(downloadURL === undefined ? {} : { downloadURL }) }
}
