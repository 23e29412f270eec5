/** Traces, as a collector of OpenTelemetry on loopback receives them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { octavo } from "../src/command.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Record<string, unknown> }>
}

const [server, client, consumer] = [2, 3, 5]

onBothStores("Traces", (store) => {
  let collector: Server
  let world: World
  const spans: Array<Span> = []
  const seen: Array<{ readonly path: string; readonly key: string | undefined; readonly service: string }> = []

  beforeAll(async () => {
    collector = createServer(async (request, response) => {
      let text = ""
      for await (const piece of request) text += piece
      for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
        const { value } = resource.attributes.find(({ key }: { key: string }) => key === "service.name")
        seen.push({ path: request.url!, key: request.headers["x-key"] as string, service: value.stringValue })
        for (const { spans: some } of scopeSpans) spans.push(...some)
      }
      response.end("{}")
    })
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
    world = await startWorld(store, {
      telemetry: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_HEADERS: "x-key=let-me-in",
        OTEL_SERVICE_NAME: "docs",
        OTEL_BSP_SCHEDULE_DELAY: "50",
        // what begins here is not recorded: the test says what is
        OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
        OTEL_TRACES_SAMPLER_ARG: "0"
      }
    })
  })
  afterAll(async () => {
    await world.stop()
    collector.close()
  })

  const spansOf = async (traceId: string, enough: (some: ReadonlyArray<Span>) => boolean) => {
    for (const end = Date.now() + 30_000; ; await sleep(25)) {
      const some = spans.filter((span) => span.traceId === traceId)
      if (enough(some)) return some
      if (Date.now() > end) throw new Error(`only ${some.map(({ name }) => name).join(", ")}`)
    }
  }
  const ids = () => ({
    traceId: crypto.randomUUID().replaceAll("-", ""),
    parent: crypto.randomUUID().replaceAll("-", "").slice(0, 16)
  })
  const attributeOf = (span: Span, key: string) =>
    Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]

  it("go on from the caller: one request is one trace, with its statements below", async () => {
    const space = await world.space("Traced")
    const { parent, traceId } = ids()
    const answer = await world.api.get(`/v1/spaces/${space}?secret=in-the-query`, {
      headers: { traceparent: `00-${traceId}-${parent}-01` }
    })
    expect(answer.status).toBe(200)
    const trace = await spansOf(traceId, (some) => some.some(({ kind }) => kind === server))
    const root = trace.find(({ kind }) => kind === server)!
    expect(root.name).toBe("GET /v1/spaces/:spaceId")
    expect(root.parentSpanId).toBe(parent)
    expect(attributeOf(root, "http.response.status_code")).toSatisfy((status) => Number(status) === 200)
    const statements = trace.filter((span) => attributeOf(span, "db.query.text") !== undefined)
    expect(statements.length).toBeGreaterThan(0)
    // every span leads up to the request
    const byId = new Map(trace.map((span) => [span.spanId, span]))
    for (const span of trace) {
      let at = span
      while (at !== root && at.parentSpanId !== undefined && byId.has(at.parentSpanId)) at = byId.get(at.parentSpanId)!
      expect(at, span.name).toBe(root)
    }
    // and a service between
    expect(trace.some(({ name, kind }) => kind !== client && /^[A-Z]\w+\.\w+/.test(name))).toBe(true)
    expect(JSON.stringify(trace)).not.toMatch(/in-the-query/)
    expect(JSON.stringify(trace)).not.toContain(world.admin.token)
    expect(seen[0]).toEqual({ path: "/v1/traces", key: "let-me-in", service: "docs" })
  })

  it("go on into the job that a request asked for", async () => {
    const { parent, traceId } = ids()
    const answer = await world.api.post(
      `/v1/orgs/${world.organization}/invites`,
      { emails: ["traced@octavo.test"], role: "read" },
      { headers: { traceparent: `00-${traceId}-${parent}-01` } }
    )
    expect(answer.status, answer.text).toBeLessThan(300)
    const trace = await spansOf(traceId, (some) => some.some(({ kind }) => kind === consumer))
    expect(trace.find(({ kind }) => kind === consumer)!.name).toBe("job mail")
  })

  it("are recorded as the sampler and the caller say", async () => {
    const unwanted = ids()
    await world.api.get("/v1/user", { headers: { traceparent: `00-${unwanted.traceId}-${unwanted.parent}-00` } })
    await world.api.get("/v1/user")
    const wanted = ids()
    await world.api.get("/v1/user", { headers: { traceparent: `00-${wanted.traceId}-${wanted.parent}-01` } })
    await spansOf(wanted.traceId, (some) => some.some(({ kind }) => kind === server))
    expect(spans.filter(({ traceId }) => traceId === unwanted.traceId)).toEqual([])
    // a share of nothing: none began here
    expect(spans.filter(({ kind, parentSpanId }) => kind === server && parentSpanId === undefined)).toEqual([])
  })
})

it("are of servers alone: no command sends any, wherever a collector is", async () => {
  const directory = mkdtempSync(join(tmpdir(), "octavo-traces-"))
  let sent = 0
  const collector = createServer((_, response) => {
    sent++
    response.end("{}")
  })
  try {
    await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve))
    const docs = join(directory, "docs")
    mkdirSync(docs)
    writeFileSync(join(docs, "README.md"), "# Home\n\nWelcome.\n")
    const env = {
      OCTAVO_DATABASE_URL: `sqlite:${directory}/octavo.db`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "50"
    }
    for (const args of [
      ["init", "--title", "Acme", "--email", "ada@octavo.test", "--name", "Ada"],
      ["import", docs, "--publish"],
      ["verify"],
      ["check", docs],
      ["build", docs, "--out", join(directory, "out")]
    ]) {
      const { code, stderr } = await octavo(args, { data: directory, env })
      expect(code, `${args[0]}: ${stderr}`).toBe(0)
    }
    expect(sent).toBe(0)
  } finally {
    collector.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
