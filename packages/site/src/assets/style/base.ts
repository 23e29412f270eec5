import { attribution } from "@octavo/render/fontAwesome"

/** Reset, typography, running text. */
export const base = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:calc(var(--top) + 1rem)}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0;background:var(--paper);color:var(--ink);font:400 1rem/1.7 var(--sans);-webkit-font-smoothing:antialiased;overflow-wrap:break-word;min-height:100vh;display:flex;flex-direction:column}
h1,h2,h3,h4,h5,h6,p,ul,ol,dl,pre,figure,blockquote,table{margin:0;padding:0}
.cards,.switcher ul,nav ul,nav ol{list-style:none}
img,video{max-width:100%;height:auto;vertical-align:middle}
button,input{font:inherit;color:inherit}
button{background:none;border:0;padding:0;cursor:pointer}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:.25rem}
main:focus,h1:focus{outline:none}
::selection{background:color-mix(in srgb,var(--accent) 25%,transparent)}
.icon{width:1.15em;height:1.15em;vertical-align:-.2em;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round;flex:none}
/* Icons: ${attribution} */
.icon.fa{fill:currentColor;stroke:none}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
thead.hidden{position:static}
thead.hidden th,thead.hidden td{padding:0!important;border:0!important;height:0;line-height:0;font-size:0}
.emoji{font-style:normal}

.body>*{margin-top:var(--gap)}
.body>:first-child{margin-top:0}
.body :is(li,td,blockquote,.hint-body,.tab-panel,.step,.column,.expandable-body,.update-body,.card-text,.card-title,figcaption,.api-body,.api-part,.prompt)>*+:is(p,ul,ol,pre,div,figure,blockquote,details,h2,h3,h4,h5,h6,dl,table,hr){margin-top:.85em}
.body :is(.card>*,.task>div,.tabs>*){margin-top:0!important}
.body a:not([class]),.mention>span{text-decoration-line:underline;text-decoration-thickness:1px;text-underline-offset:.2em;text-decoration-color:color-mix(in srgb,var(--accent) 45%,transparent)}
.mention{text-decoration:none;white-space:normal}
.body a:not([class]):hover,.mention:hover>span{text-decoration-color:currentColor}
h1,h2,h3,h4,h5,h6{line-height:1.3;font-weight:650;letter-spacing:-.012em;text-wrap:balance;position:relative}
.body>h2{margin-top:2.15em}
.body>h3{margin-top:1.85em}
.body>:is(h4,h5,h6){margin-top:1.65em}
.body>:is(h2,h3,h4,h5,h6)+*{margin-top:.75em}
.body>:is(h2,h3)+:is(div,ul.cards,ol.stepper,details,figure,.reference){margin-top:1em}
.body>:is(h2,h3,h4,h5)+:is(h3,h4,h5,h6){margin-top:1.1em}
.body>:first-child:is(h2,h3,h4,h5,h6){margin-top:0}
h2,.h2{font-size:1.55rem;letter-spacing:-.018em}
h3:not(.h2),.h3.h3{font-size:1.25rem}
h4:not(.h2,.h3),.h4.h4{font-size:1.06rem}
h5:not(.h2,.h3,.h4),h6:not(.h2,.h3,.h4,.h5),.h5.h5,.h6.h6{font-size:.95rem;color:var(--ink-2)}
.anchor{margin-inline-start:.4em;color:var(--ink-3);text-decoration:none;font-weight:400;opacity:0;transition:opacity .12s}
:is(h2,h3,h4,h5,h6):hover>.anchor,.anchor:focus-visible{opacity:1}
.anchor:hover{color:var(--accent)}
.align-center{text-align:center}
.align-right{text-align:right}

.body :is(ul,ol):not(.cards,.stepper){padding-inline-start:1.5em}
.body li{margin-top:.3em}
.body.body li:not(.step)>:is(ul,ol){margin-top:.3em}
.body li:has(>p)+li{margin-top:.7em}
.body li::marker{color:var(--ink-3)}
.tasks{list-style:none}
.body .tasks.tasks{padding-inline-start:.1em}
.task{display:flex;gap:.65em}
.task>div{flex:1;min-width:0}
.box{flex:none;display:inline-block;width:1.05em;height:1.05em;margin-top:.32em;border:1.5px solid var(--line-strong);border-radius:.28em;position:relative}
td .box{margin-top:0;vertical-align:-.15em}
.box.checked{background:var(--accent);border-color:var(--accent)}
.box.checked::after{content:"";position:absolute;left:.29em;top:.08em;width:.27em;height:.52em;border:solid var(--on-accent);border-width:0 .13em .13em 0;transform:rotate(42deg)}
blockquote{border-inline-start:3px solid var(--line-strong);padding-inline-start:1.1em;color:var(--ink-2)}
hr{border:0;border-top:1px solid var(--line);height:0}
.body>hr{margin-block:2.5em}
:not(pre)>code{font-family:var(--mono);font-size:.865em;padding:.14em .36em;border-radius:.3em;background:var(--surface-2);overflow-wrap:anywhere}
.part{display:none}
:is(td,th) .part.long{display:inline}
@media (max-width:56rem){:is(td,th) .part{display:inline}}
:is(td,th) code:not(pre>code){display:inline-block;max-width:18rem;overflow-wrap:break-word;baseline-source:first}
a>code{color:inherit}
kbd{font:500 .8em/1.5 var(--mono);padding:.1em .45em;border:1px solid var(--line-strong);border-bottom-width:2px;border-radius:.35em;background:var(--surface)}
sub,sup{font-size:.75em;line-height:0}
mark{background:color-mix(in srgb,var(--b-yellow) var(--glow),transparent);color:inherit;border-radius:.2em;padding:.05em .15em}
del{color:var(--ink-3)}
abbr[title]{text-decoration:underline dotted;text-underline-offset:.2em}
dt{font-weight:600}
dd{margin-inline-start:1.5em}
.broken{text-decoration:underline dashed 1px var(--ink-3);text-underline-offset:.2em;color:var(--ink-2);cursor:help}
.missing{display:inline-block;padding:.3em .7em;border:1px dashed var(--line-strong);border-radius:var(--radius);color:var(--ink-3);font-size:.875rem}
.remote{display:inline-flex;align-items:center;gap:.45em;max-width:100%;padding:.05em .55em;border:1px solid var(--line);border-radius:.4em;background:var(--surface);color:var(--ink-2);font-size:.875em;line-height:1.6;text-decoration:none;vertical-align:baseline}
.remote>span{min-width:0;overflow-wrap:anywhere}
.remote .icon{color:var(--ink-3)}
.remote .host{display:none;color:var(--ink-3)}
a.remote:hover{border-color:var(--accent);color:var(--accent)}
.annotation{color:inherit;text-decoration:underline dotted;text-underline-offset:.22em}
.footnote a{text-decoration:none;padding:0 .15em;font-weight:600}
.footnotes{border-top:1px solid var(--line);margin-top:3rem!important;padding-top:1.25rem;font-size:.9rem;color:var(--ink-2)}
.back{text-decoration:none;padding:.1em .4em;border:1px solid var(--line);border-radius:.35em}
:is(.footnotes li,.footnote a,.annotation):target{background:var(--accent-wash);border-radius:.25em}
.expression{background:none!important;border:1px dashed var(--line-strong)}
.formula{color:var(--ink-2)}
.math{overflow-x:auto;overflow-y:hidden;padding:.4em 0;text-align:center}
.placeholder{padding:.7rem 1rem;border:1px dashed var(--line-strong);border-radius:var(--radius);color:var(--ink-3);font-size:.9rem}
.button{display:inline-flex;vertical-align:middle;align-items:center;gap:.5em;padding:.45em .95em;border-radius:var(--radius);background:var(--accent);color:var(--on-accent);font-size:.9375rem;font-weight:550;line-height:1.5;text-decoration:none;border:1px solid transparent;transition:filter .12s,background .12s}
.button:hover{filter:brightness(1.1)}
.button.secondary{background:var(--paper);color:var(--ink);border-color:var(--line-strong)}
.button.secondary:hover{background:var(--surface);filter:none}
.button.resting,.button.broken{background:var(--surface-2);color:var(--ink-3);border-color:var(--line);cursor:default;filter:none;text-decoration:none}
.button+.button{margin-inline-start:.35em}
${["blue", "green", "orange", "purple", "red", "yellow", "pink", "gray", "teal", "accent"]
  .map(
    (name) =>
      `.ink-${name}{color:var(--${name})}.wash-${name}{background:color-mix(in srgb,var(--b-${name}) var(--glow),transparent)}.chip.wash-${name}{color:var(--${name});background:color-mix(in srgb,var(--b-${name}) var(--wash),var(--paper));border-color:transparent}`
  )
  .join("")}
.chip{display:inline-block;padding:.05em .6em;border:1px solid var(--line);border-radius:1em;font-size:.8125rem;line-height:1.6;background:var(--surface);color:var(--ink-2);white-space:nowrap}
.rating{color:var(--orange);letter-spacing:.05em;white-space:nowrap}
.rating .off{color:var(--line-strong)}
`
