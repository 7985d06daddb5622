import { ecmaPattern } from './ecma-pattern.ts';

/** Expressions of Rust's `regex` and of Python's `re`. */
export type PatternFlavour = 'rust' | 'python';

const escapes =
  /\\(?:u\{(?<point>[0-9A-Fa-f]+)\}|[ux](?<code>[0-9A-Fa-f]{4}|[0-9A-Fa-f]{2})|c(?<control>[A-Za-z])|(?<not>[pP])\{(?<property>[^}]*)\}|(?<escape>.))/;
const marks =
  /(?<group>\((?:\?(?:[:=!]|<(?:[=!]|[^>]*>)))?)|(?<close>\))|(?<quantifier>[*+?]\??|\{(?<least>\d+)(?<most>,\d*)?\}\??)/;

/** A piece of an expression; each alternative begins with a different character. */
const piece = new RegExp(`${escapes.source}|${marks.source}|(?<literal>.)`, 'suy');
const pieceOfClass = new RegExp(`${escapes.source}|(?<literal>.)`, 'suy');

/** Size of an expression whose repetitions are written out. */
const maxSize = 2000;

type Walk = {
  flavour: PatternFlavour;
  out: string[];
  isClass: boolean;
  /** Sizes of the groups that are open, the innermost last. */
  sizes: number[];
  /** Size of the part that a quantifier would repeat. */
  last: number;
};

const cannot = Symbol('what the other language does not have');
type Written = string | typeof cannot;

const syntax = /[\^$\\.*+?()[\]{}|]/;
const classSyntax = /[\^\\[\]&~|-]/;

/** A character that matches itself. */
function literal({ isClass }: Walk, character: string): Written {
  if (/\p{Cs}/u.test(character)) return cannot;
  return (isClass ? classSyntax : syntax).test(character) ? `\\${character}` : character;
}

const sets: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_' };

/** `\d` and `\w` are of ASCII in ECMA-262 and of Unicode in the others. */
function characterSet({ flavour, isClass }: Walk, letter: string): Written {
  const set = sets[letter.toLowerCase()] ?? '';
  const isNegated = letter !== letter.toLowerCase();
  if (!isNegated) return isClass ? set : `[${set}]`;
  return isClass && flavour === 'python' ? cannot : `[^${set}]`;
}

function boundary({ flavour, isClass }: Walk, letter: string): Written {
  if (isClass) return letter === 'b' ? String.raw`\x08` : cannot;
  if (flavour === 'python') return `(?a:\\${letter})`;
  return letter === 'b' ? String.raw`(?-u:\b)` : cannot;
}

function escape(walk: Walk, letter: string): Written {
  if (/[dDwW]/.test(letter)) return characterSet(walk, letter);
  if (/[bB]/.test(letter)) return boundary(walk, letter);
  if (/[sSfnrtv]/.test(letter)) return `\\${letter}`;
  if (letter === '0') return String.raw`\x00`;
  // References to groups.
  if (/[k1-9]/.test(letter)) return cannot;
  return literal(walk, letter);
}

function property({ flavour }: Walk, not: string, name: string): Written {
  const isCategory = /^[LMNPSZC][a-z]?$/.test(name);
  return flavour === 'rust' && isCategory ? `\\${not}{${name}}` : cannot;
}

function group(walk: Walk, opening: string): Written {
  const isAhead = opening === '(?=' || opening === '(?!';
  if (opening.startsWith('(?<=') || opening.startsWith('(?<!')) return cannot;
  if (isAhead && walk.flavour === 'rust') return cannot;
  walk.sizes.push(0);
  return isAhead ? opening : '(?:';
}

function quantifier(walk: Walk, groups: Record<string, string | undefined>): Written {
  const { least, most, quantifier: text = '' } = groups;
  const upper = Number(most === undefined || most === ',' ? (least ?? 1) : most.slice(1));
  grow(walk, walk.last * Math.max(upper - 1, 0));
  return text;
}

function grow({ sizes }: Walk, size: number): void {
  sizes.push((sizes.pop() ?? 0) + size);
}

function anchor({ flavour }: Walk, character: string): Written {
  return character === '$' && flavour === 'python' ? String.raw`\Z` : character;
}

function inClass(walk: Walk, character: string): Written {
  if (character === ']') {
    walk.isClass = false;
    return ']';
  }
  // A hyphen between two characters is a range; other hyphens are literal.
  const isTwice = character === '-' && walk.out.at(-1) === '-';
  if (isTwice) return cannot;
  if (character === '-' || (character === '^' && walk.out.at(-1) === '[')) return character;
  return literal(walk, character);
}

function plain(walk: Walk, character: string): Written {
  if (walk.isClass) return inClass(walk, character);
  if (character === '[') walk.isClass = true;
  return '^$.|['.includes(character) ? anchor(walk, character) : literal(walk, character);
}

function character(walk: Walk, groups: Record<string, string | undefined>): Written {
  const { point, code, control, not, property: name = '', escape: letter } = groups;
  if (not !== undefined) return property(walk, not, name);
  if (letter !== undefined) return escape(walk, letter);
  const hex = point ?? code;
  if (hex !== undefined) return literal(walk, String.fromCodePoint(Number.parseInt(hex, 16)));
  if (control !== undefined) return literal(walk, String.fromCharCode(control.charCodeAt(0) % 32));
  return plain(walk, groups['literal'] ?? '');
}

function write(walk: Walk, groups: Record<string, string | undefined>): Written {
  const { group: opening, close, quantifier: repeated, not } = groups;
  if (opening !== undefined) return group(walk, opening);
  if (repeated !== undefined) return quantifier(walk, groups);
  if (close === undefined) {
    const written = character(walk, groups);
    walk.last = not === undefined ? 4 : 100;
    if (!walk.isClass) grow(walk, walk.last);
    return written;
  }
  walk.last = walk.sizes.pop() ?? 0;
  grow(walk, walk.last);
  return ')';
}

function translate(source: string, walk: Walk): string | undefined {
  for (let at = 0; at < source.length;) {
    const next = walk.isClass ? pieceOfClass : piece;
    next.lastIndex = at;
    const found = next.exec(source);
    const written = found === null ? cannot : write(walk, found.groups ?? {});
    if (written === cannot || (walk.sizes.at(-1) ?? 0) > maxSize) return undefined;
    walk.out.push(written);
    at = next.lastIndex;
  }
  return walk.out.join('');
}

/**
 * A pattern of a contract (ECMA-262, matched anywhere in a text) for another language; undefined if that language lacks
 * a feature (Rust: lookahead; both: lookbehind, references) or refuses a repetition as too large.
 */
export function translatePattern(pattern: string, flavour: PatternFlavour): string | undefined {
  const source = ecmaPattern(pattern);
  // `[]` and `[^]` are nothing and everything in ECMA-262 only.
  if (source === undefined || /\[\^?\]/.test(source)) return undefined;
  return translate(source, { flavour, out: [], isClass: false, sizes: [0], last: 0 });
}

/** The pattern for functions that match only at the beginning of a text. */
export function fromTheBeginning(pattern: string): string {
  const isAnchored = pattern.startsWith('^') && !pattern.includes('|');
  return isAnchored ? pattern : String.raw`[\s\S]*?(?:${pattern})`;
}
