/** The OpenAPI specifications of an organization: how each was read, and where it comes from. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { plainUrl, specAddress } from "../../../logic/addresses.ts"
import type { OpenApiSpec, Organization } from "../../../logic/api.ts"
import { specState } from "../../../logic/openapi.ts"
import { ago } from "../../../logic/words.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { specsQuery } from "./queries.ts"
import { SpecChip } from "./SpecChip.tsx"

const SpecSourceDialog = lazy(() => import("./SpecSourceDialog.tsx"))

export const OpenApiScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/openapi" })
  const [isAdding, setAdding] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="OpenAPI"
      lead={() => "Descriptions of your APIs, whose operations pages show."}
      permission="listMembers"
      action={({ permissions }) =>
        permissions.createOpenAPISpec ? (
          <Button className="button" onPress={() => setAdding(true)}>
            Add a specification
          </Button>
        ) : null
      }
    >
      {(one) => (
        <>
          <Specs organization={one} />
          <Suspense fallback={null}>
            {isAdding ? <SpecSourceDialog organization={one.id} onClose={() => setAdding(false)} /> : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

const Specs = ({ organization }: { readonly organization: Organization }) => {
  const asked = useInfiniteQuery(specsQuery(organization.id))
  const specs = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label="Specifications">
      <Problem work={asked} />
      {specs === undefined ? (
        asked.isError ? null : (
          <Waiting />
        )
      ) : specs.length === 0 ? (
        <Empty title="There are no specifications yet">
          <p>
            {organization.permissions.createOpenAPISpec
              ? "Add the OpenAPI or Swagger description of an API, by its address or as a file. Pages then show its operations, and follow it when it changes."
              : "Whoever may make spaces here adds them."}
          </p>
        </Empty>
      ) : (
        <ul className="rows" aria-label="Specifications">
          {specs.map((spec) => (
            <li key={spec.id}>
              <SpecRow organization={organization.id} spec={spec} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={asked} />
    </section>
  )
}

interface SpecRowProps {
  /** Id. */
  readonly organization: string
  readonly spec: OpenApiSpec
}

const SpecRow = ({ organization, spec }: SpecRowProps) => (
  <AppLink className="row" href={specAddress(organization, spec.slug)}>
    <Icon name="plug" />
    <span className="row-title">{spec.slug}</span>
    <SpecChip state={specState(spec)} />
    <span className="row-note">
      {spec.sourceURL === undefined ? "From a file" : plainUrl(spec.sourceURL)} ·{" "}
      {ago(spec.lastProcessedAt ?? spec.createdAt, Date.now())}
    </span>
  </AppLink>
)
