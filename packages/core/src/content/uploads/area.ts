/** The face of the area, for the lists of areas: its services and what can be done. */
import type { Action } from "../../people/permissions/actions.ts"
import { Uploads } from "./Uploads.ts"

export const layer = Uploads.layer

export const actions = {
  /** The URL that a file is uploaded to; what takes the file asks for more. */
  "storage.upload": { role: "edit", scope: undefined },
  /** The same for a file of a space's content: what writes it into content asks for no more. */
  "content.upload": { role: "edit", scope: "space:write" }
} as const satisfies Record<string, Action>
