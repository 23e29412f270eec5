import { expect, it } from "vitest"
import { mergeMetrics } from "../src/processMetrics.ts"

it("metrics of several processes are one text: a family once, each line with its process", () => {
  const one =
    '# HELP a_total What is counted\n# TYPE a_total counter\na_total{x="y"} 1\na_total 2\n# TYPE b gauge\nb 3\n'
  const two = '# HELP a_total What is counted\n# TYPE a_total counter\na_total{x="y"} 4\n# TYPE c gauge\nc 5\n'
  expect(
    mergeMetrics(
      new Map([
        ["1", one],
        ["2", two]
      ])
    )
  ).toBe(
    '# HELP a_total What is counted\n# TYPE a_total counter\na_total{process="1",x="y"} 1\na_total{process="1"} 2\n' +
      'a_total{process="2",x="y"} 4\n# TYPE b gauge\nb{process="1"} 3\n# TYPE c gauge\nc{process="2"} 5\n'
  )
})
