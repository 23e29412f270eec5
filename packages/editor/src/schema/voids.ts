/** Blocks without content that is edited in place: what they say is in their data. */
import type { NodeSpec } from "prosemirror-model"
import { blockAttributes, type Data, neededAttributes, textOf } from "./attributes.ts"
import { showing } from "./dom.ts"

const voidBlock = (type: string, shown?: (data: Data) => string | undefined): NodeSpec => ({
  group: "block",
  atom: true,
  attrs: neededAttributes,
  draggable: true,
  toDOM: showing("div", type, shown)
})

const path = (data: Data): string | undefined => textOf(data, "path")

export const voids = {
  divider: { ...voidBlock("divider"), attrs: blockAttributes, toDOM: () => ["hr"] },
  math: voidBlock("math", (data) => textOf(data, "formula")),
  drawing: voidBlock("drawing"),
  content_ref: voidBlock("content-ref"),
  reusable_content: voidBlock("reusable-content"),
  swagger: voidBlock("swagger", path),
  openapi_operation: voidBlock("openapi-operation", path),
  openapi_schemas: voidBlock("openapi-schemas", (data) => textOf(data, "title")),
  openapi_webhook: voidBlock("openapi-webhook", (data) => textOf(data, "name")),
  integration: voidBlock("integration", (data) => textOf(data, "integration"))
} satisfies Record<string, NodeSpec>
