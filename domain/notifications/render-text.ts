import type { Notice } from './notice.ts';

/** The notice as plain text, for the text part of a mail and for the ledger. */
export function renderText(notice: Notice): string {
  const { paragraphs, facts, diagnostics, links } = notice;
  const width = Math.max(0, ...facts.map(([name]) => name.length)) + 2;
  const blocks = [
    ...paragraphs,
    facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n'),
    diagnostics && `Diagnostics:\n\n${diagnostics.text}`,
    diagnostics?.remark,
    links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
