/** Pictures, files, what stands elsewhere. Each needs to be told what it shows. */
import { schema } from "../schema/schema.ts"
import { type BlockKind, making, words } from "./kind.ts"

const group = "Media and content"

export const medias: ReadonlyArray<BlockKind> = [
  {
    name: "Image",
    keywords: words("picture, photo, figure, screenshot, img, upload, gallery"),
    group,
    needs: "picture",
    make: (data = {}) => schema.node("images", null, [schema.node("image", { data })])
  },
  {
    name: "File",
    keywords: words("download, attachment, document, pdf, upload"),
    group,
    needs: "file",
    make: making("file")
  },
  {
    name: "Embed",
    keywords: words("video, youtube, iframe, website, external, url, link"),
    group,
    needs: "address",
    make: making("embed", undefined, { url: "" })
  },
  {
    name: "Link to a page",
    keywords: words("page link, content reference, card, reference, page-ref, content-ref"),
    group,
    needs: "page",
    make: making("content_ref")
  },
  {
    name: "Reusable content",
    keywords: words("include, snippet, synced block, shared, reuse, transclude"),
    group,
    needs: "reusable-content",
    make: making("reusable_content")
  },
  {
    name: "OpenAPI operation",
    keywords: words("api, swagger, endpoint, rest, request, openapi"),
    group,
    needs: "openapi",
    make: making("openapi_operation", undefined, { path: "/", method: "get" })
  },
  {
    name: "OpenAPI schemas",
    keywords: words("api, swagger, models, types, openapi"),
    group,
    needs: "openapi",
    make: making("openapi_schemas", undefined, { schemas: [] })
  },
  {
    name: "OpenAPI webhook",
    keywords: words("api, swagger, event, callback, openapi"),
    group,
    needs: "openapi",
    make: making("openapi_webhook", undefined, { name: "", method: "post" })
  }
]
