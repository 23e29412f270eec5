/** Search: its link, its dialog, its page, what was found. */
export const finder = `
.find{padding:0 .6rem;border:1px solid var(--line);color:var(--ink-3);text-decoration:none;font-size:.875rem}
.find span{padding-inline-end:1.5rem}
.find kbd{border:1px solid var(--line);border-radius:.3rem;padding:0 .4rem;font:inherit;font-size:.75rem;line-height:1.5;color:var(--ink-3);background:none;box-shadow:none}
html:not(.js) .find kbd{display:none}
.search-form{display:flex;gap:.6rem;margin-bottom:1.5rem}
.search-form input{flex:1;min-width:0;height:2.75rem;padding:0 .9rem;border:1px solid var(--line-strong);border-radius:var(--radius);background:var(--paper);color:var(--ink);font:inherit}
.search-form .button{height:2.75rem}
.finder{width:min(42rem,calc(100vw - 2rem));max-height:min(40rem,80dvh);margin:10dvh auto auto;padding:0;border:1px solid var(--line);border-radius:calc(var(--radius)*1.5);background:var(--paper);color:var(--ink);box-shadow:var(--shadow)}
.finder[open]{display:flex;flex-direction:column}
.finder::backdrop{background:rgb(0 0 0/.35)}
.finder form{display:flex;align-items:center;gap:.75rem;padding-inline:1.1rem .75rem;border-bottom:1px solid var(--line);color:var(--ink-3)}
.finder form .icon{width:1.2rem;height:1.2rem;flex:none}
.finder input{flex:1;min-width:0;height:3.4rem;border:0;outline:0;background:none;color:var(--ink);font:inherit;font-size:1.0625rem}
.finder input::-webkit-search-cancel-button{display:none}
.finder form .tool{font-size:.75rem;color:var(--ink-3)}
.finder .found{overflow-y:auto;padding:.5rem}
.finder .found:empty{display:none}
main .found{margin-inline:-.75rem}
.found .count{margin:.25rem .75rem .5rem;font-size:.8125rem;color:var(--ink-3);overflow-wrap:anywhere}
.found h2{margin:1rem .75rem .35rem;font-size:.8125rem;font-weight:650;letter-spacing:.01em;color:var(--ink-2)}
.found .meant{margin:.25rem .75rem .75rem;color:var(--ink-2);overflow-wrap:anywhere}
.found .meant a{display:inline-block;margin-inline:.1rem;padding:.15rem .5rem;color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
.found .more a{color:var(--accent);font-size:.9375rem}
.found .more{margin:.35rem 0 0}
.found .pager{display:flex;align-items:center;justify-content:center;gap:1rem;margin-top:1.25rem;color:var(--ink-3);font-size:.875rem}
.found .pager a{border:1px solid var(--line);font-weight:550}
.found ul{margin:0;padding:0;list-style:none}
.found li{margin:0}
.found li ul{margin-bottom:.35rem;margin-inline-start:1.1rem;padding-inline-start:.35rem;border-inline-start:1px solid var(--line)}
.found a{display:flex;flex-direction:column;gap:.1rem;padding:.5rem .75rem;border-radius:.4rem;color:var(--ink);text-decoration:none;line-height:1.45;scroll-margin:3rem}
.found a:hover,.found a:focus-visible{background:var(--accent-wash)}
.found strong{font-size:.9688rem;font-weight:600}
.found li li strong{font-size:.9063rem;font-weight:550}
.found .above{font-size:.8125rem;color:var(--ink-3)}
.found .text{font-size:.875rem;color:var(--ink-2);overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.found mark{padding:0;background:none;color:var(--accent);font-weight:600}
.found .ask{width:100%;padding:.6rem .75rem;border-radius:.4rem;text-align:start;color:var(--accent);overflow-wrap:anywhere}
.found .ask:is(:hover,:focus-visible){background:var(--accent-wash)}
.found .kept li{display:flex}
.found .kept a{flex:1;min-width:0}
.found .kept:first-child h2{margin-top:.25rem}
.found .searched strong{font-weight:450}
.found .forget{padding:.35rem 1rem;border-radius:.4rem;color:var(--ink-3)}
.found>.forget{margin-block:.5rem;padding-inline:.75rem;color:var(--ink-2);font-size:.8125rem}
.found .forget:is(:hover,:focus-visible){background:var(--accent-wash);color:var(--ink)}
.found .answer{margin:.25rem .75rem .75rem;line-height:1.65}
.found .answer:empty{margin:0}
.found .answer a{display:inline;padding:0 .1em;font-size:.8em;color:var(--accent)}
.found .sources{margin:0 .75rem .5rem;padding-inline-start:1.75rem;color:var(--ink-3)}
.found .sources a{padding:.3rem .5rem;font-size:.875rem;color:var(--ink-2)}
@media (max-width:56rem){.find{border-color:transparent;padding:0}.find span{position:absolute;width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%)}.find kbd{display:none}}
@media (max-width:40rem){.finder{width:100vw;max-width:none;height:100dvh;max-height:none;margin:0;border:0;border-radius:0}}
html:not(.js) .feedback{display:none}
.feedback{display:flex;flex-wrap:wrap;align-items:center;gap:.6rem 1rem;margin-bottom:2rem;padding-top:1.5rem;border-top:1px solid var(--line);font-size:.9375rem;color:var(--ink-2)}
.feedback p{margin:0}
.feedback p:empty{display:none}
.feedback .choices{display:flex;gap:.4rem}
.feedback [aria-pressed=true]{border-color:var(--accent);color:var(--accent)}
.feedback form{flex-basis:100%;display:flex;flex-direction:column;gap:.6rem;align-items:flex-start}
.feedback form[hidden]{display:none}
.feedback textarea{width:100%;padding:.6rem .8rem;border:1px solid var(--line-strong);border-radius:var(--radius);background:var(--paper);color:var(--ink);font:inherit}
@media print{.find,.finder,.feedback{display:none}}
`
