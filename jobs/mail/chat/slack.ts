import type { Notice } from '../../../domain/notifications/notice.ts';
import { fewLinks } from './few-links.ts';
import { shortDiagnostics } from './short-diagnostics.ts';

/** A message for an incoming webhook of Slack. */
export function slackMessage({ subject, paragraphs, facts, diagnostics, links }: Notice): object {
  const short = diagnostics && shortDiagnostics(diagnostics);
  const blocks = [
    `*${escaped(subject)}*`,
    ...paragraphs.map(escaped),
    facts.map(([name, value]) => `${escaped(name)}: ${escaped(value)}`).join('\n'),
    short && `\`\`\`\n${escaped(short.text).replaceAll('```', "'''")}\n\`\`\``,
    short?.remark && escaped(short.remark),
    fewLinks(links)
      .map(({ label, url }) => `<${escaped(url)}|${escaped(label).replaceAll('|', '/')}>`)
      .join('\n'),
  ];
  return { text: blocks.filter(Boolean).join('\n\n'), unfurl_links: false, unfurl_media: false };
}

/** Escapes the three control characters of mrkdwn, which also start mentions. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
