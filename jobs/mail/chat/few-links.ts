import type { NoticeLink } from '../../../domain/notifications/notice.ts';

/** As many as an adaptive card shows; together no longer than leaves room for the rest of a message. */
const most = 6;
const mostCharacters = 1_500;

/** The links that a chat message has: the page first, then those of the component that fit whole. */
export function fewLinks(links: readonly NoticeLink[]): NoticeLink[] {
  const fitting: NoticeLink[] = [];
  let left = mostCharacters;
  for (const link of links) {
    const length = link.label.length + link.url.length;
    if (fitting.length === most) break;
    if (fitting.length > 0 && length > left) continue;
    fitting.push(link);
    left -= length;
  }
  return fitting;
}
