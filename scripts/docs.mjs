// Writes the pages of docs/reference that come from the program itself, the picture of the packages, and the table of
// operations of the client.
// usage: node scripts/docs.mjs
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import { runCommandLine } from "../apps/cli/src/commandLine.ts"
import { projectSchema } from "../packages/local/src/project.ts"
import { settings } from "../packages/runtime/src/settings.ts"
import { clientOperations } from "./client-operations.mjs"
import { withPicture } from "./map.mjs"
import { operations } from "./operations.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))

const configuration = () => {
  const rows = Object.values(settings).map(
    (setting) =>
      `| \`--${setting.flag}\` | \`${setting.env}\` | ${
        setting.default === undefined ? "" : setting.fallback === undefined ? setting.default : `\`${setting.default}\``
      } | ${setting.description.replaceAll("|", "\\|").replace(/[{}]/g, "\\$&")} |`
  )
  return `---
description: Every setting, as a flag and as an environment variable.
icon: sliders
---

# Configuration

Each setting is a flag of the command line and an environment variable. A flag wins over the variable, the variable over the default; a variable that is empty is not set. Of settings that can't be used all are told at once, a line for each. \`octavo serve\` takes all of them, other commands those that concern them; \`octavo help settings\` lists which.

| Flag | Variable | Default | Meaning |
| --- | --- | --- | --- |
${rows.join("\n")}

{% hint style="info" %}
This page is made from the settings in the source. \`npm start\` uses the variables too, with its data in \`.octavo\` of the checkout and warnings only on the terminal.
{% endhint %}
`
}

const commands = [
  ["dev"],
  ["build"],
  ["check"],
  ["init"],
  ["serve"],
  ["login"],
  ["api"],
  ["organization", "list"],
  ["user", "list"],
  ["user", "create"],
  ["user", "role"],
  ["user", "remove"],
  ["user", "link"],
  ["token", "create"],
  ["token", "list"],
  ["token", "revoke"],
  ["domain", "list"],
  ["domain", "prove"],
  ["domain", "disprove"],
  ["space", "list"],
  ["site", "list"],
  ["site", "version"],
  ["change-request", "list"],
  ["audit"],
  ["import"],
  ["export"],
  ["backup"],
  ["restore"],
  ["copy"],
  ["verify"],
  ["gc"],
  ["doctor"]
]

const help = async (command) => {
  let text = ""
  const output = { write: (more) => (text += more) }
  await Effect.runPromise(runCommandLine([...command, "--help"], { stdout: output, stderr: output }))
  return (
    text
      // what every command has is told once, above
      .replace(/\n*GLOBAL FLAGS\n(?: {2}.*\n)*/, "\n")
      .replace(/\nMore settings, .+\n$/, "")
      .trim()
  )
}

const commandLine = async () => `---
description: The commands of octavo, as they describe themselves.
icon: terminal
---

# Command line

From a checkout: \`npm run -s octavo -- COMMAND\`. Every command takes \`--help\`, which shows its own flags. What commands share, like \`--data\` and \`--log-level\`, is described by \`octavo help settings\` and in [Configuration](configuration.md).

| Exit code | Means |
| --- | --- |
| 0 | Done |
| 1 | Failed; why stands on stderr |
| 2 | The command line or a setting is wrong |

With \`--json\` the last line on stdout is one JSON value, for programs. Logs and progress go to stderr. Lists show 50 items and say how to go on; \`--all\` gives everything, read page by page.

${(await Promise.all(commands.map(async (command) => `## octavo ${command.join(" ")}\n\n\`\`\`\n${await help(command)}\n\`\`\``))).join("\n\n")}
`

/** Generated files, by path below the root. */
export const generated = async () => ({
  "docs/reference/configuration.md": configuration(),
  "docs/reference/command-line.md": await commandLine(),
  "docs/reference/operations.md": operations(),
  "docs/reference/octavo.schema.json": `${JSON.stringify(projectSchema(), null, 2)}\n`,
  "docs/contributing/README.md": withPicture(readFileSync(join(root, "docs/contributing/README.md"), "utf8"), root),
  "packages/client/src/operations.ts": clientOperations()
})

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of Object.entries(await generated())) writeFileSync(join(root, path), text)
}
