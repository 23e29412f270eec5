/** The face of the area, for the lists of areas: its services and what the trail records. */
import { EmailDomains } from "./EmailDomains.ts"

export const layer = EmailDomains.layer

export const auditActions = {
  "organization.domain.prove": "E-mail domain proven: its people are offered the sign-in providers",
  "organization.domain.lapse": "E-mail domain no longer proven"
} as const
