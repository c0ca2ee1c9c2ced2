/**
 * The style of the HTML report: system fonts and colours, one column on a phone, dark where the
 * reader's system is dark.
 */
export const STYLE = `
:root { --good: #176b2c; --bad: #b3261e; --open: #8a5a00; --line: #8888; --quiet: #5a5a5a; }
@media (prefers-color-scheme: dark) {
  :root { --good: #7fd694; --bad: #ff9d94; --open: #f0c060; --quiet: #b0b0b0; }
}
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
h4 { font-size: 1rem; margin: .5rem 0 0; }
p { margin: .25rem 0; }
.summary { font-weight: 600; }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
pre { border: 1px solid var(--line); overflow-x: auto; padding: .5rem; }
pre code { overflow-wrap: normal; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td {
  border-bottom: 1px solid var(--line);
  padding: .25rem .75rem .25rem 0;
  text-align: right;
  white-space: nowrap;
}
th:first-child { text-align: left; }
thead th { font-weight: 500; }
tfoot th, tfoot td { font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
form[hidden] { display: none; }
fieldset { border: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0 1rem; }
input[type=search] { font: inherit; width: min(20rem, 100%); }
details { border-bottom: 1px solid var(--line); padding: .25rem 0; }
summary { cursor: pointer; padding: .25rem 0; }
summary:focus-visible, a:focus-visible, pre:focus-visible, .scroll:focus-visible {
  outline: 2px solid;
  outline-offset: 2px;
}
.sentence { color: var(--quiet); }
.verdict { font-weight: 600; }
.passed { color: var(--good); }
.failed, .harness-error { color: var(--bad); }
.inconclusive, .not-exercised { color: var(--open); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .25rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.place { border-left: 3px solid var(--line); margin: .5rem 0; padding-left: .75rem; }
@media (max-width: 32rem) {
  .sentence { display: block; }
}
@media print {
  form { display: none; }
}
`;
