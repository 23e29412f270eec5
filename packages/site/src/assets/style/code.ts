/** Code blocks and their token classes. */
export const code = `
.code{position:relative;border:1px solid var(--line);border-radius:var(--radius);background:var(--surface);overflow:hidden}
.code-title{padding:.45rem 1.1rem;border-bottom:1px solid var(--line);font:500 .8125rem/1.6 var(--mono);color:var(--ink-2);padding-right:5rem;overflow-wrap:anywhere}
.code pre,.body>pre{overflow-x:auto;padding:.95rem 1.1rem;font:.8438rem/1.65 var(--mono);tab-size:4;scrollbar-width:thin;-webkit-text-size-adjust:100%}
.code pre:focus-visible{outline-offset:-2px}
.code code{display:block;width:max-content;min-width:100%}
.code.wrap code{width:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.numbered code{counter-reset:line var(--first,0)}
.numbered .line{display:inline-block;position:relative;min-width:100%;padding-left:2.9rem}
.numbered.wrap .line{width:100%}
.numbered .line::after{content:"\\200b"}
.numbered .line::before{counter-increment:line;content:counter(line);position:absolute;left:0;width:1.9rem;text-align:right;color:var(--ink-3);-webkit-user-select:none;user-select:none}
.marked .line{display:inline-block;position:relative;min-width:calc(100% + 2.2rem);min-height:1.65em;vertical-align:top;margin-inline:-1.1rem;padding-inline:1.1rem;background:none;color:inherit;text-decoration:none;border-radius:0}
.marked:not(.wrap) .line{height:1.65em}
.marked.wrap .line{width:calc(100% + 2.2rem)}
.marked .line::after{content:"\\200b"}
.marked.numbered .line{padding-left:4rem}
.marked.numbered .line::before{left:1.1rem}
.marked .line:is(.highlighted,.focused,.inserted,.deleted,.error,.warning){box-shadow:inset 3px 0 var(--mark-line);background:color-mix(in srgb,var(--mark-line) 9%,transparent);--c:var(--ink-2);--ink-3:var(--ink-2)}
.line.highlighted,.line.focused{--mark-line:var(--accent)}
.line.inserted{--mark-line:var(--green);--sign:"+"}.line.deleted{--mark-line:var(--red);--sign:"\\2212"}
.line.error{--mark-line:var(--red);--sign:"\\d7"}.line.warning{--mark-line:var(--orange);--sign:"!"}
.line:is(.inserted,.deleted,.error,.warning)::after{content:var(--sign);position:absolute;left:.4rem;color:var(--mark-line);font-weight:600;-webkit-user-select:none;user-select:none}
.numbered .line:is(.inserted,.deleted,.error,.warning)::after{left:3.25rem}
.focusing:not(:hover):not(:focus-within) .line:not(.focused),.focusing:not(:hover):not(:focus-within) .line:not(.focused) span{color:var(--ink-3);font-style:normal}
.copy{position:absolute;right:.5rem;top:.5rem;display:inline-flex;align-items:center;padding:.15rem .6rem;border:1px solid var(--line);border-radius:.4rem;background:var(--paper);color:var(--ink-2);font-size:.75rem;line-height:1.6;opacity:0;transition:opacity .12s}
.code:hover>.copy,.copy:focus-visible,.copy.done{opacity:1}
.copy:hover{color:var(--ink);border-color:var(--line-strong)}
.copy.done{color:var(--green)}
.code-title~.copy{top:.3rem}
@media (hover:none){.copy{opacity:1}}
.collapsible:not(:has(.code-more input:checked)) pre{max-height:15.5rem;overflow-y:hidden;-webkit-mask-image:linear-gradient(#000 60%,transparent);mask-image:linear-gradient(#000 60%,transparent)}
.code-more{display:block;padding:.4rem;border-top:1px solid var(--line);text-align:center;font-size:.8125rem;color:var(--ink-2);cursor:pointer}
.code-more:hover{background:var(--surface-2);color:var(--ink)}
.code-more input{position:absolute;opacity:0}
.code-more:has(:focus-visible){outline:2px solid var(--accent);outline-offset:-2px}
.code-more:has(:checked){display:none}
pre .k{color:var(--k)}pre .s{color:var(--s)}pre .n{color:var(--n)}pre .f{color:var(--f)}pre .t{color:var(--t)}pre .a{color:var(--a)}pre .v{color:var(--v)}pre .c{color:var(--c);font-style:italic}pre .o{color:var(--o)}
pre .i{color:var(--green);background:color-mix(in srgb,var(--green) 10%,transparent)}pre .d{color:var(--red);background:color-mix(in srgb,var(--red) 10%,transparent)}
pre a{color:inherit;text-decoration:underline dotted}
`
