/** The forms in which findings are told, by name: the command line knows them before anything else is loaded. */
export const checkFormats = ["text", "json", "sarif", "github", "junit"] as const

export type CheckFormat = (typeof checkFormats)[number]
