/** Previews of change requests: marks, differences, comments, signing in. */
const tone = (name: string, color: string): string =>
  `.tone-${name}{color:var(--${color});background:color-mix(in srgb,var(--b-${color}) var(--wash),var(--paper))}`

export const preview = `
.tones{display:inline-flex;flex-wrap:wrap;gap:.35rem}
.tone{display:inline-block;padding:.12rem .6rem;border-radius:1rem;font-size:.78rem;font-weight:600;line-height:1.55;white-space:nowrap}
${[
  ["added", "green"],
  ["open", "green"],
  ["edited", "orange"],
  ["archived", "orange"],
  ["moved", "blue"],
  ["deleted", "red"],
  ["merged", "purple"],
  ["draft", "gray"],
  ["same", "gray"],
  ["resolved", "gray"]
]
  .map(([name, color]) => tone(name!, color!))
  .join("\n")}
.review .page-head{margin-bottom:1.5rem}
.review .page-head h1 .number{color:var(--ink-3);font-weight:400}
.byline{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .8rem;margin-top:.8rem;font-size:.9rem;color:var(--ink-2)}
.review>.hint{margin-bottom:1rem;font-size:.94rem;line-height:1.6}
.review>section{margin-top:3rem}
.review>section>h2{font-size:1.25rem;margin-bottom:1rem}
.review .count{color:var(--ink-3);font-weight:400;margin-left:.35em}
.review .empty{color:var(--ink-3);font-size:.94rem}

.changed{list-style:none;border:1px solid var(--line);border-radius:var(--radius);overflow:hidden}
.changed li{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:center;gap:.15rem 1rem;padding:.7rem 1rem;position:relative}
.changed li+li{border-top:1px solid var(--line)}
.changed li:has(a):hover{background:var(--surface)}
.changed a{color:var(--ink);font-weight:550;text-decoration:none}
.changed a::after{content:"";position:absolute;inset:0}
.changed a:hover{color:var(--accent)}
.changed a:focus-visible{outline:none}
.changed li:has(a:focus-visible){outline:2px solid var(--accent);outline-offset:-2px}
.changed small{grid-column:1;font-size:.82rem;color:var(--ink-3);overflow-wrap:anywhere}
.changed .tones{grid-column:2;grid-row:1}
.others{margin-top:1rem;padding-left:1.2em;font-size:.92rem;color:var(--ink-2)}

.views{margin-bottom:1.75rem}
.views ul{display:inline-flex;flex-wrap:wrap;gap:.15rem;padding:.2rem;border:1px solid var(--line);border-radius:calc(var(--radius) + .2rem);background:var(--surface)}
.views a{display:block;padding:.25rem .8rem;border-radius:var(--radius);font-size:.875rem;color:var(--ink-2);text-decoration:none}
.views a:hover{color:var(--ink)}
.views a[aria-current]{background:var(--paper);color:var(--ink);font-weight:550;box-shadow:0 1px 2px var(--edge)}
dl.fields{margin:0 0 1.75rem;font-size:.92rem;border-left:3px solid var(--line-strong);padding-left:1rem}
.fields div{display:flex;flex-wrap:wrap;gap:.1rem .7rem}
.fields dt{color:var(--ink-3);font-weight:400;min-width:6rem}
.fields dd{margin:0;overflow-wrap:anywhere}
:is(.fields,.diff) :is(ins,del){text-decoration:none;border-radius:.2em;color:inherit}
.fields ins,.diff ins{background:color-mix(in srgb,var(--b-green) var(--glow),transparent)}
.fields del,.diff del{background:color-mix(in srgb,var(--b-red) var(--glow),transparent)}
.fields :is(ins,del){padding:.05em .3em}

.change{--mark:var(--green);--bright:var(--b-green);position:relative;margin-left:-1.1rem;margin-right:-1.1rem;padding:.9rem 1.1rem;padding-left:calc(1.1rem - 3px);border-left:3px solid var(--mark);border-radius:0 var(--radius) var(--radius) 0;background:color-mix(in srgb,var(--bright) 7%,var(--paper))}
.change.edited{--mark:var(--orange);--bright:var(--b-orange)}
.change.removed{--mark:var(--red);--bright:var(--b-red);color:var(--ink-2)}
.change.removed :is(p,li,h2,h3,h4,h5,h6,td,th){text-decoration:line-through;text-decoration-color:color-mix(in srgb,var(--mark) 60%,transparent)}
.change::before{content:attr(aria-label);float:right;margin:-.2rem 0 .3rem 1rem;font-size:.72rem;font-weight:650;line-height:1.5;color:var(--mark)}
.change>*+*{margin-top:var(--gap)}
.change>*+:is(h2,h3,h4){margin-top:1.6em}
.change+.change{margin-top:.6rem!important}

.branch{padding-left:1rem;border-left:2px dotted var(--line-strong)}
.branch>*+*{margin-top:.85em}
.branch-head{font-size:.85rem;color:var(--ink-3)}

.diff{width:100%;border:1px solid var(--line);border-radius:var(--radius);border-spacing:0;table-layout:fixed;font:400 .82rem/1.65 var(--mono);overflow:hidden}
.diff :is(td,th){padding:.08rem .6rem;vertical-align:top;text-align:left;font-weight:400;border:0}
.diff .n{width:3rem;padding-inline:.4rem;text-align:right;color:var(--ink-3);user-select:none;font-size:.75rem;line-height:1.8}
.diff .s{width:1.6rem;padding-inline:.5rem 0;user-select:none}
.diff .t{white-space:pre-wrap;overflow-wrap:anywhere;word-break:break-word}
.diff thead.hidden th{font-size:0;line-height:0;white-space:nowrap;overflow:hidden}
.diff .t:empty::before{content:"\\200b"}
.diff .on{background:color-mix(in srgb,var(--b-green) 9%,var(--paper))}
.diff .off{background:color-mix(in srgb,var(--b-red) 8%,var(--paper))}
.diff .none{background:var(--surface)}
.diff .gap td{padding:.3rem .6rem;background:var(--surface);color:var(--ink-3);font-family:var(--sans);text-align:center}
.diff.split .t:nth-of-type(2){border-right:1px solid var(--line)}

.thread{border:1px solid var(--line);border-radius:var(--radius);background:var(--paper)}
.thread+.thread,.threads+h3,h3+.thread{margin-top:1rem}
.review h3.on{margin:1.75rem 0 .7rem;font-size:.94rem}
.review h3.on a{color:inherit}
.post{padding:.85rem 1.1rem}
.post header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .6rem;margin-bottom:.35rem;font-size:.875rem;color:var(--ink-3)}
.post header strong{color:var(--ink)}
.post .body{font-size:.95rem;line-height:1.6;--gap:.7rem}
.thread .post .post,.replies .post{border-top:1px solid var(--line);background:var(--surface);padding-left:2rem}
.thread summary{padding:.6rem 1.1rem;cursor:pointer;font-size:.9rem;color:var(--ink-2);list-style-position:inside}
.thread summary .tone{margin-right:.4rem}
.thread[open] summary{border-bottom:1px solid var(--line)}
.signed{display:flex;justify-content:flex-end;margin-top:4rem;padding-top:1.1rem;border-top:1px solid var(--line)}
.signed .button{font-size:.85rem;padding:.3rem .8rem}
.find-site{display:flex;flex-wrap:wrap;align-items:end;gap:.5rem;margin:1.25rem 0}
.find-site label{flex-basis:100%;font-weight:550;font-size:.94rem}
.find-site input{flex:1 1 12rem;min-width:0;padding:.5rem .8rem;border:1px solid var(--ink-3);border-radius:var(--radius);background:var(--paper);font:inherit}
.sign-in{max-width:26rem;margin:max(2rem,8vh) auto 4rem}
.sign-in h1{font-size:1.7rem}
.sign-in form{margin-top:1.5rem}
.sign-in label{display:block;margin-bottom:.4rem;font-weight:550;font-size:.94rem}
.sign-in input{width:100%;padding:.6rem .8rem;border:1px solid var(--ink-3);border-radius:var(--radius);background:var(--paper);font-family:var(--mono);font-size:.9rem}
.sign-in .button{margin-top:1rem;width:100%;justify-content:center}
.sign-in .problem{margin-top:1.25rem;padding:.6rem .9rem;border-radius:var(--radius);color:var(--red);background:color-mix(in srgb,var(--b-red) 9%,var(--paper))}
.sign-in input[type=email]{font-family:var(--sans);font-size:1rem}
.set-up input{font-family:var(--sans);font-size:1rem}
.set-up .field+.field{margin-top:1.15rem}
.set-up .field p{margin-top:.4rem;font-size:.875rem;line-height:1.5;color:var(--ink-3)}
.set-up .field .wrong{color:var(--red)}
.set-up input[aria-invalid]{border-color:var(--red)}
.set-up .button{margin-top:1.5rem}
.set-up h2{margin-top:2rem;font-size:1.15rem}
.set-up h2~p{margin-top:.7rem}
.sign-in .or{display:flex;align-items:center;gap:.9rem;margin-top:1.75rem;font-size:.875rem;color:var(--ink-3)}
.sign-in .or::before,.sign-in .or::after{content:"";flex:1;border-top:1px solid var(--line)}
.sign-in .offers{list-style:none;margin-top:1.5rem;display:grid;gap:1.1rem}
.sign-in .offers .button{margin-top:0}
.sign-in .offers small{display:block;margin-top:.35rem;text-align:center;color:var(--ink-3)}
.sign-in .code-by-hand{margin-top:1.5rem;padding:1rem;border:1px solid var(--line-strong);border-radius:var(--radius);background:var(--surface);font-size:.85rem;overflow-wrap:anywhere}
.sign-in .code-by-hand code{background:none;border:0;padding:0;user-select:all}
.sign-in .note{margin-top:1.5rem;font-size:.875rem;color:var(--ink-3)}
.page.account{max-width:44rem;margin-inline:auto}
.account .problem{padding:.6rem .9rem;border-radius:var(--radius);color:var(--red);background:color-mix(in srgb,var(--b-red) 9%,var(--paper))}
.account label{display:block;margin-bottom:.4rem;font-weight:550;font-size:.94rem}
.account :is(input,select){width:100%;height:2.6rem;padding:0 .8rem;border:1px solid var(--ink-3);border-radius:var(--radius);background:var(--paper);color:var(--ink);font:400 .95rem/1.4 var(--sans)}
.account .new-token{display:grid;grid-template-columns:minmax(0,1fr) 9rem auto;gap:1rem;align-items:end;margin-top:1.75rem}
.account .new-token .button{height:2.6rem}
.account .made{margin-top:1.75rem;padding:1rem 1.15rem;border:1px solid color-mix(in srgb,var(--b-green) 45%,var(--line));border-radius:var(--radius);background:color-mix(in srgb,var(--b-green) 8%,var(--paper))}
.account .made .secret{margin-top:.6rem}
.account .made code{display:block;padding:.6rem .8rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--paper);overflow-wrap:anywhere;user-select:all}
.account .own{list-style:none;margin-top:1.75rem;padding:0;border:1px solid var(--line);border-radius:var(--radius);background:var(--paper)}
.account .own>li{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:flex-start;gap:.5rem 1rem;margin:0;padding:.9rem 1.1rem}
.account .own>li+li{border-top:1px solid var(--line)}
.account .own>li>div{min-width:0;flex:1 1 18rem;overflow-wrap:anywhere}
.account .own .over strong{color:var(--ink-3);text-decoration:line-through}
.account .when{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin-top:.15rem;font-size:.875rem;color:var(--ink-3)}
.account .here{margin-left:.4rem;padding:.1rem .5rem;border-radius:99rem;font-size:.75rem;font-weight:550;color:var(--green);background:color-mix(in srgb,var(--b-green) 12%,var(--paper))}
.account .ask .button{font-size:.85rem;padding:.3rem .8rem}
.account .ask summary{list-style:none;cursor:pointer}
.account .ask summary::-webkit-details-marker{display:none}
.account .ask[open]{display:grid;gap:.5rem;justify-items:end}
@media (max-width:40rem){.account .ask[open]{justify-items:start}}
.account .button.danger{color:var(--paper);background:var(--red);border-color:var(--red)}
.account h2{margin-top:3.25rem}
.account h2+p{margin-top:.35rem;color:var(--ink-3)}
.account .new-token .button{justify-content:center}
.account .none-yet{margin-top:1.75rem;color:var(--ink-3)}
@media (max-width:40rem){.account .new-token{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){.change{margin-inline:-.6rem;padding-inline:calc(.6rem - 3px) .6rem}.diff{font-size:.75rem}.diff :is(td,th){padding-inline:.35rem}.diff .n{width:2rem}.diff.split .n{width:0;padding-inline:0;font-size:0;line-height:0}.diff .s{width:1rem;padding-inline:.3rem 0}.changed li{grid-template-columns:minmax(0,1fr)}.changed .tones{grid-column:1;grid-row:auto}}
`
