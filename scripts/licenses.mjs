// The licences of what a published package has inside.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readJson } from "./workspace.mjs"

/** For packages that name their licence and bring no text of it. */
const standard = {
  "Apache-2.0": () => "The text of this licence is in the file LICENSE beside this one.\n",
  "MPL-2.0": ({ name, version }) =>
    `The text of this licence is at https://mozilla.org/MPL/2.0/. Its files are as npm has them in ${name}@${version}; the source is at the address above.\n`,
  MIT: ({ author }) => `Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`
}

const texted = (value) => (typeof value === "string" ? value : (value?.url ?? value?.name))

const described = (directory) => {
  const manifest = readJson(join(directory, "package.json"))
  const { name, version } = manifest
  const license = texted(manifest.license) ?? manifest.licenses?.map(({ type }) => type).join(" OR ") ?? "not named"
  const address = texted(manifest.repository) ?? texted(manifest.homepage)
  const files = readdirSync(directory).filter((file) =>
    /^(?:licen[cs]e|unlicense|copying|notice|ofl)\b/i.test(file.replace("_", "-"))
  )
  const texts = files.toSorted().map((file) => `${readFileSync(join(directory, file), "utf8").trim()}\n`)
  if (texts.length === 0) {
    const author =
      typeof manifest.author === "object" ? manifest.author.name : (manifest.author ?? `the authors of ${name}`)
    const text = standard[license]?.({ name, version, author })
    if (text === undefined) throw new Error(`${name} ${version} (${license}) brings no text of its licence: find one`)
    texts.push(text)
  }
  return {
    head: `${name} ${version}, ${license}${address === undefined ? "" : `, ${address}`}`,
    text: texts.join("\n")
  }
}

/** Every package in these directories with its version, licence and address, those with the same text above that. */
export const licensesOf = (directories) => {
  const byText = new Map()
  for (const { head, text } of [...directories].map(described).toSorted((a, b) => (a.head < b.head ? -1 : 1))) {
    byText.set(text, [...(byText.get(text) ?? []), head])
  }
  const line = "-".repeat(80)
  const parts = [...byText].map(([text, heads]) => `${line}\n${heads.join("\n")}\n\n${text}`)
  return `Octavo is under the Apache License 2.0 (LICENSE). This package has code and files of others inside:\n\n${parts.join("\n")}`
}
