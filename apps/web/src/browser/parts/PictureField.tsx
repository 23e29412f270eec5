/** A picture of a site or an organization: sent from this machine, and shown as it is. */
import { type ChangeEvent, useRef, useState } from "react"
import { plainUrl } from "../../logic/addresses.ts"
import { problemOf } from "../../logic/problems.ts"
import { sendForSettings } from "../uploads/sendForSettings.ts"
import "../style/picture-field.css"

interface PictureFieldProps {
  readonly organization: string
  readonly label: string
  readonly note: string
  /** Address of the picture. */
  readonly value: string | undefined
  /** The ground that it is shown on. */
  readonly ground: "light" | "dark"
  readonly problem?: string | undefined
  readonly onChange: (address: string | undefined) => void
}

const types = "image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml,image/x-icon"

export const PictureField = ({ ground, label, note, onChange, organization, problem, value }: PictureFieldProps) => {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // the same one may be chosen again
    target.value = ""
    if (file === undefined) return
    setSending(true)
    setFailure(undefined)
    try {
      onChange((await sendForSettings(organization, "organization_file", file)).downloadURL)
    } catch (error) {
      setFailure(problemOf(error, navigator.onLine).text)
    } finally {
      setSending(false)
    }
  }
  // pictures of other hosts are not asked for here
  const isOwn = value?.startsWith(`${location.origin}/`) === true
  const said = failure ?? problem
  return (
    <div className="field picture-field">
      <span>{label}</span>
      <div className="picture-line">
        <span className="picture-ground" data-ground={ground}>
          {value === undefined ? (
            <span className="picture-none">None</span>
          ) : isOwn ? (
            <img src={value} alt={label} />
          ) : (
            <span className="picture-none">{plainUrl(value)}</span>
          )}
        </span>
        <label className="button secondary picture-button" aria-busy={isSending}>
          {isSending ? "Sending" : value === undefined ? "Upload" : "Replace"}
          <input
            ref={field}
            type="file"
            accept={types}
            aria-label={`${value === undefined ? "Upload" : "Replace"}: ${label}`}
            disabled={isSending}
            onChange={(event) => void choose(event)}
          />
        </label>
        {value === undefined ? null : (
          <button
            type="button"
            className="button secondary"
            aria-label={`Remove: ${label}`}
            onClick={() => {
              onChange(undefined)
              // the button is gone with the picture
              field.current?.focus()
            }}
          >
            Remove
          </button>
        )}
      </div>
      <small className="field-hint">{note}</small>
      {said === undefined ? null : (
        <span className="field-error" role="alert">
          {said}
        </span>
      )}
    </div>
  )
}
