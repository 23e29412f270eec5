/** Traces over OTLP/HTTP, set with OpenTelemetry's own variables. Loaded only where they name an endpoint. */
import { textsWithoutSecrets } from "@octavo/core/kernel/shared/withoutSecrets"
import { operationOf } from "@octavo/http"
import { ConfigProvider, Effect, Layer, Option, Tracer } from "effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import type { Telemetry } from "./config.ts"

/** Paths and queries hold ids and secrets; `http.route` tells what was asked for. */
const secret = /^(?:url\.(?:full|path|query)|http\.(?:request|response)\.header\.)/

/** Whether a trace that begins here is recorded (`OTEL_TRACES_SAMPLER`, with its argument). */
const samplerOf = (variables: Telemetry) => {
  const { OTEL_TRACES_SAMPLER: name = "", OTEL_TRACES_SAMPLER_ARG: argument = "1" } = variables
  if (name.endsWith("always_off")) return () => false
  if (!name.endsWith("traceidratio")) return () => true
  const share = Number(argument)
  return () => Math.random() < (Number.isNaN(share) ? 1 : share)
}

/** A trace that goes on is recorded as its caller says. */
const sampling = (inner: Tracer.Tracer, variables: Telemetry): Tracer.Tracer => {
  const isTaken = samplerOf(variables)
  return {
    ...inner,
    span: (options) => {
      const span = inner.span(Option.isNone(options.parent) && !isTaken() ? { ...options, sampled: false } : options)
      if (options.kind === "server") {
        const attribute = span.attribute.bind(span)
        span.attribute = (key, value) => {
          if (!secret.test(key)) attribute(key, value)
        }
      }
      return span
    }
  }
}

/** What is sent tells no secrets of addresses, whatever errors and attributes say; statements hold no values. */
const withoutAddresses = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (inner) => ({
    ...inner,
    traces: (data: Parameters<typeof inner.traces>[0]) => inner.traces(textsWithoutSecrets(data))
  }))
)

/** The tracer that sends what it records to the endpoint. */
export const tracingLayer = (variables: Telemetry): Layer.Layer<never> => {
  const given: Telemetry = { OTEL_SERVICE_NAME: "octavo", OTEL_TRACES_EXPORTER: "otlp", ...variables }
  const protocol = given["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"] ?? given["OTEL_EXPORTER_OTLP_PROTOCOL"]
  const exporting = OtlpTracer.layerFromConfig().pipe(
    Layer.provide(withoutAddresses),
    Layer.provide(protocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: given })))
  )
  return Layer.mergeAll(
    Layer.effect(
      Tracer.Tracer,
      Effect.map(Effect.tracer, (tracer) => sampling(tracer, given))
    ).pipe(Layer.provide(exporting)),
    Layer.succeed(HttpMiddleware.SpanNameGenerator, ({ method, url }) => {
      const operation = operationOf(method, url)
      return operation === undefined ? method : `${method} ${operation.route}`
    })
  )
}
