/** The history of a space in words. Pure. */
import type { SpaceRevision } from "./api.ts"

const types: Readonly<Record<string, string>> = {
  edits: "Edited",
  merge: "Merged",
  update: "Brought up to date",
  rollback: "Restored",
  computed: "Computed"
}

/** What a revision was made by: its message, where there is one. */
export const whatWas = ({ git, message, type }: Pick<SpaceRevision, "git" | "message" | "type">): string =>
  message || git?.message.split("\n")[0] || types[type] || "Edited"
