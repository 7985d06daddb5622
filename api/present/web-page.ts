import { escapeHtml } from '../../lib/escape-html.ts';
import type { Answer } from '../exchange.ts';

/** The page has inline style; it loads nothing else and runs no scripts. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The request headers that decide between the page and the data. */
export const vary = 'accept, x-api-key, authorization';

/** A small page with links to the data of a resource. */
export function answerPage(
  title: string,
  addresses: readonly { what: string; path: string }[],
): Answer {
  return {
    status: 200,
    text: page(title, addresses),
    contentType: 'text/html; charset=utf-8',
    headers: { vary, 'content-security-policy': pagePolicy },
  };
}

function page(title: string, addresses: readonly { what: string; path: string }[]): string {
  const items = addresses.map(
    ({ what, path }) =>
      `<li>${what}: <a href="${escapeHtml(path)}"><code>${escapeHtml(path)}</code></a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Concordat</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 44rem; margin: 4rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
:root { color-scheme: light dark; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Its data is read through the API, with an API key in the header <code>x-api-key</code>:</p>
<ul>
${items.join('\n')}
</ul>
<p><a href="/docs">All operations of the API</a></p>
</body>
</html>
`;
}
