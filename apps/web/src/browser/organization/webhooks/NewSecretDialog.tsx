/** Gives a webhook a new secret, after it was said what comes of the one before, and shows it: once. */
import { useState } from "react"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { SecretDialog } from "../../parts/SecretDialog.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { WebhookPartProps } from "./DeleteWebhookDialog.tsx"

export default ({ onClose, organization, webhook }: WebhookPartProps) => {
  const [secret, setSecret] = useState<string>()
  const make = useOrganizationWork(organization, async () => {
    const made = await client.webhooks.rotateWebhookSecret({
      params: { organizationId: organization, webhookId: webhook.id }
    })
    setSecret(made.secret)
    return "The webhook has a new secret"
  })
  return secret === undefined ? (
    <Dialog title="New secret" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(make)}>
        <p className="field-note">
          For a day requests carry a signature by each of the two. After that the secret that there is now signs
          nothing: your server has to have the new one by then.
        </p>
        <FormEnd action="Make a new secret" work={make} onClose={onClose} />
      </form>
    </Dialog>
  ) : (
    <SecretDialog title="New secret" name="secret" secret={secret} onClose={onClose} />
  )
}
