/** What an organization is called, and its logo. */
import { useState } from "react"
import { TextLine } from "../../parts/fields.tsx"
import { PictureField } from "../../parts/PictureField.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { type SettingProps, useSetting } from "./useSetting.ts"

export const TitleAndLogo = ({ organization }: SettingProps) => {
  const [title, setTitle] = useState(organization.title)
  const [logo, setLogo] = useState(organization.urls.logo)
  const before = organization.urls.logo
  const { save, submit } = useSetting(
    organization,
    () => ({ title: title.trim(), ...(logo === before ? {} : { logo: logo ?? null }) }),
    (saved) => `The organization is called “${saved.title}”${logo === before ? "" : ", and its logo was saved"}`
  )
  const { at, rest } = problemsAt(save, ["title", "logo"])
  const isSame = title.trim() === organization.title && logo === before
  return (
    <section aria-labelledby="Title">
      <h2 id="Title">Title and logo</h2>
      <form className="setting-form" onSubmit={submit}>
        <TextLine
          label="Title of the organization"
          value={title}
          onChange={setTitle}
          problem={at["title"]}
          required
          minLength={2}
          maxLength={255}
        />
        <PictureField
          organization={organization.id}
          label="Logo"
          note="Stands beside the title in the application. Sites have logos of their own."
          ground="light"
          value={logo}
          problem={at["logo"]}
          onChange={setLogo}
        />
        <p className="buttons">
          <button type="submit" className="button" disabled={isSame || title.trim() === "" || save.isPending}>
            Save title and logo
          </button>
        </p>
      </form>
      <Problem work={rest} />
    </section>
  )
}
