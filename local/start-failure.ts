import { isProblem, messageOf } from './problem.ts';

const full = /no space left on device|disk quota exceeded|ENOSPC|EDQUOT|53100/i;

/** The failure of a start for people: what is wrong and what to do; a stack only for a bug. */
export function explainStartFailure(error: unknown): string {
  const message = messageOf(error);
  const { code } = Object(error) as { code?: unknown };
  if (full.test(`${message} ${String(code)}`)) {
    return `${message}\nThe disk is full: free space, or set DATA_DIR to a folder on another disk.`;
  }
  if (isProblem(error) || !(error instanceof Error)) return message;
  // Errors of the operating system name the call and the file; a stack adds nothing.
  if (typeof code === 'string' && 'syscall' in error) {
    return `${message}\nCheck the permissions and the disk of DATA_DIR, or set DATA_DIR to another folder.`;
  }
  return error.stack ?? message;
}
