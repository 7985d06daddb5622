const maxLength = 240;
const lead = 60;

/** The part of a message around the first occurrence of a text, on one line. */
export function excerptAround(message: string, text: string): string {
  const at = Math.max(0, message.toLowerCase().indexOf(text.toLowerCase()));
  const begin = at <= lead ? 0 : at - lead;
  const end = begin + maxLength;
  const cut = message.slice(begin, end).toWellFormed().replaceAll(/\s+/gu, ' ').trim();
  return `${begin > 0 ? '…' : ''}${cut}${end < message.length ? '…' : ''}`;
}
