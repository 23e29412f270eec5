/** The few signs of the interface, drawn with strokes of one width. */

import { type IconName, shapes } from "./signs.ts"

export type { IconName } from "./signs.ts"

/** A sign without a name of its own: what it says stands beside it, or in the label of its button. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={shapes[name]} />
  </svg>
)
