/** What `octavo login` does: it asks for a token, and a person says yes in a browser. */
import { createHash } from "node:crypto"
import type { Shown } from "./browse.ts"

/** A request for a token, and the verifier that its code is good with. */
export const tokenRequest = () => {
  const verifier = "v".repeat(43)
  const asked = new URLSearchParams({
    response_type: "code",
    client: "octavo login on a laptop",
    redirect_uri: "urn:ietf:wg:oauth:2.0:oob",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256"
  })
  return { verifier, asked }
}

/** The code that a page shows to be typed into the program. */
export const codeOn = ({ text }: Shown): string => /<code[^>]*>([\w.-]+)<\/code>/.exec(text)![1]!
