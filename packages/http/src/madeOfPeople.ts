/** What answers about the people of an organization are made of, for those that are kept (`keptAnswers.ts`). */
import { accessPart, madeOnlyOf, seenPart, treePart } from "@octavo/core/kernel/shared/Epoch"

interface InOrganization {
  readonly organizationId: string
}

/** Teams, and who is in which, with the number of spaces that are open to each. */
export const madeOfTeams = ({ organizationId }: InOrganization) => madeOnlyOf([accessPart, treePart(organizationId)])

/** Members, with the number of spaces that are open to each, and when they were seen last. */
export const madeOfMembers = ({ organizationId }: InOrganization) =>
  madeOnlyOf([accessPart, treePart(organizationId), seenPart(organizationId)])
