import { describe, expect, it } from "vitest"
import { ConfigError } from "../src/config.ts"
import { readConfig, type SettingName } from "../src/environment.ts"
import { withVariables } from "../src/errorMessages.ts"
import { settings } from "../src/settings.ts"

/** What is refused of every setting that refuses anything. */
const wrong: Partial<Record<SettingName, string>> = Object.fromEntries(
  Object.keys(settings).map((name) => [name, "\0 wrong,, <>"])
)

const refusal = (name: SettingName, value: string): string | undefined => {
  try {
    readConfig({ [name]: value }, {})
    return undefined
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

describe("Words for a program that takes no flags", () => {
  it("name the variable of every setting that is refused, and no flag", () => {
    let refused = 0
    for (const [name, value] of Object.entries(wrong) as Array<[SettingName, string]>) {
      const message = refusal(name, value)
      if (message === undefined) continue
      refused++
      expect(withVariables(message), name).not.toMatch(/(?<![\w-])--[a-z]/)
    }
    expect(refused).toBeGreaterThan(20)
    expect(withVariables(refusal("port", "x")!)).toBe('OCTAVO_PORT must be a port from 0 to 65535, not "x"')
    expect(withVariables("say --log-level Debug (OCTAVO_LOG_LEVEL=Debug) and --ref x")).toBe(
      "say OCTAVO_LOG_LEVEL=Debug and --ref x"
    )
  })
})
