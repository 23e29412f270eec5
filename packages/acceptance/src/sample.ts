/** A small repository that has some of everything, and a space that it was imported into. */
import { join } from "node:path"
import { type CommitFile, commitFiles, type GitServer, startGitServer } from "@octavo/git-cli/testing"
import { historyRead, importOk, main } from "./imports.ts"
import type { World } from "./world.ts"

/** One pixel. */
export const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

export const sampleFiles: Readonly<Record<string, CommitFile>> = {
  "SUMMARY.md":
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides <a href="#guides" id="guides"></a>\n\n' +
    "* [Start](guides/start.md)\n  * [Install](guides/start/install.md)\n* [Elsewhere](https://example.com/)\n" +
    "* [Hidden](guides/hidden.md)\n",
  "README.md":
    "---\ndescription: What it is\ncover: .gitbook/assets/pixel.png\ncoverY: 0\n---\n\n# Welcome\n\n" +
    '![A dot](.gitbook/assets/pixel.png)\n\n[Install](guides/start/install.md)\n\n{% include ".gitbook/includes/note.md" %}\n',
  "guides/start.md": '# Start\n\nVersion <code class="expression">space.vars.version</code>.\n',
  "guides/start/install.md": "# Install\n\n```sh\nnpm start\n```\n",
  "guides/hidden.md": "---\nhidden: true\n---\n\n# Hidden\n",
  ".gitbook/vars.yaml": "version: 1.2.3\n",
  ".gitbook/includes/note.md": "---\ntitle: A note\n---\n\nTake note.\n",
  ".gitbook/assets/pixel.png": pixel
}

export interface Sample {
  readonly git: GitServer
  /** Bare, on disk. */
  readonly repository: string
  /** Over HTTP. */
  readonly url: string
  readonly space: string
  readonly commit: string
}

/** A repository `docs.git`, or of another name, served over loopback. */
export const startSample = async (world: World, files = sampleFiles, name = "docs"): Promise<Omit<Sample, "space">> => {
  const root = join(world.database.directory, "repositories")
  const repository = join(root, "acme", `${name}.git`)
  const commit = await commitFiles(repository, files, "First words")
  const git = await startGitServer(root)
  return { git, repository, url: `${git.url}/acme/${name}.git`, commit }
}

/** The same, imported into a new space. */
export const importSample = async (world: World, title = "Handbook"): Promise<Sample> => {
  const sample = await startSample(world)
  const space = await world.space(title)
  await importOk(world.api, space, { url: sample.url, ref: main })
  await historyRead(world, space, sample.commit)
  return { ...sample, space }
}
