/**
 * What the frame of diagrams may do: run its own script, and style what it draws. It loads nothing from anywhere, and
 * leads nowhere. The host that its script comes from is known in the frame alone, which says it before anything else runs:
 * to WebKit, `'self'` is nothing in a frame without an origin.
 */
import { createHash } from "node:crypto"

const policyWith = (scripts: string): string => `default-src 'none'; script-src ${scripts}; style-src 'unsafe-inline'`

/** What the frame runs first. */
export const narrowing = `const policy=document.createElement("meta");policy.httpEquiv="Content-Security-Policy";policy.content="${policyWith(`'self' "+location.origin+"`)}";document.head.append(policy)`

/** The policy until then, and besides: as a header, and in the page, because hosts of files send none. */
export const framePolicy = policyWith(
  `http: https: 'sha256-${createHash("sha256").update(narrowing).digest("base64")}'`
)
