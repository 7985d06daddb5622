/** The API that a page shows: the URL of its OpenAPI description, and the header of its credential. */
type Explored = {
  title: string;
  /** Path of the description without its extension. */
  description: string;
  header: 'x-api-key' | 'authorization';
  credential: string;
  other: { path: string; title: string };
};

/** The HTML frame that the script fills from the description. Its ids have a hyphen, so that no operationId equals one. */
const frame = ({
  title,
  description,
  header,
  credential,
  other,
}: Explored): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Concordat</title>
<link rel="stylesheet" href="/docs/explorer.css">
<script type="module" src="/docs/explorer.js"></script>
</head>
<body data-description="${description}.json" data-header="${header}">
<header>
<h1>${title}</h1>
<label>Search <input id="page-search" type="search" placeholder="path, summary or tag" autofocus></label>
<label>${credential} <input id="page-key" type="password" placeholder="kept in this page only" autocomplete="off"></label>
<span><a href="${other.path}">${other.title}</a> <a href="${description}.json">openapi.json</a> <a href="${description}.yaml">openapi.yaml</a></span>
</header>
<nav id="page-tags" aria-label="Groups"></nav>
<main id="page-operations" aria-live="polite"><p>Loading …</p></main>
<noscript><p>This page needs JavaScript. <a href="${description}.yaml">openapi.yaml</a> has the same content.</p></noscript>
</body>
</html>
`;

const catalog = { path: '/docs', title: 'Concordat API' };
const messaging = { path: '/docs/messaging', title: 'Messaging' };

/** The page of the catalog API. */
export const explorerPage = frame({
  title: catalog.title,
  description: '/openapi',
  header: 'x-api-key',
  credential: 'API key',
  other: messaging,
});

/** The page of the messaging API. */
export const messagingExplorerPage = frame({
  title: messaging.title,
  description: '/v1/openapi',
  header: 'authorization',
  credential: 'Token',
  other: catalog,
});

/** Plain style for light and dark mode. */
export const explorerStyle = `:root {
  color-scheme: light dark;
  --line: light-dark(#d5d9e0, #3a3f4a);
  --soft: light-dark(#f5f6f8, #1d2027);
  --ink: light-dark(#1b1f27, #e6e8ec);
  --faint: light-dark(#596170, #9aa2b1);
  --edge: light-dark(#757d8b, #8a92a0);
  --link: light-dark(#1d6fb8, #7ab8f5);
  --bad: light-dark(#b3261e, #ff8a80);
  --get: #1d6fb8; --put: #8a5c00; --post: #187433; --delete: #b3261e;
}
* { box-sizing: border-box; }
body { margin: 0; background: Canvas; font: 15px/1.5 system-ui, sans-serif; color: var(--ink);
  display: grid; grid-template: auto 1fr / 14rem minmax(0, 1fr); }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap;
  gap: .5rem 1.5rem; align-items: center; padding: .6rem 1.2rem; background: Canvas; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.1rem; margin: 0; }
header span { margin-left: auto; display: flex; gap: 1rem; }
a { color: var(--link); }
input, textarea, select, button { font: inherit; color: inherit; background: Canvas;
  border: 1px solid var(--edge); border-radius: 5px; padding: .25rem .5rem; }
button { cursor: pointer; background: var(--soft); }
button.main { background: var(--get); color: #fff; border-color: transparent; }
nav { padding: 1rem 1.2rem; position: sticky; top: 3.2rem; align-self: start; max-height: calc(100vh - 3.2rem); overflow: auto; }
nav a { display: block; text-decoration: none; padding: .1rem 0; }
nav small { color: var(--faint); }
main { padding: 0 1.2rem 4rem; border-left: 1px solid var(--line); }
h2 { font-size: 1rem; margin: 1.4rem 0 .4rem; scroll-margin-top: 4rem; }
details.operation { border: 1px solid var(--line); border-radius: 6px; margin: .35rem 0; scroll-margin-top: 4.5rem; }
details.operation > summary { display: flex; gap: .8rem; align-items: baseline; padding: .35rem .7rem; cursor: pointer; }
details.operation > summary:hover { background: var(--soft); }
.operation > div { padding: .4rem .9rem .9rem; border-top: 1px solid var(--line); }
.method { font: 600 .75rem/1.4 ui-monospace, monospace; min-width: 4.2rem; text-align: center; color: #fff; border-radius: 4px; padding: .1rem .3rem; }
.get { background: var(--get); } .put { background: var(--put); } .post { background: var(--post); } .delete { background: var(--delete); }
code, pre, textarea { font-family: ui-monospace, monospace; font-size: .85rem; }
summary code { overflow-wrap: anywhere; flex: 1 0 auto; max-width: 100%; }
summary .what { color: var(--faint); margin-left: auto; text-align: right; }
h3 { font-size: .85rem; margin: 1rem 0 .3rem; color: var(--faint); }
table { border-collapse: collapse; width: 100%; }
td { padding: .2rem .6rem .2rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
td small { color: var(--faint); }
td input, td select { width: 100%; min-width: 10rem; }
textarea { width: 100%; min-height: 12rem; }
[aria-invalid] { border-color: var(--bad); }
::placeholder { color: var(--faint); opacity: 1; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 5px; padding: .6rem; overflow: auto; max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
.buttons { display: flex; gap: .6rem; margin: .8rem 0; }
.failed { color: var(--bad); }
.output { scroll-margin-top: 4.5rem; }
small, p { overflow-wrap: anywhere; }
@media (max-width: 50rem) {
  body { grid-template: auto auto 1fr / minmax(0, 1fr); }
  nav { display: none; }
  header { position: static; }
  header span { flex-wrap: wrap; margin-left: 0; }
  details.operation > summary { flex-wrap: wrap; }
  summary code { flex: 0 1 auto; min-width: 0; }
  summary .what { margin-left: 0; text-align: left; overflow-wrap: anywhere; }
  header label { flex: 1 1 100%; }
  header input { width: 100%; }
  main { padding: 0 .8rem 4rem; border-left: 0; }
  h2, details.operation, .output { scroll-margin-top: .5rem; }
  tr, td { display: block; }
  td { border-bottom: 0; padding-right: 0; }
  tr { border-bottom: 1px solid var(--line); padding: .3rem 0; }
}
`;
