/** Links of the header, announcement, groups of the footer. */
export const links = `
.links{display:flex;align-items:center;gap:.15rem;min-width:0}
.links>a:not(.button){padding:.35rem .7rem;border-radius:var(--radius);color:var(--ink-2);text-decoration:none;font-size:.9375rem;white-space:nowrap}
.links>a:not(.button):hover,.links summary:hover{background:var(--surface-2);color:var(--ink)}
.links .switcher summary{border:0;border-radius:var(--radius);padding:.35rem .7rem;font-size:.9375rem}
.links .switcher ul{inset-inline:auto 0;max-height:70vh;overflow-y:auto}
.links .button{margin-inline-start:.35rem;padding:.3em .8em;font-size:.875rem;white-space:nowrap}
.menu-links{display:none}
.announcement{--tone:var(--info);--bright:var(--b-info);padding:.5rem 1.25rem;background:color-mix(in srgb,var(--bright) var(--wash),var(--paper));border-bottom:1px solid color-mix(in srgb,var(--bright) 30%,var(--paper));font-size:.9063rem;line-height:1.5;text-align:center}
.announcement.success{--tone:var(--success);--bright:var(--b-success)}
.announcement.warning{--tone:var(--warning);--bright:var(--b-warning)}
.announcement.danger{--tone:var(--danger);--bright:var(--b-danger)}
.announcement a{color:inherit;font-weight:600}
.site-foot a{color:inherit}
.site-foot .site-groups{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1.5rem 2rem;padding-bottom:0;align-items:start}
.site-groups img{max-height:2.5rem;width:auto;max-width:100%}
.site-groups p{margin-bottom:.4rem;font-weight:650;color:var(--ink)}
.site-groups li{margin:.3rem 0}
.site-groups a{text-decoration:none}
.site-groups a:hover{color:var(--accent);text-decoration:underline;text-underline-offset:.2em}
@media (max-width:56rem){.bar:has(.menu) .links{display:none}.sidebar:popover-open .menu-links{display:block;margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line)}.sidebar .menu-links>li>ul{margin:0;padding:0;border:0}}
@media print{.links,.announcement,.site-groups{display:none!important}}
`
