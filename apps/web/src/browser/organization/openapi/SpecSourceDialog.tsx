/** Adds a specification, or gives one another source: an address that is looked at again and again, or a file. */
import { useState } from "react"
import { Label } from "react-aria-components/Label"
import { specAddress } from "../../../logic/addresses.ts"
import type { OpenApiSpec } from "../../../logic/api.ts"
import { slugOf } from "../../../logic/openapi.ts"
import { client } from "../../client.ts"
import { DescribedRadios } from "../../parts/DescribedRadios.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { FileField } from "../../parts/FileField.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { TextLine } from "../../parts/fields.tsx"
import { go } from "../../parts/navigation.ts"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface SpecSourceDialogProps {
  /** Id. */
  readonly organization: string
  /** Absent for a new one. */
  readonly spec?: OpenApiSpec
  readonly onClose: () => void
}

const kinds = {
  url: ["An address", "The server looks at it again every six hours: what changes there changes on pages."],
  file: ["A file", "JSON or YAML of this machine. It stays as it is until another takes its place."]
} as const

export default ({ onClose, organization, spec }: SpecSourceDialogProps) => {
  const [kind, setKind] = useState<keyof typeof kinds>(
    spec === undefined || spec.sourceURL !== undefined ? "url" : "file"
  )
  const [typed, setTyped] = useState<string>()
  const [url, setUrl] = useState(spec?.sourceURL ?? "")
  const [file, setFile] = useState<File>()
  const slug = spec?.slug ?? (typed ?? (kind === "file" && file !== undefined ? slugOf(file.name) : "")).trim()
  const work = useOrganizationWork(
    organization,
    async () => {
      const source = kind === "url" ? { url: url.trim() } : { text: (await file?.text()) ?? "" }
      const params = { organizationId: organization }
      if (spec !== undefined) {
        await client.openapi.createOrUpdateOpenAPISpecBySlug({
          params: { ...params, specSlug: slug },
          payload: { source }
        })
        return `${slug} is read anew`
      }
      await client.openapi.createOpenAPISpec({ params, payload: { slug, source } })
      go(specAddress(organization, slug))
      return `${slug} was added`
    },
    onClose
  )
  const { at, rest } = problemsAt(work, ["slug", "source"])
  const isReady = slug !== "" && (kind === "url" ? url.trim() !== "" : file !== undefined)
  return (
    <Dialog
      title={spec === undefined ? "Add a specification" : `Another source for ${slug}`}
      kind="form"
      onClose={onClose}
    >
      <form className="form" onSubmit={submitOnce(work)}>
        <DescribedRadios of={kinds} value={kind} onChange={setKind}>
          <Label>Where it comes from</Label>
        </DescribedRadios>
        {kind === "url" ? (
          <TextLine
            label="Address of the description"
            inputMode="url"
            value={url}
            onChange={setUrl}
            problem={at["source"]}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://api.example.com/openapi.json"
          />
        ) : (
          <FileField
            label="Description"
            accept=".json,.yaml,.yml,application/json,application/yaml"
            file={file}
            onChange={setFile}
            problem={at["source"]}
          />
        )}
        {spec === undefined ? (
          <TextLine
            label="Name"
            value={typed ?? slug}
            onChange={setTyped}
            problem={at["slug"]}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            placeholder="petstore"
            note="Letters, digits and hyphens. Pages name it so, and it can't be changed."
          />
        ) : null}
        <FormEnd action={spec === undefined ? "Add" : "Read it"} work={rest} isReady={isReady} onClose={onClose} />
      </form>
    </Dialog>
  )
}
