import type { Diagnostics } from '../../../domain/notifications/notice.ts';
import { firstBytes } from '../../../domain/notifications/plain-text.ts';

/** Maximum size that every chat shows in one message. */
const maxBytes = 2048;

/** The start of the diagnostics for a chat message, and where to find the rest. */
export function shortDiagnostics({ text, remark }: Diagnostics): Diagnostics {
  const short = firstBytes(text, maxBytes);
  if (short.length === text.length) return { text, remark };
  return { text: short, remark: 'These are the first 2 kB; the mail and the report have more.' };
}
