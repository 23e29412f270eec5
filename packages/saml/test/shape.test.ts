import { Worker } from "node:worker_threads"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isBase64 } from "../src/base64.ts"
import { blocksOf } from "../src/certificates.ts"
import { oversizedResponses } from "../src/oversizedResponses.ts"
import { decodeResponse } from "../src/shape.ts"
import { makeCertificate } from "../src/testing.ts"
import { xmlProblem } from "../src/xmlBounds.ts"
import { blocksBefore, wasBase64, wasPlain } from "./oldChecks.ts"

const { certificate } = makeCertificate()

/** What a response is told, in a thread that is ended when it does not come to an end. */
const told = (response: string) =>
  new Promise<{ readonly message: string }>((resolve, reject) => {
    const worker = new Worker(new URL("./pumping.ts", import.meta.url), { workerData: { certificate, response } })
    const watchdog = setTimeout(() => {
      reject(new Error("It was still at it when the watchdog came"))
      void worker.terminate()
    }, 60_000)
    worker.once("message", resolve)
    worker.once("error", reject)
    worker.once("exit", () => clearTimeout(watchdog))
  })

describe("A response that nobody signed is answered, whatever grows in it (threat: one request stops the server):", () => {
  /** As large as a body may be. */
  const largest = { text: 390_000, xml: 250_000 }
  it.each(Object.entries(oversizedResponses))("%s", async (name, make) => {
    const response = make(name.endsWith("base64") ? largest.text : largest.xml)
    expect((await told(response)).message).toMatch(/^(?:The response|This is no SAML response)/)
  })
})

const pieces = (...texts: ReadonlyArray<string>) =>
  fc
    .array(fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 4 })), { maxLength: 30 })
    .map((all) => all.join(""))

it("Base64 is what it was", () => {
  fc.assert(
    fc.property(pieces("A", "b9", "+/", "=", "==", " ", "\n", "\t", "\u00a0", "\ufeff", "%", "-"), (text) => {
      expect(isBase64(text)).toBe(wasBase64(text))
    }),
    { numRuns: 1000 }
  )
})

it("Blocks of PEM are what they were", () => {
  const lines = [
    "-----BEGIN A-----",
    "-----END A-----",
    "-----BEGIN B 1-----",
    "-----END B 1-----",
    "-----",
    "END A-----",
    "x"
  ]
  fc.assert(
    fc.property(pieces(...lines, "\n", "-----BEGIN A"), (text) => {
      expect(blocksOf(text)).toEqual(blocksBefore(text))
    }),
    { numRuns: 1000 }
  )
})

/** XML as it should be, in all the ways of writing it that the scanner must know. */
const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}(?::[a-z]\w{0,5})?$/)
const blank = fc.constantFrom("", " ", "\n", "\t \r\n")
const text = fc.array(fc.constantFrom("a", "ä", " ", "&amp;", "&#65;", "&#x1F600;", ">", "'", '"', "/", "😀", "=\n"), {
  maxLength: 6
})
const attribute = fc
  .tuple(blank, name, blank, blank, fc.constantFrom('"', "'"), text)
  .map(
    ([before, key, a, b, quote, value]) =>
      `${before} ${key}${a}=${b}${quote}${value.join("").replaceAll(quote, "")}${quote}`
  )
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: "small", maxDepth: 5 },
    fc
      .tuple(name, fc.array(attribute, { maxLength: 4 }), blank)
      .map(([tag, inside, end]) => `<${tag}${inside.join("")}${end}/>`),
    fc
      .tuple(
        name,
        fc.array(attribute, { maxLength: 4 }),
        blank,
        fc.array(
          fc.oneof(
            tie("element"),
            text.map((all) => all.join(""))
          ),
          { maxLength: 4 }
        )
      )
      .map(([tag, inside, end, content]) => `<${tag}${inside.join("")}${end}>${content.join("")}</${tag}${end}>`)
  )
}))
const declaration = fc.constantFrom("", "<?xml version='1.0'?>", '<?xml version="1.0" encoding="UTF-8"?>\n')

describe("XML", () => {
  it("that is well-formed is let through, as before", () => {
    fc.assert(
      fc.property(declaration, element, (before, xml) => {
        expect(xmlProblem(before + xml)).toBeUndefined()
      }),
      { numRuns: 1000 }
    )
  })

  it("that is let through was let through before, byte for byte", () => {
    const broken = fc.oneof(
      pieces("<a", "<a>", "</a>", "<b/>", " x='1'", "<!--", "<?xml ", "?>", "&", "&lt;", ">", "<", "\u2028", "\u0000"),
      // one that was well-formed, with a piece of it changed
      fc
        .tuple(
          declaration,
          element,
          fc.nat(),
          fc.nat({ max: 3 }),
          fc.constantFrom("", "<", ">", "/", '"', "=", "&", "<!", " ")
        )
        .map(([before, xml, at, length, piece]) => {
          const whole = before + xml
          const from = at % whole.length
          return whole.slice(0, from) + piece + whole.slice(from + length)
        })
    )
    fc.assert(
      fc.property(broken, (xml) => {
        if (xmlProblem(xml) !== undefined) return
        // an attribute may hold what looked like the end of a tag
        if (!xml.includes(">")) expect(wasPlain(xml)).toBe(true)
        else expect(wasPlain(xml.replace(/=\s*(?:"[^"]*"|'[^']*')/g, '=""'))).toBe(true)
        const encoded = Buffer.from(xml).toString("base64")
        if (xml !== "") expect(decodeResponse(encoded)).toBe(new TextDecoder().decode(Buffer.from(xml)))
      }),
      { numRuns: 1000 }
    )
  })

  it.each([
    ["end tags that belong to nothing", "<a></b></a>"],
    ["two attributes without a blank", `<a x="1"y="2"/>`],
    ["a declaration inside", "<a><?xml version='1.0'?></a>"],
    ["51 levels", `${"<a>".repeat(51)}${"</a>".repeat(51)}`],
    ["1501 elements", `<a>${"<b/>".repeat(1500)}</a>`],
    ["51 attributes", `<a${Array.from({ length: 51 }, (_, n) => ` a${n}=""`).join("")}/>`],
    [
      "101 namespaces at once",
      `${"<a>".replace(">", ' xmlns:b="u">').repeat(49)}<a${Array.from({ length: 49 }, (_, n) => ` xmlns:b${n}=""`).join("")}><a xmlns:c="" xmlns:d="" xmlns:e=""/></a>${"</a>".repeat(49)}`
    ],
    ["201 names", `<a>${Array.from({ length: 200 }, (_, n) => `<b${n}/>`).join("")}</a>`]
  ])("is refused: %s", (_, xml) => {
    expect(xmlProblem(xml)).toMatch(/^The response /)
  })

  it("may declare the same namespaces again and again, as providers do for each value", () => {
    const value = '<v xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="x" xsi:type="xs:string">group</v>'
    expect(xmlProblem(`<a>${value.repeat(1400)}</a>`)).toBeUndefined()
  })
})
