/** Deletes a webhook, after it was said what goes with it. */
import { organizationPartAddress, plainUrl } from "../../../logic/addresses.ts"
import type { Webhook } from "../../../logic/api.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { goOn } from "../../parts/navigation.ts"
import { submitOnce } from "../../parts/submitOnce.ts"
import { queryClient } from "../../queries.ts"
import { webhookQuery } from "../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

/** What a dialog about a webhook is given. */
export interface WebhookPartProps {
  /** Id. */
  readonly organization: string
  readonly webhook: Webhook
  readonly onClose: () => void
}

export default ({ onClose, organization, webhook }: WebhookPartProps) => {
  const remove = useOrganizationWork(
    organization,
    async () => {
      await client.webhooks.deleteWebhookById({ params: { organizationId: organization, webhookId: webhook.id } })
      goOn(organizationPartAddress(organization, "webhooks"))
      queryClient.removeQueries({ queryKey: webhookQuery(organization, webhook.id).queryKey })
      return "The webhook was deleted"
    },
    onClose
  )
  return (
    <Dialog title="Delete the webhook" kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(remove)}>
        <p className="field-note">
          {plainUrl(webhook.url)} is told nothing any more. What was to be sent is not, and the log of its deliveries
          goes with it. To make a pause, turn it off.
        </p>
        <FormEnd action="Delete" work={remove} onClose={onClose} />
      </form>
    </Dialog>
  )
}
