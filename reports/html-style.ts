/**
 * The style of the HTML report: system fonts and colours, one column on a phone, dark if the reader's system is dark.
 */
export const STYLE = `
:root {
  --good: #176b2c; --bad: #b3261e; --open: #8a5a00; --line: #8888; --quiet: #5a5a5a;
  --on: #fff; --mark: #fff1b8; --panel: #8881;
}
@media (prefers-color-scheme: dark) {
  :root {
    --good: #7fd694; --bad: #ff9d94; --open: #f0c060; --quiet: #b0b0b0;
    --on: #111; --mark: #574500;
  }
}
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
h4 { font-size: 1rem; margin: .5rem 0 0; overflow-wrap: anywhere; }
p, li { margin: .25rem 0; overflow-wrap: anywhere; }
ul, ol { padding-left: 1.5rem; }
.outcome { font-size: 1.15rem; font-weight: 600; }
.quiet, footer { color: var(--quiet); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); overflow-x: auto; padding: .5rem; }
pre code { white-space: pre-wrap; }
mark { background: var(--mark); color: inherit; font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-top: .5rem; }
nav a { padding: .5rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td {
  border-bottom: 1px solid var(--line);
  padding: .25rem .75rem .25rem 0;
  text-align: right;
  white-space: nowrap;
}
th:first-child, .words td { text-align: left; }
thead th { font-weight: 500; }
tfoot th, tfoot td { font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-top: 1rem; }
form[hidden] { display: none; }
fieldset { border: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0 1rem; }
input[type=search] { font: inherit; width: min(20rem, 100%); }
details { padding: .25rem 0; }
.chapter details { border-bottom: 1px solid var(--line); }
.chapter details .rule { margin-left: 1rem; }
summary { cursor: pointer; padding: .25rem 0; overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible, pre:focus-visible, .scroll:focus-visible {
  outline: 2px solid;
  outline-offset: 2px;
}
.verdict { font-weight: 600; }
.passed { color: var(--good); }
.failed, .harness-error { color: var(--bad); }
.inconclusive, .not-exercised, .differs { color: var(--open); }
.cause { border-left: 4px solid var(--bad); margin: 1rem 0; padding-left: 1rem; }
.cause h3 { margin-top: .5rem; }
.cause > details > .place { margin-left: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .25rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.place { margin: .5rem 0; min-width: 0; }
.chapter .place { border-left: 3px solid var(--line); padding-left: .75rem; }
.coverage { columns: 20rem; column-gap: 2rem; print-color-adjust: exact; }
figure { break-inside: avoid; margin: 0 0 1rem; }
figcaption { font-weight: 600; }
figure svg { display: block; max-width: 26rem; width: 100%; }
svg text { fill: currentColor; font: 11px system-ui, sans-serif; }
svg .count { fill: var(--quiet); text-anchor: end; }
.fill { fill: currentColor; }
.line { fill: none; stroke: currentColor; stroke-width: 1.5; }
.on { fill: none; stroke: var(--on); stroke-width: 1.5; }
.v-passed, .v-partly { color: var(--good); }
.v-failed, .v-harness-error { color: var(--bad); }
.v-inconclusive, .v-not-exercised, .v-differs { color: var(--open); }
.v-not-applicable { color: var(--quiet); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
.cell { height: .875rem; width: .875rem; vertical-align: -.125rem; }
table.pairs th, table.pairs td { padding: .125rem .25rem; border: 0; text-align: left; vertical-align: bottom; }
.pairs thead span { writing-mode: vertical-rl; transform: rotate(180deg); }
.ranks th[scope=row] { font-weight: 400; min-width: 9rem; white-space: normal; }
.bar { height: .5rem; width: 5rem; color: var(--good); }
.rest { fill: var(--panel); }
.halves { height: .75rem; width: 1.6875rem; color: var(--good); }
footer { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .5rem; }
@media (max-width: 32rem) {
  .bar { display: block; margin-left: auto; width: 3rem; }
  .rule .quiet { display: block; }
  .cause { padding-left: .5rem; }
}
@media print {
  form { display: none; }
  pre { white-space: pre-wrap; }
}
`;
