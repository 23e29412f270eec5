/** Signing out, after everything that was written is on the server. */
import { tell } from "../parts/status.tsx"
import { signOut } from "../place.ts"
import { forgetAllUploads, isUploading } from "../uploads/leftUploads.ts"
import { forgetKept, hasKept } from "./keptStore.ts"
import { saveAll } from "./openTexts.ts"

/** Whether somebody was told that signing out loses something. */
let isWarned = false

/** Saves what is written, forgets what is kept, and ends the session. Where that would lose words it says so first. */
export const saveAndSignOut = async (): Promise<void> => {
  const isSaved = (await saveAll()) && !isUploading() && !(await hasKept().catch(() => false))
  if (!isSaved && !isWarned) {
    isWarned = true
    return tell("Something that you wrote is not saved yet. Signing out once more throws it away")
  }
  await forgetKept().catch(() => undefined)
  forgetAllUploads()
  signOut()
}
