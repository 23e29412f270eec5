/** Hints, tabs, steps, columns, expandables, cards, references, API blocks, updates. */
export const blocks = `
.hint{--tone:var(--info);--bright:var(--b-info);display:flex;gap:.8rem;padding:.9rem 1.1rem;border-radius:var(--radius);background:color-mix(in srgb,var(--bright) var(--wash),var(--paper));border:1px solid color-mix(in srgb,var(--bright) 26%,var(--paper))}
.hint.success{--tone:var(--success);--bright:var(--b-success)}
.hint.warning{--tone:var(--warning);--bright:var(--b-warning)}
.hint.danger{--tone:var(--danger);--bright:var(--b-danger)}
.hint>.icon{width:1.3rem;height:1.3rem;margin-top:.18rem;color:var(--tone)}
.hint-body{flex:1;min-width:0}
.hint :not(pre)>code{background:color-mix(in srgb,var(--bright) 16%,transparent)}
.hint-body>:is(h2,h3,h4,h5,h6){font-size:1.06rem}
@media (max-width:30rem){.hint{gap:.6rem;padding:.8rem .9rem}}

.tabs{display:flex;flex-wrap:wrap;border:1px solid var(--line);border-radius:var(--radius);overflow:hidden}
.tabs>input{position:absolute;opacity:0;pointer-events:none}
.tabs::before{content:"";order:1;width:100%;margin-bottom:-1px;border-bottom:1px solid var(--line)}
.tabs>label,.tablist>button{order:0;display:inline-flex;align-items:center;gap:.45em;padding:.6rem 1rem;font-size:.9063rem;line-height:1.5;color:var(--ink-2);cursor:pointer;border-bottom:2px solid transparent;background:none}
.tablist{order:0;display:flex;flex-wrap:wrap;width:100%}
:is(.tabs>label,.tablist>button):hover{color:var(--ink);background:var(--surface)}
.tabs>input:checked+label,.tablist>[aria-selected=true]{color:var(--accent);border-color:var(--accent);font-weight:550}
.tabs>input:focus-visible+label,.tablist>:focus-visible{outline:2px solid var(--accent);outline-offset:-3px;border-radius:.4rem}
.tab-panel{order:2;display:none;width:100%;padding:1rem 1.1rem}
.tabs>input:checked+label+.tab-panel,.tab-panel.open{display:block}
.tab-panel:has(>.code:only-child){padding:0}
.tab-panel>.code:only-child{border:0;border-radius:0}

.stepper{list-style:none;counter-reset:step}
.step{counter-increment:step;position:relative;padding-bottom:1.6rem;padding-inline-start:3rem}
.body .step{margin:0}
.step::before{content:counter(step);position:absolute;inset-inline-start:0;top:0;width:1.9rem;height:1.9rem;border-radius:50%;display:grid;place-items:center;font-size:.875rem;font-weight:650;background:var(--accent-wash);color:var(--accent)}
.step.with-icon::before{content:""}
.step-icon{position:absolute;inset-inline-start:0;top:0;width:1.9rem;height:1.9rem;display:grid;place-items:center;color:var(--accent)}
.step::after{content:"";position:absolute;inset-inline-start:.93rem;top:2.4rem;bottom:.5rem;width:1px;background:var(--line)}
.step:last-child{padding-bottom:0}
.step:last-child::after{display:none}
.step:not(.untitled)>:is(h2,h3,h4,h5,h6){font-size:1.1rem;line-height:1.5;padding-top:.12rem}
.step.untitled{padding-top:.1rem}
.step>:is(h2,h3,h4,h5,h6)+*{margin-top:.4em!important}

.columns{display:flex;gap:1.5rem}
.column{flex:1 1 0;min-width:0}
.column.middle{align-self:center}
.column.bottom{align-self:flex-end}
@media (max-width:40rem){.columns{flex-direction:column;gap:var(--gap)}.column{flex:none;align-self:stretch}}

.expandable{border:1px solid var(--line);border-radius:var(--radius)}
.expandable>summary{display:flex;align-items:baseline;gap:.8rem;padding:.75rem 1.1rem;cursor:pointer;font-weight:550;list-style:none;border-radius:var(--radius);line-height:1.5}
.expandable>summary::-webkit-details-marker{display:none}
.expandable>summary:not(.prompt>summary)::before{content:"";flex:none;width:.42em;height:.42em;border:solid var(--ink-3);border-width:0 1.75px 1.75px 0;transform:translateY(-.12em) rotate(-45deg);transition:transform .15s}
.expandable[open]>summary::before{transform:translateY(-.2em) rotate(45deg)!important}
.expandable>summary:hover{background:var(--surface)}
.expandable-body{padding-block:.15rem 1.05rem;padding-inline:2.3rem 1.1rem}
@media (max-width:40rem){.expandable-body{padding-inline-start:1.1rem}}
.expandable+.expandable{margin-top:.6rem!important}
.prompt>summary .icon{color:var(--accent);align-self:center}
.prompt>.code{margin:0!important;border:0;border-top:1px solid var(--line);border-radius:0 0 var(--radius) var(--radius)}

.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(13rem,100%),1fr));gap:1rem}
.cards.large{grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr))}
.body .card{margin:0}
.card{position:relative;display:flex;flex-direction:column;border:1px solid var(--line);border-radius:calc(var(--radius) + .1rem);overflow:hidden;background:var(--paper);transition:border-color .15s,box-shadow .15s}
.card:has(.card-link):hover{border-color:var(--line-strong);box-shadow:var(--shadow)}
.card:has(.card-link:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.card-body{padding:1rem 1.15rem 1.1rem;font-size:.9375rem;line-height:1.6}
.card-title{font-weight:600;line-height:1.45}
.card-title>.icon:first-child,.card-title>.card-link>.icon:first-child{display:block;margin-bottom:.5rem}
.card :is(.card-icon,.card-title)>.icon:first-child,.card-icon .icon,.card-link>.icon:first-child{width:1.5rem;height:1.5rem;color:var(--accent)}
.card-icon{margin-bottom:.55rem;line-height:1}
.card-icon+.card-title>*{margin:0!important;padding:0}
.card-title :is(h2,h3,h4,h5,h6){font-size:1rem;margin:0}
.card-title:has(strong){font-weight:400;color:var(--ink-2)}
.card-title strong{font-weight:600;color:var(--ink)}
.card:hover .card-link strong{color:inherit}
.card-text{margin-top:.3rem;color:var(--ink-2)}
.card-link{color:inherit;text-decoration:none;outline:none}
.card-link::after{content:"";position:absolute;inset:0;border-radius:inherit}
.card:hover .card-link{color:var(--accent)}
.card a:not(.card-link),.card .button{position:relative;z-index:1}
.card-cover img{display:block;width:100%;height:auto;aspect-ratio:16/9;object-fit:cover;background:var(--surface)}
.large .card-cover img{aspect-ratio:2/1}
.card-cover img.on-light{display:var(--on-light)}
.card-cover img.on-dark{display:var(--on-dark)}
.card-cover .missing{display:grid;place-items:center;width:100%;aspect-ratio:16/9;border:0;border-radius:0;background:var(--surface)}
.broken-card.broken-card{border:1px dashed var(--line-strong);color:var(--ink-3)}

.reference{display:flex;align-items:center;gap:.9rem;padding:.85rem 1.1rem;border:1px solid var(--line);border-radius:var(--radius);color:var(--ink);text-decoration:none;transition:border-color .12s}
a.reference:hover{border-color:var(--accent)}
a.reference:hover .reference-title{color:var(--accent)}
.reference-mark{flex:none;display:grid;place-items:center;width:1.5rem;font-size:1.2rem;line-height:1;color:var(--ink-3)}
.reference-mark .icon{width:1.35rem;height:1.35rem}
.reference-words{flex:1;min-width:0;display:flex;flex-direction:column}
.reference-title{font-weight:550;line-height:1.45}
.reference-text{font-size:.875rem;line-height:1.5;color:var(--ink-3);overflow:hidden;text-overflow:ellipsis;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical}
.embed .reference-text{word-break:break-all}
.reference>.icon{color:var(--ink-3);width:1.1rem;height:1.1rem}
.reference.embed .reference-mark{width:2.4rem;height:2.4rem;border-radius:var(--radius);background:var(--surface-2);color:var(--ink-2)}
.reference.video .reference-mark{background:color-mix(in srgb,var(--b-red) var(--wash),var(--paper));color:var(--red)}
.body>.reference+.reference{margin-top:.6rem}
.mention .icon,.mention .emoji{margin-inline-end:.1em}

.api{border:1px solid var(--line);border-radius:var(--radius)}
.api-head{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .75rem;padding:.75rem 1.1rem}
.method{--tone:var(--gray);font:650 .75rem/1.6 var(--mono);padding:.05rem .5rem;border-radius:.3rem;background:color-mix(in srgb,var(--tone) var(--wash),var(--paper));color:var(--tone)}
.get{--tone:var(--green)}.post{--tone:var(--blue)}.put{--tone:var(--orange)}.patch{--tone:var(--purple)}.delete{--tone:var(--red)}
.api-path.api-path{background:none;padding:0;font-size:.9rem}
.spec{margin-inline-start:auto;font-size:.85rem;color:var(--ink-3)}
.api-body,.api>.api-summary{padding:0 1.1rem 1rem}
.api-part{padding:.6rem 0;border-top:1px solid var(--line)}
.api-part-head span,.api-part-head em{color:var(--ink-3);font-size:.875rem}

.updates{display:flex;flex-direction:column;gap:2.25rem}
.update{display:grid;grid-template-columns:9rem minmax(0,1fr);gap:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.update:first-child{padding-top:0;border:0}
.update-head{display:flex;flex-direction:column;gap:.5rem;align-items:flex-start;font-size:.875rem;color:var(--ink-3);position:sticky;top:calc(var(--top) + 1rem);align-self:start}
.chips{display:flex;flex-wrap:wrap;gap:.35rem}
.update-body>:is(h2,h3):first-child{font-size:1.3rem;line-height:1.25}
@media (max-width:40rem){.update{grid-template-columns:1fr;gap:.6rem}.update-head{position:static;flex-direction:row;align-items:center}}
`
