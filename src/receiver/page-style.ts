/** The page's only style sheet; its hash is in the page's Content-Security-Policy. */
export const pageStyle = `
:root {
  --ground: #f3f4f7; --card: #fff; --text: #1b1f27; --soft: #566072; --line: #d9dee7;
  --accent: #1f56c4; --good: #1c7a43; --warn: #8a5300; --warn-ground: #fdf3e0; --code: #f6f7fa;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151b; --card: #1b2029; --text: #e9ecf2; --soft: #a6b0c0; --line: #343c4a;
    --accent: #8db4ff; --good: #7fd6a2; --warn: #ffc876; --warn-ground: #3a2c14; --code: #141820;
  }
}
* { box-sizing: border-box; }
html {
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  background: var(--ground); color: var(--text);
}
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 56rem; }
header { margin: 0 .25rem 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .35rem; }
header p { margin: 0; color: var(--soft); text-wrap: balance; }
header .bar { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: center; margin-top: .75rem; font-size: .92rem; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.state::before {
  content: ""; display: inline-block; width: .6rem; height: .6rem; margin-right: .5rem;
  border-radius: 50%; background: var(--soft);
}
.live::before { background: var(--good); }
article, .empty {
  background: var(--card); border: 1px solid var(--line); border-radius: .9rem; padding: 1.25rem 1.4rem;
  margin: 0 0 1rem; box-shadow: 0 1px 2px #0000000d, 0 6px 18px #0000000a;
}
.empty { text-align: center; padding: 3.5rem 1.5rem; color: var(--soft); }
.empty h2 { color: var(--text); margin-bottom: .35rem; }
.empty p { margin: 0; }
.top { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
time { margin-left: auto; color: var(--soft); font-size: .9rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.repeat {
  font-size: .8rem; font-weight: 600; padding: .05rem .55rem; border-radius: 1rem;
  color: var(--warn); background: var(--warn-ground);
}
.path, dl, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .84rem; }
.path { margin: .15rem 0 .9rem; color: var(--soft); overflow-wrap: anywhere; }
.path span { color: var(--good); font-weight: 600; }
.unsigned { margin: 0 0 .75rem; color: var(--warn); font-size: .92rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .2rem 1.25rem; margin: 0 0 .75rem; }
dt { color: var(--soft); overflow-wrap: anywhere; }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin: 0 0 .75rem; }
summary { cursor: pointer; color: var(--soft); font-size: .9rem; width: max-content; }
details dl { margin: .5rem 0 0; }
pre {
  margin: 0; padding: .9rem 1rem; max-height: 40rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--code); border: 1px solid var(--line); border-radius: .5rem; line-height: 1.45;
}
@media (max-width: 34rem) {
  body { padding: 1.25rem .75rem 3rem; }
  article { padding: 1rem; }
  time { margin-left: 0; width: 100%; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .4rem; }
}
`;
