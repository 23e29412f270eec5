export { normalizeUrl, routes } from "./app.ts"
export { ContentAnswers, matches, revalidate } from "./contentAnswers.ts"
export { type Download, fileHeaders, sendFile } from "./files.ts"
export { check, errorResponse, maxBodyBytes, maxDepth } from "./requests.ts"
