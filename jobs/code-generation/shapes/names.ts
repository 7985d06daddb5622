/** Maximum number of characters of a name; longer names are cut. */
const maxLength = 120;

/** Letters that no mark makes of others. */
const folded = new Map(
  'ß=ss ẞ=SS æ=ae Æ=AE œ=oe Œ=OE ø=o Ø=O đ=d Đ=D ł=l Ł=L'.split(' ').map((pair) => {
    const [letter = '', letters = ''] = pair.split('=');
    return [letter, letters] as const;
  }),
);

// eslint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

/** Replaces accented letters by their base letters; other scripts stay unchanged. */
function fold(text: string): string {
  const short = text.slice(0, maxLength);
  if (ascii.test(short)) return short;
  return short
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => folded.get(letter) ?? letter);
}

/**
 * ASCII letters, digits and underscores that do not begin with a digit; `fallback` when none is left. The one name that
 * programs in JavaScript cannot have a member of gets another.
 */
export function asciiName(text: string, fallback: string): string {
  const name = fold(text)
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, maxLength);
  if (!/[A-Za-z0-9]/.test(name)) return fallback;
  if (name === '__proto__') return '_proto__';
  return /^\d/.test(name) ? `_${name}` : name;
}

/** `order_items` → `OrderItems`; keeps inner capitals, begins with a letter. */
export function pascalName(text: string, fallback: string): string {
  const words = fold(text).split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  if (name === '') return fallback;
  return (/^\d/.test(name) ? `${fallback}${name}` : name).slice(0, maxLength);
}

/** `orderItems`, `order items` → `ORDER_ITEMS`. */
export function upperName(text: string, fallback: string): string {
  const spaced = asciiName(text, fallback).replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');
  return spaced.toUpperCase();
}

/** The comment with the original of a name, unless the name shows it. */
export function nameInContract(name: string, original: string): string[] {
  const isSame = name.toLowerCase() === original.replaceAll('_', '').toLowerCase();
  return isSame ? [] : [`Name in the contract: ${original}`];
}

/** Hands out names that differ from all that were handed out before. */
export type NameScope = {
  /** The first of `wanted` that is free, else the last with a number. */
  take: (...wanted: readonly string[]) => string;
};

/** Creates a scope: names with equal `key` count as the same, and `reserved` names are never given. */
export function createNameScope(
  reserved: Iterable<string> = [],
  key: (name: string) => string = (name) => name,
): NameScope {
  const taken = new Set([...reserved].map(key));
  const next = new Map<string, number>();
  const number = (wanted: string): string => {
    for (let count = next.get(wanted) ?? 2; ; count += 1) {
      const name = `${wanted}_${count}`;
      if (taken.has(key(name))) continue;
      next.set(wanted, count + 1);
      return name;
    }
  };
  return {
    take: (...wanted) => {
      const free = wanted.find((name) => !taken.has(key(name)));
      const name = free ?? number(wanted.at(-1) ?? '');
      taken.add(key(name));
      return name;
    },
  };
}

/** Ranks a text: unchanged names first, then names that only change their case style, then all others. */
function rankOf(text: string, wanted: string): number {
  if (text === wanted) return 0;
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(text) ? 1 : 2;
}

/** Names for all texts, in their order; a text that already is a valid name keeps it. */
export function takeNames(
  texts: readonly string[],
  scope: NameScope,
  nameOf: (text: string) => string,
): string[] {
  const ranked = texts.map((text, position) => {
    const wanted = nameOf(text);
    return { position, wanted, rank: rankOf(text, wanted) };
  });
  const names = new Map<number, string>();
  for (const { position, wanted } of ranked.toSorted((a, b) => a.rank - b.rank))
    names.set(position, scope.take(wanted));
  return texts.map((_, position) => names.get(position) ?? '');
}

/** Names that Windows reserves for devices, with any file extension. */
export const devices = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/** A name for a file on every system, without its ending. */
export function fileStem(text: string, fallback: string): string {
  const stem = fold(text)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, maxLength);
  if (stem === '') return fallback;
  return devices.test(stem) ? `${fallback}_${stem}` : stem;
}

/** IDs that people cannot read; files are named after the contract's name instead. */
const unreadableId = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}$|urn:)/i;

/** The file name of a contract without its suffix and extension: lowercase letters, digits and underscores. */
export function contractStem({ name = '', id }: { name: string | undefined; id: string }): string {
  const [first, other] = unreadableId.test(id) ? [name, id] : [id, name];
  const stem = fileStem(first, fileStem(other, 'contract'));
  return stem
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** Files that differ without regard to case. */
export const createFileScope = (): NameScope => createNameScope([], (name) => name.toLowerCase());
