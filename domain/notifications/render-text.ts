import type { Notice } from './notice.ts';

/** Parts of a mail that a notice makes, in their usual order. */
export const mailBlocks = ['message', 'details', 'diagnostics', 'links'] as const;
export type MailBlock = (typeof mailBlocks)[number];

/** A part of a mail: one of the notice, or a paragraph that the organization wrote. */
export type MailPart = { block: MailBlock } | { text: string };

/** The parts of mails that the organization has not written. */
export const builtInParts: readonly MailPart[] = mailBlocks.map((block) => ({ block }));

/** The notice as plain text, for the text part of a mail and for the ledger. */
export function renderText(notice: Notice, parts: readonly MailPart[] = builtInParts): string {
  const blocks = textsOf(notice);
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : blocks[part.block]));
  return `${texts.filter(Boolean).join('\n\n')}\n`;
}

function textsOf({
  paragraphs,
  facts,
  diagnostics,
  links,
}: Notice): Record<MailBlock, (string | undefined)[]> {
  const width = Math.max(0, ...facts.map(([name]) => name.length)) + 2;
  return {
    message: [...paragraphs],
    details: [facts.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join('\n')],
    diagnostics: [diagnostics && `Diagnostics:\n\n${diagnostics.text}`, diagnostics?.remark],
    links: [links.map(({ label, url }) => `${label}: ${url}`).join('\n')],
  };
}
