import { readFileSync } from 'node:fs';
import { explorerPage, explorerStyle, messagingExplorerPage } from '../explorer/page.ts';
import { operationName } from '../operation-name.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

/** The page loads only its own files, sends requests only to this service, and contains no foreign content. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const scriptOf = (name: string): string =>
  readFileSync(new URL(`../explorer/${name}.mjs`, import.meta.url), 'utf8');

const files = [
  { path: '/docs', summary: 'The explorer of this API', type: 'text/html', text: explorerPage },
  {
    path: '/docs/messaging',
    summary: 'The explorer of the messaging interface',
    type: 'text/html',
    text: messagingExplorerPage,
  },
  {
    path: '/docs/explorer.css',
    summary: 'The style sheet of the explorer',
    type: 'text/css',
    text: explorerStyle,
  },
  {
    path: '/docs/explorer.js',
    summary: 'The script of the explorer',
    type: 'text/javascript',
    text: scriptOf('explorer'),
  },
  ...['elements', 'request'].map((name) => ({
    path: `/docs/${name}.mjs`,
    summary: 'A module of the script of the explorer',
    type: 'text/javascript',
    text: scriptOf(name),
  })),
];

/** Redirects browsers that open the root URL of the service. */
const rootRoute = defineRoute({
  method: 'GET',
  path: '/',
  name: 'redirectToExplorer',
  sends: ['location'],
  summary: 'Redirect to the explorer',
  tag: 'pages',
  access: 'public',
  answers: { 302: { description: 'At `Location`' } },
  handle: () => Promise.resolve({ status: 302, headers: { location: '/docs' } }),
});

const fileRoutes = files.map(({ path, summary, type, text }) =>
  defineRoute({
    method: 'GET',
    path,
    name: operationName('get', summary.replace('The ', '')),
    summary,
    tag: 'pages',
    access: 'public',
    answers: { 200: { description: summary, contentType: type } },
    handle: () =>
      Promise.resolve({
        status: 200,
        text,
        contentType: `${type}; charset=utf-8`,
        headers: { 'content-security-policy': policy },
      }),
  }),
);

/** The page that lists and tries all operations, its files, and the redirect to it. */
export const docsRoutes: readonly Route[] = [rootRoute, ...fileRoutes];
