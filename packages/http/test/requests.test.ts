import { Effect, Layer, Logger } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { expect, test } from "vitest"
import { unexpected } from "../src/requests.ts"

test("a defect is logged with its cause, and answered without it", async () => {
  const lines: Array<string> = []
  const logs = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
  const app = Layer.mergeAll(
    HttpRouter.add("GET", "/v1/broken/:id", Effect.die(new TypeError("the secret cause"))),
    HttpRouter.add("GET", "/v1/whole", Effect.succeed(HttpServerResponse.text("whole"))),
    unexpected
  ).pipe(Layer.provideMerge(HttpServer.layerServices), Layer.provideMerge(logs))
  const { handler } = HttpRouter.toWebHandler(app, { disableLogger: true })
  const broken = await handler(new Request("http://host/v1/broken/0Vbac3bG00IX4rToAFioqf?token=secret"))
  expect(broken.status).toBe(500)
  expect(await broken.json()).toEqual({ error: { code: 500, message: expect.stringContaining("server's log") } })
  expect(lines.join()).toContain("the secret cause")
  expect(lines.join()).toContain("GET /v1/broken/:id failed")
  expect(lines.join()).not.toContain("token=secret")
  expect(await (await handler(new Request("http://host/v1/whole"))).text()).toBe("whole")
})
