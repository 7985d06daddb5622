/** Milliseconds to wait by a Retry-After header, which holds seconds or a date; 0 if it is missing or unreadable. */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number {
  const text = typeof header === 'string' ? header.trim() : '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0);
}
