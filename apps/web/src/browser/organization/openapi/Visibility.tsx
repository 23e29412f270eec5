/** Who reads the text of a specification beside members and the readers of pages. */
import { plainUrl } from "../../../logic/addresses.ts"
import { client } from "../../client.ts"
import { copyText } from "../../parts/copy.ts"
import { Check } from "../../parts/fields.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import type { SpecProps } from "./SpecScreen.tsx"

export const Visibility = ({ organization, spec }: SpecProps) => {
  const { published } = spec.urls
  const change = useOrganizationWork(organization.id, async (isPublic: boolean) => {
    await client.openapi.updateOpenAPISpecBySlug({
      params: { organizationId: organization.id, specSlug: spec.slug },
      payload: { visibility: isPublic ? "public" : "private" }
    })
    return isPublic ? `Anyone may read ${spec.slug}` : `${spec.slug} is for members`
  })
  return (
    <section aria-labelledby="Visibility">
      <h2 id="Visibility">Who reads its text</h2>
      {organization.permissions.admin ? (
        <Check
          isSelected={spec.visibility === "public"}
          onChange={(isPublic) => change.isPending || change.mutate(isPublic)}
          note="Programs read the latest version at one address, without a token. Readers of a page see what it shows either way."
        >
          Anyone
        </Check>
      ) : (
        <p>
          {published === undefined
            ? "Members, by the API. Readers of a page see what it shows."
            : "Anyone, at the address below."}
        </p>
      )}
      {published === undefined ? null : (
        <p className="domain-record">
          <code>{plainUrl(published)}</code>
          <button
            type="button"
            className="button secondary"
            aria-label="Copy the public address"
            onClick={() => void copyText(published, "The public address")}
          >
            Copy
          </button>
        </p>
      )}
      <Problem work={change} />
    </section>
  )
}
