import * as fc from 'fast-check';
import { readFlag, readMessagingBody, readTimestamp } from '../../../api/messaging/body.ts';
import type { RawBody } from '../../../api/exchange.ts';
import { Refusal } from '../../../domain/errors.ts';

const read = (text: string, format: RawBody['format'], contentType?: string) =>
  readMessagingBody({ body: { text, format }, header: () => contentType });

/** The body as a client encodes it, read back. */
async function readSent(form: URLSearchParams | FormData) {
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const format = form instanceof FormData ? 'form-data' : 'x-www-form-urlencoded';
  const contentType = request.headers.get('content-type') ?? undefined;
  return read(await request.text(), format, contentType);
}

async function refusal(body: Promise<unknown>): Promise<string> {
  const error: unknown = await body.then(() => 'was taken').catch((thrown: unknown) => thrown);
  if (error instanceof Refusal && error.code === 'malformed_body') return error.message;
  throw error;
}

function formOf(pairs: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
}

it('reads urlencoded forms, multipart forms and JSON alike', async () => {
  const pairs = [
    ['conversation_id', 'c1'],
    ['message', 'שלום 👩‍👩‍👧 100% a+b&c=d;e'],
    ['reactions[red_angry_face][]', 'Kate McCallister'],
    ['attachments[0][file_url]', 'https://example.com/a?b=c&d'],
    ['attachments[0][filename]', 'ü.png'],
  ] as const;
  const expected = {
    conversation_id: 'c1',
    message: 'שלום 👩‍👩‍👧 100% a+b&c=d;e',
    reactions: { red_angry_face: ['Kate McCallister'] },
    attachments: [{ file_url: 'https://example.com/a?b=c&d', filename: 'ü.png' }],
  };
  expect(await readSent(new URLSearchParams(pairs.map(([...pair]) => pair)))).toEqual(expected);
  expect(await readSent(formOf(pairs))).toEqual(expected);
  expect(await read(JSON.stringify(expected), 'json')).toEqual(expected);
  expect(await read('', 'none')).toEqual({});
  expect(await read('&&a=1&', 'x-www-form-urlencoded')).toEqual({ a: '1' });
});

it('reads "reactions=[]" as an empty list, and no text as one', async () => {
  const form = 'reactions=[]&attachments=%5B%5D&message=[]&contacts=[]';
  const expected = { reactions: [], attachments: [], message: '[]', contacts: [] };
  expect(await read(form, 'x-www-form-urlencoded')).toEqual(expected);
  expect(await readSent(formOf([['reactions', '[]']]))).toEqual({ reactions: [] });
});

it('leaves out what a form says of an attachment without text', async () => {
  const form = 'attachments[0][file_url]=https://a.example&attachments[0][filename]=';
  const attachments = [{ file_url: 'https://a.example' }];
  expect(await read(form, 'x-www-form-urlencoded')).toEqual({ attachments });
  const json = JSON.stringify({ attachments: [{ filename: '' }] });
  expect(await read(json, 'json')).toEqual(JSON.parse(json));
});

it('keeps a % that begins no byte, and refuses bytes that are no UTF-8', async () => {
  const form = (text: string) => read(text, 'x-www-form-urlencoded');
  expect(await form('message=100% of 5%-10%ZZ%e2%82%ac')).toEqual({
    message: '100% of 5%-10%ZZ€',
  });
  for (const bytes of ['%ff', '%C3', '%ED%A0%80', '%C0%80', '%F5%80%80%80']) {
    expect(await refusal(form(`message=${bytes}`))).toBe('The body is not valid UTF-8.');
  }
});

it('refuses NUL and half characters, wherever they stand', async () => {
  const texts = [
    read('message=a%00b', 'x-www-form-urlencoded'),
    read('reactions[a%00][]=b', 'x-www-form-urlencoded'),
    readSent(formOf([['message', 'a\0b']])),
    read(String.raw`{"message":"\u0000"}`, 'json'),
    read(String.raw`{"attachments":[{"filename":"\ud800"}]}`, 'json'),
    read(String.raw`{"reactions":{"\udc00":["x"]}}`, 'json'),
  ];
  for (const text of texts) expect(await refusal(text)).toMatch(/NUL or half a character/);
});

it('refuses a file in a message with the advice where to upload it', async () => {
  const form = formOf([['message', 'See this']]);
  form.append('attachments[0]', new File(['x'.repeat(1_000_000)], 'x.txt'));
  form.append('conversation_id', 'c1');
  expect(await refusal(readSent(form))).toMatch(/POST \/v1\/attachments/);
});

it('refuses JSON that is no object, breaks off, is too deep or too large', async () => {
  const json = (text: string) => refusal(read(text, 'json'));
  for (const text of ['[]', 'null', '1', '"a"']) expect(await json(text)).toMatch(/JSON object/);
  for (const text of ['{', '{"a":}', "{'a':1}", 'a=b']) expect(await json(text)).toMatch(/JSON/);
  expect(await json(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`)).toMatch(/deeper than 64/);
  expect(await json(`{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`)).toMatch(/at most/);
  expect(await json(`{"a":[${'0,'.repeat(10_000)}0]}`)).toMatch(/at most 1000 members/);
  expect(await json('{"a":{"__proto__":{}}}')).toMatch(/may be named '__proto__'/);
});

it('refuses constructor and prototype as members of a body, but not as names of reactions', async () => {
  for (const name of ['constructor', 'prototype', '__proto__']) {
    expect(await refusal(read(`${name}=x`, 'x-www-form-urlencoded'))).toMatch(name);
    expect(await refusal(read(`{"${name}":{}}`, 'json'))).toMatch(name);
    expect(await refusal(readSent(formOf([[`${name}[a]`, 'x']])))).toMatch(name);
  }
  const expected = { reactions: { constructor: ['Kate'], toString: ['Kate'] } };
  const form = 'reactions[constructor][]=Kate&reactions[toString][]=Kate';
  expect(await read(form, 'x-www-form-urlencoded')).toEqual(expected);
  expect(await read(JSON.stringify(expected), 'json')).toEqual(expected);
});

it('refuses a multipart body without boundary, cut off, or with 10,000 fields', async () => {
  const multipart = (text: string, type = 'multipart/form-data; boundary=x') =>
    refusal(read(text, 'form-data', type));
  expect(await multipart('--x--', 'multipart/form-data')).toMatch(/boundary/);
  const part = '--x\r\ncontent-disposition: form-data; name="a[]"\r\n\r\nb\r\n';
  for (const cut of [3, 10, 40, part.length - 1, part.length]) {
    expect(await multipart(part.slice(0, cut))).toMatch(/not complete multipart/);
  }
  expect(await multipart(`${part.repeat(10_000)}--x--`)).toMatch(/at most 1000 fields/);
  expect(await multipart('--x\r\ncontent-disposition: form-data\r\n\r\nb\r\n--x--')).toMatch(
    /name/,
  );
});

it('reads past large parts without headers', async () => {
  const text = `--x\r\n\r\n${'€'.repeat(100_000)}\r\n`.repeat(3);
  const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--';
  expect(await read(text + field, 'form-data', 'multipart/form-data; boundary=x')).toEqual({
    a: 'b',
  });
});

// Multipart writes quotes, backslashes and line breaks of names in its own way; brackets are notation.
const memberName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((name) => !/[[\]"\\\r\n\0%]|^__proto__$|^\d+$/.test(name));
const value = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.replaceAll(/[\r\n\0]/g, '_'))
  .filter((text) => text !== '[]');
// No body has lists of lists: such numbers are names.
const isFlat = (items: unknown[]) => !items.some((item) => Array.isArray(item));
const { structure } = fc.letrec<{ structure: unknown }>((tie) => ({
  structure: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    value,
    fc.array(tie('structure'), { minLength: 1, maxLength: 3 }).filter(isFlat),
    fc.dictionary(memberName, tie('structure'), { minKeys: 1, maxKeys: 3 }),
  ),
}));
const topName = memberName.filter((name) => !['constructor', 'prototype'].includes(name));
const body = fc.dictionary(topName, structure, { maxKeys: 4 });

function flatten(node: unknown, name: string, pairs: [string, string][]): [string, string][] {
  if (typeof node === 'string') pairs.push([name, node]);
  else
    for (const [key, member] of Object.entries(node as object))
      flatten(member, `${name}[${key}]`, pairs);
  return pairs;
}

const runs = { numRuns: 300, seed: 10 };

it('reads back whatever URLSearchParams and FormData encode', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const pairs = Object.entries(sent).flatMap(([name, member]) => flatten(member, name, []));
      expect(await readSent(new URLSearchParams(pairs))).toEqual(sent);
      if (pairs.length > 0) expect(await readSent(formOf(pairs))).toEqual(sent);
      expect(await read(JSON.stringify(sent), 'json')).toEqual(sent);
    }),
    runs,
  );
});

const snippets = fc.constantFrom(
  '--x', '--x--', '\r\n', '\r\n\r\n', '-', 'content-disposition: form-data; name="a"', '; name=', '"',
  'content-type: a;charset=utf-16', '; filename="b"', 'a', '[', ']', '=', '&', '%', '%f', '\\', ':', ';', "*=utf-8''%00",
  '{', '}', '"a":', ',', '__proto__',
); // prettier-ignore
const garbage = fc
  .array(fc.oneof(snippets, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 30 })
  .map((parts) => parts.join(''));

it('answers garbage with a body or a refusal, never with anything else, and always', async () => {
  const formats = fc.constantFrom('x-www-form-urlencoded', 'form-data', 'json');
  await fc.assert(
    fc.asyncProperty(garbage, formats, async (text, format) => {
      const result = await read(text, format, 'multipart/form-data; boundary=x').catch(
        (error: unknown) => error,
      );
      if (result instanceof Error) expect(result).toBeInstanceOf(Refusal);
      else expect(typeof result).toBe('object');
    }),
    { ...runs, numRuns: 3_000 },
  );
});

it('reads true, false and times out of texts, too', () => {
  expect([true, 'true', '1'].map((text) => readFlag(text, 'is_muted'))).toEqual([true, true, true]);
  expect([false, 'false', '0'].some((text) => readFlag(text, 'is_muted'))).toBe(false);
  for (const wrong of ['', 'yes', 1, null, undefined, {}]) {
    expect(() => readFlag(wrong, 'is_muted')).toThrow('is_muted must be true or false.');
  }
  const time = new Date(705103200_000);
  expect([705103200, '705103200'].map((text) => readTimestamp(text, 'read_at'))).toEqual([
    time,
    time,
  ]);
  expect([null, ''].map((text) => readTimestamp(text, 'read_at'))).toEqual([null, null]);
  for (const wrong of [1.5, -1, '-1', '1e3', ' 1', true, undefined, 9e12, '9999999999999']) {
    expect(() => readTimestamp(wrong, 'read_at')).toThrow(/read_at must be whole seconds/);
  }
});
