export interface Finding {
  readonly state: "ok" | "warning" | "problem"
  /** What was looked at. */
  readonly what: string
  readonly found: string
  /** What comes of it when it stays as it is. */
  readonly why?: string
  /** The command or setting that mends it. */
  readonly mend?: string
}

export const ok = (what: string, found: string): Finding => ({ state: "ok", what, found })

/** It works, but not as the operator will want. */
export const warning = (what: string, found: string, why: string, mend: string): Finding => ({
  state: "warning",
  what,
  found,
  why,
  mend
})

/** It does not work, or loses or reveals something. */
export const problem = (what: string, found: string, why: string, mend: string): Finding => ({
  state: "problem",
  what,
  found,
  why,
  mend
})
