/** What calls of models that speak OpenAI's protocol have in common: their addresses, keys and failures. */
import { ModelError } from "@octavo/core/kernel/language-model/LanguageModel"
import { ifDefined } from "@octavo/core/kernel/shared/defined"
import { Redacted } from "effect"

/** A provider that wants to be left alone for longer is given up for now. */
const longestPauseMs = 60_000

/** Address of an operation, whether or not the operator's ends with a slash. */
export const addressOf = (url: string, operation: string): string => `${url.replace(/(?<!\/)\/+$/, "")}/${operation}`

/** With what the provider says about when to come back, in milliseconds. */
export class Failure extends ModelError {
  readonly after: number | undefined
  constructor(reason: ModelError["reason"], message: string, retryable: boolean, after?: number) {
    super({ reason, message, retryable })
    this.after = after
  }
  /** Whether it is worth waiting for here and now. */
  get isPassing(): boolean {
    return this.retryable && (this.after ?? 0) <= longestPauseMs
  }
}

export const failureOf = (name: string, error: unknown): Failure =>
  error instanceof Failure
    ? error
    : error instanceof DOMException && error.name === "TimeoutError"
      ? new Failure("timeout", `${name} did not answer in time`, true)
      : new Failure("unreachable", `${name} cannot be reached, or broke off`, true)

/** @param key of the provider, where it needs one */
export const headersOf = ({ key }: { readonly key?: Redacted.Redacted | undefined }) =>
  ifDefined(key, (secret) => ({ authorization: `Bearer ${Redacted.value(secret)}` }))

/** What a status that is no answer means. */
export const refusal = (name: string, status: number, after: number | undefined): Failure =>
  status === 429 || status >= 500
    ? new Failure(status === 429 ? "limited" : "unreachable", `${name} answers ${status}`, true, after)
    : new Failure("refused", `${name} answers ${status}; look at its address, key and model`, false)
