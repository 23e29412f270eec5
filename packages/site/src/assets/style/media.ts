/** Tables, images, print. */
export const media = `
.table{position:relative;overflow-x:auto;scrollbar-width:thin;background:linear-gradient(to right,var(--paper) 40%,transparent) 0 0/2.5rem 100% no-repeat local,linear-gradient(to left,var(--paper) 40%,transparent) 100% 0/2.5rem 100% no-repeat local,linear-gradient(to right,var(--edge),transparent) 0 0/.6rem 100% no-repeat scroll,linear-gradient(to left,var(--edge),transparent) 100% 0/.6rem 100% no-repeat scroll}
.table table,.body>table{border-collapse:collapse;width:100%;font-size:.9063rem;line-height:1.6}
:is(th,td){padding:.55rem .9rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;min-width:5rem}
:is(th,td):first-child{padding-inline-start:.15rem}
:is(th,td):last-child{padding-inline-end:.15rem}
:is(th,td).align-center{text-align:center}
:is(th,td).align-right{text-align:right;font-variant-numeric:tabular-nums}
.roomy{min-width:13rem}
th{font-weight:600;color:var(--ink);border-bottom-color:var(--line-strong);vertical-align:bottom;white-space:normal}
th[scope=row]{font-weight:inherit;border-bottom-color:var(--line);vertical-align:top}
thead td{border-bottom-color:var(--line-strong)}
tbody tr:last-child>*{border-bottom:0}
.table.sticky{max-height:80vh}
.sticky thead{position:sticky;top:0;background:var(--paper)}
@media (max-width:40rem){:is(th,td){padding-inline:.6rem;min-width:4rem}.roomy{min-width:9rem}}
.thumb{max-height:6rem;width:auto;border-radius:.3rem}
td img{border-radius:.3rem}

.images figure{width:fit-content;max-width:100%;margin:0 auto}
.images img,.body>p>img:only-child{border-radius:var(--radius)}
.images figure{text-align:center}
.images.align-left figure{margin-left:0;text-align:left}
.images.align-right figure{margin-right:0;text-align:right}
.images .remote{padding:1.1rem 1.4rem;border-radius:var(--radius);line-height:1.5}
.images .remote .icon{width:1.5rem;height:1.5rem}
.images .remote .host{display:block;font-size:.8125rem}
.card-cover .remote{display:flex;justify-content:center;aspect-ratio:16/9;border:0;border-radius:0}
.gallery{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));gap:1rem;align-items:start}
.framed{padding:1.25rem;border-radius:calc(var(--radius) + .25rem);background:radial-gradient(var(--line) 1px,transparent 1px) 0 0/1rem 1rem,var(--surface);border:1px solid var(--line)}
.framed img{box-shadow:var(--shadow)}
figcaption{margin-top:.6rem;font-size:.875rem;line-height:1.55;color:var(--ink-3);text-align:center}
.images figcaption{text-align:inherit}
figure:has(>.reference) figcaption{text-align:start}
.images.full-width img{width:100%}
img.line{height:1.35em;width:auto;vertical-align:-.25em;border-radius:0}
img.on-light{display:var(--on-light)}
img.on-dark{display:var(--on-dark)}
video{width:100%;border-radius:var(--radius)}
.player{display:block;width:100%;aspect-ratio:16/9;border:0;border-radius:var(--radius);background:#000}
audio{width:100%}

@media print{
.top,.sidebar,.outline,.page-foot,.site-foot,.copy,.skip,.anchor,.code-more{display:none!important}
.table{overflow:visible;background:none;max-height:none!important}
.table table{min-width:0!important;font-size:9pt}
:is(th,td){min-width:0;padding:.35em .6em;overflow-wrap:break-word}
body{font-size:10.5pt;display:block}
.frame{display:block;padding:0;max-width:none}
.page{max-width:none}
main{padding:0}
.hint,.code,.card,.reference,figure,tr,.step{break-inside:avoid}
h1,h2,h3,h4{break-after:avoid}
.box,.button,.hint,.chip,.method,mark{-webkit-print-color-adjust:exact;print-color-adjust:exact}
.code pre{white-space:pre-wrap;max-height:none!important;-webkit-mask-image:none!important;mask-image:none!important}
.code code{width:auto}
.tabs{display:block}
.tabs>label,.tab-panel{display:block!important}
.tablist{display:none}
.tab-panel[data-title]::before{content:attr(data-title);font-weight:600}
details::details-content{content-visibility:visible;block-size:auto}
.body a[href^=http]:not([class])::after{content:" (" attr(href) ")";font-size:.85em;color:var(--ink-3);overflow-wrap:anywhere}
}
`
