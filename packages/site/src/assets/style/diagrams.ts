/** Diagrams: the picture, which scrolls where it is wider than the page, and its source below. */
export const diagrams = `
.js .diagram:not(.drawn,.failed)>.code pre{visibility:hidden;animation:diagram-source 0s 10s forwards}
@keyframes diagram-source{to{visibility:visible}}
.picture{overflow-x:auto;scrollbar-width:thin;padding:1.4rem 1.25rem;border:1px solid var(--line);border-radius:var(--radius);text-align:center}
.picture:focus-visible{outline-offset:-2px}
.picture.own{background:#fff}
.canvas{position:relative;display:inline-block;width:100%;vertical-align:top}
.canvas img{width:100%;height:auto;max-width:none;vertical-align:top;border-radius:0}
.canvas a{position:absolute;border-radius:.3rem}
.canvas a:hover{background:color-mix(in srgb,var(--accent) 12%,transparent);outline:1px solid var(--accent)}
.diagram>details{margin-top:.35rem;border:0;background:none}
.diagram>details>summary{display:inline-flex;padding:.1rem .4rem;font-size:.8125rem;line-height:1.6;color:var(--ink-3);font-weight:400;border-radius:.3rem;cursor:pointer}
.diagram>details>summary:hover{color:var(--ink)}
.diagram>details>.code{margin-top:.35rem}
.diagram-problem{margin-bottom:.6rem;padding:.7rem 1.1rem;border-left:3px solid var(--orange);border-radius:.2rem;background:color-mix(in srgb,var(--orange) var(--wash),transparent);font-size:.9063rem}
.diagram-problem p{margin:.15rem 0 0;font:.8125rem/1.55 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;color:var(--ink-2)}
@media print{.diagram>details{display:none}.picture{overflow:visible;border:0;padding:0;break-inside:avoid}.canvas{min-width:0!important}.canvas a{display:none}}
`
