import { BrokenRule, placeIn } from './rdf-problem.mjs';

/** The start tag of the root element; entities would have to be declared before it, and are refused. */
export function rootOfXml(text) {
  const at = endOfProlog(text);
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) {
    const advice = 'write entities out, and remove it';
    throw Object.assign(
      new BrokenRule(`has a DOCTYPE, which is not read: ${advice}`),
      placeIn(text, at),
    );
  }
  const longestTag = 256 * 1024;
  const tag = /^<(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(text.slice(at, at + longestTag))?.[0];
  if (tag === undefined && text.length - at > longestTag) {
    throw new BrokenRule('begins with an element of more than 256 kB: declare fewer prefixes');
  }
  return tag ?? '';
}

/** Behind the declaration, comments and instructions at the beginning. */
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
