/** The look of the page: plain, readable on a phone, in the dark and on paper. */
export const style = `
:root { color-scheme: light dark; --text: #1c2430; --soft: #5b6675; --line: #dde2e9; --back: #fff; --panel: #f6f8fa; --accent: #14588c; --key: #7a4a00; --keyback: #fff3dc; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ee; --soft: #9ba6b5; --line: #333c48; --back: #12161c; --panel: #1a2028; --accent: #7cc0f5; --key: #f2c879; --keyback: #3a2d13; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.page { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
header { border-bottom: 1px solid var(--line); padding-bottom: 1.25rem; margin-bottom: 1.25rem; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.3rem); line-height: 1.2; margin: 0 0 .4rem; overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; line-height: 1.3; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; overflow-wrap: anywhere; }
p { margin: .4rem 0; }
a { color: var(--accent); overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
code { font: .92em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { font: .85rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .75rem; margin: .4rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.text { white-space: pre-line; overflow-wrap: anywhere; max-width: 46rem; }
.soft { color: var(--soft); }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; }
.marks { display: flex; flex-wrap: wrap; gap: .35rem; margin: .35rem 0 0; padding: 0; list-style: none; }
.mark { display: inline-block; padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 99px; background: var(--panel); font-size: .8rem; line-height: 1.5; overflow-wrap: anywhere; }
.mark.key { color: var(--key); background: var(--keyback); border-color: transparent; font-weight: 600; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; margin: 0; padding: 0; font-size: .95rem; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .25rem 1.25rem; margin: .5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .9rem; }
.card { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; min-width: 0; }
.card h3 { margin: 0 0 .3rem; }
.card dl { grid-template-columns: minmax(5rem, max-content) 1fr; gap: .15rem .9rem; font-size: .92rem; }
table { width: 100%; border-collapse: collapse; font-size: .94rem; }
caption { text-align: left; color: var(--soft); padding: 1.1rem 0 .4rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { color: var(--soft); font-weight: 600; font-size: .85rem; border-bottom-width: 2px; white-space: nowrap; }
tbody th { font-weight: 600; width: 24%; }
td.type { width: 18%; }
.inner { color: var(--soft); font-weight: 400; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 44rem) {
  .page { padding: 1.25rem 1rem 3rem; }
  dl, .card dl { grid-template-columns: minmax(5rem, 32%) 1fr; gap: .15rem .8rem; }
  thead { position: absolute; left: -999rem; }
  table, caption, tbody, tr, th, td { display: block; width: auto; }
  tbody tr { border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem; margin-bottom: .7rem; }
  tbody th, tbody td, tbody td.type { width: auto; border: 0; padding: .15rem 0; }
  td:empty { display: none; }
}
@media print {
  :root { color-scheme: light; --text: #000; --soft: #444; --line: #bbb; --back: #fff; --panel: #fff; --accent: #000; --key: #000; --keyback: #fff; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  nav, .skip { display: none; }
  tr, .card { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .mark.key { border-color: #444; }
}
`;
