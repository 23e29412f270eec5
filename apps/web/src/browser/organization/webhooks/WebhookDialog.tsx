/** Makes a webhook and shows its secret, or changes one. */
import { useState } from "react"
import { webhookAddress } from "../../../logic/addresses.ts"
import type { NewWebhook, Webhook } from "../../../logic/api.ts"
import { eventGroups, ofAll, ownerOfWebhook, ownerText, type WebhookOwner } from "../../../logic/webhooks.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Check, Choice, TextLine } from "../../parts/fields.tsx"
import { go } from "../../parts/navigation.ts"
import { problemsAt } from "../../parts/Problem.tsx"
import { SecretDialog } from "../../parts/SecretDialog.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface WebhookDialogProps {
  /** Id. */
  readonly organization: string
  /** The one that is changed; absent for a new one. */
  readonly webhook?: Webhook
  /** What a new one is of at first. */
  readonly owner?: WebhookOwner
  /** What a new one can be of. */
  readonly owners?: ReadonlyArray<readonly [owner: WebhookOwner, name: string]>
  readonly onClose: () => void
}

export default ({ onClose, organization, owner: first = ofAll, owners = [], webhook }: WebhookDialogProps) => {
  const [owner, setOwner] = useState(webhook === undefined ? first : ownerOfWebhook(webhook))
  const [url, setUrl] = useState(webhook?.url ?? "")
  const [description, setDescription] = useState(webhook?.description ?? "")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(webhook?.events ?? []))
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>()
  const groups = eventGroups(owner)
  const offered = groups.flatMap(([, events]) => events.map(([event]) => event))
  const events = offered.filter((event) => chosen.has(event))
  const save = useOrganizationWork(
    organization,
    async () => {
      const params = { organizationId: organization }
      const payload = { url: url.trim(), description: description.trim() || null, events }
      if (webhook !== undefined) {
        await client.webhooks.updateWebhookById({ params: { ...params, webhookId: webhook.id }, payload })
        return "The webhook was saved"
      }
      setMade(await createdOf(organization, owner, payload))
      return "The webhook was made"
    },
    webhook === undefined ? undefined : onClose
  )
  if (made !== undefined) {
    return (
      <SecretDialog
        title="Secret of the webhook"
        name="secret"
        secret={made.secret}
        note="Your server checks with it that requests are from here."
        onClose={() => {
          onClose()
          go(webhookAddress(organization, made.id))
        }}
      />
    )
  }
  const { at, rest } = problemsAt(save, ["url", "description", "events"])
  const toggle = (event: string) => (isSelected: boolean) => {
    const next = new Set(chosen)
    isSelected ? next.add(event) : next.delete(event)
    setChosen(next)
  }
  const isWhole = events.length === offered.length
  return (
    <Dialog title={webhook === undefined ? "New webhook" : "Edit webhook"} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(save)}>
        <TextLine
          label="Address"
          note="Of your server: what happens is posted to it, as JSON."
          value={url}
          onChange={setUrl}
          problem={at["url"]}
          required
          maxLength={2048}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          placeholder="https://hooks.example.com/octavo"
        />
        <TextLine
          label="What it is for"
          value={description}
          onChange={setDescription}
          problem={at["description"]}
          maxLength={255}
          autoComplete="off"
        />
        {webhook !== undefined || owners.length < 2 ? null : (
          <Choice
            label="It hears of"
            of={owners.map(([one, name]) => [ownerText(one), name] as const)}
            value={ownerText(owner)}
            onChange={(text) => setOwner(owners.find(([one]) => ownerText(one) === text)?.[0] ?? ofAll)}
          />
        )}
        <fieldset className="event-choice">
          <legend>What is told</legend>
          <button
            type="button"
            className="text-button"
            onClick={() => setChosen(isWhole ? new Set() : new Set([...chosen, ...offered]))}
          >
            {isWhole ? "None of it" : "All of it"}
          </button>
          {groups.map(([title, events]) => (
            // biome-ignore lint/a11y/useSemanticElements: a set of fields within one
            <div key={title} role="group" aria-label={title} className="event-group">
              <p aria-hidden="true">{title}</p>
              {events.map(([event, words]) => (
                <Check key={event} isSelected={chosen.has(event)} onChange={toggle(event)}>
                  {words}
                </Check>
              ))}
            </div>
          ))}
        </fieldset>
        {at["events"] === undefined ? null : (
          <p className="field-error" role="alert">
            {at["events"]}
          </p>
        )}
        <FormEnd
          action={webhook === undefined ? "Make the webhook" : "Save"}
          work={rest}
          isReady={url.trim() !== "" && events.length > 0}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

const createdOf = (organizationId: string, { id, kind }: WebhookOwner, payload: NewWebhook) => {
  const { webhooks } = client
  if (kind === "space") return webhooks.createSpaceWebhook({ params: { spaceId: id }, payload })
  return kind === "site"
    ? webhooks.createSiteWebhook({ params: { organizationId, siteId: id }, payload })
    : webhooks.createOrganizationWebhook({ params: { organizationId }, payload })
}
