/** Folders with a fault of each kind, and what is to be found in them. */
import type { Files } from "./checkedFolders.ts"

export const page = (text: string): Files => ({ "README.md": `# Home\n\n${text}` })
export const listed = (...names: ReadonlyArray<string>): string =>
  `# Summary\n\n${["README", ...names].map((name) => `* [${name}](${name}.md)\n`).join("")}`

export const planted: ReadonlyArray<readonly [fault: string, files: Files, ...found: ReadonlyArray<string>]> = [
  ["a page that is not there", page("See [it](gone.md).\n"), "README.md:3:10 broken-link"],
  ["a folder that is not there", page("See [it](gone/).\n"), "README.md:3:10 broken-link"],
  ["a link out of the folder", page("See [it](../gone.md).\n"), "README.md:3:10 broken-link"],
  ["what GitBook leaves of a deleted page", page("See [it](broken-reference).\n"), "README.md:3:10 broken-link"],
  ["a link in a list in a quote", page("> * See [it](gone.md).\n"), "README.md:3:14 broken-link"],
  [
    "a file from the root of the host",
    { ...page("See [it](/guide.md#a) and [ours](/elsewhere).\n"), "guide.md": "# Guide\n\n## A\n" },
    "README.md:3:10 absolute-path"
  ],
  ["a link by reference", page("See [it][1].\n\n[1]: gone.md\n"), "README.md:3:5 broken-link"],
  ["a link in HTML", page('<p><a href="gone.md">it</a></p>\n'), "README.md:3:13 broken-link"],
  ["a button", page('<a href="gone.md" class="button primary">Go</a>\n'), "README.md:3:10 broken-link"],
  [
    "a content reference",
    page('{% content-ref url="gone.md" %}\n[gone.md](gone.md)\n{% endcontent-ref %}\n'),
    "README.md:3:21 broken-link"
  ],
  ["a mention", page('See [it](gone.md "mention").\n'), "README.md:3:10 broken-link"],
  [
    "a card",
    page(
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>A</td><td><a href="gone.md">gone</a></td></tr></tbody></table>\n'
    ),
    "README.md:3:155 broken-link"
  ],
  [
    "the second of two",
    page("[a](README.md) [b](gone.md) [c](gone.md)\n"),
    "README.md:3:20 broken-link",
    "README.md:3:33 broken-link"
  ],
  ["a heading of the page", page("See [it](#gone).\n\n## Here\n"), "README.md:3:10 broken-anchor"],
  [
    "a heading of another page",
    { ...page("See [it](a.md#gone).\n"), "a.md": "# A\n\n## Here\n" },
    "README.md:3:10 broken-anchor"
  ],
  ["a picture", page("![A cat](cat.png)\n"), "README.md:3:10 missing-file"],
  ["a picture in HTML", page('<figure><img src="cat.png" alt="A cat"></figure>\n'), "README.md:3:19 missing-file"],
  [
    "a picture for the dark",
    {
      ...page(
        '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="cat.png" alt="A cat"></picture></figure>\n'
      ),
      "cat.png": "x"
    },
    "README.md:3:34 missing-file"
  ],
  ["a file", page('{% file src="manual.pdf" %}\n'), "README.md:3:14 missing-file"],
  ["a cover", { "README.md": "---\ncover: cover.png\n---\n\n# Home\n" }, "README.md:2:8 missing-file"],
  [
    "a description of an API",
    page('{% openapi src="api.yaml" path="/cats" method="get" %}\n[api.yaml](api.yaml)\n{% endopenapi %}\n'),
    "README.md:3:17 missing-file"
  ],
  ...[
    ["YAML with an end too few", "api.yaml", "openapi: 3.0.0\ninfo: [\n", "2:8"],
    ["JSON with a comma too many", "api.json", '{\n  "openapi": "3.1.0",\n}\n', "3:1"],
    ["JSON that ends too early", "api.json", '{"openapi": "3.1.0"', "1:19"],
    ["a text", "api.txt", "Hello\n", "1:1"],
    ["one of another time", "api.yaml", "openapi: 1.2\n", "1:1"]
  ].map(
    ([what, file, text, place]) =>
      [
        `a description of an API: ${what}`,
        {
          ...page(`{% openapi src="${file}" path="/cats" method="get" %}\n[it](${file})\n{% endopenapi %}\n`),
          [file!]: text!
        },
        `${file}:${place} openapi`
      ] as const
  ),
  ["a link to a file", page("[the manual](manual.pdf)\n"), "README.md:3:14 missing-file"],
  ["reusable content", page('{% include ".gitbook/includes/gone.md" %}\n'), "README.md:3:13 missing-include"],
  ["reusable content of the host", page('{% include "/etc/passwd" %}\n'), "README.md:3:13 missing-include"],
  ["reusable content out of the folder", page('{% include "../a.md" %}\n'), "README.md:3:13 missing-include"],
  [
    "reusable content in itself",
    {
      ...page('{% include ".gitbook/includes/a.md" %}\n'),
      ".gitbook/includes/a.md": '{% include "b.md" %}\n',
      ".gitbook/includes/b.md": '{% include "a.md" %}\n'
    },
    ".gitbook/includes/b.md:1:13 include-cycle"
  ],
  [
    "a link in reusable content",
    { ...page('{% include ".gitbook/includes/a.md" %}\n'), ".gitbook/includes/a.md": "[x](../../gone.md)\n" },
    ".gitbook/includes/a.md:1:5 broken-link"
  ],
  ["a hint without an end", page('{% hint style="info" %}\nMind the gap.\n'), "README.md:3:1 unclosed-block"],
  ["a tab without an end", page('{% tabs %}\n{% tab title="A" %}\nA\n{% endtabs %}\n'), "README.md:4:1 unclosed-block"],
  ["a code block without an end", page('{% code title="a.js" %}\n```js\na\n```\n'), "README.md:3:1 unclosed-block"],
  ["an end without a block", page("Text\n\n{% endhint %}\n"), "README.md:5:1 stray-tag"],
  ["a tab without tabs", page('{% tab title="A" %}\nA\n{% endtab %}\n'), "README.md:3:1 stray-tag"],
  ["a block that nobody knows", page("{% youtube id=1 %}\n"), "README.md:3:1 unknown-block"],
  ["a misspelt block", page('{% hnt style="info" %}\nText\n{% endhnt %}\n'), "README.md:3:1 unknown-block"],
  ["frontmatter that is no YAML", { "README.md": "---\ntitle: [\n---\n\n# Home\n" }, "README.md:3:1 frontmatter"],
  ["frontmatter that is a list", { "README.md": "---\n- a\n---\n\n# Home\n" }, "README.md:2:1 frontmatter"],
  [
    "a value of a wrong type",
    { "README.md": "---\nicon: book\nhidden: sometimes\n---\n\n# Home\n" },
    "README.md:3:1 frontmatter"
  ],
  [
    "a width without its key",
    { "README.md": "---\nicon: book\nlayout: wide\n---\n\n# Home\n" },
    "README.md:3:1 frontmatter"
  ],
  [
    "variables that are no map",
    { "README.md": "---\nicon: book\nvars: [a]\n---\n\n# Home\n" },
    "README.md:3:1 frontmatter"
  ],
  ["a variable without a name", { "README.md": "---\nvars: { 1a: x }\n---\n\n# Home\n" }, "README.md:2:1 frontmatter"],
  ["a misspelt key", { "README.md": "---\nayout: wide\n---\n\n# Home\n" }, "README.md:2:1 frontmatter-key"],
  [
    "a key with letters exchanged",
    { "README.md": "---\ndescirption: x\n---\n\n# Home\n" },
    "README.md:2:1 frontmatter-key"
  ],
  ["a key in another case", { "README.md": "---\nNoIndex: true\n---\n\n# Home\n" }, "README.md:2:1 frontmatter-key"],
  ["an entry that names no file", { ...page(""), "SUMMARY.md": listed("gone") }, "SUMMARY.md:4:1 summary"],
  [
    "a link that is no entry",
    { ...page(""), "a.md": "# A\n", "SUMMARY.md": `${listed("a")}\n[A](a.md)\n` },
    "SUMMARY.md:6:1 summary"
  ],
  [
    "an entry that is a label alone",
    { ...page(""), "SUMMARY.md": "# Summary\n\n* [Home](README.md)\n* Nothing\n" },
    "SUMMARY.md:4:1 summary"
  ],
  ["a page that no entry names", { ...page(""), "a.md": "# A\n", "SUMMARY.md": listed() }, "a.md not-in-summary"],
  ["a settings file that is no YAML", { ...page(""), ".gitbook.yaml": "root: [\n" }, ".gitbook.yaml:2:1 settings"],
  ["a misspelt setting", { ...page(""), ".gitbook.yaml": "redirect:\n  a: README.md\n" }, ".gitbook.yaml:1:1 settings"],
  ["a root outside", { ...page(""), ".gitbook.yaml": "root: ../docs\n" }, ".gitbook.yaml:1:1 settings"],
  ["a root that is not there", { ...page(""), ".gitbook.yaml": "root: ./docs/\n" }, ".gitbook.yaml:1:7 settings"],
  [
    "a structure of files that are not there",
    { ...page(""), ".gitbook.yaml": "structure:\n  readme: home.md\n  summary: TOC.md\n" },
    ".gitbook.yaml:2:11 settings",
    ".gitbook.yaml:3:12 settings"
  ],
  [
    "a structure that is text, and a redirect without a destination",
    { ...page(""), ".gitbook.yaml": "structure: README.md\nredirects:\n  /a/: 3\n" },
    ".gitbook.yaml:1:1 settings",
    ".gitbook.yaml:3:3 settings"
  ],
  [
    "variables without names",
    { ...page(""), ".gitbook/vars.yaml": "a: 1\nb c: 2\nd: [3]\n" },
    ".gitbook/vars.yaml:2:1 settings",
    ".gitbook/vars.yaml:3:1 settings"
  ],
  ["tags without names", { ...page(""), ".gitbook/tags.yaml": "- label: A\n" }, ".gitbook/tags.yaml:1:1 settings"],
  [
    "two parts of the site at one path",
    {
      "a/README.md": "# A\n",
      "b/README.md": "# B\n",
      "octavo.yaml": "sections:\n  - folder: a\n    path: x\n  - folder: b\n    path: x\n"
    },
    "octavo.yaml:5:11 settings"
  ],
  [
    "a redirect to nothing",
    { ...page(""), ".gitbook.yaml": "redirects:\n  old: README.md\n  older: gone.md\n" },
    ".gitbook.yaml:3:3 settings"
  ],
  [
    "a redirect over a page",
    { ...page(""), "a.md": "# A\n", ".gitbook.yaml": "redirects:\n  a: README.md\n" },
    ".gitbook.yaml:2:3 redirect-over-page"
  ],
  ["variables that are a list", { ...page(""), ".gitbook/vars.yaml": "- a\n" }, ".gitbook/vars.yaml:1:1 settings"],
  [
    "redirects in a circle",
    { ...page(""), "octavo.yaml": "redirects:\n  /a: /b\n  /b: /c/\n  /c: /a\n  /into: /a\n" },
    "octavo.yaml:4:7 redirect-loop"
  ],
  ["a redirect to itself", { ...page(""), "octavo.yaml": "redirects:\n  /a/*: /a\n" }, "octavo.yaml:2:9 redirect-loop"],
  [
    "a redirect to something below it",
    { ...page(""), "octavo.yaml": "redirects:\n  /a: /a/b\n  /c/*: /c/d\n" },
    "octavo.yaml:3:9 redirect-loop"
  ],
  [
    "a circle of paths that are written in two ways, beside one that ends at a page",
    {
      ...page(""),
      "b.md": "# B\n",
      "octavo.yaml": "redirects:\n  /a: /b\n  /b: /a\n  /caf%c3%a9: /d?x#y\n  /%64: /caf\u00e9/\n"
    },
    "octavo.yaml:5:9 redirect-loop"
  ],
  ["a setting that is none", { ...page(""), "octavo.yaml": "titel: Docs\n" }, "octavo.yaml:1:1 settings"],
  [
    "a folder that is not there",
    { "a/README.md": "# A\n", "octavo.yaml": "sections:\n  - folder: a\n  - folder: gone\n" },
    "octavo.yaml:3:13 settings"
  ],
  [
    "a logo that is not there",
    {
      ...page(""),
      "octavo.yaml": "look:\n  header:\n    logo: { light: /logo.svg, dark: /dark.svg }\n",
      "logo.svg": "x"
    },
    "octavo.yaml:3:37 missing-file"
  ],
  ["a file that nothing shows", { ...page(""), ".gitbook/assets/old.png": "x" }, ".gitbook/assets/old.png unused-file"],
  ...["api/old.yaml", "old.svg", "old.html", "old.json"].map(
    (name) =>
      [
        `a file that nothing shows: ${name}`,
        { ...page(""), [`.gitbook/assets/${name}`]: "{}" },
        `.gitbook/assets/${name} unused-file`
      ] as const
  ),
  [
    "variables in bytes that are no UTF-8",
    { ...page(""), ".gitbook/vars.yaml": Buffer.from("name: Caf\xe9\n", "latin1") },
    ".gitbook/vars.yaml:1:10 encoding"
  ],
  [
    "a table of contents of another name",
    { ...page(""), "TOC.txt": listed("gone"), "a.md": "# A\n", ".gitbook.yaml": "structure: { summary: TOC.txt }\n" },
    "TOC.txt:4:1 summary",
    "a.md not-in-summary"
  ],
  [
    "two pages with one address",
    { ...page(""), "a/Setup.md": "# One\n", "a/setup.md": "# Two\n", "a/README.md": "# A\n" },
    "a/setup.md duplicate-slug"
  ],
  [
    "two headings with one id",
    page('## A <a href="#x" id="x"></a>\n\n## B <a href="#x" id="x"></a>\n'),
    "README.md:5:1 duplicate-id"
  ],
  ["a picture without a text", { ...page("![](cat.png)\n"), "cat.png": "x" }, "README.md:3:1 image-alt"],
  ["a picture in HTML without a text", { ...page('<img src="cat.png">\n'), "cat.png": "x" }, "README.md:3:1 image-alt"],
  [
    "a picture in a text without one",
    { ...page("See ![ ](cat.png) here\n"), "cat.png": "x" },
    "README.md:3:5 image-alt"
  ],
  ["a heading that leaves out a level", page("## A\n\n#### B\n"), "README.md:5:1 heading-level"],
  ["a letter that is none", { "README.md": "# Home\n\na\0b\n" }, "README.md:3:2 encoding"],
  ["bytes that are no UTF-8", { "README.md": Buffer.from("# Home\n\nCaf\xe9\n", "latin1") }, "README.md:3:4 encoding"],
  [
    "a page in a folder with spaces",
    { ...page(""), "my docs/a.md": "# A\n\n[x](gone.md)\n" },
    "my docs/a.md:3:5 broken-link"
  ],
  [
    "lines that end as Windows ends them",
    { "README.md": "# Home\r\n\r\nSee [it](gone.md).\r\n" },
    "README.md:3:10 broken-link"
  ]
]
