/** Cuts a version: what it is called, where it will be, and whether readers come to it first. */
import { useState } from "react"
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { Radio, RadioGroup } from "react-aria-components/RadioGroup"
import { TextField } from "react-aria-components/TextField"
import type { Site } from "../../logic/api.ts"
import { rootPlan, type VersionedDocs, versionPath, writtenOn } from "../../logic/versions.ts"
import { client } from "../client.ts"
import { Dialog } from "../parts/Dialog.tsx"
import { FormEnd } from "../parts/FormEnd.tsx"
import { submitOnce } from "../parts/submitOnce.ts"
import { useSiteWork } from "./useSiteWork.ts"

interface CutVersionDialogProps {
  readonly organization: string
  readonly site: Site
  readonly docs: VersionedDocs
  readonly onClose: () => void
}

/** Most letters of a name, and of a path. */
const nameLength = 50
const pathLength = 100

export default ({ docs, onClose, organization, site }: CutVersionDialogProps) => {
  const [name, setName] = useState("")
  const [ownPath, setOwnPath] = useState<string>()
  const [isDefault, setDefault] = useState(false)
  const source = writtenOn(docs)
  const path = ownPath ?? versionPath(name)
  const cut = useSiteWork(
    organization,
    site.id,
    async () => {
      const made = await client.siteSpaces.cutSiteSpaceVersion({
        params: { organizationId: organization, siteId: site.id, siteSpaceId: source.id },
        payload: {
          title: name.trim(),
          ...(path === "" ? {} : { path }),
          ...(isDefault ? { makeDefault: true } : {})
        }
      })
      return `Version “${made.title}” of “${source.title}” was cut`
    },
    onClose
  )
  const submit = submitOnce(cut)
  const named = name.trim() === "" ? "The version" : `“${name.trim()}”`
  const { moved, version: root } = rootPlan(docs)
  return (
    <Dialog title={`Cut a version of ${source.title}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <p className="field-note">
          The pages of “{source.title}” are copied as they are now, into a space of their own. Whoever is shown “
          {source.title}” is shown the version. You write on in “{source.title}”.
        </p>
        <TextField className="field" isRequired maxLength={nameLength} value={name} onChange={setName} autoFocus>
          <Label>Name</Label>
          <Input className="input" placeholder="1.4" />
          <FieldError className="field-error" />
        </TextField>
        <TextField
          className="field"
          maxLength={pathLength}
          pattern="[A-Za-z0-9_][A-Za-z0-9._~\-]*"
          value={path}
          onChange={setOwnPath}
        >
          <Label>Path</Label>
          <Input className="input" spellCheck={false} autoCapitalize="none" />
          <FieldError className="field-error">Letters, digits, dots, hyphens and underscores.</FieldError>
        </TextField>
        <RadioGroup
          className="field"
          value={isDefault ? "version" : "source"}
          onChange={(value) => setDefault(value === "version")}
        >
          <Label>What readers come to first</Label>
          <div className="radios">
            <Radio value="source" className="radio">
              <span>
                {moved === undefined ? "What they come to now" : `“${moved.siteSpace.title}”, as now`}
                <small>
                  No address changes. {named} is read at {`${root}${path || "…"}/`}
                </small>
              </span>
            </Radio>
            <Radio value="version" className="radio">
              <span>
                The new version
                <small>
                  {named} is read at {root}
                  {moved === undefined ? "" : `, and “${moved.siteSpace.title}” at ${moved.to}`}
                  {moved?.siteSpace.id === source.id ? ", marked as not released yet" : ""}
                </small>
              </span>
            </Radio>
          </div>
        </RadioGroup>
        <FormEnd action="Cut the version" work={cut} isReady={name.trim() !== ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}
