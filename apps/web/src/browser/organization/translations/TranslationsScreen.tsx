/** Spaces in other languages, and the words that translations keep to. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { Organization, Translation } from "../../../logic/api.ts"
import { noProvider } from "../../../logic/translations.ts"
import { Icon } from "../../parts/Icon.tsx"
import { Problem } from "../../parts/Problem.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Waiting } from "../../parts/screen.tsx"
import "../../style/translations.css"
import { OrganizationScreen } from "../OrganizationScreen.tsx"
import { Glossary } from "./Glossary.tsx"
import { translationsQuery } from "./queries.ts"
import { TranslationRows } from "./TranslationRows.tsx"

const NewTranslationDialog = lazy(() => import("./NewTranslationDialog.tsx"))

export const TranslationsScreen = () => {
  const { organization } = useParams({ from: "/o/$organization/translations" })
  const [isMaking, setMaking] = useState(false)
  return (
    <OrganizationScreen
      organization={organization}
      title="Translations"
      lead={() => "Spaces in other languages, kept up to date block by block."}
      permission="listMembers"
      action={({ permissions }) =>
        permissions.createContent ? (
          <Button className="button" onPress={() => setMaking(true)}>
            New translation
          </Button>
        ) : null
      }
    >
      {(one) => (
        <>
          <Translations organization={one} />
          <Glossary organization={one} />
          <Suspense fallback={null}>
            {isMaking ? <NewTranslationDialog organization={one.id} onClose={() => setMaking(false)} /> : null}
          </Suspense>
        </>
      )}
    </OrganizationScreen>
  )
}

const lacksProvider = ({ error }: Translation): boolean => error?.code === "NO_PROVIDER"

const Translations = ({ organization }: { readonly organization: Organization }) => {
  const asked = useInfiniteQuery(translationsQuery(organization.id))
  const translations = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <section aria-label="Spaces in other languages">
      <Problem work={asked} />
      {translations?.some(lacksProvider) === true ? (
        <div className="provider-note" role="note">
          <Icon name="warning" />
          <p>
            <strong>{noProvider}</strong> Whoever runs it names a translator in its settings, LibreTranslate or DeepL,
            or a language model. Then run the translation again.
          </p>
        </div>
      ) : null}
      {translations === undefined ? (
        asked.isError ? null : (
          <Waiting />
        )
      ) : translations.length === 0 ? (
        <Empty title="There are no translations yet">
          <p>
            {organization.permissions.createContent
              ? "Make one of a space: it becomes a space in the other language, beside it. Run it again when the source has changed, and only what is new is translated."
              : "Whoever may make spaces here has them translated."}
          </p>
        </Empty>
      ) : (
        <TranslationRows organization={organization.id} translations={translations} />
      )}
      <ShowMore query={asked} />
    </section>
  )
}
