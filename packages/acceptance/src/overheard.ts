/** What a window asks of the API, what it is answered, and the events that it is told: for tests that have to say why. */
import type { BrowserContext } from "playwright-core"

/** Runs in the window: hands on what goes through `fetch` and says it where only tests look. */
const listenIn = `(() => {
  const say = (...said) => console.debug("overheard", new Date().toISOString().slice(14, 23), ...said)
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(input.url ?? input, location.href)
    const told = (init?.method ?? "GET") + " " + pathname.replace(/^.*\\/v1\\//, "") + search
    const sent = typeof init?.body === "string" ? init.body : ""
    const asked = /"revision":"[^"]*"/.exec(sent)?.[0] ?? ""
    if (sent !== "") say("asks", told, asked)
    const answer = await real(input, init).catch((error) => {
      say("lost", told, String(error))
      throw error
    })
    if (answer.headers.get("content-type")?.startsWith("text/event-stream")) {
      say("listens", told)
      void answer.clone().body.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({
        write: (text) => { if (/event: head/.test(text)) say("is told", text.replaceAll("\\n", " ").slice(0, 300)) }
      })).then(() => say("hears the end"), (error) => say("hears no more", String(error)))
    } else {
      void answer.clone().text().then(
        (text) => say("is answered", told, answer.status, ...new Set(text.match(/"revision":"[^"]*"/g)),
          answer.status < 400 ? "" : text.slice(0, 2000)),
        (error) => say("is answered in part", told, String(error)))
    }
    return answer
  }
})()`

/** Listens to a window from now on. @returns all that was heard, as it comes */
export const overhear = async (window: BrowserContext): Promise<ReadonlyArray<string>> => {
  const heard: Array<string> = []
  window.on("console", (message) => {
    if (message.type() === "debug" && message.text().startsWith("overheard ")) heard.push(message.text().slice(10))
  })
  await window.addInitScript(listenIn)
  return heard
}
