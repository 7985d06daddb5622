import { readParts } from '../../../domain/messaging/read-parts.ts';

type Read = { name: string | undefined; filename: string | undefined; text: string };

/** The parts of a form that comes in these pieces. */
async function read(pieces: readonly Buffer[], boundary = 'x'): Promise<Read[]> {
  const parts: Read[] = [];
  await readParts(
    (async function* () {
      yield* pieces;
    })(),
    `multipart/form-data; boundary=${boundary}`,
    ({ name, filename, read: readBytes }) => {
      const bytes: Buffer[] = [];
      readBytes(
        (piece) => bytes.push(Buffer.from(piece)),
        () => parts.push({ name, filename, text: Buffer.concat(bytes).toString() }),
      );
    },
  );
  return parts;
}

const form = (disposition: string, text = 'abc', headers = ''): Buffer =>
  Buffer.from(
    `--x\r\ncontent-disposition: form-data; ${disposition}\r\n${headers}\r\n${text}\r\n--x--\r\n`,
  );

it.each(['7bit', '8bit', 'binary'])(
  'reads a field whose header says %s, with which koa-body would end the process',
  async (encoding) => {
    const body = form('name="a"', 'abc', `content-transfer-encoding: ${encoding}\r\n`);
    expect(await read([body])).toEqual([{ name: 'a', filename: undefined, text: 'abc' }]);
  },
);

it('reads characters of names and values that come in two pieces', async () => {
  const body = form('name="größe"; filename="עיתון 👩‍👩‍👧.txt"', '\r\n--\r\n--y€\r');
  const expected = [{ name: 'größe', filename: 'עיתון 👩‍👩‍👧.txt', text: '\r\n--\r\n--y€\r' }];
  for (let at = 1; at < body.length; at++) {
    expect(await read([body.subarray(0, at), body.subarray(at)])).toEqual(expected);
  }
});

it.each([
  ['name="file"; filename="a.txt"', 'a.txt'],
  ['name="file"; filename=a.txt', 'a.txt'],
  ['name="file"; filename=""', ''],
  ['name="file";filename="a \\"b\\";c.txt"', 'a "b";c.txt'],
  ['name="file"; filename="a.txt";size=3', 'a.txt'],
  [`name="file"; filename="a.txt"; filename*=utf-8''b.txt`, 'a.txt'],
  [`name="file"; filename*=utf-8''%e2%82%ac%20b.txt`, '€ b.txt'],
  [`name="file"; filename*=utf-8''%ff`, ''],
  ['name="file"', undefined],
])('reads the name of a file in %s', async (disposition, filename) => {
  expect(await read([form(disposition)])).toEqual([{ name: 'file', filename, text: 'abc' }]);
});

it.each(['', '\r\n'])(
  'refuses a form that ends at a boundary of parts followed by %j',
  async (end) => {
    const body = Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc\r\n--x${end}`,
    );
    for (let at = 1; at <= body.length; at++) {
      const pieces = [body.subarray(0, at), body.subarray(at)];
      await expect(read(pieces)).rejects.toThrow('not complete multipart/form-data');
    }
  },
);

it('reads a form whose boundary consists of hyphens', async () => {
  const body = Buffer.from(
    '---\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc\r\n-----\r\n',
  );
  expect(await read([body], '-')).toEqual([{ name: 'a', filename: undefined, text: 'abc' }]);
});

it('passes on what the body and the reader of its parts throw, wherever they do', async () => {
  const body = form('name="a"');
  const type = 'multipart/form-data; boundary=x';
  const failing = (pieces: readonly Buffer[], onPart: () => void, breaks: boolean) =>
    readParts(
      (async function* () {
        yield* pieces;
        if (breaks) throw new Error('the connection broke');
      })(),
      type,
      onPart,
    );
  const refuse = () => {
    throw new Error('refused');
  };
  for (let at = 1; at < body.length; at++) {
    const pieces = [body.subarray(0, at), body.subarray(at)];
    await expect(failing(pieces, refuse, false)).rejects.toThrow('refused');
    await expect(failing(pieces.slice(0, 1), () => undefined, true)).rejects.toThrow('broke');
  }
});
