/** How long a header Retry-After asks to wait, in seconds or until a date; 0 when there is none that can be read. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number {
  const text = typeof header === 'string' ? header.trim() : '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
