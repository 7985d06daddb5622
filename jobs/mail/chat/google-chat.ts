import type { Notice } from '../../../domain/notifications/notice.ts';
import { fewLinks } from './few-links.ts';
import { shortDiagnostics } from './short-diagnostics.ts';

/** A message for an incoming webhook of Google Chat, at most 4,096 characters. */
export function googleChatMessage(notice: Notice): object {
  const { subject, paragraphs, facts, diagnostics, links } = notice;
  const short = diagnostics && shortDiagnostics(diagnostics);
  const blocks = [
    `*${harmless(subject)}*`,
    ...paragraphs.map(harmless),
    facts.map(([name, value]) => `${name}: ${harmless(value).slice(0, 120)}`).join('\n'),
    short && `\`\`\`\n${harmless(short.text).replaceAll('```', "'''")}\n\`\`\``,
    short?.remark,
    fewLinks(links)
      .map(({ label, url }) => `${harmless(label)}: ${url}`)
      .join('\n'),
  ];
  return { text: blocks.filter(Boolean).join('\n\n').slice(0, 4096) };
}

/** Google Chat has no escaping, so a zero-width space follows characters that start a mention or a link. */
function harmless(text: string): string {
  return text.replaceAll('<', '<\u200b');
}
