/**
 * A stand-in for a language model that speaks the protocols of chat completions and of embeddings. It returns what it is given: of each
 * section the first line of text, with the section's number. Questions that are not streamed it refuses.
 */
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface ModelRequest {
  readonly instructions: string
  readonly material: string
}

export interface StandInModel {
  /** What is set of it. */
  readonly config: { readonly modelUrl: string; readonly modelName: string }
  /** The same of embeddings. */
  readonly embeddings: { readonly embeddingsUrl: string; readonly embeddingsName: string }
  /** Every text that vectors were made of, in order. */
  readonly embedded: Array<string>
  /** Every question that was streamed, in order. */
  readonly asked: Array<ModelRequest>
  /** How many connections ended before the answer did. */
  readonly left: () => number
  /** Answers otherwise from now on; as before without anything. */
  readonly answer: (how?: (response: ServerResponse, asked: ModelRequest) => void) => void
  readonly close: () => Promise<void>
}

/** An event with a piece of the answer. */
export const piece = (content: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

/** The sections that a model is given: their numbers, headings and texts. */
export const sectionsIn = (material: string) =>
  Array.from(
    material.matchAll(/^<section (\w+)> \[(\d+)\] (.*)\n([\s\S]*?)\n<\/section \1>$/gm),
    ([, , number, heading, text]) => ({ number: Number(number), heading: heading!, text: text! })
  )

/** Streams a text word by word. */
export const write = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const word of text.split(/(?<= )/)) response.write(piece(word))
  response.end("data: [DONE]\n\n")
}

/** Words that mean what others do. */
const meanings: Readonly<Record<string, string>> = {
  nuts: "acorns",
  squirrels: "acorns",
  stash: "keep",
  cavity: "hollow"
}

/** How often a text has each word, or one that means the same. */
const vectorOf = (text: string): ReadonlyArray<number> => {
  const vector = new Array<number>(128).fill(0)
  for (const [word] of text.toLowerCase().matchAll(/[a-z]{4,}/g)) {
    let place = 7
    for (const sign of meanings[word] ?? word) place = (place * 31 + sign.charCodeAt(0)) % 100_003
    vector[place % 128]!++
  }
  return vector
}

const returnGiven = (response: ServerResponse, { material }: ModelRequest): void => {
  const given = sectionsIn(material)
  const sentences = given.map(({ number, text }) => `${text.split("\n")[0]!.replace(/\.\s*$/, "")} [${number}].`)
  write(response, given.length === 0 ? "NOT_IN_PAGES" : sentences.join("\n"))
}

export const startModel = async (): Promise<StandInModel> => {
  const asked: Array<ModelRequest> = []
  const embedded: Array<string> = []
  let how = returnGiven
  let left = 0
  const server: Server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (bytes) => pieces.push(bytes))
    request.on("end", () => {
      const { input, messages, stream } = JSON.parse(Buffer.concat(pieces).toString())
      if (request.url === "/v1/embeddings") {
        embedded.push(...input)
        const data = input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) }))
        return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }))
      }
      if (stream !== true) return response.writeHead(400).end()
      const question = { instructions: messages[0].content, material: messages[1].content }
      asked.push(question)
      response.on("close", () => {
        if (!response.writableFinished) left++
      })
      return how(response, question)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    config: { modelUrl: url, modelName: "stand-in" },
    embeddings: { embeddingsUrl: url, embeddingsName: "stand-in" },
    asked,
    embedded,
    left: () => left,
    answer: (other = returnGiven) => {
      how = other
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
