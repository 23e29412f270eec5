/** Front pages: pages whose author has hidden the navigation and the outline. */
export const landing = `
.frame.landing.landing{grid-template-columns:minmax(0,1fr);max-width:none;background:radial-gradient(min(56rem,90vw) 30rem at 50% -10rem,color-mix(in srgb,var(--accent) 15%,transparent),transparent)}
.landing main{position:relative;isolation:isolate;padding-top:0}
.landing :is(.page,.page-foot){max-width:66rem}
.landing.wide :is(.page,.page-foot){max-width:78rem}
.landing .page-head{position:relative;margin:0;padding:clamp(3.5rem,9vw,7rem) 0 0;text-align:center}
.landing .page-head.bare{padding:2.25rem 0 0}
.landing .title-row{display:block}
.landing .actions{position:absolute;inset-inline-end:0;top:1rem;text-align:start}
.landing h1:not(.hidden){padding:0;font-size:clamp(2.35rem,1.5rem + 3.6vw,4rem);line-height:1.08;letter-spacing:-.035em;text-wrap:balance}
.landing h1>:is(.icon,.emoji):first-child{position:static;display:block;width:1em;height:1em;margin:0 auto .4em}
.landing .lead{max-width:40rem;margin:1.25rem auto 0;font-size:clamp(1.1rem,1rem + .5vw,1.3rem);text-wrap:balance}
.landing .page-head:not(.bare)+.body{margin-top:2rem}
.landing .body>p:first-child:has(>.button:first-child){display:flex;flex-wrap:wrap;justify-content:center;gap:.75rem;max-width:none}
.landing .body>p:first-child>.button{margin:0;padding:.6em 1.4em;font-size:1rem}
.landing .body>:is(p,ul:not(.cards),ol:not(.stepper),dl,blockquote,.hint,h3,h4){max-width:var(--measure)}
.landing .body>.align-center{max-width:none}
.landing .body>h2{margin-top:clamp(3.5rem,7vw,5.5rem);font-size:clamp(1.6rem,1.2rem + 1.4vw,2.1rem);letter-spacing:-.025em}
.landing .body>h2+p{margin-top:.5em;font-size:1.0625rem;color:var(--ink-2)}
.landing .body>p:first-child+:is(.cards,.images){margin-top:clamp(3rem,6vw,4.5rem)}
.landing .images img{border-radius:calc(var(--radius) + .25rem)}
.landing .body>.columns{gap:clamp(1.5rem,4vw,4rem)}
.landing .body>h2+.columns{margin-top:1.25em}
.landing .column>:is(ul,ol):first-child>li:first-child{margin-top:0}
.landing .cards{grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr));gap:1.25rem}
.landing .cards.large{grid-template-columns:repeat(auto-fill,minmax(min(24rem,100%),1fr))}
.landing .card-body{padding:1.5rem}
.landing .card-icon{display:grid;place-items:center;width:2.75rem;height:2.75rem;margin-bottom:1rem;border-radius:.75rem;background:var(--accent-wash)}
.landing .card-icon .icon{width:1.3rem;height:1.3rem}
.landing .cover:not(.background)+.page>.page-head:not(.bare){padding-top:clamp(3rem,5vw,4.5rem)}
.landing .cover.full{margin-inline:-2rem;border-radius:0}
.landing .cover.hero{max-width:66rem;margin-block:2rem 0}
.landing .cover.background{position:absolute;z-index:-1;inset:0 -2rem auto;margin:0;border-radius:0;background:none;-webkit-mask-image:linear-gradient(#000 35%,transparent);mask-image:linear-gradient(#000 35%,transparent)}
.landing .cover.background img{height:max(var(--cover,30rem),30rem)}
.landing .cover.background::after{content:"";position:absolute;inset:0;background:color-mix(in srgb,var(--paper) 80%,transparent)}
.frame.landing:has(.cover){background:none}
@media (max-width:56rem){.landing .cover:is(.full,.background){margin-inline:-1.25rem}.landing .cover.background{inset-inline:0}}
@media print{.landing .page-head{padding:0;text-align:start}}
`
