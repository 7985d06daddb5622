import { notifications } from '@mantine/notifications';
import { announce } from '../../lib/announce.ts';
import { shellTexts } from '../../texts/shell.ts';

/** Copies a text and says so. The text may be read first: the browser waits for it within the click. */
export async function copyText(
  text: string | (() => Promise<string>),
  what: string,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
    notifications.show({ message: shellTexts.copied(what), autoClose: 2_000 });
    announce(shellTexts.copied(what));
  } catch {
    notifications.show({ message: shellTexts.copyFailed, color: 'red' });
  }
}
