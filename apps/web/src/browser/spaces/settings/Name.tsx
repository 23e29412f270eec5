/** What a space is called, its emoji, and the language that it is written in. */
import { lazy, Suspense, useState } from "react"
import { Button } from "react-aria-components/Button"
import type { Language, Space } from "../../../logic/api.ts"
import { languages } from "../../../logic/languages.ts"
import { emojiOf } from "../../../logic/spaces.ts"
import { client } from "../../client.ts"
import { Choice, TextLine } from "../../parts/fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Problem, problemsAt } from "../../parts/Problem.tsx"
import { useSpaceActions } from "../../shell/useSpaceActions.ts"
import { useSpaceForm } from "../useSpaceWork.ts"

const EmojiDialog = lazy(() => import("../../shell/EmojiDialog.tsx"))

export const Name = ({ space }: { readonly space: Space }) => {
  const [title, setTitle] = useState(space.title)
  const [language, setLanguage] = useState<Language | "">(space.language ?? "")
  const [isChoosing, setChoosing] = useState(false)
  const actions = useSpaceActions(space.organization, space)
  const emoji = emojiOf(space.emoji)
  const { save, submit } = useSpaceForm(space, async () => {
    const changed = await client.spaces.updateSpaceById({
      params: { spaceId: space.id },
      payload: { title: title.trim(), language: language === "" ? null : language }
    })
    setTitle(changed.title)
    return "The name and language were saved"
  })
  const { at, rest } = problemsAt(save, ["title", "language"])
  const isSame = title.trim() === space.title && language === (space.language ?? "")
  return (
    <section aria-labelledby="Name">
      <h2 id="Name">Name and language</h2>
      <p className="emoji-line">
        <span className="space-mark" aria-hidden="true">
          {emoji ?? <Icon name="book" />}
        </span>
        <Button className="button secondary" onPress={() => setChoosing(true)}>
          {emoji === undefined ? "Choose an emoji" : "Change the emoji"}
        </Button>
      </p>
      <form className="setting-form" onSubmit={submit}>
        <TextLine
          label="Title of the space"
          required
          maxLength={50}
          value={title}
          onChange={setTitle}
          problem={at["title"]}
        />
        <Choice<Language | "">
          label="Language"
          note="What its search goes by, and what its pages say they are in. Readers of a site choose between spaces of one section by it."
          of={[["", "Not said"], ...languages]}
          value={language}
          onChange={setLanguage}
          problem={at["language"]}
        />
        <p className="buttons">
          <button type="submit" className="button" disabled={isSame || title.trim() === "" || save.isPending}>
            Save name and language
          </button>
        </p>
      </form>
      <Problem work={rest} />
      <Suspense fallback={null}>
        {isChoosing ? (
          <EmojiDialog
            title={space.title || "Untitled"}
            emoji={emoji}
            onClose={() => setChoosing(false)}
            onChoose={(chosen) => {
              actions.setEmoji(chosen)
              setChoosing(false)
            }}
          />
        ) : null}
      </Suspense>
    </section>
  )
}
