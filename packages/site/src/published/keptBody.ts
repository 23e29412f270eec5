/**
 * Bodies of answers that are kept. Most readers take them compressed: once somebody got one so, that form is kept in the
 * place of the text, which is five times as long. The text is unpacked for the first one who asks for it as it is, and then
 * kept with the others: who asks for many pages so would have each unpacked again and again.
 */
import type { TextAnswer } from "./answers.ts"

interface Form {
  readonly bytes: Uint8Array
  readonly unpack: (bytes: Uint8Array) => Uint8Array
}

/** By the bytes that answers are sent from, which somebody compresses. */
const bodies = new WeakMap<Uint8Array, KeptBody>()

export class KeptBody {
  /** Bytes of the text. */
  readonly length: number
  private text: Uint8Array | undefined
  private readonly forms = new Map<string, Form>()
  private readonly watchers = new Map<object, () => void>()

  constructor(text: Uint8Array) {
    this.length = text.length
    // Node makes a `Buffer` of all else, each time that it is sent
    this.text = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
    bodies.set(text, this)
    bodies.set(this.text, this)
  }

  /** That of an answer's bytes, where they are kept. */
  static readonly of = (bytes: Uint8Array): KeptBody | undefined => bodies.get(bytes)

  /** The text, which is kept from then on. */
  get bytes(): Uint8Array {
    if (this.text === undefined) {
      const [form] = this.forms.values()
      this.text = form!.unpack(form!.bytes)
      bodies.set(this.text, this)
      this.tell()
    }
    return this.text
  }

  /** The text in a coding, if somebody got it so. */
  form(coding: string): Uint8Array | undefined {
    return this.forms.get(coding)?.bytes
  }

  /**
   * Takes a compressed form in the place of the text.
   * @param unpack holds nothing: what it closed over would stay, and the text be among that
   */
  pack(coding: string, bytes: Uint8Array, unpack: Form["unpack"]): void {
    this.text = undefined
    this.forms.set(coding, { bytes, unpack })
    this.tell()
  }

  /** What it holds in memory, in bytes. */
  get weight(): number {
    return Array.from(this.forms.values()).reduce((sum, { bytes }) => sum + bytes.length, this.text?.length ?? 0)
  }

  /**
   * Tells a cache whenever it weighs something else.
   * @param cache each is told of its last entry alone
   */
  onWeight(cache: object, tell: () => void): void {
    this.watchers.set(cache, tell)
  }

  private tell(): void {
    for (const tell of this.watchers.values()) tell()
  }
}

/** An answer with other fields, and the body that is kept. */
const withBody = (answer: Omit<TextAnswer, "body">, kept: KeptBody): TextAnswer & { readonly kept: KeptBody } => ({
  ...answer,
  kept,
  get body() {
    return kept.bytes
  }
})

/** An answer as it is to be kept: its body is what is kept of it. */
export const keeping = (answer: TextAnswer): TextAnswer & { readonly kept: KeptBody } => {
  const { kept } = answer
  if (kept !== undefined) return answer as TextAnswer & { readonly kept: KeptBody }
  const { body, ...rest } = answer
  return withBody(rest, KeptBody.of(body) ?? new KeptBody(body))
}

/** The same answer with other fields; where its body is kept, as little of it as before. */
export const changed = <A extends object>(answer: A, fields: Partial<TextAnswer>): A => {
  const { kept } = answer as Partial<TextAnswer>
  if (kept === undefined) return { ...answer, ...fields }
  // to name the body is to unpack it
  const own = Object.keys(answer).filter((name) => name !== "body") as Array<keyof A>
  const rest = Object.fromEntries(own.map((name) => [name, answer[name]])) as unknown as Omit<TextAnswer, "body">
  return withBody({ ...rest, ...fields }, kept) as object as A
}
