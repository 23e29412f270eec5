import { StorageError } from "@octavo/core/kernel/shared/errors"
import { describe, expect, it } from "vitest"
import { storageFailed } from "../src/requests.ts"

describe("What could not be answered", () => {
  it.each([
    [{ work: "share" }, 429, /^[1-9]\d*$/],
    [{ work: "crowded" }, 503, /^$/],
    [{ work: "late" }, 503, /^$/],
    [{}, 503, /^$/]
  ] as const)("%j is told as %i, with when to come again where too much waits", (why, status, again) => {
    const answer = storageFailed(new StorageError({ operation: "x", retryable: true, ...why }), { connection: "close" })
    expect(answer.status).toBe(status)
    expect(answer.headers["retry-after"] ?? "").toMatch(again)
    expect(answer.headers["connection"]).toBe("close")
  })
})
