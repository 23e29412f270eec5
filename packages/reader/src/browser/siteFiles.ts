/** The script of every page of a site that is files: what is searched for is found in files, too. */
import { askedPage } from "@octavo/core/content/search/resultPages"
import { enhancePages } from "./enhance.ts"
import { findInSite } from "./findInSite.ts"
import { PAGE_EVENT } from "./pageChanges.ts"

/** The search page shows what its address asks for. */
const showFound = async (): Promise<void> => {
  const list = document.querySelector("main .found")
  const field = document.querySelector<HTMLInputElement>("main form[role=search] input")
  const parameters = new URLSearchParams(location.search)
  const query = parameters.get("q")?.trim()
  if (!list || !field || !query) return
  field.value = query
  list.replaceChildren(...(await findInSite(location.href, query, askedPage(parameters.get("page")))))
}

enhancePages((page, query) => findInSite(page, query))
addEventListener(PAGE_EVENT, showFound)
showFound()
