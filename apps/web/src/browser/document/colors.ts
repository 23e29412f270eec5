/** Colours of text and of what it stands on. */

/** Names of colours that the look has a class for. */
export const colorClass = (kind: "ink" | "wash", name: string | undefined): string =>
  name === undefined || name === "default" ? "" : `${kind}-${name.replace("$", "")}`
