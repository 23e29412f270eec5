/**
 * What a page says of its file in a repository. The link to where it is edited names that file of that branch, and goes on
 * doing so; when it was last changed is the date of a commit; who wrote it is told where the site says so.
 */
import { join } from "node:path"
import { commitFiles, type GitServer, makeRepository, runGit, startGitServer } from "@octavo/git-cli/testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { attribute, elementsOf, hasClass, textOf, visitPage, visitSite } from "../src/browser.ts"
import { importOk } from "../src/imports.ts"
import { dumpRows } from "../src/inspect.ts"
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

onBothStores("What pages say of their files", (store) => {
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
    return { repository, site: id as string, space, url: published as string }
  }

  it.each(Object.entries(cases))("links to where it is edited: %s", async (_, one) => {
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

  it("the link stays when the space is edited here, and goes with the connection", async () => {
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

  it("is dated by the last commit of its file, and names who wrote it where the site says so", async () => {
    const one = cases["below both, on a branch with slashes"]!
    const { organization, api } = world
    const { repository, site, space, url } = await publish("dated", one)
    const by = (name: string, day: number) => ({
      branch: one.branch,
      author: { name, email: `${name}@example.org`.toLowerCase() },
      time: Date.UTC(2024, 1, day) / 1000
    })
    const start = `${one.place}guides/start.md`
    await commitFiles(repository, { [start]: "# Start\n\nOne.\n" }, "One", by("Grace", 1))
    await commitFiles(repository, { [start]: "# Start\n\nTwo.\n" }, "Two", by("Joan", 2))
    const source = { url: `${git.url}/dated.git`, ref: `refs/heads/${one.branch}`, repoProjectDirectory: one.directory }
    await importOk(api, space, source)
    // a page of the table of contents is called by the path of its file
    const { pages } = (await api.get(`/v1/spaces/${space}/content/pages`)).body
    const pageOf = (title: string) => pages.find((page: { readonly title: string }) => page.title === title)
    const [started, guides] = [pageOf("guides/start.md"), pageOf("guides/README.md")]
    const factsOf = async ({ path }: { readonly path: string }) => {
      const [facts] = elementsOf((await visitPage(url + path)).document, (element) => hasClass(element, "facts"))
      const [time] = elementsOf(facts!, ({ tagName }) => tagName === "time")
      const names = elementsOf(facts!, ({ tagName }) => tagName === "bdi").map(textOf)
      return [attribute(time!, "datetime")?.slice(0, 10), ...names]
    }
    // the import is there before its history is
    await expect.poll(() => factsOf(started), { timeout: 60_000 }).toEqual(["2024-02-02"])
    expect(await factsOf(guides)).toEqual(["2023-11-14"])
    const sites = `/v1/orgs/${organization}/sites/${site}`
    expect((await api.patch(sites, { visibility: "public" })).status).toBe(200)
    const sitemap = async () => (await (await fetch(`${url}sitemap.xml`)).text()).match(/<lastmod>[^<]*/g)!.sort()
    expect(await sitemap()).toEqual([...Array(3).fill("<lastmod>2023-11-14"), "<lastmod>2024-02-02"])

    const [{ id: siteSpace }] = (await api.get(`${sites}/site-spaces`)).body.items
    const look = `${sites}/site-spaces/${siteSpace}/customization`
    expect((await api.patch(look, { git: { showAuthors: true } })).status).toBe(200)
    expect(await factsOf(started)).toEqual(["2024-02-02", "Joan", "Grace", "Ada Writer"])
    expect(await factsOf(guides)).toEqual(["2023-11-14", "Ada Writer"])
    const html = await (await fetch(`${url}${started.path}`)).text()
    expect(html).toContain('"author":[{"@type":"Person","name":"Joan"}')
    expect(html).not.toContain("@example.org")
    const rows = await dumpRows(world)
    expect([rows.includes('"Joan"'), /(?:joan|grace)@example/i.test(rows)]).toEqual([true, false])

    // what is written here is newer, and its writer is in no repository
    const today = new Date().toISOString().slice(0, 7)
    const changes = [{ operation: "update_page", page: started.id, document: { markdown: "# Edited\n" } }]
    expect((await api.post(`/v1/spaces/${space}/content`, { changes })).status).toBe(200)
    const [day, ...names] = await factsOf(started)
    expect([day?.slice(0, 7), names]).toEqual([today, []])
    expect(await factsOf(guides)).toEqual(["2023-11-14", "Ada Writer"])
  })
})
