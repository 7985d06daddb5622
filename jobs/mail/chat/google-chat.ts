import type { Notice } from '../../../domain/notifications/notice.ts';
import { fewLinks } from './few-links.ts';
import { shortDiagnostics } from './short-diagnostics.ts';

/** What an incoming webhook of Google Chat takes; it reads at most 4,096 characters. */
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

/** Nothing can be escaped here, so what begins a mention or a link gets a space of no width behind it. */
function harmless(text: string): string {
  return text.replaceAll('<', '<\u200b');
}
