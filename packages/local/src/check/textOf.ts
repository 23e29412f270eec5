/** Texts of files, as the rules see them. */
import { displayText, exactText } from "@octavo/document"

/** What is no UTF-8 stands as U+FFFD. */
export const textOf = (bytes: Uint8Array): string => displayText(exactText(bytes))
