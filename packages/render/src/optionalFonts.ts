/**
 * Fonts that are installed by those who want them: for Chinese, Japanese and Korean, larger than all of Octavo. Where one
 * is not there its characters are boxes in PDFs; the log and `octavo doctor` say which package has it. Pictures of pages
 * do without titles of such characters.
 */

export interface OptionalFont {
  /** Package of npm that has it. */
  readonly name: string
  readonly languages: string
  /** Characters that no other font draws. */
  readonly letters: RegExp
  /** URL of the package's entry; throws when it is not installed. */
  readonly entry: () => string
}

export const chineseFont: OptionalFont = {
  name: "@embedpdf/fonts-sc",
  languages: "Chinese and Japanese",
  letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
  entry: () => import.meta.resolve("@embedpdf/fonts-sc")
}

export const koreanFont: OptionalFont = {
  name: "@embedpdf/fonts-kr",
  languages: "Korean",
  letters: /\p{Script=Hangul}/u,
  entry: () => import.meta.resolve("@embedpdf/fonts-kr")
}

export const optionalFonts: ReadonlyArray<OptionalFont> = [chineseFont, koreanFont]

/** URL of a font's file, beside the package's entry, which is all that it exports; throws when it is not installed. */
export const fileIn = ({ entry }: OptionalFont, file: string): string => new URL(`../fonts/${file}`, entry()).href

export const isInstalled = ({ entry }: OptionalFont): boolean => {
  try {
    entry()
    return true
  } catch {
    return false
  }
}

/** What to do about fonts that are not installed, in words. */
export const howToInstall = (names: ReadonlyArray<string>): string =>
  `npm install ${names.join(" ")}, where Octavo is installed: with --global where Octavo is global`
