/** Translations in rows: how each is going, and what can be done with it. */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { lazy, Suspense, useEffect, useState } from "react"
import { pageAddress } from "../../../logic/addresses.ts"
import type { Translation } from "../../../logic/api.ts"
import { languageName } from "../../../logic/languages.ts"
import { isRunOpen, statsWords, translationState } from "../../../logic/translations.ts"
import { client } from "../../client.ts"
import { AppLink } from "../../parts/AppLink.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { PopMenu, PopMenuItem } from "../../parts/PopMenu.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { organizationQuery, spacesQuery } from "../../queries.ts"
import { useOrganizationWork } from "../useOrganizationWork.ts"
import { latestRunQuery } from "./queries.ts"

const RunsDialog = lazy(() => import("./RunsDialog.tsx"))
const EditTranslationDialog = lazy(() => import("./EditTranslationDialog.tsx"))
const DeleteTranslationDialog = lazy(() => import("./DeleteTranslationDialog.tsx"))

interface TranslationRowsProps {
  /** Id. */
  readonly organization: string
  readonly translations: ReadonlyArray<Translation>
}

interface Named {
  readonly translation: Translation
  /** "Handbook in French". */
  readonly name: string
}

/** What the dialogs of a translation are told. */
export interface TranslationDialogProps extends Named {
  /** Id. */
  readonly organization: string
  readonly onClose: () => void
}

export const TranslationRows = ({ organization, translations }: TranslationRowsProps) => {
  const spaces = useQuery(spacesQuery(organization)).data
  const [menu, setMenu] = useState<Named & { readonly anchor: Element }>()
  const [opened, setOpened] = useState<Named & { readonly what: "runs" | "edit" | "delete" }>()
  const dialog = opened && { ...opened, organization, onClose: () => setOpened(undefined) }
  const open = (what: "runs" | "edit" | "delete", { name, translation }: Named) =>
    setOpened({ what, name, translation })
  return (
    <>
      <ul className="rows" aria-label="Translations">
        {translations.map((translation) => {
          const source = spaces?.find(({ id }) => id === translation.source.space)?.title ?? "A space"
          return (
            <TranslationRow
              key={translation.id}
              organization={organization}
              translation={translation}
              name={`${source} in ${languageName(translation.language)}`}
              onMenu={setMenu}
            />
          )
        })}
      </ul>
      {menu === undefined ? null : (
        <PopMenu label={`Actions for ${menu.name}`} anchor={menu.anchor} onClose={() => setMenu(undefined)}>
          <PopMenuItem onAction={() => open("runs", menu)}>Runs</PopMenuItem>
          {menu.translation.permissions.edit ? (
            <PopMenuItem onAction={() => open("edit", menu)}>How it is translated</PopMenuItem>
          ) : null}
          {menu.translation.permissions.edit ? (
            <PopMenuItem onAction={() => open("delete", menu)} isDanger>
              Delete
            </PopMenuItem>
          ) : null}
        </PopMenu>
      )}
      <Suspense fallback={null}>
        {dialog === undefined ? null : dialog.what === "runs" ? (
          <RunsDialog {...dialog} />
        ) : dialog.what === "edit" ? (
          <EditTranslationDialog {...dialog} />
        ) : (
          <DeleteTranslationDialog {...dialog} />
        )}
      </Suspense>
    </>
  )
}

interface TranslationRowProps extends Named {
  /** Id. */
  readonly organization: string
  readonly onMenu: (menu: Named & { readonly anchor: Element }) => void
}

/** The newest run of a translation that is not done; when it has ended, the organization is asked anew for what it made. */
const useLatestRun = (organization: string, { id, status }: Translation) => {
  const queries = useQueryClient()
  const latest = useQuery({ ...latestRunQuery(organization, id), enabled: status !== "completed" }).data
  const hasEnded = status !== "completed" && latest != null && !isRunOpen(latest)
  useEffect(() => {
    // spaces are others after it, and so is the translation
    if (hasEnded) void queries.invalidateQueries({ queryKey: organizationQuery(organization).queryKey })
  }, [hasEnded, organization, queries])
  return latest
}

const TranslationRow = ({ name, onMenu, organization, translation }: TranslationRowProps) => {
  const { isUnderWay, isWrong, label } = translationState(translation, useLatestRun(organization, translation))
  const run = useOrganizationWork(organization, async () => {
    await client.translations.runTranslation({
      params: { organizationId: organization, translationId: translation.id }
    })
    return `${name} is being translated`
  })
  const { error, result } = translation
  const stats = statsWords(translation)
  return (
    <li className="translation-row" aria-busy={isUnderWay}>
      <div className="translation-words">
        <p className="translation-head">
          {result === undefined ? (
            <span className="translation-name">{name}</span>
          ) : (
            <AppLink className="translation-name" href={pageAddress(result.space)}>
              {name}
            </AppLink>
          )}
          <span className={`chip${isWrong ? " wash-orange" : label === "Done" ? " wash-green" : ""}`}>{label}</span>
        </p>
        <p className="note">
          From {languageName(translation.source.language)}
          {stats === undefined ? "" : ` · ${stats}`}
        </p>
        {/* what lacks for all of them is said above */}
        {error === undefined || error.code === "NO_PROVIDER" || isUnderWay ? null : (
          <p className="field-error">{error.message}</p>
        )}
        <Problem work={run} />
      </div>
      {translation.permissions.edit ? (
        <button
          type="button"
          className="button secondary"
          aria-label={`Run ${name}`}
          aria-disabled={isUnderWay || run.isPending}
          onClick={() => isUnderWay || run.isPending || run.mutate()}
        >
          Run
        </button>
      ) : null}
      <button
        type="button"
        className="tool"
        aria-label={`Actions for ${name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu({ translation, name, anchor: currentTarget })}
      >
        <Icon name="more" />
      </button>
    </li>
  )
}
