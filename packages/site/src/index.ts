/** Published pages: data in, HTML out. */
export { type Asset, assets, contentSecurityPolicy, themeScriptHash } from "./assets/assets.ts"
export { type BodyOptions, renderBody } from "./body/render.ts"
export { type Highlighter, makeHighlighter } from "./highlight.ts"
export { renderNotFound, renderPage } from "./page/page.ts"
export { type SiteAnswer, type SiteRequest, splitTarget, type TextAnswer } from "./published/answers.ts"
export { MCP_PATH } from "./published/mcp.ts"
export { type SiteOptions, SitePages } from "./published/SitePages.ts"
export * from "./view.ts"
