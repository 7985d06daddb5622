import type { Dialect } from '../../../../domain/dialects/dialect.ts';
import { lexes } from './lexis.ts';
import type { Lexis } from './lexis.ts';

/** A token of a statement; `text` is a name without its quotes, or the unchanged text of any other token. */
export type Token = {
  kind: 'word' | 'name' | 'text' | 'number' | 'symbol' | 'comment';
  text: string;
  start: number;
  end: number;
};

/** Thrown if the statement cannot be split into tokens with certainty; the message says why. */
export class Unreadable extends Error {}

type Reader = {
  sql: string;
  lexis: Lexis;
  tokens: Token[];
};

type Quoted = { quote: string; backslash: Lexis['backslash']; doubles: boolean };

/** The position after a quoted text; `from` is the position after its opening quote. */
function endOfQuoted({ sql }: Reader, from: number, quoted: Quoted): number {
  const { quote, backslash, doubles } = quoted;
  for (let at = from; at < sql.length;) {
    if (backslash === 'escapes' && sql[at] === '\\') {
      at += 2;
    } else if (!sql.startsWith(quote, at)) {
      at += 1;
    } else if (backslash === 'either' && at > from && sql[at - 1] === '\\') {
      throw new Unreadable('a backslash before a quote');
    } else if (doubles && sql.startsWith(quote, at + quote.length)) {
      at += 2 * quote.length;
    } else {
      return at + quote.length;
    }
  }
  throw new Unreadable(`no end of the text that starts with ${quote}`);
}

/** The word directly before this position, such as `E` of `E'…'`. */
function prefixAt({ tokens }: Reader, at: number): string {
  const last = tokens.at(-1);
  return last?.kind === 'word' && last.end === at ? last.text.toUpperCase() : '';
}

function refuseUnicodeEscapes({ tokens, sql }: Reader, at: number): void {
  const before = tokens.at(-2);
  if (sql[at - 1] === '&' && before?.text.toUpperCase() === 'U' && before.end === at - 1)
    throw new Unreadable('a text or name with unicode escapes (U&)');
}

/** A text continued on the next line keeps its type: in `E'a'` a backslash escapes in both parts. */
function refuseContinuedText({ tokens, sql }: Reader, at: number): void {
  const before = tokens.findLast(({ kind }) => kind !== 'comment');
  if (before?.kind === 'text' && /[\n\r]/.test(sql.slice(before.end, at)))
    throw new Unreadable('a text that continues on another line');
}

/**
 * Servers disagree on where the number ends, and so on whether the letter belongs to the text (`1_000E'…'`).
 */
function refuseNumberBefore({ tokens }: Reader, at: number): void {
  const [number, word] = tokens.slice(-2);
  if (
    word?.kind === 'word' &&
    word.end === at &&
    number?.kind === 'number' &&
    number.end === word.start
  )
    throw new Unreadable('a text directly behind a number');
}

function readText(reader: Reader, at: number): Token {
  const { sql, lexis } = reader;
  const quote = sql.charAt(at);
  refuseUnicodeEscapes(reader, at);
  refuseContinuedText(reader, at);
  refuseNumberBefore(reader, at);
  const prefix = prefixAt(reader, at);
  const triple = quote.repeat(3);
  const isTriple = lexis.tripleQuotes && sql.startsWith(triple, at);
  const isRaw = prefix === lexis.rawPrefix;
  const isEscaping = prefix === 'E' && lexis.dollarQuotes === 'tagged';
  const end = endOfQuoted(reader, at + (isTriple ? 3 : 1), {
    quote: isTriple ? triple : quote,
    backslash: isRaw ? 'ordinary' : isEscaping ? 'escapes' : lexis.backslash,
    doubles: !isRaw && !isTriple,
  });
  return { kind: 'text', text: sql.slice(at, end), start: at, end };
}

function readName(reader: Reader, at: number): Token {
  const { sql, lexis } = reader;
  refuseUnicodeEscapes(reader, at);
  const quote = sql[at] === '[' ? ']' : sql.charAt(at);
  const backslash = lexis.escapesInNames === true ? 'escapes' : 'ordinary';
  const end = endOfQuoted(reader, at + 1, { quote, backslash, doubles: true });
  const text = sql.slice(at + 1, end - 1).replaceAll(quote + quote, quote);
  return { kind: 'name', text, start: at, end };
}

const otherLineEnds = /[^\P{Cc}\t\r\n]|[\u2028\u2029]/u;

function readLineComment({ sql }: Reader, at: number): Token {
  const newline = sql.indexOf('\n', at);
  const end = newline === -1 ? sql.length : newline;
  const text = sql.slice(at, end);
  // Servers disagree on whether these end a comment.
  if (/\r(?!\n)/.test(sql.slice(at, end + 1)))
    throw new Unreadable('a carriage return inside of a comment');
  if (otherLineEnds.test(text)) throw new Unreadable('a control character inside of a comment');
  return { kind: 'comment', text, start: at, end };
}

const commentEdge = /\/\*|\*\//g;

function readBlockComment({ sql, lexis }: Reader, start: number): Token {
  if (lexis.executesComments === true && /^M?!/.test(sql.slice(start + 2, start + 4)))
    throw new Unreadable('a comment that the server executes (/*! … */)');
  // A hint can set a variable, such as the maximum duration of a statement.
  if (lexis.executesComments === true && sql[start + 2] === '+')
    throw new Unreadable('a hint (/*+ … */)');
  let depth = 0;
  commentEdge.lastIndex = start;
  for (let edge = commentEdge.exec(sql); edge !== null; edge = commentEdge.exec(sql)) {
    depth += edge[0] === '/*' ? 1 : -1;
    const end = edge.index + 2;
    if (depth === 0) return { kind: 'comment', text: sql.slice(start, end), start, end };
    if (depth > 1 && !lexis.nestedComments) throw new Unreadable('a comment inside of a comment');
  }
  throw new Unreadable('a comment without an end');
}

const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

function readDollarText({ sql, lexis }: Reader, start: number): Token | undefined {
  if (lexis.dollarQuotes === 'none') return undefined;
  dollarTag.lastIndex = start;
  const tag = dollarTag.exec(sql)?.[0];
  if (tag === undefined || (lexis.dollarQuotes === 'plain' && tag !== '$$')) return undefined;
  const close = sql.indexOf(tag, start + tag.length);
  if (close === -1) throw new Unreadable(`no end of the text that starts with ${tag.slice(0, 20)}`);
  const end = close + tag.length;
  return { kind: 'text', text: sql.slice(start, end), start, end };
}

function isLineComment({ sql, lexis }: Reader, at: number): boolean {
  const mark = lexis.lineComments.find((comment) => sql.startsWith(comment, at));
  if (mark === undefined) return false;
  if (lexis.dashesNeedBlank !== true || mark !== '--') return true;
  const next = sql.charAt(at + 2);
  return next <= ' ' || next === '\x7f';
}

function readSpecial(reader: Reader, at: number): Token | undefined {
  const { sql, lexis } = reader;
  const character = sql.charAt(at);
  if (lexis.texts.includes(character)) return readText(reader, at);
  if (lexis.names.includes(character)) return readName(reader, at);
  if (isLineComment(reader, at)) return readLineComment(reader, at);
  if (sql.startsWith('/*', at)) return readBlockComment(reader, at);
  if (character === '$') return readDollarText(reader, at);
  if (character === '`') throw new Unreadable('a backtick');
  return undefined;
}

/** Letters of other scripts, without Unicode white space. */
const foreign = String.raw`\u00a1-\u167f\u1681-\u180d\u180f-\u1fff\u2070-\u2fff\u3001-\ufefe\uff00-\uffff`;

const word = new RegExp(`[A-Za-z_${foreign}][\\w$${foreign}]*`, 'y');

function readWord(sql: string, start: number): Token | undefined {
  word.lastIndex = start;
  if (!word.test(sql)) return undefined;
  const end = word.lastIndex;
  return { kind: 'word', text: sql.slice(start, end), start, end };
}

/** A number ends where no digit can follow, since servers read `1INTO` as two words. */
const number = /0[xX][\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/y;

function readPlain(sql: string, start: number): Token {
  doubtful.lastIndex = start;
  if (doubtful.test(sql))
    throw new Unreadable('a control character or unusual white space outside of texts and names');
  number.lastIndex = start;
  const isNumber = number.test(sql);
  const end = isNumber ? number.lastIndex : start + 1;
  return { kind: isNumber ? 'number' : 'symbol', text: sql.slice(start, end), start, end };
}

/**
 * Characters that servers treat differently: as white space, as a letter or as an error. Tokens may only be
 * separated by spaces, tabs and line ends.
 */
const doubtful = /[^\P{Cc}\t\r\n]|[\u00a0\u1680\u180e\u2000-\u206f\u3000\ufeff]/uy;

const space = /[ \t\r\n]*/y;

function behindSpace(sql: string, at: number): number {
  space.lastIndex = at;
  space.test(sql);
  return space.lastIndex;
}

/**
 * The tokens of a statement, including comments. Linear in its length; throws `Unreadable` where the dialect is
 * ambiguous.
 */
export function tokensOf(sql: string, dialect: Dialect): Token[] {
  if (sql.includes('\0')) throw new Unreadable('a zero byte');
  const reader: Reader = { sql, lexis: lexes[dialect], tokens: [] };
  let at = behindSpace(sql, 0);
  while (at < sql.length) {
    const token = readWord(sql, at) ?? readSpecial(reader, at) ?? readPlain(sql, at);
    reader.tokens.push(token);
    at = behindSpace(sql, token.end);
  }
  return reader.tokens;
}
