/** What draws SVG as pixels, in WebAssembly: it reaches neither files nor the network, whatever is in a picture. */

/** Reads a file of a package whole, as `readFileSync` of Node does. */
type ReadFile = (url: URL) => Uint8Array

let started: Promise<void> | undefined

/**
 * The class that draws, ready for use: loaded and started when it is first asked for. A process starts it once, whoever
 * else it was started by: a second time is an error that says so.
 */
export const loadResvg = async (read: ReadFile) => {
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm")
  started ??= initWasm(read(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm")))).catch((error: Error) => {
    if (!error.message.startsWith("Already initialized")) throw error
  })
  await started
  return Resvg
}
