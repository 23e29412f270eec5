/** What each part of the form of a site's look is given. */
import type { SiteLook } from "../../../logic/api.ts"

/** Members of a look; those that are `undefined` are taken away. */
type Members = { readonly [Name in keyof SiteLook]?: SiteLook[Name] | undefined }

export interface LookPartProps {
  readonly organization: string
  readonly look: SiteLook
  /** Changes members of it, as it is by then: pictures are sent for a while, and menus close before they act. */
  readonly onChange: (change: Members | ((look: SiteLook) => Members)) => void
  /** What the server could not take, by where it is in the settings. */
  readonly problems: Readonly<Record<string, string>>
}
