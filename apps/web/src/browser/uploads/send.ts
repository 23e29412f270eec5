/** Sends a file to an upload address, and tells how much of it is there. */

/** Milliseconds without a byte that goes, also when the browser says that there is no line, and for the answer when all went. */
const patience = { byte: 40_000, offline: 5_000, answer: 300_000 }

/**
 * @param url as the API told it; what is asked is the server that the page is from, by whatever name that is reached
 * @param tell told how many bytes were sent
 * @returns what the server says of them
 */
export const send = (url: string, file: File, signal: AbortSignal, tell: (bytes: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const { pathname, search } = new URL(url, location.origin)
    // fetch does not say how far it is
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = (milliseconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => fail({ message: "The server does not answer" }), milliseconds)
    }
    const lost = () => watch(patience.offline)
    const stop = () => fail({ message: "It was stopped" })
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", stop)
      window.removeEventListener("offline", lost)
    }
    const fail = (problem: { readonly message: string; readonly status?: number }) => {
      end()
      request.abort()
      reject(problem)
    }
    request.open("PUT", location.origin + pathname + search)
    request.upload.onprogress = ({ loaded }) => {
      watch(patience.byte)
      tell(Math.min(loaded, file.size))
    }
    request.upload.onload = () => watch(patience.answer)
    request.onload = () => {
      if (request.status !== 200) return fail({ status: request.status, message: saidBy(request, file.name) })
      end()
      resolve(request.responseText)
    }
    request.onerror = () => fail({ message: "The server does not answer" })
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop)
    window.addEventListener("offline", lost)
    watch(patience.byte)
    // the type was announced, which the browser may know by another name: a slice has none, and none is sent
    request.send(file.slice())
  })

/** What an answer says that is no success. */
const saidBy = ({ responseText }: XMLHttpRequest, name: string): string => {
  try {
    return String(JSON.parse(responseText).error.message)
  } catch {
    return `The server did not take ${name}.`
  }
}
