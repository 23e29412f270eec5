/** Makes a font of files, one for each weight, or gives one another name and other files. */
import { useRef, useState } from "react"
import type { CustomFont } from "../../../logic/api.ts"
import {
  faceProblem,
  fontFileProblem,
  fontType,
  offeredWeights,
  plainWeight,
  weightName
} from "../../../logic/fonts.ts"
import { client } from "../../client.ts"
import { Dialog } from "../../parts/Dialog.tsx"
import { FileField } from "../../parts/FileField.tsx"
import { FormEnd } from "../../parts/FormEnd.tsx"
import { Choice, TextLine } from "../../parts/fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { problemsAt } from "../../parts/Problem.tsx"
import { submitOnce } from "../../parts/submitOnce.ts"
import { sendForSettings } from "../../uploads/sendForSettings.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"

interface FontDialogProps {
  /** Id. */
  readonly organization: string
  /** Absent for a new one. */
  readonly font?: CustomFont
  readonly onClose: () => void
}

/** A weight, with the file that it is to have; without one it keeps that which it has. */
interface Face {
  readonly weight: number
  readonly file?: File
}

export default ({ font, onClose, organization }: FontDialogProps) => {
  const before = font?.fontFaces.map(({ weight }) => weight) ?? []
  const [family, setFamily] = useState(font?.fontFamily ?? "")
  const [faces, setFaces] = useState<ReadonlyArray<Face>>(
    (font === undefined ? [plainWeight] : before).map((weight) => ({ weight }))
  )
  const chooser = useRef<HTMLDivElement>(null)
  // what was sent before something was refused is not sent again
  const sent = useRef(new Map<File, string>())
  const keyOf = async (file: File): Promise<string> => {
    const known = sent.current.get(file)
    if (known !== undefined) return known
    const { key } = await sendForSettings(organization, "customization_font", file, fontType(file.name))
    sent.current.set(file, key)
    return key
  }
  const save = useOrganizationWork(
    organization,
    async () => {
      const fontFaces: Array<{ readonly weight: number; readonly storageKey: string }> = []
      for (const { file, weight } of faces)
        if (file !== undefined) fontFaces.push({ weight, storageKey: await keyOf(file) })
      const params = { organizationId: organization }
      const fontFamily = family.trim()
      if (font === undefined) {
        const made = await client.customFonts.createCustomFont({ params, payload: { fontFamily, fontFaces } })
        return `The font “${made.fontFamily}” was added`
      }
      const gone = before.filter((weight) => faces.every((face) => face.weight !== weight))
      const changed = await client.customFonts.updateCustomFont({
        params: { ...params, fontId: font.id },
        payload: { fontFamily, fontFaces: [...fontFaces, ...gone.map((weight) => ({ weight, storageKey: null }))] }
      })
      return `The font “${changed.fontFamily}” was saved`
    },
    onClose
  )
  const change = (next: ReadonlyArray<Face>) => {
    setFaces(next.toSorted((a, b) => a.weight - b.weight))
    if (save.isError) save.reset()
  }
  const refused = save.isError ? faceProblem(save.error) : undefined
  const problemOfFace = ({ file, weight }: Face): string | undefined =>
    (file && fontFileProblem(file)) ?? (refused?.weight === weight ? refused.text : undefined)
  const { at, rest } = problemsAt(save, ["fontFamily"])
  const others = offeredWeights.filter((weight) => faces.every((face) => face.weight !== weight))
  const isWhole = faces.every(
    ({ file, weight }) => (file !== undefined && fontFileProblem(file) === undefined) || before.includes(weight)
  )
  const hasBadFile = faces.some(({ file }) => file !== undefined && fontFileProblem(file) !== undefined)
  return (
    <Dialog title={font === undefined ? "Add a font" : `Change ${font.fontFamily}`} kind="form" onClose={onClose}>
      <form className="form" onSubmit={submitOnce(save)}>
        <TextLine
          label="Name"
          value={family}
          onChange={setFamily}
          problem={at["fontFamily"]}
          required
          maxLength={50}
          autoFocus
          autoComplete="off"
          placeholder="Brand Sans"
        />
        {faces.map((face) => (
          <div key={face.weight} className="face-line">
            <FileField
              label={weightName(face.weight)}
              accept=".woff2,.woff,font/woff2,font/woff"
              file={face.file}
              {...(before.includes(face.weight) && { before: "Its file is there" })}
              problem={problemOfFace(face)}
              onChange={(file) => change(faces.map((one) => (one === face ? { ...one, file } : one)))}
            />
            {face.weight === plainWeight ? null : (
              <button
                type="button"
                className="tool"
                aria-label={`Remove ${weightName(face.weight)}`}
                title="Remove"
                onClick={() => {
                  change(faces.filter((one) => one !== face))
                  // the button is gone with its line
                  chooser.current?.querySelector("select")?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            )}
          </div>
        ))}
        <div ref={chooser}>
          <Choice
            label="Another weight"
            of={[["", "Choose a weight"], ...others.map((weight) => [String(weight), weightName(weight)] as const)]}
            value=""
            onChange={(weight) => weight !== "" && change([...faces, { weight: Number(weight) }])}
            note="WOFF2 or WOFF, at most 5 MB each. Weights that are left out are drawn from the nearest one."
          />
        </div>
        <FormEnd
          action={font === undefined ? "Add" : "Save"}
          work={{ ...rest, isError: rest.isError && refused === undefined }}
          isReady={family.trim() !== "" && isWhole && !hasBadFile}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
