/** A look at the fonts of PDFs that are not there by themselves. */
import { howToInstall, isInstalled, optionalFonts } from "@octavo/pdf/optionalFonts"

export interface PdfFontsCheck {
  /** Languages that PDFs have letters for beside those that they always have. */
  readonly installed: ReadonlyArray<string>
  readonly missing: ReadonlyArray<string>
  /** What to do for those that are missing. */
  readonly mend: string
}

export const checkPdfFonts = (): PdfFontsCheck => {
  const missing = optionalFonts.filter((font) => !isInstalled(font))
  return {
    installed: optionalFonts.filter(isInstalled).map(({ languages }) => languages),
    missing: missing.map(({ languages }) => languages),
    mend: howToInstall(missing.map(({ name }) => name))
  }
}
