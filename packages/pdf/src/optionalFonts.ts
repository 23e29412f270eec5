/** Fonts that PDFs need and that may be missing. */
export { howToInstall, isInstalled, type OptionalFont, optionalFonts } from "@octavo/render/optionalFonts"
