/** The tree of pages: branches that a page left out, and which ones the reader opened. */
import { all, closest, parse, textOf } from "./dom.ts"

/** Address of the page that a branch belongs to. */
const hrefOf = (branch: Element): string => branch.previousElementSibling!.getAttribute("href")!

/** Tells branches apart: a range of a long level has the address of its first page. */
const keyOf = (branch: Element): string => `${branch.previousElementSibling!.className} ${hrefOf(branch)}`

let whole: { readonly href: string; readonly tree: Promise<Document> } | undefined

/** The tree with all branches that a branch which was left out belongs to. */
const wholeTree = (branch: Element): Promise<Document> => {
  const href = branch.closest<HTMLElement>(".sidebar")!.dataset["branches"]!
  if (whole?.href !== href) {
    const tree = fetch(href).then(textOf).then(parse)
    whole = { href, tree }
    tree.catch(() => {
      whole = undefined
    })
  }
  return whole!.tree
}

const fill = async (branch: HTMLDetailsElement): Promise<void> => {
  branch.classList.remove("elided")
  try {
    const same = all("a + details", await wholeTree(branch)).find((other) => keyOf(other) === keyOf(branch))
    branch.append(same!.lastElementChild!.cloneNode(true))
    reopen()
  } catch {
    location.href = hrefOf(branch)
  }
}

/** Gets the branch that a pointer is near, if it was left out. */
export const prefetchBranch = (event: Event): void => {
  const branch = closest(event, ".elided")
  if (branch) wholeTree(branch).catch(() => {})
}

const opened = new Set<string>()

/** Remembers a branch that is about to be opened or closed. */
export const keepBranch = (branch: HTMLDetailsElement): void => {
  opened[branch.open ? "delete" : "add"](keyOf(branch))
}

/** Opens the branches again that the reader had opened. */
export const reopen = (): void =>
  all<HTMLDetailsElement>(".sidebar a + details").forEach((branch) => {
    if (opened.has(keyOf(branch))) branch.open = true
  })

/** Shows the current page in the tree. */
export const center = (): void => {
  const active = document.querySelector(".sidebar [aria-current=page]")
  if (active === null) return
  const bar = active.closest(".sidebar")!
  const away = active.getBoundingClientRect().top - bar.getBoundingClientRect().top
  if (away < 0 || away > bar.clientHeight - 80) bar.scrollTop += away - bar.clientHeight / 2
}

export const fillBranches = (): void =>
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target instanceof HTMLDetailsElement && target.open && target.classList.contains("elided")) fill(target)
    },
    true
  )
