/** The face of the area, for the lists of areas: its services and what the trail records. */
import { Layer } from "effect"
import { Authorizations } from "./Authorizations.ts"
import { MailLinks } from "./MailLinks.ts"
import { OidcSignIn } from "./OidcSignIn.ts"
import { Sessions } from "./Sessions.ts"
import { SignIns } from "./SignIns.ts"
import { SignInTrail } from "./SignInTrail.ts"

export const layer = Layer.mergeAll(Authorizations.layer, OidcSignIn.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(SignIns.layer, MailLinks.layer)),
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(SignInTrail.layer)
)

export const auditActions = {
  "session.start": "Signed in",
  "session.link": "Link to sign in made",
  "session.refuse": "Signing in refused"
} as const
