import type { Notice } from '../../../domain/notifications/notice.ts';
import { fewLinks } from './few-links.ts';
import { shortDiagnostics } from './short-diagnostics.ts';

/**
 * A message for workflows and incoming webhooks of Microsoft Teams: an adaptive card. Texts are in TextRun
 * elements, because other elements would interpret Markdown in them.
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
