/** Colours and measures. Every pair of text and ground that is used reaches AA. */

const light = `
--paper:#fff;--surface:#f7f6f3;--surface-2:#eeece7;--line:#e5e2db;--line-strong:#c9c5bb;
--ink:#1d1e22;--ink-2:#484a52;--ink-3:#666972;
--accent:#2f46b5;--accent-wash:#eef1fc;--on-accent:#fff;--rubric:#b2402a;
--blue:#1a5cb8;--green:#1a6e3e;--orange:#974c00;--red:#b0271f;--purple:#6a3ab2;--yellow:#735800;--pink:#a3246b;--gray:#5a5d66;--teal:#08666c;
--k:#a3245f;--s:#1a6b3a;--n:#93480a;--f:#2a4db8;--t:#0a666c;--a:#6a3ba6;--v:#82510a;--c:#686b73;--o:#565962;
--wash:11%;--glow:34%;--edge:rgb(20 20 30/.1);--shadow:0 1px 2px rgb(20 20 30/.05),0 6px 20px rgb(20 20 30/.07);
--on-light:inline-block;--on-dark:none;color-scheme:light;`

const dark = `
--paper:#141519;--surface:#1b1d22;--surface-2:#25282f;--line:#2b2e36;--line-strong:#474b56;
--ink:#e9e9ec;--ink-2:#bfc2ca;--ink-3:#969aa5;
--accent:#a3b4ff;--accent-wash:#20263f;--on-accent:#12163a;--rubric:#f08a72;
--blue:#8ab6ff;--green:#7ed09a;--orange:#f0b06c;--red:#ff9d93;--purple:#c9abff;--yellow:#e2c662;--pink:#f49cc9;--gray:#a9adb8;--teal:#74ced2;
--k:#f392b6;--s:#8ed3a2;--n:#ecb47c;--f:#9fbaff;--t:#7dd1d5;--a:#ccb2f7;--v:#e5c384;--c:#9196a1;--o:#a9adb8;
--wash:15%;--glow:36%;--edge:rgb(0 0 0/.6);--shadow:0 1px 2px rgb(0 0 0/.3),0 8px 24px rgb(0 0 0/.35);
--on-light:none;--on-dark:inline-block;color-scheme:dark;`

export const theme = `
:root{${light}
--sans:Inter,"Octavo Emoji",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Helvetica,Arial,sans-serif,"Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji";
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;
--b-blue:#2f7df6;--b-green:#1fae5e;--b-orange:#f0861c;--b-red:#ef4438;--b-purple:#8b5cf6;--b-yellow:#f7c61a;--b-pink:#ec4899;--b-gray:#868b96;--b-teal:#14b0a6;--b-accent:var(--accent);
--info:var(--blue);--success:var(--green);--warning:var(--orange);--danger:var(--red);--b-info:var(--b-blue);--b-success:var(--b-green);--b-warning:var(--b-orange);--b-danger:var(--b-red);
--measure:44rem;--radius:.5rem;--top:3.75rem;--gap:1.25rem}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
@media screen{:root[data-theme=dark]{${dark}}}
:root.sectioned{--top:6.5rem}
`
