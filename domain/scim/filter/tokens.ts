import { refuseScim } from '../protocol/refuse-scim.ts';
import type { ScimType } from '../protocol/refuse-scim.ts';

/** A part of a filter or of a path of PATCH, and its position from 1. */
export type Token = { kind: 'word' | 'value' | 'sign' | 'end'; text: string; at: number };

/** Reads the tokens one after another. */
export type Tokens = {
  peek: () => Token;
  next: () => Token;
  /** Refuses unless the next token is this sign. */
  expect: (sign: string) => void;
  fail: (expected: string) => never;
};

const maxLength = 8_000;
const pattern =
  /\s*(?:(?<value>"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w:.$-]))|(?<word>[A-Za-z$][\w:$-]*(?:\.[\w:$-]+)*)|(?<sign>[()[\].]))/y;

/** Splits a text into tokens; refuses with `scimType` a text that is too long or has other characters. */
export function readTokens(text: string, scimType: ScimType): Tokens {
  if (text.length > maxLength) {
    refuseScim(scimType, `The expression is longer than ${maxLength} characters.`);
  }
  const tokens = split(text, scimType);
  let position = 0;
  const peek = (): Token => tokens[position] as Token;
  const next = (): Token => {
    const token = peek();
    if (token.kind !== 'end') position += 1;
    return token;
  };
  const fail = (expected: string): never => {
    const { kind, text: found, at } = peek();
    const what = kind === 'end' ? 'the end' : `'${found.slice(0, 60)}'`;
    return refuseScim(scimType, `Expected ${expected} at character ${at}, found ${what}.`);
  };
  const expect = (sign: string): void => {
    if (peek().text !== sign) fail(`'${sign}'`);
    next();
  };
  return { peek, next, expect, fail };
}

function split(text: string, scimType: ScimType): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match?.groups) {
      return refuseScim(scimType, `The expression cannot be read from character ${at + 1} on.`);
    }
    const { value, word, sign } = match.groups;
    const kind = value !== undefined ? 'value' : word !== undefined ? 'word' : 'sign';
    const token = value ?? word ?? sign ?? '';
    at = pattern.lastIndex;
    tokens.push({ kind, text: token, at: at - token.length + 1 });
  }
  return [...tokens, { kind: 'end', text: '', at: end + 1 }];
}
