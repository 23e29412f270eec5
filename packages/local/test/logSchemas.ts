/**
 * What programs of continuous integration ask of logs, as a table: as much of their schemas as `octavo check` writes. What a
 * schema allows beyond it is refused here, so that whoever writes more looks it up.
 */
import { DOMParser } from "@xmldom/xmldom"
import { Ajv } from "ajv"

interface ElementRule {
  /** Required by Jenkins' schema (xunit-plugin, junit-10) or Surefire's (surefire-test-report), with what they may be. */
  readonly attributes: Readonly<Record<string, RegExp>>
  /** Elements within it, in the order that Surefire asks for. */
  readonly children: ReadonlyArray<string>
  readonly hasText: boolean
}

const count = /^(?:0|[1-9]\d*)$/
const some = /\S/

/** Surefire has no `testsuites`; Jenkins has it, and readers of Surefire's reports take the suite in it. */
const elements: Readonly<Record<string, ElementRule>> = {
  testsuites: { attributes: {}, children: ["testsuite"], hasText: false },
  testsuite: {
    attributes: { name: some, tests: count, failures: count, errors: count, skipped: count },
    children: ["testcase"],
    hasText: false
  },
  testcase: {
    attributes: { classname: some, name: some, time: /^\d{1,3}(?:\.\d{1,3})?$/ },
    children: ["failure", "system-out"],
    hasText: false
  },
  failure: { attributes: { type: some, message: some }, children: [], hasText: true },
  "system-out": { attributes: {}, children: [], hasText: true }
}

/** What of an XML text is no JUnit report; that it is no XML is thrown. */
export const junitProblems = (xml: string): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const fail = (message: string): never => {
    throw new Error(message)
  }
  const { documentElement: root } = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail }
  }).parseFromString(xml, "text/xml")
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    problems.push("a character that XML has not")
  if (root.tagName !== "testsuites") problems.push(`the root is ${root.tagName}`)
  const look = (element: Element): void => {
    const rule = elements[element.tagName]
    if (rule === undefined) return void problems.push(`there is no ${element.tagName}`)
    const given = Array.from(element.attributes, ({ name, value }) => [name, value] as const)
    for (const [name, pattern] of Object.entries(rule.attributes))
      if (!pattern.test(element.getAttribute(name) ?? "")) problems.push(`${element.tagName} has a wrong ${name}`)
    for (const [name] of given) if (!(name in rule.attributes)) problems.push(`${element.tagName} may have no ${name}`)
    let last = 0
    for (const child of Array.from(element.childNodes)) {
      if (child.nodeType !== child.ELEMENT_NODE) {
        if (!rule.hasText && some.test(child.nodeValue ?? "")) problems.push(`${element.tagName} has a text`)
        continue
      }
      const { tagName } = child as Element
      const at = rule.children.indexOf(tagName)
      if (at < last) problems.push(`${tagName} stands at the wrong place of ${element.tagName}`)
      last = at
      look(child as Element)
    }
  }
  look(root)
  const all = (name: string) => Array.from(root.getElementsByTagName(name))
  const numberOf = (name: string) => Number(all("testsuite")[0]?.getAttribute(name))
  // Jenkins counts by itself; others believe what is said
  if (numberOf("failures") !== all("failure").length) problems.push("failures are not as many as it says")
  if (numberOf("tests") < all("testcase").length) problems.push("there are more tests than it says")
  return problems
}

const object = (required: ReadonlyArray<string>, properties: Readonly<Record<string, unknown>>) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false
})
const text = { type: "string", minLength: 1 }
const level = { enum: ["error", "warning", "note", "none"] }
const place = { type: "integer", minimum: 1 }
const message = object(["text"], { text })
/** A reference of RFC 3986, relative: `uri-reference` in the schema. */
const reference = { type: "string", pattern: "^(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-Fa-f]{2})+$" }

/** Of SARIF 2.1.0 (OASIS), and what GitHub asks for beyond it. */
const sarifSchema = object(["$schema", "version", "runs"], {
  $schema: { type: "string", pattern: "^https://.*sarif.*2\\.1\\.0.*\\.json$" },
  version: { const: "2.1.0" },
  runs: {
    type: "array",
    minItems: 1,
    maxItems: 20,
    items: object(["tool", "results"], {
      columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
      invocations: {
        type: "array",
        items: object(["executionSuccessful"], {
          executionSuccessful: { type: "boolean" },
          toolExecutionNotifications: { type: "array", items: object(["message"], { level, message }) }
        })
      },
      tool: object(["driver"], {
        driver: object(["name", "rules"], {
          name: text,
          version: text,
          rules: {
            type: "array",
            uniqueItems: true,
            items: object(["id", "shortDescription"], {
              id: { ...text, maxLength: 255 },
              shortDescription: message,
              defaultConfiguration: object([], { level })
            })
          }
        })
      }),
      results: {
        type: "array",
        maxItems: 25_000,
        items: object(["ruleId", "message", "locations"], {
          ruleId: text,
          level,
          message,
          locations: {
            type: "array",
            minItems: 1,
            uniqueItems: true,
            items: object(["physicalLocation"], {
              physicalLocation: object(["artifactLocation"], {
                artifactLocation: object(["uri"], { uri: reference }),
                region: object(["startLine"], {
                  startLine: place,
                  startColumn: place,
                  endLine: place,
                  endColumn: place
                })
              })
            })
          }
        })
      }
    })
  }
})

const isSarif = new Ajv({ allErrors: true }).compile(sarifSchema)

/** What of a JSON text is no SARIF log. */
export const sarifProblems = (json: string): ReadonlyArray<string> => {
  isSarif(JSON.parse(json))
  return (isSarif.errors ?? []).map(({ instancePath, message: why }) => `${instancePath} ${why}`)
}
