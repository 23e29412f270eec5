/** Buttons that copy: a block of code, the whole page as Markdown, its address where the browser has no way to share it. */
import { all, make, textOf } from "./dom.ts"

/** How long a button says that it copied, in milliseconds. */
const thanks = 1600

/** Says in place of the words of a label that something was copied, for a while. */
const thank = (label: Element, words: string, done?: DOMTokenList): void => {
  label.textContent = document.body.dataset["copied"] ?? ""
  done?.add("done")
  setTimeout(() => {
    label.textContent = words
    done?.remove("done")
  }, thanks)
}

const copiesCode = (block: HTMLElement): void => {
  const pre = block.querySelector("pre")
  if (pre === null) return
  const { copy = "" } = document.body.dataset
  const button = make("button", "copy")
  button.type = "button"
  button.textContent = copy
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(pre.textContent)
    thank(button, copy, button.classList)
  })
  block.append(button)
}

/** A button in front of the link to a page's Markdown. It is fetched when the menu opens, so that a click copies at once. */
const copiesPage = (link: HTMLAnchorElement): void => {
  const { copyPage = "" } = link.dataset
  const item = make("li")
  const button = make("button")
  button.type = "button"
  button.append(...Array.from(link.childNodes, (node) => node.cloneNode(true)))
  const label = button.lastElementChild!
  label.textContent = copyPage
  let text: Promise<string> | undefined
  const read = (): Promise<string> => {
    text ??= fetch(link.href).then(textOf)
    text.catch(() => {
      text = undefined
    })
    return text
  }
  link.closest("details")!.addEventListener("toggle", (event) => {
    if ((event.target as HTMLDetailsElement).open) read()
  })
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(await read())
    } catch {
      location.href = link.href
      return
    }
    thank(label, copyPage)
  })
  item.append(button)
  link.parentElement!.before(item)
}

const sharesPage = (button: HTMLElement): void => {
  const label = button.lastElementChild!
  const words = label.textContent
  button.parentElement!.hidden = false
  button.addEventListener("click", async () => {
    const url = location.origin + location.pathname
    // who changes their mind has shared nothing
    if (navigator.share) await navigator.share({ title: document.title, url }).catch(() => {})
    else {
      await navigator.clipboard.writeText(url)
      thank(label, words)
    }
  })
}

/** Adds them to the page; none where the browser lets nothing be copied. */
export const addCopyButtons = (): void => {
  if (!navigator.clipboard) return
  all(".code").forEach(copiesCode)
  all<HTMLAnchorElement>("[data-copy-page]").forEach(copiesPage)
  all("[data-share]").forEach(sharesPage)
}
