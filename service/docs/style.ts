/** The styles of the pages, in the colors of the console. */
export const style = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1d24, #d3d6df);
  --dimmed: light-dark(#5b626b, #9a9fae);
  --back: light-dark(#fff, #1b1d24);
  --side: light-dark(#f7f7fa, #15171c);
  --line: light-dark(#e3e4ea, #2e313b);
  --accent: light-dark(#3e40bd, #98a1fb);
  --read: light-dark(#393ba8, #bcc3ff);
  --read-back: light-dark(#e3e5fb, #2d3058);
  --write: light-dark(#1a662c, #8fe0a3);
  --write-back: light-dark(#dcf2e1, #1c3826);
  --drop: light-dark(#a01f26, #ffb3b3);
  --drop-back: light-dark(#fbe3e3, #4a2529);
  --must: light-dark(#7a4a00, #f3cd85);
  --mono: ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--back);
  color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  overflow-wrap: break-word;
}
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentcolor 45%, transparent); text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
header {
  position: sticky;
  top: 0;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: .25rem 1.5rem;
  padding: .85rem 1.5rem;
  background: var(--back);
  border-bottom: 1px solid var(--line);
}
header .site { display: flex; flex-wrap: wrap; gap: 1.1rem; font-size: .9rem; }
header a { color: inherit; text-decoration: none; }
header a:hover, .contents a:hover, .anchor:hover { text-decoration: underline; }
.brand { font-weight: 650; letter-spacing: -.01em; }
.skip { position: fixed; z-index: 2; top: .5rem; left: .5rem; padding: .4rem .8rem; background: var(--back); translate: 0 -300%; }
.skip:focus { translate: none; }
.columns { display: flex; justify-content: center; }
.columns:has(> .contents) { justify-content: start; }
.contents + main { padding-inline: 3rem; }
main { flex: 1; min-width: 0; max-width: 50rem; padding: 2.5rem 1.5rem 6rem; }
h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; text-wrap: balance; }
h1 { margin: 0 0 .75rem; font-size: 2rem; letter-spacing: -.02em; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.3rem; letter-spacing: -.01em; }
h3 { margin: 0; font-size: 1.1rem; }
h4 { margin: 1.5rem 0 .4rem; font-size: .85rem; color: var(--dimmed); }
p { margin: .5rem 0; }
.lead { font-size: 1.1rem; }
section > h2 { margin-top: 3.5rem; padding-top: 1.25rem; border-top: 1px solid var(--line); font-size: 1.5rem; }
article { margin-top: 2.75rem; }
code, pre { font-family: var(--mono); font-size: .875em; }
pre { margin: .5rem 0; padding: .9rem 1.1rem; overflow-x: auto; background: var(--side); border: 1px solid var(--line); border-radius: 8px; line-height: 1.5; }
pre code { font-size: .84rem; }
.crumb { margin: 0 0 1.5rem; font-size: .9rem; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; color: var(--dimmed); }
.anchor { color: inherit; text-decoration: none; }
.route { display: flex; flex-wrap: wrap; align-items: baseline; gap: .6rem; }
.method { padding: .05rem .5rem; border-radius: 5px; font: 650 .75rem/1.6 var(--mono); color: var(--write); background: var(--write-back); }
.method[data-method='GET'] { color: var(--read); background: var(--read-back); }
.method[data-method='DELETE'] { color: var(--drop); background: var(--drop-back); }
.fields { margin: 0; border-top: 1px solid var(--line); }
.fields > div { padding: .65rem 0; border-bottom: 1px solid var(--line); }
.fields dt > code { font-weight: 650; }
.fields dd { margin: 0; }
.fields p { margin: .15rem 0; }
.fields .fields { margin: .6rem 0 0 .25rem; padding-left: 1rem; border: 0; border-left: 2px solid var(--line); }
.fields .fields > div:last-child { border: 0; }
.type, .limits { color: var(--dimmed); font-size: .875rem; }
.limits code { overflow-wrap: anywhere; }
.required { color: var(--must); font-size: .875rem; }
.errors { margin: 0; padding: 0; list-style: none; font-size: .9rem; }
.errors li { margin: .2rem 0; }
.index { margin: .75rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
.index li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: .6rem 0; border-bottom: 1px solid var(--line); }
.index span { color: var(--dimmed); }
summary { cursor: pointer; margin-top: .75rem; font-size: .9rem; }
.contents { position: sticky; inset: auto; top: 3.4rem; display: block; flex: none; width: 17rem; height: auto; max-height: calc(100vh - 3.4rem); margin: 0; padding: 1.5rem 1rem 2rem 1.5rem; overflow-y: auto; color: inherit; background: var(--side); border: 0; border-right: 1px solid var(--line); font-size: .875rem; }
.contents summary { margin-top: .6rem; font-size: .875rem; font-weight: 650; }
.contents details > ul { padding-left: .9rem; }
.contents .menu { margin: 0 0 1rem auto; }
.contents ul { margin: 0; padding: 0; list-style: none; }
.contents ul ul { margin: .15rem 0 .35rem .1rem; padding-left: .75rem; border-left: 1px solid var(--line); }
.contents p { margin: 0; }
.contents a { display: inline-block; padding: .2rem 0; color: var(--text); text-decoration: none; }
.contents ul ul a { color: var(--dimmed); }
.contents [aria-current] { font-weight: 650; color: var(--accent); }
.menu { display: none; margin-left: auto; padding: .3rem .8rem; font: inherit; font-size: .9rem; color: inherit; background: var(--side); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .75rem; margin: .75rem 0; padding: 0; list-style: none; }
.cards li { padding: .8rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
.cards a { font-weight: 650; }
.cards p { font-size: .9rem; color: var(--dimmed); }
.shot img { max-width: 100%; height: auto; margin: .5rem 0; border: 1px solid var(--line); border-radius: 8px; }
.wide { margin: .75rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: normal; }
td { min-width: 8rem; }
li { margin: .2rem 0; }
blockquote { margin: .75rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--dimmed); }
:not(pre) > code { overflow-wrap: anywhere; }
td code { overflow-wrap: break-word; }
@media (max-width: 59.9rem) {
  .columns { display: block; }
  .contents:not(:popover-open) { display: none; }
  .contents { position: fixed; inset: 0 0 0 auto; width: min(20rem, 85vw); max-height: none; border-left: 1px solid var(--line); }
  .menu { display: block; }
  header { position: static; flex-wrap: nowrap; align-items: center; }
  .site { gap: 1rem; }
  html { scroll-padding-top: 1rem; }
  header, main, .contents + main { padding-inline: 1.1rem; }
  main { padding-top: 1.75rem; }
  h1 { font-size: 1.6rem; }
  th, td { padding-right: .5rem; }
  td { min-width: 5rem; }
  td code { overflow-wrap: anywhere; }
}
@media print {
  header, .contents, .skip { display: none; }
}
`;
