import {
  digestOfDigits,
  makeDigits,
  makeSignInCode,
  ownPath,
  readSignInCode,
  signInLink,
} from '../../../domain/organizations/sign-in-code.ts';

it('makes codes of 128 bits that only their digest identifies', () => {
  const { code, hash } = makeSignInCode();
  expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  expect(readSignInCode(code)).toEqual(hash);
  for (const text of [undefined, '', `${code}x`, code.slice(1), `${code.slice(1)}+`])
    expect(readSignInCode(text)).toBeUndefined();
});

it('makes six digits, whose digest belongs to one link', () => {
  for (let n = 0; n < 200; n++) expect(makeDigits()).toMatch(/^\d{6}$/);
  expect(digestOfDigits('a', '000001')).not.toEqual(digestOfDigits('b', '000001'));
});

it.each([
  ['/', '/'],
  ['/datacontracts/orders?tab=tests#x', '/datacontracts/orders?tab=tests#x'],
  [undefined, '/'],
  ['', '/'],
  ['datacontracts', '/'],
  ['https://evil.example.com', '/'],
  ['//evil.example.com', '/'],
  ['/\\evil.example.com', '/'],
  ['/a\\b', '/'],
  ['/a\r\nset-cookie: x', '/'],
  ['/\t/evil.example.com', '/'],
  ['javascript:alert(1)', '/'],
])('returns from %p to %p', (given, path) => {
  expect(ownPath(given)).toBe(path);
});

it('puts the code behind the #, and the page to return to before it', () => {
  expect(signInLink('https://c.example', 'abc')).toBe('https://c.example/sign-in#code=abc');
  expect(signInLink('https://c.example', 'abc', '/a?b=c&d')).toBe(
    'https://c.example/sign-in?return=%2Fa%3Fb%3Dc%26d#code=abc',
  );
});
