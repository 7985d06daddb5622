import type { Notice } from '../../../domain/notifications/notice.ts';
import { fewLinks } from './few-links.ts';
import { shortDiagnostics } from './short-diagnostics.ts';

/**
 * What workflows and incoming webhooks of Microsoft Teams take: an adaptive card. Text stands in runs, which are shown as
 * they are; the other elements would read Markdown in it.
 */
export function teamsMessage({ subject, paragraphs, facts, diagnostics, links }: Notice): object {
  const short = diagnostics && shortDiagnostics(diagnostics);
  const body = [
    textOf(subject, { size: 'Large', weight: 'Bolder' }),
    ...paragraphs.map((text) => textOf(text)),
    ...facts.map(([name, value]) => textOf(`${name}: ${value}`, { isSubtle: true })),
    ...(short ? [textOf(short.text, { fontType: 'Monospace' })] : []),
    ...(short?.remark ? [textOf(short.remark, { italic: true })] : []),
  ];
  const actions = fewLinks(links).map(({ label, url }) => ({
    type: 'Action.OpenUrl',
    title: label,
    url,
  }));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body,
    actions,
  };
  const contentType = 'application/vnd.microsoft.card.adaptive';
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] };
}

function textOf(text: string, look: Record<string, unknown> = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] };
}
