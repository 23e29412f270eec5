/** Takes words to the clipboard. */
import { tell } from "./status.tsx"

/** @param name what they are called when it is said that they were copied */
export const copyText = async (text: string, name: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    tell(`${name} was copied`)
  } catch {
    tell("The browser did not let it be copied: select it and copy it yourself")
  }
}
