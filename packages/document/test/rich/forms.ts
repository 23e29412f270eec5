/** Blocks as people and GitBook write them, none in the form that is printed here. Each has `word` in it once, to be edited. */
export const forms: ReadonlyArray<readonly [name: string, text: string]> = [
  ["destinations", "[a](./b.md) [c](d/README.md) [e](<f g.md>) [h](i%20j.md) [k](l/) word [m](n.md 'o')\n"],
  ["images with spaces", "![a](<b c (1).png>) ![d](e%20f.png) word\n"],
  ["addresses", "https://x.y/a\\_b?c=1\\&d&#x20;and <https://x.y/>, word, www.x.y\n"],
  ["escapes and entities", "a_b 1\\. \\# &lt;c&gt; &nbsp; d\\*e * f < g & h word &copy;&#x20;\n"],
  ["marks", "*a* __b__ <b>c</b> <em>d</em> ***e*** word ~f~ ``g``\n"],
  ["breaks and lines", "a  \nb\\\nc\nd<br>e word\n"],
  ["references", "[a][b] [b] word ![c][d]\n\n[b]: ./e.md\n[d]: <f g.png>\n"],
  ["mentions", '[b.md](b.md "mention") [c](./c.md "mention") word\n'],
  ["annotations", "[a](#user-content-fn-1)[^1] b[^2] word\n\n[^1]: *c*\n\n[^2]: __d__\n"],
  ["a heading", "Word\n====\n\nA *b* word <a href='#c' id='c'></a>\n---\n"],
  ["closed headings", "## a *b* word ##\n"],
  ["a loose list", "- a *b*\n\n- c_d word\n\n-  e\n"],
  ["numbers", "1) a\n1) *b* word\n7) c\n"],
  ["tasks", "- [x] a\n- [X] *b* word\n"],
  ["a quotation", "> a *b*\n> c word\n>\n> __d__\n"],
  ["a bare table", "a|b\n:-|---\n*c*|word\n__d__ | e\n"],
  ["a table that is wider than need be", "| a      | b   |\n|--------|-----|\n| word   | *c* |\n| d      | e_f |\n"],
  [
    "cards",
    '<table data-view="cards"><thead><tr><th>A</th><th data-hidden data-card-target data-type="content-ref">B</th><th data-hidden data-card-cover data-type="files">C</th></tr></thead><tbody><tr><td><b>a</b> &#x26; word</td><td><a href="./d.md">other words</a></td><td><a href="e f (1).png">e f (1).png</a></td></tr><tr><td><em>x</em></td><td><a href="y/">y</a></td><td></td></tr></tbody></table>\n'
  ],
  ["a figure", '<figure><img src="a b (1).png" alt="c"><figcaption><p>d <b>e</b> word</p></figcaption></figure>\n'],
  ["a file", '{% file src="a b (1).pdf" %}\n*a* word\n{% endfile %}\n'],
  ["tabs", '{% tabs %}\n{% tab title="a \\_ &amp; b"   %}\n*a* word\n{% endtab %}\n{% endtabs %}\n'],
  ["a hint in HTML", "<div data-gb-custom-block data-tag=\"hint\" data-style='info'><p><b>a</b> word</p></div>\n"],
  ["an expandable", "<details>\n<summary><b>a</b> word</summary>\n\n*b*\n\n</details>\n"],
  ["CRLF", "a *b*\r\nc word\r\n\r\n- __d__\r\n"],
  ["a first-level heading behind the title", "# A *b* word\n\n## c\n"],
  ["links to groups and to other spaces", "[a](../b) [c](https://app.gitbook.com/s/d/e#F) [g](/pages/h) word\n"],
  ["anchors of other case", "[a](b.md#C-d) [e](#F) word\n"],
  ["blanks", "a&#x20; b&nbsp;\tc \u00a0 word&#x20;\n"],
  ["addresses with marks around", "(https://x.y/a), https://x.y/b*; **https://x.y/c\\_d&#x20;** www.x.y/e&amp; word\n"],
  ["emoji of several code points", "👩‍💻 🏳️‍🌈 1️⃣ 🇫🇷 :smile: word\n"],
  ["images in a wrapper", '<div align="left" data-with-frame="true"><img src="a b.png" alt=""></div>\n\nword\n'],
  ["an empty note", "[a](#user-content-fn-e)[^e] word\n\n[^e]:\n"],
  [
    "a card without a header",
    '<table data-view="cards"><tbody><tr><td><strong>a</strong></td><td>word</td></tr></tbody></table>\n'
  ],
  [
    "a content reference",
    '{% hint style="tip" %}\n{% content-ref url="./a b/" %}\n[a b](<./a b/>)\n{% endcontent-ref %}\n\nword\n{% endhint %}\n'
  ],
  ["steps", "{% stepper %}\n{% step %}\n## *a*\n\n__b__ word\n{% endstep %}\n{% endstepper %}\n"],
  [
    "columns",
    '{% columns %}\n{% column width="33.3%" %}\n- word\n{% endcolumn %}\n\n{% column   %}\n<br>\n{% endcolumn %}\n{% endcolumns %}\n'
  ],
  [
    "old code tabs",
    '{% code-tabs %}\n{% code-tabs-item title="a\\_b.js" %}\n```javascript\nword\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}\n'
  ],
  [
    "code",
    '{% code title="C:\\_a &amp; b"   lineNumbers="true" %}\n````js  meta\n\\_ &amp; word\n````\n{% endcode %}\n'
  ],
  ["a hint on one line", '{% hint style="tip" %}*a* word{% endhint %}\n'],
  ["text glued to a tag", '* a\n\n  {% hint style="info" %}b\n  __c__ word{% endhint %}\n'],
  ["blanks at the end of a line", "*a* word   \n\n* b  \n"],
  ["an old tag on its line", "{% filename %}a_b word{% endfilename %}\n"],
  ["an unknown tag", "{% expand a=1 %}\n- word\n{% endexpand %}\n"],
  ["comments", "<!-- a -->\n\n*b* <!-- c --> word\n"],
  ["mixed bullets", "+ a\n+ word\n\n  __b__\n"],
  [
    "a part of a swagger block",
    '{% swagger method="get" path="/a" baseUrl="x" summary="S \\_" %}\n{% swagger-description %}\nA *b*\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="a"   required="true" %}\n*c* word\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="" %}\n```json\n{}\n```\n{% endswagger-response %}\n{% endswagger %}\n'
  ],
  ["an element without a form", "<section class='a'>\n\n- word\n\n</section>\n"],
  ["an integration with a body", "{% @a/b c=1 %}\n- word\n{% end@a/b %}\n"]
]
