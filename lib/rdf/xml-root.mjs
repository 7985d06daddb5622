import { BrokenRule, positionIn } from './problem.mjs';

/** The start tag of the root element. A DOCTYPE, which could declare entities, is refused. */
export function rootOfXml(text) {
  const at = endOfProlog(text);
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) {
    const advice = 'replace entities by their text, and remove the DOCTYPE';
    throw Object.assign(
      new BrokenRule(`has a DOCTYPE, which is not read: ${advice}`),
      positionIn(text, at),
    );
  }
  const maxTagLength = 256 * 1024;
  const tag = /^<(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(text.slice(at, at + maxTagLength))?.[0];
  if (tag === undefined && text.length - at > maxTagLength) {
    throw new BrokenRule('begins with an element of more than 256 kB: declare fewer prefixes');
  }
  return tag ?? '';
}

/** The offset after the declaration, comments and processing instructions at the beginning. */
function endOfProlog(text) {
  const space = /[\s\uFEFF]*/y;
  for (let at = 0; ;) {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    const close = text.startsWith('<?', at)
      ? '?>'
      : text.startsWith('<!--', at)
        ? '-->'
        : undefined;
    if (close === undefined) return at;
    const end = text.indexOf(close, at + 2);
    if (end === -1) return text.length;
    at = end + close.length;
  }
}
