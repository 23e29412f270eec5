/** What a page costs as a structured document: there and back, and as it grows. */
import { parsePage, type RichReferences, readDocument, writeDocument } from "@octavo/document"
import { median, shown } from "../support/numbers.ts"
import { atMost, type Row } from "../support/table.ts"

const size = 1_000_000
const rounds = 9
const warmUps = 3

const references: RichReferences = {
  refOf: () => undefined,
  hrefOf: (ref) => (ref.kind === "url" ? ref.url : undefined)
}

/** A bit of everything that pages are made of. */
const unit = (index: number): string => `## Part ${index}

Words with **bold**, _italic_ and \`code\`, a [link](https://example.com/${index}) and <mark style="color:red;">colour</mark>.

* One of ${index}
* Two
  * Three

{% hint style="info" %}
Mind the ${index}.
{% endhint %}

| Name | Value |
| ---- | ----- |
| a    | ${index} |
| b    | c     |

{% code title="${index}.js" %}
\`\`\`js
const value = ${index}
\`\`\`
{% endcode %}

<details>

<summary>More of ${index}</summary>

Further words.

</details>

`

const pageOf = (bytes: number): string => {
  let text = "# Title\n\n"
  for (let index = 0; text.length < bytes; index++) text += unit(index)
  return text
}

/** The page with one paragraph in the middle changed. */
const editedOf = (text: string): unknown => {
  const document = readDocument(text, references)
  const at = document.nodes.findIndex(({ type }, index) => type === "paragraph" && index > document.nodes.length / 2)
  const nodes = [...document.nodes]
  const words = { object: "text", leaves: [{ object: "leaf", text: "Other words.", marks: [] }] } as const
  nodes[at] = { ...nodes[at]!, nodes: [words] }
  return { ...document, nodes }
}

/** Processor time, in milliseconds: other load does not count. */
const time = (f: () => unknown): number => {
  const before = process.cpuUsage()
  f()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1000
}

const run = async (say: (line: string) => void): Promise<ReadonlyArray<Row>> => {
  const texts = [pageOf(size), pageOf(2 * size)]
  const edited = texts.map(editedOf)
  const work: ReadonlyArray<readonly [string, (index: number) => unknown]> = [
    ["parse", (index) => parsePage(texts[index]!)],
    ["read", (index) => readDocument(texts[index]!, references)],
    ["write", (index) => writeDocument(edited[index], references, { base: texts[index]! })]
  ]
  const times = new Map<string, number[]>()
  for (let round = -warmUps; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`)
    for (const [name, f] of work) {
      for (const index of [0, 1]) {
        const key = `${name} ${index}`
        const taken = time(() => f(index))
        if (round >= 0) times.set(key, [...(times.get(key) ?? []), taken])
      }
    }
  }
  const of = (key: string): number => median(times.get(key)!)
  const row = (what: string, ours: number, yardstick: number, limit: number): Row => ({
    what,
    ours: `${shown(ours)} ms`,
    yardstick: `${shown(yardstick)} ms`,
    ratio: ours / yardstick,
    bar: atMost(limit)
  })
  return [
    row("Markdown to document: 2 MB to 1 MB", of("read 1"), of("read 0"), 2.3),
    row("one edit back into Markdown: 2 MB to 1 MB", of("write 1"), of("write 0"), 2.3),
    row("Markdown to document to parsing it, 1 MB", of("read 0"), of("parse 0"), 4)
  ]
}

export default { title: "Pages as structured documents, there and back", run }
