/** Which revisions and drafts of a space a caller may see who may see the space (`threats.md`: previews). */
import type { AllowedInSpace } from "../../people/permissions/Access.ts"
import { primary } from "./Revision.ts"

/** Whether a caller may see a draft: members may see all of them, the reader of a site the one of its preview. */
export const canSeeDraft = ({ judge, preview }: AllowedInSpace, changeRequestId: string): boolean =>
  judge === undefined || preview?.changeRequest === changeRequestId

/** Whether a caller may see a revision: the reader of a site sees what was published once, and its preview. */
export const canSeeRevision = (allowed: AllowedInSpace, revision: RevisionName): boolean =>
  revision.head === primary || canSeeChanges(allowed, revision)

/** The same for what the revision changed, which is told of that preview alone. */
export const canSeeChanges = ({ judge, preview }: AllowedInSpace, { head, id }: RevisionName): boolean =>
  judge === undefined || (preview !== undefined && (preview.revision === id || preview.changeRequest === head))

interface RevisionName {
  readonly id: string
  /** Name of the head that it was made on. */
  readonly head: string | null
}
