/** Header, navigation, outline, page header and footer. */
export const frame = `
.skip{position:absolute;inset-inline-start:1rem;top:-4rem;z-index:40;padding:.5rem 1rem;background:var(--accent);color:var(--on-accent);border-radius:0 0 var(--radius) var(--radius)}
.skip:focus{top:0}
.top{position:sticky;top:0;z-index:20;background:color-mix(in srgb,var(--paper) 92%,transparent);backdrop-filter:blur(10px);border-bottom:1px solid var(--line)}
.bar{display:flex;align-items:center;gap:.75rem;height:3.75rem;max-width:96rem;margin:0 auto;padding:0 2rem}
.brand{display:flex;align-items:center;gap:.6rem;min-width:0;color:var(--ink);text-decoration:none;font-weight:650;letter-spacing:-.01em;line-height:1.3}
.brand img{max-height:2rem;width:auto}
.brand .square{width:1.75rem;height:1.75rem;border-radius:.35rem;object-fit:cover}
.brand .icon{color:var(--rubric);width:1.45rem;height:1.45rem;vertical-align:middle}
.brand span:last-child{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.space{flex:1}
.tool{display:inline-flex;align-items:center;justify-content:center;gap:.45rem;min-width:2.25rem;height:2.25rem;border-radius:var(--radius);color:var(--ink-2)}
.tool:hover{background:var(--surface-2);color:var(--ink)}
.tool .icon{width:1.25rem;height:1.25rem}
html:not(.js) .theme{display:none}
.theme .icon:first-child{display:var(--on-light)}
.theme .icon:last-child{display:var(--on-dark)}
.menu,.contents,.close{display:none}
.switcher{position:relative}
:is(.switcher,.sections) summary{list-style:none;cursor:pointer;white-space:nowrap}
:is(.switcher,.sections) summary::-webkit-details-marker{display:none}
:is(.switcher,.sections) summary .icon:last-child{width:.85em;height:.85em;transform:rotate(90deg);transition:transform .15s}
:is(.switcher,.sections) [open] summary .icon:last-child,.switcher[open] summary .icon:last-child{transform:rotate(-90deg)}
.switcher summary{display:flex;align-items:center;gap:.3em;max-width:min(16rem,38vw);padding:.15rem .6rem;border:1px solid var(--line);border-radius:1rem;font-size:.875rem;color:var(--ink-2)}
.switcher summary:hover{color:var(--ink);border-color:var(--line-strong)}
.switcher summary span{overflow:hidden;text-overflow:ellipsis}
.switcher summary .icon{flex:none}
:is(.switcher ul,.sections ul ul){min-width:11rem;max-width:min(24rem,100vw - 2rem);padding:.35rem;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow)}
.switcher ul,.sections details>ul{position:absolute;inset-inline-start:0;top:calc(100% + .4rem);max-height:calc(100vh - 100% - 5rem);overflow-y:auto;z-index:1}
.languages ul{inset-inline:auto 0}
:is(.switcher,.sections ul ul) a{display:flex;gap:.5em;align-items:baseline;padding:.3rem .7rem;border-radius:.35rem;color:var(--ink-2);text-decoration:none;font-size:.9rem}
:is(.switcher,.sections ul ul) a:hover{background:var(--surface-2);color:var(--ink)}
:is(.switcher,.sections ul ul) a[aria-current]{color:var(--accent);font-weight:600}
.sections{position:relative}
.sections>ul{display:flex;gap:.25rem;max-width:96rem;margin:0 auto;padding:0 1.25rem;overflow-x:auto;scrollbar-width:none}
.sections>ul>li{flex:none;margin:0}
:is(.sections>ul>li>a,.sections summary){display:flex;align-items:center;gap:.45em;height:2.75rem;padding:0 .75rem;color:var(--ink-2);text-decoration:none;font-size:.9375rem;white-space:nowrap;border-bottom:2px solid transparent}
:is(.sections>ul>li>a,.sections summary):hover{color:var(--ink)}
:is(.sections>ul>li>a,.sections summary)[aria-current]{color:var(--ink);border-color:var(--accent);font-weight:550}
.sections details>ul{inset-inline-start:auto;top:calc(100% - .2rem)}
.sections ul ul ul{min-width:0;padding:0;padding-inline-start:.6rem;border:0;box-shadow:none}
.sections ul ul .label{display:block;padding:.45rem .7rem .15rem;font-size:.8125rem;font-weight:650;color:var(--ink-3)}
.sections ul ul a .icon{flex:none;transform:translateY(.15em)}
.switcher small{margin-inline-start:.35em;font-size:.8125rem;font-weight:400;color:var(--ink-3)}
.sections small{display:block;margin-top:.1rem;font-size:.8125rem;font-weight:400;line-height:1.4;color:var(--ink-3);white-space:normal}
.sections :focus-visible{outline-offset:-2px}

.frame{flex:1;display:grid;grid-template-columns:18rem minmax(0,1fr) 16rem;width:100%;max-width:96rem;margin:0 auto;padding:0 2rem;column-gap:2.5rem;align-items:start}
.frame.no-sidebar{grid-template-columns:minmax(0,1fr) 16rem}
.frame.no-outline{grid-template-columns:18rem minmax(0,1fr)}
@media (min-width:56.01rem){.no-sidebar>.sidebar{display:none}}
.frame.no-sidebar.no-outline{grid-template-columns:minmax(0,1fr)}
.sidebar,.outline{display:block;position:sticky;inset:auto;top:var(--top);width:auto;height:auto;max-height:calc(100vh - var(--top));max-height:calc(100dvh - var(--top));margin:0;padding:2rem 0 3rem;border:0;background:none;color:inherit;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:transparent transparent}
:is(.sidebar,.outline):hover{scrollbar-color:var(--line-strong) transparent}
.sidebar{margin-inline-start:-.75rem;padding-inline-end:.5rem;font-size:.9063rem;line-height:1.45}
.sidebar ul{margin:0}
.sidebar .group{display:block;margin:1.75rem .75rem .4rem;font-size:.8125rem;font-weight:650;letter-spacing:.01em;color:var(--ink)}
.sidebar li{position:relative}
.sidebar a{display:flex;gap:.55em;align-items:baseline;padding:.36rem .75rem;border-radius:.4rem;color:var(--ink-2);text-decoration:none;overflow-wrap:anywhere}
.sidebar a .icon{transform:translateY(.18em);color:var(--ink-3)}
.sidebar a .icon.out{width:.85em;height:.85em;margin-inline-start:auto;transform:translateY(.08em)}
.sidebar a.range{color:var(--ink-3);font-size:.95em}
.sidebar a:hover{background:var(--surface);color:var(--ink)}
.sidebar a[aria-current]{background:var(--accent-wash);color:var(--accent);font-weight:600}
.sidebar a[aria-current] .icon{color:inherit}
.sidebar details{margin:0}
.sidebar li:has(>details)>a{padding-inline-end:2.2rem}
.sidebar summary{position:absolute;inset-inline-end:.2rem;top:.2rem;width:1.7rem;height:1.7rem;display:grid;place-items:center;border-radius:.35rem;list-style:none;cursor:pointer;color:var(--ink-3)}
.sidebar summary::-webkit-details-marker{display:none}
.sidebar summary:hover{background:var(--surface-2);color:var(--ink)}
.sidebar summary::before{content:"";width:.38rem;height:.38rem;border:solid currentColor;border-width:0 1.5px 1.5px 0;transform:translateX(-.08rem) rotate(-45deg);transition:transform .15s}
.sidebar details[open]>summary::before{transform:translateY(-.08rem) rotate(45deg)}
html:not(.js) .elided{display:none}
.sidebar details>ul,.sidebar li>ul{margin-block:.1rem .35rem;margin-inline-start:1.1rem;padding-inline-start:.35rem;border-inline-start:1px solid var(--line)}
.sidebar>ul>li>ul{margin:0;padding:0;border:0}
.sidebar>ul>li:first-child>.group{margin-top:0}
.apart{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.sidebar details details>ul{margin-inline-start:.8rem;padding-inline-start:.15rem}
.sidebar details details details>ul{margin-inline-start:.5rem;padding-inline-start:.05rem}
.sidebar .label{display:block;padding:.36rem .75rem;color:var(--ink-3)}

:is(.sidebar,.outline) :focus-visible{outline-offset:-2px}
.outline{padding-inline-start:.25rem;font-size:.85rem;line-height:1.45}
.outline p{margin:0 0 .6rem;font-weight:650;color:var(--ink);font-size:.8125rem}
.outline ul{border-inline-start:1px solid var(--line)}
.outline a{display:block;padding-block:.24rem;padding-inline-start:.9rem;margin-inline-start:-1px;border-inline-start:1px solid transparent;color:var(--ink-3);text-decoration:none}
.outline .deep a{padding-inline-start:1.75rem}
.outline a:hover{color:var(--ink)}
.outline a[aria-current]{color:var(--accent);border-color:var(--accent);font-weight:550}

main{min-width:0;padding:2.25rem 0 3rem;container-type:inline-size}
.page,.page-foot{max-width:var(--measure);margin:0 auto}
.wide .page,.wide .page-foot{max-width:64rem}
.page-head{margin-bottom:2.25rem}
.hint.version-note{margin-bottom:1.75rem;padding:.6rem .9rem;font-size:.9375rem;line-height:1.5}
.hint.version-note>.icon{width:1.2rem;height:1.2rem;margin-top:.12rem}
.page-head:empty{display:none}
.title-row{display:flex;flex-wrap:wrap-reverse;align-items:flex-end;gap:.3rem 1rem}
.title-row h1{min-width:0}
.page-head:has(>.crumbs){display:grid;grid-template-columns:minmax(0,1fr) auto;column-gap:1rem;align-items:start}
.page-head:has(>.crumbs)>:not(.crumbs),.page-head:has(>.crumbs) h1{grid-column:1/-1}
.page-head:has(>.crumbs)>.title-row{display:contents}
.actions{flex:none;margin-top:.5rem;margin-inline-start:auto}
.page-head:has(>.crumbs) .actions{grid-area:1/2;margin-top:-.4rem;margin-bottom:.3rem}
.actions ul{inset-inline:auto 0;width:max-content;z-index:2}
.actions li{margin:0}
.actions :is(a,button,.mcp){width:100%;display:flex;gap:.6em;align-items:center;padding:.35rem .7rem;font-size:.9rem;color:var(--ink-2);text-align:start}
.actions button{border-radius:.35rem}
.actions button:hover{background:var(--surface-2);color:var(--ink)}
.actions .mcp code{display:block;font-size:.75rem;overflow-wrap:anywhere;user-select:all}
.crumbs ol{display:flex;flex-wrap:wrap;gap:.1rem .45rem;margin-bottom:.7rem;font-size:.85rem;color:var(--ink-3)}
.crumbs li{display:flex;gap:.45rem;align-items:center;margin:0}
.crumbs li:not(:last-child)::after{content:"/";color:var(--line-strong)}
.crumbs a{color:inherit;text-decoration:none}
.crumbs a:hover{color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
h1{font-size:clamp(1.85rem,1.5rem + 1.6vw,2.4rem);line-height:1.18;font-weight:700;letter-spacing:-.025em;text-wrap:pretty}
h1 .icon{width:.9em;height:.9em;color:var(--accent);vertical-align:-.1em;margin-inline-end:.1em}
h1:has(>:is(.icon,.emoji):first-child){padding-inline-start:1.25em}
h1>:is(.icon,.emoji):first-child{position:absolute;inset-inline-start:0}
h1>.emoji:first-child{font-size:.84em}
h1>.icon:first-child{top:.14em}
.lead{margin-top:.8rem;font-size:1.125rem;line-height:1.6;color:var(--ink-2);text-wrap:pretty}
.cover{margin-bottom:2rem;overflow:hidden;border-radius:var(--radius);background:var(--surface)}
.cover img{display:block;width:100%;height:var(--cover,15rem);object-fit:cover;object-position:50% calc(50% + var(--shift,0px))}
.cover img.on-light{display:var(--on-light)}
.cover img.on-dark{display:var(--on-dark)}
.cover.hero{max-width:var(--measure);margin-inline:auto}
.page-foot{margin-top:4rem}
.turn{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.turn a{min-width:0;display:flex;flex-direction:column;gap:.1rem;padding:.9rem 1.1rem;border:1px solid var(--line);border-radius:var(--radius);color:var(--ink);text-decoration:none;font-weight:550;line-height:1.4;transition:border-color .12s,background .12s}
.turn a:hover{border-color:var(--accent);color:var(--accent)}
.turn span{font-size:.8125rem;font-weight:400;color:var(--ink-3)}
.turn .next{grid-column:2;text-align:end}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;margin-top:1.75rem;padding-top:1.1rem;border-top:1px solid var(--line);font-size:.85rem;color:var(--ink-3)}
.facts a{color:inherit;text-decoration:underline;text-decoration-color:var(--line-strong);text-underline-offset:.2em}
.facts a:hover{color:var(--accent)}
.site-foot{border-top:1px solid var(--line);font-size:.85rem;color:var(--ink-3)}
.site-foot div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 2rem;max-width:96rem;margin:0 auto;padding:1.4rem 2rem}

.body>.full-width{width:100cqi;max-width:none;margin-inline:calc(50% - 50cqi)}
@media (max-width:88rem){.frame{grid-template-columns:15rem minmax(0,1fr) 13rem;column-gap:2rem}.frame.no-sidebar{grid-template-columns:minmax(0,1fr) 13rem}.frame.no-outline{grid-template-columns:15rem minmax(0,1fr)}}
@media (max-width:78rem){.frame{grid-template-columns:15rem minmax(0,1fr)}.frame.no-sidebar,.frame.no-sidebar.no-outline{grid-template-columns:minmax(0,1fr)}
.outline:not(:popover-open){display:none}.contents{display:inline-flex}
.outline:popover-open{position:fixed;inset-inline:auto 1rem;top:calc(var(--top) + .5rem);width:min(20rem,100vw - 2rem);max-height:70vh;padding:1rem 1.25rem;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);box-shadow:var(--shadow);z-index:30}}
@media (max-width:56rem){:root{--top:3.25rem}:root.sectioned{--top:6rem}.bar{height:3.25rem;padding:0 1rem;gap:.5rem}.frame,.frame.no-outline,.frame.no-sidebar{grid-template-columns:minmax(0,1fr);padding:0 1.25rem}main{padding-top:1.5rem}.site-foot div{padding-inline:1.25rem}.sections>ul{padding:0 .5rem}.sections details>ul{inset-inline:.75rem;max-width:none}
.menu{display:inline-flex}
.sidebar:not(:popover-open){display:none}
.sidebar:popover-open{position:fixed;inset-inline-start:0;margin:0;top:0;bottom:0;width:min(21rem,88vw);height:100dvh;max-height:none;padding:3.25rem .75rem 3rem;background:var(--paper);border-inline-end:1px solid var(--line);box-shadow:var(--shadow)}
.sidebar:popover-open .close{display:inline-flex;position:absolute;inset-inline-end:.6rem;top:.6rem;z-index:1;background:var(--paper)}
.sidebar::backdrop{background:rgb(0 0 0/.4)}}
@media print{.actions{display:none}}
@media (max-width:40rem){.title-row{flex-wrap:nowrap;align-items:flex-start}.actions summary>:not(.icon:first-child){display:none}.actions summary{padding:.5rem;border-radius:var(--radius)}.languages summary span,.languages summary .icon:last-child{display:none}.languages summary{padding:.45rem;border-color:transparent;border-radius:var(--radius)}.languages summary .icon{width:1.25rem;height:1.25rem}
.crumbs li:not(:nth-last-child(-n+2)){display:none}.crumbs li:not(:first-child):nth-last-child(2)::before{content:"… /";color:var(--ink-3)}}
@media (max-width:30rem){.bar{gap:.25rem}.switcher summary{padding-inline:.5rem}.brand:has(+.switcher)>:is(.icon,[aria-hidden]){display:none}.turn{grid-template-columns:1fr}.turn .next{grid-column:1;text-align:start}.lead{font-size:1.0625rem}}
@supports not selector(:popover-open){@media (max-width:56rem){.sidebar,.sidebar:not(:popover-open){display:block;position:static;max-height:none}.menu{display:none}}}
pre,code,kbd,math{direction:ltr;unicode-bidi:isolate}
.code,.code pre{direction:ltr;text-align:left}
[dir=rtl] :is(.sidebar details,.expandable):not([open])>summary::before{scale:-1 1}
[dir=rtl] :is(.reference>.icon,.icon.out){scale:-1 1}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
`
