/** The link of a page to where its file is edited: it names that file of that branch, and goes on doing so. */
import { join } from "node:path"
import { commitFiles, type GitServer, makeRepository, runGit, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { attribute, elementsOf, hasClass, visitPage, visitSite } from "../src/browser.ts"
import { importOk } from "../src/imports.ts"
import { onBothStores } from "../src/stores.ts"
import { startWorld, type World } from "../src/world.ts"

/** A space in a repository: each page is a file below `place`, with its path as its title. */
interface Case {
  readonly branch: string
  readonly directory?: string
  readonly config?: string
  /** Where the table of contents is, in the repository. */
  readonly place: string
  readonly pages: ReadonlyArray<string>
  /** As the integrations of GitBook tell it, which put the branch behind it as it is called. */
  readonly host: string
  readonly edited: string
}

const github = { host: "https://github.com/acme/docs/blob/", edited: "https://github.com/acme/docs/edit/" }
const gitlab = {
  host: "https://gitlab.com/acme/team/docs/-/blob/",
  edited: "https://gitlab.com/acme/team/docs/-/edit/"
}
const inFolders = ["README.md", "guides/README.md", "guides/start.md", "guides/deep/README.md"]

const cases: Readonly<Record<string, Case>> = {
  "at the root of a repository": { ...github, branch: "main", place: "", pages: inFolders },
  "in a project directory": {
    ...github,
    branch: "main",
    directory: "packages/docs",
    place: "packages/docs/",
    pages: inFolders
  },
  "below the root of .gitbook.yaml": {
    ...gitlab,
    branch: "main",
    config: "root: ./content/\n",
    place: "content/",
    pages: inFolders
  },
  "below both, on a branch with slashes": {
    ...gitlab,
    ...{ branch: "release/1.x/tree", directory: "docs", config: "root: ./src\n", place: "docs/src/", pages: inFolders }
  },
  "with names that addresses are not written with": {
    ...github,
    ...{ branch: "fix#7/100%", directory: "my docs/ü", place: "my docs/ü/" },
    pages: ["README.md", "über uns/README.md", "a b/50%.md", "a#b.md", "c++ (new).md"]
  }
}

onBothStores("Links to where a page is edited", (store) => {
  let world: World
  let git: GitServer
  let root: string

  beforeAll(async () => {
    world = await startWorld(store)
    root = join(world.database.directory, "repositories")
    git = await startGitServer(root)
  })
  afterAll(async () => {
    await git?.close()
    await world?.stop()
  })

  const href = (path: string) =>
    path
      .split("/")
      .map(encodeURIComponent)
      .join("/")
      .replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  const editHref = (document: Parameters<typeof elementsOf>[0]) =>
    elementsOf(document, (one) => hasClass(one, "facts"))
      .flatMap((facts) => elementsOf(facts, ({ tagName }) => tagName === "a"))
      .map((one) => attribute(one, "href")!)

  /** A site of the case, and its repository. */
  const publish = async (name: string, { branch, config, directory, host, pages, place }: Case) => {
    const repository = join(root, `${name}.git`)
    await makeRepository(repository)
    const files: Record<string, string> = {
      "README.md": "not a page",
      [`${place}SUMMARY.md`]: pages.map((path) => `* [${path}](${href(path)})\n`).join("")
    }
    if (config !== undefined) files[`${directory === undefined ? "" : `${directory}/`}.gitbook.yaml`] = config
    for (const path of pages) files[place + path] = `# ${path.replaceAll("#", "\\#")}\n`
    await commitFiles(repository, files, "All", { branch })
    const space = await world.space(name)
    await importOk(world.api, space, {
      ...{ url: `${git.url}/${name}.git`, ref: `refs/heads/${branch}`, repoTreeURL: host + branch },
      ...(directory === undefined ? {} : { repoProjectDirectory: directory })
    })
    const sites = `/v1/orgs/${world.organization}/sites`
    const { id } = (await world.api.post(sites, { title: name, spaces: [space] })).body
    const { published } = (await world.api.post(`${sites}/${id}/publish`)).body.urls
    return { repository, space, url: published as string }
  }

  it.each(Object.entries(cases))("%s", async (_, one) => {
    const name = `docs-${Object.values(cases).indexOf(one)}`
    const { repository, url } = await publish(name, one)
    const visit = await visitSite(url, editHref)
    const found = new Map([...visit.pages.values()].map((page) => [page.heading, page.found]))
    // a page of no file
    expect(found.get("Search")).toEqual([])
    found.delete("Search")
    expect([...found.keys()].sort()).toEqual(one.pages.toSorted())
    for (const [title, links] of found) {
      const [link = "", ...more] = links
      expect([more, link.startsWith(one.edited), /[#?]/.test(link)]).toEqual([[], true, false])
      // what a host reads in it: the branch, then the path
      const named = decodeURIComponent(link.slice(one.edited.length))
      expect(named.startsWith(`${one.branch}/`)).toBe(true)
      const text = await runGit(["-C", repository, "show", `${one.branch}:${named.slice(one.branch.length + 1)}`])
      expect(text.replaceAll("\\", "")).toBe(`# ${title}`)
    }
  })

  it("stays when the space is edited here, and goes with the connection", async () => {
    const one = cases["in a project directory"]!
    const { space, url } = await publish("edited", one)
    const shown = async () => editHref((await visitPage(url)).document)
    const link = [`${one.edited}main/packages/docs/README.md`]
    expect(await shown()).toEqual(link)
    const [page] = (await world.api.get(`/v1/spaces/${space}/content/pages`)).body.pages
    const changes = [{ operation: "update_page", page: page.id, document: { markdown: "# Edited\n" } }]
    expect((await world.api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    expect(await shown()).toEqual(link)
    // the address is another one now; the content is the same
    await importOk(world.api, space, {
      ...{ url: `${git.url}/edited.git`, ref: "refs/heads/main", repoProjectDirectory: one.directory },
      repoTreeURL: `${gitlab.host}main`
    })
    expect(await shown()).toEqual([`${gitlab.edited}main/packages/docs/README.md`])
    expect((await world.api.delete(`/v1/spaces/${space}/git/legacy-installation`)).status).toBeLessThan(300)
    expect(await shown()).toEqual([])
  })
})
