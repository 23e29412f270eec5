/**
 * Cuts what some letters need out of a font, with all that is drawn for several of them together: HarfBuzz (MIT) does it,
 * in WebAssembly.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** What is used of HarfBuzz' interface in C; pointers are numbers, and 0 is none. */
interface HarfBuzz {
  readonly memory: WebAssembly.Memory
  readonly malloc: (size: number) => number
  readonly hb_blob_create: (data: number, size: number, mode: number, user: number, destroy: number) => number
  readonly hb_blob_destroy: (blob: number) => void
  readonly hb_blob_get_data: (blob: number, size: number) => number
  readonly hb_blob_get_length: (blob: number) => number
  readonly hb_face_create: (blob: number, index: number) => number
  readonly hb_face_destroy: (face: number) => void
  readonly hb_face_reference_blob: (face: number) => number
  readonly hb_set_add: (set: number, value: number) => void
  readonly hb_subset_input_create_or_fail: () => number
  readonly hb_subset_input_destroy: (input: number) => void
  readonly hb_subset_input_unicode_set: (input: number) => number
  readonly hb_subset_or_fail: (face: number, input: number) => number
}

/** `HB_MEMORY_MODE_WRITABLE`: the bytes are HarfBuzz' own from then on. */
const writable = 2

const load = async (): Promise<HarfBuzz> => {
  const file = fileURLToPath(import.meta.resolve("harfbuzzjs/hb-subset.wasm"))
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {})
  return instance.exports as unknown as HarfBuzz
}

/** @param font as OpenType has it; it stays in memory */
export const makeSubsetter = async (font: Uint8Array) => {
  const harfbuzz = await load()
  const data = harfbuzz.malloc(font.length)
  new Uint8Array(harfbuzz.memory.buffer).set(font, data)
  const whole = harfbuzz.hb_blob_create(data, font.length, writable, 0, 0)
  const face = harfbuzz.hb_face_create(whole, 0)
  harfbuzz.hb_blob_destroy(whole)

  return (letters: Iterable<number>): Buffer => {
    const input = harfbuzz.hb_subset_input_create_or_fail()
    const set = harfbuzz.hb_subset_input_unicode_set(input)
    for (const letter of letters) harfbuzz.hb_set_add(set, letter)
    const cut = harfbuzz.hb_subset_or_fail(face, input)
    harfbuzz.hb_subset_input_destroy(input)
    if (cut === 0) throw new Error("HarfBuzz could not cut the font")
    const blob = harfbuzz.hb_face_reference_blob(cut)
    const at = harfbuzz.hb_blob_get_data(blob, 0)
    // a copy: the memory is HarfBuzz', and moves when it grows
    const bytes = Buffer.from(new Uint8Array(harfbuzz.memory.buffer, at, harfbuzz.hb_blob_get_length(blob)))
    harfbuzz.hb_blob_destroy(blob)
    harfbuzz.hb_face_destroy(cut)
    return bytes
  }
}
