/** Where the text of a page is edited, as what saves it sees it: the blocks, or Markdown. */
import type { PageText, Surface } from "../../logic/PageSaver.ts"
import type { PageBodyHandle } from "../editor/services.ts"

/** A text came in the form that another surface edits; nobody sends one. */
const wrongForm = (): never => {
  throw new TypeError("The text of the page came in another form")
}

const documentOf = (text: PageText) => ("document" in text ? text.document : wrongForm())
const markdownOf = (text: PageText) => ("markdown" in text ? text.markdown : wrongForm())

export const blockSurface = (body: PageBodyHandle): Surface<PageText> => ({
  isDirty: body.isDirty,
  now: () => ({ document: body.now() }),
  take: () => ({ document: body.take() }),
  confirm: (text, isMerged) => body.confirm(documentOf(text), isMerged),
  release: body.release,
  receive: (text) => body.receive(documentOf(text)),
  replace: (text) => body.replace(documentOf(text))
})

export const markdownSurface = (source: Surface<string>): Surface<PageText> => ({
  isDirty: source.isDirty,
  now: () => ({ markdown: source.now() }),
  take: () => ({ markdown: source.take() }),
  confirm: (text, isMerged) => source.confirm(markdownOf(text), isMerged),
  release: source.release,
  receive: (text) => source.receive(markdownOf(text)),
  replace: (text) => source.replace(markdownOf(text))
})
