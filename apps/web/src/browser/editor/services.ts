/** What the block editor needs from around it. The page's screen makes it, so that the editor knows no queries. */
import type { RichDocument, RichRef } from "@octavo/document/rich/model"
import type { Ref } from "react"

/** What a link, a picture or a card leads to. */
export type ContentRef = RichRef

/** Something that a link may lead to, as the picker offers it. */
export interface LinkTarget {
  readonly ref: ContentRef
  readonly title: string
  readonly kind: "page" | "heading" | "file" | "space"
  /** Where it is: the page of a heading, the space of a page. */
  readonly note?: string
}

/** What is known of where a reference leads. */
export interface Described {
  readonly title: string
  /** Below the application's path, or a whole address; none for what leads nowhere. */
  readonly href?: string
  readonly broken: boolean
}

export type ReusableRef = Extract<ContentRef, { readonly kind: "reusable-content" }>

/** A page that shows reusable content. */
export interface ReusableUse {
  readonly id: string
  readonly title: string
  /** Below the application's path. */
  readonly href: string
}

/** Reusable content that is to be edited where it is included. */
export interface ReusableEditing {
  readonly reference: ReusableRef
  readonly title: string
  /** Where it is edited. */
  readonly place: HTMLElement
  /** It is not edited any more. */
  readonly onEnd: () => void
}

/** A file on its way into the content. */
export interface FileUpload {
  /** Sends it, from where it stopped; rejects with an `UploadProblem`. @param progress told nothing until its turn comes */
  readonly run: (
    progress: (part: number) => void,
    signal: AbortSignal
  ) => Promise<{ readonly ref: ContentRef; readonly name: string }>
  /** Nobody waits for it any more. @param isLeft whether its page was left, which is told when that is opened again */
  readonly end: (isLeft: boolean) => void
}

export interface EditorServices {
  /** Pages, headings, files and spaces. */
  readonly findTargets: (words: string) => Promise<ReadonlyArray<LinkTarget>>
  /** Undefined while it is not known yet. */
  readonly describe: (ref: ContentRef) => Described | undefined
  /** Address to show a picture from; undefined while it is not known, and for what is not of this installation. */
  readonly pictureOf: (ref: ContentRef) => string | undefined
  readonly startUpload: (file: File) => FileUpload
  /** What reusable content says, and what it is called. */
  readonly reusableContent: (ref: ReusableRef) => Promise<{ readonly title: string; readonly document: RichDocument }>
  /** The pages of the space that show it. */
  readonly reusableUses: (ref: ReusableRef) => Promise<ReadonlyArray<ReusableUse>>
  /** Edits it in a place; absent where it is not edited. @returns what ends that, and saves it */
  readonly editReusable?: ((editing: ReusableEditing) => () => void) | undefined
  readonly reusableContents: () => Promise<ReadonlyArray<{ readonly id: string; readonly title: string }>>
  /** What a pasted address of this installation leads to. */
  readonly fromAddress: (url: string) => ContentRef | undefined
  /** Begins a comment on what is selected; absent where none can be made. */
  readonly comment?: (() => void) | undefined
  /** Says something in the status region. */
  readonly say: (words: string) => void
}

export interface PageBodyProps {
  /** What it begins with; later documents come by the handle. */
  readonly document: RichDocument
  readonly label: string
  /** Another object when one of its answers has changed: what is drawn from them is drawn anew. */
  readonly services: EditorServices
  /** Something was edited by this person. */
  readonly onChange: () => void
  readonly onSelection?: (text: string) => void
  /** None until there is something to be edited. */
  readonly ref?: Ref<PageBodyHandle | null>
}

/** The outermost blocks of a page, as they are shown. */
export interface ShownBlocks {
  /** The one that the selection is in, and the words that are selected. */
  readonly selected: () => { readonly element: HTMLElement; readonly words: string } | undefined
  /** The key of a block in the document; none for one that the server does not know yet. */
  readonly keyOf: (element: HTMLElement) => string | undefined
  readonly elementOf: (key: string) => HTMLElement | undefined
  /** As they stand. */
  readonly document: () => RichDocument
}

/** What keys do in a text, for who has none of these keys. */
export interface TextActs {
  readonly undo: () => void
  readonly redo: () => void
  /** Opens the bar that finds and replaces. */
  readonly find: () => void
}

export interface PageBodyHandle extends TextActs {
  readonly isDirty: () => boolean
  /** What is written, as it stands. */
  readonly now: () => RichDocument
  /** What is to be sent; edits so far count as sent. */
  readonly take: () => RichDocument
  /** The server has what was taken, and this is its document now. @param isMerged whether others wrote in it, too */
  readonly confirm: (document: RichDocument, isMerged: boolean) => void
  /** What was taken was not taken by the server. */
  readonly release: () => void
  /** Edits of others, while nothing is taken. */
  readonly receive: (document: RichDocument) => void
  /** Puts another text in place of this one, as an edit of this person. */
  readonly replace: (document: RichDocument) => void
  readonly focus: () => void
  /** Types a text where the caret is, as this person, who goes on there. */
  readonly type: (text: string) => void
  /** The block that is meant by a place in the document that was taken last, as in `nodes.2.nodes.0`. */
  readonly locate: (path: string) => Located | undefined
  readonly blocks: ShownBlocks
}

/** A block that somebody is to look at. */
export interface Located {
  /** Its kind and its first words. */
  readonly name: string
  /** Selects it, where it can be seen. */
  readonly go: () => void
}
