import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { explorerPage, explorerStyle, messagingExplorerPage } from '../explorer/page.ts';
import { defineRoute } from '../route.ts';
import type { Route } from '../route.ts';

/** Everything comes from here, and requests go here only; nothing of the page is written into it by others. */
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
  { path: '/docs/explorer.css', summary: 'Its style', type: 'text/css', text: explorerStyle },
  {
    path: '/docs/explorer.js',
    summary: 'Its script',
    type: 'text/javascript',
    text: scriptOf('explorer'),
  },
  ...['elements', 'request'].map((name) => ({
    path: `/docs/${name}.mjs`,
    summary: 'A part of its script',
    type: 'text/javascript',
    text: scriptOf(name),
  })),
];

/** Whoever opens the address of the service in a browser. */
const rootRoute = defineRoute({
  method: 'GET',
  path: '/',
  summary: 'Leads to the explorer',
  tag: 'meta',
  access: 'public',
  params: Type.Object({}),
  query: Type.Object({}),
  answers: { 302: { description: 'At `Location`' } },
  handle: () => Promise.resolve({ status: 302, headers: { location: '/docs' } }),
});

const fileRoutes = files.map(({ path, summary, type, text }) =>
  defineRoute({
    method: 'GET',
    path,
    summary,
    tag: 'meta',
    access: 'public',
    params: Type.Object({}),
    query: Type.Object({}),
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

/** The page that shows all operations and tries them, with all that it loads, and the way to it. */
export const docsRoutes: readonly Route[] = [rootRoute, ...fileRoutes];
