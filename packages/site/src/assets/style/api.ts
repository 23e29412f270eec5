/** Operations and schemas of APIs: loaded by the pages that show some. */
export const api = `
.op{border:0;border-radius:0;container-type:inline-size}
.op>.api-head{padding:.6rem 0;border-bottom:1px solid var(--line)}
.op-title.op-title{margin:1rem 0 0}
.op-grid{display:grid;gap:1.25rem 2rem;margin-top:1rem}
.op-doc,.op-side{min-width:0}
.op-label.op-label{margin:0 0 .5rem;font-size:.95rem;line-height:1.4}
.op-part{margin-top:1.25rem}
.op-doc>.op-part:first-child,.op-side>:first-child{margin-top:0}
.op-media{margin:.6rem 0 .35rem;font-size:.85rem;color:var(--ink-3)}
.op .fields.fields{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.op .fields.fields>li{margin:0}
.op .fields.fields>li>*+*{margin-top:.3rem}
.op .field-head+.fields.fields{margin-top:.4rem}
.fields>li{padding:.6rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.op .fields>li>p{font-size:.925rem}
.op .fields .fields.fields{border-inline-start:2px solid var(--line);border-top:0;padding-inline-start:.9rem;margin-top:.4rem}
.fields .fields>li:last-child{border-bottom:0}
.field-head{display:flex;flex-wrap:wrap;align-items:baseline;gap:.15rem .55rem}
.field-type,.field-rules{font-size:.85rem;color:var(--ink-3)}
.field-rules{overflow-wrap:anywhere}
.field-badge{font-style:normal;font-size:.8rem;color:var(--ink-3)}
.field-badge.needed{color:var(--danger,var(--ink-2))}
.field-badge.old{text-decoration:line-through}
.op summary{display:flex;align-items:baseline;gap:.6rem;cursor:pointer;list-style:none}
.op summary::-webkit-details-marker{display:none}
.op summary::before{content:"";flex:none;width:.42em;height:.42em;border:solid var(--ink-3);border-width:0 1.75px 1.75px 0;transform:translateY(-.12em) rotate(-45deg);transition:transform .15s}
.op [open]>summary::before{transform:translateY(-.2em) rotate(45deg)}
[dir=rtl] .op :not([open])>summary::before{scale:-1 1}
.fields summary{font-size:.875rem;color:var(--ink-2)}
.op-response{border-top:1px solid var(--line);padding:.55rem 0;font-size:.95rem}
div.op-response{display:flex;align-items:baseline;gap:.6rem;padding-inline-start:1rem}
.op-response:last-child{border-bottom:1px solid var(--line)}
.status{font:650 .8rem/1.6 var(--mono);padding:.05rem .4rem;border-radius:.3rem;background:var(--surface)}
.status.ok{color:var(--success)}
.status.bad{color:var(--danger)}
.model{margin-top:1.25rem}
.op-side .code pre{max-height:24rem;overflow:auto}
.try{display:grid;gap:.35rem;margin-top:1.25rem;padding:1rem;border:1px solid var(--line);border-radius:var(--radius)}
.try[hidden]{display:none}
@media (scripting:enabled){.try[hidden]{display:grid}}
.try label{font-size:.875rem;margin-top:.3rem}
.try input{width:100%;min-width:0;padding:.45rem .6rem;font:inherit;font-size:.9rem;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius)}
.try .button{justify-self:start;margin-top:.6rem}
.try-url{margin:0;font-size:.85rem;overflow-wrap:anywhere}
.try-answer pre{max-height:20rem;overflow:auto;margin:.6rem 0 0}
.try-answer:empty{display:none}
.beside :is(.page,.page-foot){max-width:64rem}
.beside .body>:not(.op,.full-width){max-width:var(--measure)}
@container (min-width:52rem){.op-grid{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.op-side{position:sticky;top:calc(var(--top) + 1rem);align-self:start}.op-side .code pre{max-height:max(14rem,50dvh - 9rem)}}
`
