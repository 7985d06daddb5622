import type { Diagnostics } from '../../../domain/notifications/notice.ts';
import { firstBytes } from '../../../domain/notifications/plain-text.ts';

/** As much as every chat shows in one message. */
const mostBytes = 2048;

/** The diagnostics as a chat message has them: their beginning, and where the rest is found. */
export function shortDiagnostics({ text, remark }: Diagnostics): Diagnostics {
  const short = firstBytes(text, mostBytes);
  if (short.length === text.length) return { text, remark };
  return { text: short, remark: 'These are the first 2 kB; the mail and the report have more.' };
}
