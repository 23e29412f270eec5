/** Takes a secret to the clipboard. */
import { tell } from "./status.tsx"

/** @param name what it is called when it is said that it was copied */
export const copySecret = async (text: string, name: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    tell(`${name} was copied`)
  } catch {
    tell("The browser did not let it be copied: select it and copy it yourself")
  }
}
