/**
 * The main job on real input: a repository of docs becomes a published site. Each corpus is committed to a Git
 * repository, served by `git http-backend`, imported through the API, published, and read page by page as a visitor
 * without JavaScript would. Origin texts carry their authors' names: only paths are ever printed.
 */
import { it } from "vitest"
import { corpora, haveCorpora } from "../src/corpora.ts"
import { shared } from "../src/published.ts"
import { onBothStores } from "../src/stores.ts"
import { publishCorpus } from "./corpora/given.ts"
import { imported } from "./corpora/imported.ts"
import { imports } from "./corpora/imports.ts"
import { site } from "./corpora/site.ts"

if (!haveCorpora()) {
  console.warn(`SKIPPED: the corpora are not at ${shared}corpora; the main job on real input is not tested here`)
  it.skip("the corpora are beside the repository", () => {})
}

for (const named of haveCorpora() ? corpora : []) {
  onBothStores(`${named.name} becomes a site`, (store) => {
    const given = publishCorpus(store, named)
    imported(given)
    site(given)
    imports(given)
  })
}
