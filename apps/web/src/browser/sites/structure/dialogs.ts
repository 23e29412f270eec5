/** What dialogs of a site's structure are given. */
import type { SiteStructure } from "../../../logic/api.ts"

export interface StructureDialogProps {
  readonly organization: string
  readonly site: string
  readonly structure: SiteStructure
  readonly onClose: () => void
}

/** Most letters of a title of a section or a link, and of a path. */
export const titleLength = 128
export const pathLength = 100

/** One segment of a path, as an input's `pattern`. */
export const pathPattern = "[A-Za-z0-9_][A-Za-z0-9._~\\-]*"
export const pathRule = "Letters, digits, dots, hyphens and underscores"
