/** How reading a specification went, in a word. */
import type { specState } from "../../../logic/openapi.ts"

export const SpecChip = ({ state }: { readonly state: ReturnType<typeof specState> }) => (
  <span className={`chip${state.isWrong ? " wash-orange" : state.label === "Ready" ? " wash-green" : ""}`}>
    {state.label}
  </span>
)
