/** Published pages: data in, HTML out. */
export { type Asset, assets, contentSecurityPolicy, themeScriptHash } from "./assets/assets.ts"
export { type BodyOptions, renderBody } from "./body/render.ts"
export { type Highlighter, makeHighlighter } from "./highlight.ts"
export { renderNotFound, renderPage } from "./page/page.ts"
export type { SiteAnswer } from "./published/answers.ts"
export { SitePages, type SiteRequest } from "./published/SitePages.ts"
export * from "./view.ts"
