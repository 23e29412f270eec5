/** HTML as programs put it on the clipboard, and the Markdown that it is. */

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
<meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style><!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->
<h1>Release<o:p></o:p></h1>
<p class=MsoNormal>Some <b style='mso-bidi-font-weight:normal'>bold</b> and <i>italic</i>
text, <a href="https://example.org/a">a link</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='margin-left:36pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>a)<span>&nbsp; </span></span><![endif]>Inner<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]>Last<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td width=100 valign=top><p class=MsoNormal>Name<o:p></o:p></p></td><td><p class=MsoNormal>Value</p></td></tr>
<tr><td><p class=MsoNormal>A</p></td><td><p class=MsoNormal><b>1</b></p></td></tr></table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`

const googleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0f"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">Plan</span></h2><p dir="ltr"><span style="font-weight:400;">Some </span><span style="font-weight:700;">bold</span><span style="font-weight:400;font-style:italic;"> slanted</span><span style="text-decoration:line-through;"> gone</span><span style="font-family:'Courier New',monospace;"> code</span></p><br /><ol style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Deep</span></p></li></ul><li dir="ltr"><p><span>Two</span></p></li></ol><div dir="ltr"><table><colgroup><col /><col /></colgroup><tbody><tr><td><p><span>a</span></p></td><td><p><span>b</span></p></td></tr><tr><td><p><span>c</span></p></td><td><br></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

const libreOffice = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2"/><style type="text/css">p { line-height: 115% }</style></head><body lang="en-US"><h2 class="western">Title</h2><p><font face="Liberation Serif, serif"><font size="3"><b>bold</b> and <u>under</u></font></font></p><ul><li><p style="margin-bottom: 0cm">one</p></li><li><p>two</p><ol><li><p>inner</p></li></ol></li></ul></body></html>`

const calc = `<html><head><style type="text/css">body,div,table,tbody,tr,td { font-size:x-small }</style></head><body><table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left">City</td><td align="left">People</td></tr><tr><td>Bern</td><td align="right" sdval="134" sdnum="1033;">134</td></tr><tr><td>Basel &amp; more</td><td align="right">178</td></tr></table></body></html>`

const github = `<meta charset='utf-8'><div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="#install"><svg class="octicon"><path d="m7.775"></path></svg></a></div><p dir="auto">Run <code>npm i</code> and <strong>read</strong>:</p><div class="highlight highlight-source-shell notranslate"><pre>npm i <span class="pl-c1">-g</span> x
x --help</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" value="npm"><svg></svg></clipboard-copy></div></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" checked="" disabled=""> done</li><li class="task-list-item"><input type="checkbox" disabled=""> open</li></ul><markdown-accessiblity-table><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><a href="https://x.y">2</a></td></tr></tbody></table></markdown-accessiblity-table><blockquote><p>quoted</p></blockquote>`

const notion = `<meta charset='utf-8'><html><body><!--StartFragment--><h1>Notes</h1><p>Some text with <strong>bold</strong>.</p><ul><li>One<ul><li>Two</li></ul></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">done</span></li></ul><details open=""><summary>More</summary><p>Hidden</p></details><pre><code class="language-python">print(1)</code></pre><hr><!--EndFragment--></body></html>`

const gitbook = `<h2 id="what">What</h2><p>See <a href="https://docs.example.org/a">this <em>page</em></a>.</p><pre><code class="language-yaml" data-x="1">a: 1
b: 2</code></pre><figure><picture><img src="https://files.example.org/a.png" alt="A picture"></picture><figcaption>Shown</figcaption></figure>`

export const copies: ReadonlyArray<readonly [program: string, html: string, markdown: string]> = [
  [
    "Word",
    word,
    `## Release

Some **bold** and _italic_ text, [a link](https://example.org/a).

* First
  1. Inner
* Last

| Name | Value |
| ---- | ----- |
| A    | **1** |
`
  ],
  [
    "Google Docs",
    googleDocs,
    `## Plan

Some **bold** _slanted_ ~~gone~~ \`code\`

1. One
   * Deep
2. Two

| a   | b   |
| --- | --- |
| c   |     |
`
  ],
  [
    "LibreOffice Writer",
    libreOffice,
    `## Title

**bold** and under

* one
* two
  1. inner
`
  ],
  [
    "LibreOffice Calc",
    calc,
    `| City         | People |
| ------------ | ------ |
| Bern         | 134    |
| Basel & more | 178    |
`
  ],
  [
    "GitHub",
    github,
    `## Install

Run \`npm i\` and **read**:

\`\`\`shell
npm i -g x
x --help
\`\`\`

* [x] done
* [ ] open

| a   | b                |
| --- | ---------------- |
| 1   | [2](https://x.y) |

> quoted
`
  ],
  [
    "Notion",
    notion,
    `## Notes

Some text with **bold**.

* One
  * Two

- [x] done

<details>

<summary>More</summary>

Hidden

</details>

\`\`\`python
print(1)
\`\`\`

***
`
  ],
  [
    "GitBook",
    gitbook,
    `## What

See [this _page_](https://docs.example.org/a).

\`\`\`yaml
a: 1
b: 2
\`\`\`

<figure><img src="https://files.example.org/a.png" alt="A picture"><figcaption></figcaption></figure>

Shown
`
  ],
  ["a browser: white space and breaks", "<p>a<br>b<br></p><p>&nbsp;</p><p>  c\n d  </p>", "a\\\nb\n\nc d\n"],
  ["a browser: levels below a title that is not there", "<h2>a</h2><h3>b</h3><h5>c</h5>", "## a\n\n### b\n\n##### c\n"],
  [
    "a browser: a cell of blocks",
    "<table><tr><th>a<tr><td><ul><li>x</ul></table>",
    "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><ul><li>x</li></ul></td></tr></tbody></table>\n"
  ],
  ["a mail: a table of one cell", "<table><tr><td><p>a</p><p>b</p></td></tr></table>", "a\n\nb\n"],
  ["a browser: one line", "<span>a <code>b</code></span>", "a `b`\n"],
  ["what is hidden", '<p>a<span style="display:none">b</span></p>', "a\n"]
]
