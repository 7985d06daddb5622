import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { Answer } from '../exchange.ts';
import type { Services } from '../services.ts';

/** Writes an answer, and runs its follow-up once the client has received it. */
export function sendAnswer(ctx: Context, answer: Answer, log: Services['log']): void {
  // Koa handles errors of a stream only while it is being sent: not before, and never after the client has left.
  answer.stream?.on('error', () => undefined);
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
    // Clients of PUT and DELETE expect an empty body with a length and without a type.
    ctx.body = '';
    ctx.remove('content-type');
    if (answer.status === 204 || answer.status === 304) ctx.body = null;
    ctx.status = answer.status;
    return;
  }
  ctx.type = answer.contentType ?? 'application/json';
  ctx.body = content;
  // The stream of a HEAD request would never be read to its end.
  if (ctx.method === 'HEAD') answer.stream?.destroy();
}

/** The follow-up must not run if the client has not received the body. */
function doOnceSent(ctx: Context, act: () => Promise<unknown>, log: Services['log']): void {
  if (ctx.method === 'HEAD' || ctx.status === 304) return;
  ctx.res.once('finish', () => {
    act().catch((error: unknown) => log.warn({ err: error }, 'follow-up of an answer failed'));
  });
}

function contentOf({ stream, bytes, text, json }: Answer): Readable | Buffer | string | undefined {
  return stream ?? bytes ?? text ?? (json === undefined ? undefined : JSON.stringify(json));
}
