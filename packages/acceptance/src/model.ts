/**
 * A stand-in for a language model that speaks the protocol of chat completions. It returns what it is given: of each
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

const returnGiven = (response: ServerResponse, { material }: ModelRequest): void => {
  const given = sectionsIn(material)
  const sentences = given.map(({ number, text }) => `${text.split("\n")[0]!.replace(/\.\s*$/, "")} [${number}].`)
  write(response, given.length === 0 ? "NOT_IN_PAGES" : sentences.join("\n"))
}

export const startModel = async (): Promise<StandInModel> => {
  const asked: Array<ModelRequest> = []
  let how = returnGiven
  let left = 0
  const server: Server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (bytes) => pieces.push(bytes))
    request.on("end", () => {
      const { messages, stream } = JSON.parse(Buffer.concat(pieces).toString())
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
  return {
    config: { modelUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, modelName: "stand-in" },
    asked,
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
