/** Short words for what every module does with a document. */

export const all = <E extends Element = HTMLElement>(selector: string, from: ParentNode = document): ReadonlyArray<E> =>
  Array.from(from.querySelectorAll<E>(selector))

export const make = <K extends keyof HTMLElementTagNameMap>(tag: K, className?: string): HTMLElementTagNameMap[K] => {
  const node = document.createElement(tag)
  if (className) node.className = className
  return node
}

/** The element that an event happened in, among those that a selector names. */
export const closest = <E extends Element = HTMLElement>(event: Event, selector: string): E | null =>
  event.target instanceof Element ? event.target.closest<E>(selector) : null

/** A click that is to open something here, and not in another window. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** The text of an answer; fails for one that is none. */
export const textOf = (answer: Response): Promise<string> => {
  if (!answer.ok) throw answer
  return answer.text()
}

export const parse = (html: string): Document => new DOMParser().parseFromString(html, "text/html")
