/** A specification: how it was read, what of it pages can show, its versions, and who else reads it. */
import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import { plainUrl } from "../../../logic/addresses.ts"
import type { OpenApiSpec, Organization } from "../../../logic/api.ts"
import { errorToShow } from "../../../logic/failures.ts"
import { isBeingRead, specState } from "../../../logic/openapi.ts"
import { ago } from "../../../logic/words.ts"
import { client } from "../../client.ts"
import { Problem } from "../../parts/Problem.tsx"
import { Waiting } from "../../parts/screen.tsx"
import { ProblemScreen } from "../../screens/ProblemScreen.tsx"
import "../../style/openapi.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { OnPages } from "./OnPages.tsx"
import { specQuery } from "./queries.ts"
import { SpecChip } from "./SpecChip.tsx"
import { Versions } from "./Versions.tsx"
import { Visibility } from "./Visibility.tsx"

const SpecSourceDialog = lazy(() => import("./SpecSourceDialog.tsx"))
const DeleteSpecDialog = lazy(() => import("./DeleteSpecDialog.tsx"))

export const SpecScreen = () => {
  const { organization, spec: slug } = useParams({ from: "/o/$organization/openapi/$spec" })
  const asked = useQuery(specQuery(organization, slug))
  const [opened, setOpened] = useState<"source" | "delete">()
  const error = errorToShow(asked)
  if (error !== null) return <ProblemScreen error={error} />
  const spec = asked.data
  if (spec === undefined) {
    return (
      <div className="screen narrow">
        <Waiting />
      </div>
    )
  }
  const close = () => setOpened(undefined)
  return (
    <OrganizationScreen
      organization={organization}
      title={spec.slug}
      lead={() =>
        spec.sourceURL === undefined ? "OpenAPI, from a file." : `OpenAPI, from ${plainUrl(spec.sourceURL)}.`
      }
      permission="listMembers"
      action={({ permissions }) => (
        <p className="buttons">
          {spec.permissions.edit ? (
            <Button className="button secondary" onPress={() => setOpened("source")}>
              Change the source
            </Button>
          ) : null}
          {permissions.admin ? (
            <Button className="button secondary" onPress={() => setOpened("delete")}>
              Delete
            </Button>
          ) : null}
        </p>
      )}
    >
      {(one) => (
        <>
          <Reading organization={one} spec={spec} />
          {spec.lastVersion === undefined ? null : (
            <>
              <OnPages organization={one} slug={spec.slug} version={spec.lastVersion} />
              <Versions organization={one.id} slug={spec.slug} latest={spec.lastVersion} />
            </>
          )}
          <Visibility organization={one} spec={spec} />
          <Suspense fallback={null}>
            {opened === "source" ? (
              <SpecSourceDialog organization={one.id} spec={spec} onClose={close} />
            ) : opened === "delete" ? (
              <DeleteSpecDialog organization={one.id} spec={spec} onClose={close} />
            ) : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

export interface SpecProps {
  readonly organization: Organization
  readonly spec: OpenApiSpec
}

/** What came of reading it last, and the next time that it is fetched. */
const Reading = ({ organization, spec }: SpecProps) => {
  const state = specState(spec)
  const { sourceURL } = spec
  const fetchNow = useOrganizationWork(organization.id, async () => {
    await client.openapi.createOrUpdateOpenAPISpecBySlug({
      params: { organizationId: organization.id, specSlug: spec.slug },
      payload: { source: { url: sourceURL ?? "" } }
    })
    return `${spec.slug} is fetched`
  })
  const problems = spec.lastProcessedErrors ?? []
  const more = spec.lastProcessedErrorCount - problems.length
  return (
    <section aria-labelledby="Reading" aria-busy={isBeingRead(spec)}>
      <h2 id="Reading">State</h2>
      <p className="hostname-line">
        <SpecChip state={state} />
        {spec.lastProcessedAt === undefined ? null : (
          <span className="note">
            {sourceURL === undefined ? "Read" : "Looked at"} {ago(spec.lastProcessedAt, Date.now())}
          </span>
        )}
      </p>
      <p>{state.text}</p>
      {problems.length === 0 ? null : (
        <ul className="spec-problems" aria-label="What is wrong">
          {problems.map(({ message }, at) => (
            // the same may be wrong twice
            <li key={`${at} ${message}`}>{message}</li>
          ))}
          {more > 0 ? <li>And {more} more.</li> : null}
        </ul>
      )}
      {spec.permissions.edit && sourceURL !== undefined ? (
        <p className="buttons">
          <button
            type="button"
            className="button secondary"
            aria-disabled={isBeingRead(spec) || fetchNow.isPending}
            onClick={() => isBeingRead(spec) || fetchNow.isPending || fetchNow.mutate()}
          >
            Fetch it now
          </button>
        </p>
      ) : null}
      <Problem work={fetchNow} />
    </section>
  )
}
