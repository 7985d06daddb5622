import { randomBytes } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import { pageWords, serviceWords } from '../../domain/organizations/reserved-names.ts';
import { refuse } from '../../domain/errors.ts';
import { prefersHtml } from '../http/prefers-yaml.ts';
import type { WebFile, WebFiles } from './web-files.ts';

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const pages: ReadonlySet<string> = new Set(pageWords);
const services: ReadonlySet<string> = new Set(serviceWords);

/**
 * Answers navigation (`Accept: text/html`) with the web UI and its files below `/web`; everything else goes on to the routes, so that
 * programs read documents at the same addresses. The page decides what it shows, and asks for a sign-in if it needs one.
 */
export function serveWeb(web: WebFiles | undefined): Middleware {
  return (ctx: Context, next: Next) => {
    if (web !== undefined && ctx.path.startsWith('/ui/')) ctx.set('x-concordat-build', web.build);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path.startsWith('/web/')) {
      answerFile(ctx, web?.files.get(ctx.path));
      return undefined;
    }
    if (web === undefined || !isNavigation(ctx)) return next();
    answerPage(ctx, web);
    return undefined;
  };
}

function isNavigation(ctx: Context): boolean {
  const [, first = ''] = ctx.path.split('/', 2);
  if (services.has(first)) return false;
  return prefersHtml((name) => ctx.get(name) || undefined);
}

function answerPage(ctx: Context, { index, build }: WebFiles): void {
  const nonce = randomBytes(16).toString('base64url');
  ctx.status = isPage(ctx.path) ? 200 : 404;
  ctx.set({
    'content-security-policy': policy(nonce),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-concordat-build': build,
    vary: 'accept',
  });
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = index.replaceAll('__NONCE__', nonce);
}

/** The first word tells: pages check the rest. An organization's name may stand before it. */
function isPage(path: string): boolean {
  const [, first = '', second = ''] = path.split('/', 3);
  return path === '/' || pages.has(first) || pages.has(second);
}

function answerFile(ctx: Context, file: WebFile | undefined): void {
  if (file === undefined) refuse('not_found', `There is nothing at ${ctx.path}.`);
  const encoding = ctx.acceptsEncodings('br', 'gzip', 'identity');
  const encoded = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : undefined;
  ctx.set({
    // The name of a file changes with its content.
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    ...(encoded !== undefined && typeof encoding === 'string' && { 'content-encoding': encoding }),
  });
  ctx.type = file.type;
  ctx.body = encoded ?? file.plain;
}
