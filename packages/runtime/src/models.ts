/** The models that the settings name: one that writes, and one that makes vectors of texts. */
import { EmbeddingModel } from "@octavo/core/kernel/language-model/EmbeddingModel"
import { LanguageModel } from "@octavo/core/kernel/language-model/LanguageModel"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import * as OpenAiEmbeddings from "@octavo/outbound/OpenAiEmbeddings"
import * as OpenAiModel from "@octavo/outbound/OpenAiModel"
import { Effect, Layer } from "effect"
import { ConfigError, type OctavoConfig, redacted } from "./config.ts"
import { labelOf } from "./settings.ts"

/** The language model; `undefined` without one. Throws a `ConfigError` for settings that cannot be used. */
export const modelConfig = ({ modelKey, modelName, modelUrl }: OctavoConfig): OpenAiModel.OpenAiConfig | undefined => {
  if (modelUrl === undefined) return undefined
  if (modelName === undefined) throw new ConfigError(`${labelOf("modelName")} is needed with a language model`)
  return { url: modelUrl, model: modelName, ...ifDefined(modelKey, (key) => ({ key: redacted(key) })) }
}

/** The model of embeddings; `undefined` without one. Throws a `ConfigError` for settings that cannot be used. */
export const embeddingsConfig = (config: OctavoConfig): OpenAiEmbeddings.OpenAiEmbeddingsConfig | undefined => {
  const { embeddingsKey: key, embeddingsName: model, embeddingsUrl: url } = config
  if (url === undefined) return undefined
  if (model === undefined) throw new ConfigError(`${labelOf("embeddingsName")} is needed with a model of embeddings`)
  return { url, model, ...ifDefined(key, (key) => ({ key: redacted(key) })) }
}

const embeddingsLayer = (config: OctavoConfig) =>
  Layer.effect(
    EmbeddingModel,
    Effect.sync(() => {
      const model = embeddingsConfig(config)
      return model === undefined ? undefined : OpenAiEmbeddings.make(model)
    })
  )

const modelLayer = (config: OctavoConfig) =>
  Layer.effect(
    LanguageModel,
    Effect.suspend(() => {
      const model = modelConfig(config)
      return model === undefined ? Effect.succeed(undefined) : OpenAiModel.make(model)
    })
  )

/** The ports of both; each has `undefined` where no model is set. */
export const modelsLayer = (config: OctavoConfig) => Layer.mergeAll(modelLayer(config), embeddingsLayer(config))
