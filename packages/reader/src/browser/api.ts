/**
 * The script of pages with forms that try operations: sends what a reader put into one, from the reader's browser and
 * without cookies.
 */
import { readable, requestOf } from "../logic/tryIt.ts"
import { all, make } from "./dom.ts"

/** How much of an answer is shown, in characters. */
const most = 100_000

const fieldsOf = (form: HTMLFormElement) =>
  all<HTMLInputElement>("input", form).map(({ dataset, value }) => ({
    name: dataset["name"]!,
    place: dataset["in"]!,
    prefix: dataset["prefix"] ?? "",
    value
  }))

const tell = (form: HTMLFormElement, line: string, text?: string): void => {
  const head = make("p")
  head.textContent = line
  const answer = form.querySelector(".try-answer")!
  answer.replaceChildren(head)
  if (!text) return
  const box = make("pre")
  box.tabIndex = 0
  box.textContent = text.slice(0, most)
  answer.append(box)
}

const send = async (form: HTMLFormElement): Promise<void> => {
  const { failed = "", url: address } = form.dataset
  const button = form.querySelector("button")!
  const begun = performance.now()
  button.disabled = true
  try {
    const { headers, url } = requestOf(address!, fieldsOf(form))
    const response = await fetch(url, { headers, credentials: "omit", referrerPolicy: "no-referrer" })
    const text = readable(await response.text())
    const took = Math.round(performance.now() - begun)
    tell(form, `${response.status} ${response.statusText} · ${took} ms`, text)
  } catch {
    tell(form, failed)
  }
  button.disabled = false
}

for (const form of all<HTMLFormElement>("form.try")) form.hidden = false
document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (!form.matches("form.try")) return
  event.preventDefault()
  send(form)
})
