/** A delivery: how it fared, what the receiver answered, and what was sent. It can be sent once more. */
import { useQuery } from "@tanstack/react-query"
import type { Webhook } from "../../../logic/api.ts"
import { answerWords, deliveryWords, eventWords } from "../../../logic/webhooks.ts"
import { momentOf } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { deliveryQuery } from "../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface DeliveryDialogProps {
  /** Id. */
  readonly organization: string
  readonly webhook: Webhook
  /** Its id. */
  readonly delivery: string
  readonly onClose: () => void
}

export default ({ delivery: id, onClose, organization, webhook }: DeliveryDialogProps) => {
  const asked = useQuery(deliveryQuery(organization, webhook.id, id))
  const { data } = asked
  const replay = useOrganizationWork(
    organization,
    async () => {
      await client.webhooks.replayWebhookDelivery({
        params: { organizationId: organization, webhookId: webhook.id, deliveryId: id }
      })
      return "It is on its way once more"
    },
    onClose
  )
  return (
    <Dialog title={data === undefined ? "Delivery" : eventWords(data.event.type)} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(replay)}>
        <Problem work={asked} />
        {data === undefined ? (
          asked.isError ? null : (
            <Waiting />
          )
        ) : (
          <>
            <dl className="particulars">
              <dt>State</dt>
              <dd>{deliveryWords(data, webhook.active)}</dd>
              <dt>Attempts</dt>
              <dd>{data.attempts}</dd>
              <dt>Last answer</dt>
              <dd>{answerWords(data)}</dd>
              {data.failure === undefined ? null : (
                <>
                  <dt>Why not</dt>
                  <dd>{data.failure}</dd>
                </>
              )}
              {data.nextAttemptAt === undefined ? null : (
                <>
                  <dt>Next attempt</dt>
                  <dd>{momentOf(data.nextAttemptAt)}</dd>
                </>
              )}
              <dt>Delivery</dt>
              <dd>
                <code>{data.id}</code>
              </dd>
            </dl>
            {data.response === undefined || data.response.body === "" ? null : (
              <Text title="What was answered" text={data.response.body} />
            )}
            <Text title="What is sent" text={JSON.stringify(data.payload, undefined, 2)} />
          </>
        )}
        {webhook.active ? null : <p className="field-note">Turn the webhook on to send it again.</p>}
        <FormEnd action="Send again" work={replay} isReady={webhook.active && data !== undefined} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const Text = ({ text, title }: { readonly title: string; readonly text: string }) => (
  <>
    <h3>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by who has no mouse */}
    <section className="sent-text" tabIndex={0} aria-label={title}>
      {text}
    </section>
  </>
)
