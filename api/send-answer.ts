import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Answer } from './route.ts';
import type { Services } from './services.ts';

/** Writes an answer, and does what follows it once the client has it. */
export function sendAnswer(ctx: Context, answer: Answer, log: Services['log']): void {
  write(ctx, answer);
  if (answer.onceSent) doOnceSent(ctx, answer.onceSent, log);
}

function write(ctx: Context, answer: Answer): void {
  ctx.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    if (value !== undefined) ctx.set(name, value);
  }
  const content = contentOf(answer);
  if (content === undefined) {
    // An empty body of known length, without a type: what clients of PUT and DELETE expect.
    ctx.body = '';
    ctx.remove('content-type');
    if (answer.status === 204 || answer.status === 304) ctx.body = null;
    ctx.status = answer.status;
    return;
  }
  ctx.type = answer.contentType ?? 'application/json';
  ctx.body = content;
  // Nobody would read it to its end.
  if (ctx.method === 'HEAD') answer.stream?.destroy();
}

/** Whoever got no body has not been told. */
function doOnceSent(ctx: Context, act: () => Promise<unknown>, log: Services['log']): void {
  if (ctx.method === 'HEAD' || ctx.status === 304) return;
  ctx.res.once('finish', () => {
    act().catch((error: unknown) => log.warn({ err: error }, 'what follows an answer not done'));
  });
}

function contentOf({ stream, text, json }: Answer): Readable | string | undefined {
  return stream ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
}
