import { isScalar, parseDocument } from 'yaml';

/** The text with another version; all other characters stay. Older formats have their version in `info`. */
export function withVersion(text: string, version: string): string {
  const document = parseDocument(text, { logLevel: 'silent' });
  const node = document.getIn(['info', 'version'], true) ?? document.getIn(['version'], true);
  if (!isScalar(node) || !node.range) return text;
  const [start, end] = node.range;
  const quote = /^["']/u.exec(text.slice(start, end))?.[0] ?? '';
  return `${text.slice(0, start)}${quote}${version}${quote}${text.slice(end)}`;
}
