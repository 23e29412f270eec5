/** Blocks of code in the colours of a theme. Pure. */
import type { CodeColors } from "@octavo/render/codeThemes"

/** Absent where the colours are those of all sites. */
export type ThemedCode = Readonly<Partial<Record<"light" | "dark", CodeColors>>>

export interface CodeLook {
  readonly default: ThemedCode
  /** Within descriptions of APIs. */
  readonly openapi: ThemedCode
}

/** Declarations for a block of code and what is in it. */
const codeRule = ({ ground, ink, tokens }: CodeColors): string => {
  const mixed = (share: number): string => `color-mix(in srgb,${ink} ${share}%,${ground})`
  const classes = ["k", "s", "n", "f", "t", "a", "v", "c", "o"].map((name) => `--${name}:${tokens[name] ?? ink}`)
  const marks = ["green", "red"].flatMap((name) => (tokens[name] === undefined ? [] : [`--${name}:${tokens[name]}`]))
  return [
    ...classes,
    ...marks,
    `--paper:${ground};--surface:${ground};--surface-2:${mixed(12)}`,
    `--ink:${ink};--ink-2:${mixed(85)};--ink-3:${mixed(70)}`,
    `--line:${mixed(16)};--line-strong:${mixed(34)};color:${ink}`
  ].join(";")
}

/** Code in colours of its own, in the theme of the page that they are for alone. */
export const codeRules = (look: CodeLook): ReadonlyArray<string> => [
  ...rulesOf(look.default, ".code"),
  ...rulesOf(look.openapi, ".api .code")
]

const rulesOf = ({ dark, light }: ThemedCode, blocks: string): ReadonlyArray<string> => {
  const rule = (root: string, colors: CodeColors): string => `:root${root} ${blocks}{${codeRule(colors)}}`
  return [
    ...(light === undefined
      ? []
      : [
          `@media print,(prefers-color-scheme:light){${rule(":not([data-theme=dark])", light)}}`,
          rule("[data-theme=light]", light)
        ]),
    ...(dark === undefined
      ? []
      : [
          `@media screen and (prefers-color-scheme:dark){${rule(":not([data-theme=light])", dark)}}`,
          `@media screen{${rule("[data-theme=dark]", dark)}}`
        ])
  ]
}
