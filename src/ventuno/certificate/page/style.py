"""The look: the house's type and its one metal, on paper. For a screen and for A4."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root {
  color-scheme: light;
  --paper: #fffdf8; --ink: #1b1a17; --soft: #5f594d; --line: #d8cfbb; --faint: #efe8d8; --well: #faf6ec;
  --brass: #7a6030; --felt: #0d332d; --wrong: #8d1f24;
  --hit: #dcebe3; --stand: #f3dedb; --double: #f3e6bd; --split: #d9e5f2; --surrender: #e4dfd3;
  --serif: "Bodoni 72", "Bodoni MT", Didot, "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua",
    "Liberation Serif", Georgia, serif;
  --sans: "Avenir Next", Avenir, "Gill Sans Nova", "Segoe UI", Ubuntu, "Helvetica Neue", "Liberation Sans", Arial,
    sans-serif;
  --mono: ui-monospace, "SF Mono", Consolas, "Liberation Mono", Menlo, monospace;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 40px 32px 64px; max-width: 860px; background: var(--paper); color: var(--ink);
  font: 14px/1.5 var(--sans); font-variant-numeric: tabular-nums lining-nums;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
h1, h2, h3 { font-family: var(--serif); font-weight: 500; line-height: 1.2; break-after: avoid; }
h1 { font-size: 44px; margin: 4px 0 2px; letter-spacing: -.005em; overflow-wrap: anywhere; }
h2 { font-size: 25px; margin: 52px 0 10px; padding-top: 12px; border-top: 1px solid var(--brass); }
h3 { font-size: 18px; margin: 28px 0 6px; }
p { margin: 0 0 10px; max-width: 44em; }
.title { font-family: var(--serif); font-size: 20px; color: var(--soft); margin: 0 0 24px; }
.house, .label, thead th, caption {
  font-size: 11px; letter-spacing: .09em; text-transform: uppercase; color: var(--soft); font-weight: 600;
}
.house { color: var(--brass); }
.note, .means { color: var(--soft); }
.facts { display: grid; grid-template-columns: minmax(9.5em, auto) 1fr; gap: 6px 20px; margin: 24px 0 0; }
.facts dt { padding-top: 2px; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.facts dd .note { font-size: 12px; }
code, .mono { font-family: var(--mono); font-size: .87em; overflow-wrap: anywhere; }
.verdict {
  display: grid; grid-template-columns: auto 1fr; gap: 4px 28px; align-items: center; margin: 24px 0 0;
  padding: 18px 22px; background: var(--well); border: 1px solid var(--line); border-left: 3px solid var(--brass);
  break-inside: avoid;
}
.verdict .figure { font: 500 42px/1.1 var(--serif); font-variant-numeric: tabular-nums lining-nums; }
.verdict p { margin: 0 0 4px; }
.verdict .says { font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: 8px 0 14px; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { text-align: left; padding: 5px 12px 5px 0; vertical-align: top; border-bottom: 1px solid var(--faint); }
thead th { border-bottom: 1px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
.named tbody th { white-space: nowrap; }
.exact td:last-child, .exact th:last-child { width: 32%; }
.exact td:last-child { font-family: var(--mono); font-size: 11px; line-height: 1.45; overflow-wrap: anywhere;
  white-space: normal; padding-top: 7px; }
.yes { color: var(--felt); font-weight: 600; white-space: nowrap; }
.no { color: var(--wrong); font-weight: 600; white-space: nowrap; }
.wrong { border-left: 3px solid var(--wrong); padding: 2px 0 2px 12px; }
.bet { break-inside: avoid; }
.bet .returns { margin: 0 0 4px; max-width: none; }
.bet .returns b { font-weight: 600; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 18px; margin: 14px 0; padding: 0; list-style: none; }
.legend li { display: flex; align-items: center; gap: 7px; }
.charts { columns: 2; column-gap: 36px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.chart { table-layout: fixed; margin: 0 0 18px; break-inside: avoid; }
.chart caption { text-align: left; padding: 0 0 6px; color: var(--ink); }
.chart th, .chart td, .key { text-align: center; padding: 3px 0; border: 1px solid var(--paper); }
.chart thead th { letter-spacing: 0; font-size: 12px; border-bottom-color: var(--line); color: var(--soft); }
.chart thead th:first-child { font-weight: 400; }
.chart tbody th { text-align: right; padding-right: 9px; white-space: nowrap; color: var(--soft); }
.chart th:first-child { width: 17%; }
.chart td, .key { font-weight: 600; font-size: 13px; }
.key { display: inline-block; min-width: 26px; }
.H { background: var(--hit); } .S { background: var(--stand); }
.D, .Ds { background: var(--double); } .P, .P1, .Pc, .Pr { background: var(--split); }
.R, .Rs, .Rp { background: var(--surrender); }
.moments { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px 20px; margin: 12px 0 18px; }
.moments dd { margin: 0; font: 500 22px/1.3 var(--serif); font-variant-numeric: tabular-nums lining-nums; }
svg { display: block; width: 100%; height: auto; margin: 8px 0 16px; break-inside: avoid; }
svg text { font: 10px var(--sans); fill: var(--soft); font-variant-numeric: tabular-nums; }
svg .grid { stroke: var(--faint); } svg .axis { stroke: var(--soft); }
svg .win { fill: var(--felt); } svg .lose { fill: #a89f8c; } svg .push { fill: var(--paper); stroke: var(--felt); }
.halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 48px; align-items: start; }
.whole { break-inside: avoid; }
.rules h3 { font-size: 16px; margin: 20px 0 4px; }
.rules ul { margin: 0 0 10px; padding-left: 18px; max-width: 46em; }
.rules li { margin: 0 0 3px; }
.rules table { width: auto; min-width: 55%; }
.rules thead th { font-size: 11px; }
.method ol { padding-left: 20px; max-width: 46em; margin: 0 0 10px; } .method li { margin: 0 0 5px; }
.command { display: block; padding: 10px 14px; background: var(--well); border: 1px solid var(--line); }
.canonical { display: block; font-size: 9.5px; line-height: 1.5; color: var(--soft); word-break: break-all; }
@media (max-width: 640px) {
  body { padding: 24px 16px 48px; }
  h1 { font-size: 34px; }
  .charts { columns: 1; }
  .verdict, .facts { grid-template-columns: minmax(0, 1fr); }
  .facts { gap: 0; } .facts dd { margin-bottom: 8px; }
  .halves { grid-template-columns: minmax(0, 1fr); }
  .scroll { overflow-x: auto; }
}
@page { size: A4; margin: 17mm 16mm 18mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 9.2pt; background: none; }
  h1 { font-size: 30pt; } h3 { font-size: 12.5pt; margin-top: 15pt; } p { margin-bottom: 5pt; }
  h2 { font-size: 17pt; margin: 20pt 0 6pt; padding-top: 8pt; }
  .title { font-size: 14pt; }
  .house, .label, thead th, caption { font-size: 7.4pt; }
  .verdict .figure { font-size: 28pt; }
  th, td { padding-top: 2.6pt; padding-bottom: 2.6pt; }
  .exact td:last-child { font-size: 7.2pt; }
  .chart { margin-bottom: 8pt; } .chart td, .key { font-size: 8.4pt; } .chart thead th { font-size: 8pt; }
  .chart th, .chart td { padding-top: .6pt; padding-bottom: .6pt; } .moments dd { font-size: 14pt; }
  .page { break-before: page; } .page > h2 { margin-top: 0; }
  .canonical { font-size: 6.4pt; }
  .rules { columns: 2; column-gap: 10mm; } .rules > h2, .rules > .means { column-span: all; }
  .rules table { width: 100%; font-size: 8.6pt; break-inside: avoid; }
  .rules h3 { font-size: 11pt; margin-top: 10pt; } .rules p, .rules li { orphans: 3; widows: 3; }
}
"""
# Kept apart: the page's own name goes into it.
FOOTER: Final = """
@page {{
  @bottom-left {{ content: "{title}"; font: 7.4pt Arial, sans-serif; color: #5f594d; }}
  @bottom-right {{ content: counter(page) " / " counter(pages); font: 7.4pt Arial, sans-serif; color: #5f594d; }}
}}
"""
