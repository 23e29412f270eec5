/** The document of the block editor: its schema, and the mapping to the structured document of the API and back. */
export { fromEditor } from "./fromEditor/index.ts"
export { schema } from "./schema/schema.ts"
export { toEditor } from "./toEditor/index.ts"
