import type { NoticeLink } from '../../../domain/notifications/notice.ts';

/** Maximum number of links in an adaptive card; their total length leaves room for the rest of a message. */
const maxLinks = 6;
const maxCharacters = 1_500;

/** The links of a chat message: the page first, then the links of the component that fit completely. */
export function fewLinks(links: readonly NoticeLink[]): NoticeLink[] {
  const fitting: NoticeLink[] = [];
  let left = maxCharacters;
  for (const link of links) {
    const length = link.label.length + link.url.length;
    if (fitting.length === maxLinks) break;
    if (fitting.length > 0 && length > left) continue;
    fitting.push(link);
    left -= length;
  }
  return fitting;
}
