/** What is used here of samlp, which has no types of its own. */
declare module "samlp" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  interface Options {
    readonly issuer: string
    readonly cert: string
    readonly key: string
    readonly getPostURL?: (
      audience: string,
      dom: unknown,
      request: IncomingMessage,
      done: (error: null, url: string) => void
    ) => void
    readonly [option: string]: unknown
  }
  const samlp: {
    readonly auth: (
      options: Options
    ) => (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void
    readonly getSamlResponse: (
      options: Options,
      user: unknown,
      done: (error: Error | null, xml: string) => void
    ) => void
  }
  export default samlp
}
