/**
 * What the script of every page does. Everything works without it; it adds the theme switch, copy buttons, ARIA tabs, the
 * current section in the outline, branches of a large navigation that the page left out, page changes without a reload,
 * the search dialog, and tells the site what its readers do.
 */
import { jump } from "./anchors.ts"
import { addCopyButtons } from "./copyButtons.ts"
import { all, closest } from "./dom.ts"
import { type Find, openFinder } from "./finder.ts"
import { sendInsights } from "./insights.ts"
import { center, fillBranches, keepBranch } from "./navigation.ts"
import { followOutline, readOutline } from "./outline.ts"
import { changePages } from "./pageChanges.ts"
import { enhanceTabs } from "./tabs.ts"
import { switchTheme } from "./themeSwitch.ts"
import { play } from "./video.ts"

const menus = (): ReadonlyArray<HTMLDetailsElement> => all(".switcher[open], .sections details[open]")

/** What is done to a page that is shown: the first one, and those that take its place. */
const enhance = (): void => {
  addCopyButtons()
  enhanceTabs()
  for (const box of all(".table, .code pre, .math")) {
    if (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight) box.removeAttribute("tabindex")
  }
  for (const link of all("[popover] a")) {
    link.addEventListener("click", () => {
      const box = link.closest<HTMLElement>("[popover]")!
      if (box.matches(":popover-open")) box.hidePopover()
    })
  }
  readOutline()
}

/** @param find what the search dialog shows for a query */
export const enhancePages = (find: Find): void => {
  followOutline()
  fillBranches()
  const { follow } = changePages(enhance)

  addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target as Node)) menu.open = false
    if (closest(event, ".theme")) return switchTheme()
    const branch = closest(event, ".sidebar summary")
    if (branch) return keepBranch(branch.parentElement as HTMLDetailsElement)
    const link = closest<HTMLAnchorElement>(event, "a[href]")
    if (link && !play(event, link)) follow(event, link)
  })
  addEventListener("hashchange", jump)
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    for (const menu of menus()) {
      menu.open = false
      ;(menu.firstElementChild as HTMLElement).focus()
    }
  })

  enhance()
  center()
  if (location.hash) jump()
  openFinder(find)
  sendInsights()
}
