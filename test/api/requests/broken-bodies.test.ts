import { randomUUID } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { contentTypeOf } from '../../../api/body/read-body.ts';
import type { Route } from '../../../api/route.ts';
import { routes } from '../../../api/routes/index.ts';
import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { freePort } from '../../../local/servers/free-port.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { faults, sendBroken } from '../../support/http/broken-request.ts';
import type { BrokenRequest } from '../../support/http/broken-request.ts';
import { ensureBuilt } from '../../support/chaos/dist.ts';
import { createFleet } from '../../support/chaos/fleet.ts';
import type { Fleet, Member } from '../../support/chaos/fleet.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { until } from '../../support/until.ts';

/** An uncaught error would end this test in the same process, so that the API is one of its own, as in production. */
let api: TestApi;
let fleet: Fleet;
let program: Member;
let port: number;
let credentials: Record<'session' | 'token' | 'person' | 'key', string>;
beforeAll(async () => {
  ensureBuilt();
  api = await startApi();
  const { cookie, 'x-requested-with': page } = await signIn(api);
  const person = await api.newKey('user', { email: 'ada@example.com' });
  credentials = {
    session: `cookie: ${cookie}\r\nx-requested-with: ${page}`,
    token: `authorization: Bearer ${(await newPerson(api, 'Kevin')).token}`,
    person: `x-api-key: ${person.text}`,
    key: `x-api-key: ${api.key}`,
  };
  port = await freePort();
  fleet = createFleet({
    DATABASE_URL: api.url,
    LOG_LEVEL: 'warn',
    ATTACHMENT_STORAGE: api.attachmentsDir,
  });
  program = fleet.start('api', 'api', { PORT: String(port) });
  await until('the API answers', () =>
    fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined),
  );
});
afterAll(async () => {
  await fleet.stop();
  await api.stop();
});

type Format = NonNullable<Route['body']>['formats'][number];

const boundary = 'x-boundary';
const padding = 'p'.repeat(3_000);

/** Bodies need only be what their type says: what is wrong in them is refused once they have been read. */
const contents: Partial<Record<Format, string>> = {
  'x-ndjson': `{"resource":"teams","id":"x","document":"${padding}"}\n`.repeat(3),
  turtle: `<https://example.com/x> <https://example.com/y> "${padding}" .`,
  'rdf+xml': `<rdf:RDF><!-- ${padding} --></rdf:RDF>`,
  'x-www-form-urlencoded': `padding=${padding}`,
  'form-data': `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n${padding}\r\n--${boundary}--\r\n`,
};
const contentOf = (format: Format): Buffer =>
  Buffer.from(contents[format] ?? JSON.stringify({ padding }));

/** At its best compression, which is the default, Brotli takes seconds for the bombs. */
const brotliSync = (body: Buffer): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

type Encoding = [name: string, pack: (body: Buffer) => Buffer, headerBytes: number];
const encodings: Encoding[] = [
  ['identity', (body) => body, 1],
  ['gzip', gzipSync, 5],
  ['x-gzip', gzipSync, 5],
  ['deflate', deflateSync, 1],
  ['br', brotliSync, 1],
  ['zip', gzipSync, 5],
  ['gzip, gzip', (body) => gzipSync(gzipSync(body)), 5],
];

function credentialOf({ access, permission }: Route): string {
  if (access === 'session' || access === 'token') return credentials[access];
  return permission === 'person' ? credentials.person : credentials.key;
}

function headOf(route: Route, format: Format, encoding: string): string {
  const path = route.path.replaceAll(/[:*]\w+/g, 'broken');
  const type = contentTypeOf(format) + (format === 'form-data' ? `; boundary=${boundary}` : '');
  // Where bodies are streamed, the key is looked up before the first read.
  const key = route.body?.streamed ? `\r\nidempotency-key: ${randomUUID()}` : '';
  const fields = `content-type: ${type}\r\ncontent-encoding: ${encoding}\r\nprefer: respond-async`;
  return `${route.method} ${path} HTTP/1.1\r\n${credentialOf(route)}${key}\r\n${fields}`;
}

/** Before the body, within the header of the encoding, in the middle, before the last byte, and behind the end. */
const positionsIn = (length: number, headerBytes: number): readonly number[] => [
  0,
  headerBytes,
  Math.floor(length / 2),
  length - 1,
  length,
];

const reading = [...routes, ...messagingRoutes].filter(({ body }) => body !== undefined);

/** What decides how a body is read: routes that are equal in this share the code that reads it. */
const wayOfReading = ({ access, permission, body, longTexts, bounded, read }: Route): string =>
  JSON.stringify([
    [access, permission === 'person', longTexts, bounded, read !== undefined],
    [body?.formats, body?.streamed, body?.required, body?.limitBytes, body?.ignoresOtherTypes],
  ]);

/** The first route of each way of reading. */
const models = new Set(
  new Map(reading.toReversed().map((route) => [wayOfReading(route), route])).values(),
);

/**
 * Every fault on every route: at every position on one route of each way of reading, and on the others at one, which moves on from
 * fault to fault, from route to route and from encoding to encoding.
 */
function* brokenRequests([encoding, pack, headerBytes]: Encoding): Generator<BrokenRequest> {
  const bodies = new Map<Format, Buffer>();
  let turn = encodings.findIndex(([name]) => name === encoding);
  for (const route of reading) {
    const formats = route.body?.streamed ? route.body.formats : route.body?.formats.slice(0, 1);
    for (const format of formats ?? []) {
      const body = bodies.get(format) ?? pack(contentOf(format));
      bodies.set(format, body);
      const head = headOf(route, format, encoding);
      const positions = positionsIn(body.length, headerBytes);
      for (const fault of faults) {
        const here = models.has(route) ? positions : positions.slice(turn % 5, (turn % 5) + 1);
        for (const sentBytes of here)
          yield { head, body, sentBytes, fault, delayMs: (sentBytes % 4) * 15 };
        turn += 1;
      }
    }
  }
}

/** Sends all of them, many at once, and answers what the server said to each. */
async function sendAll(requests: Iterable<BrokenRequest>, atOnce = 150): Promise<string[]> {
  const answers: string[] = [];
  const waiting = requests[Symbol.iterator]();
  const sendOn = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const answer = await sendBroken(port, next.value);
      answers.push(`${next.value.fault} at ${next.value.sentBytes}, ${next.value.head}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  return answers;
}

async function expectAlive(): Promise<void> {
  expect(program.process.output()).not.toMatch(/uncaught error|request failed/);
  expect([program.process.child.exitCode, program.process.child.signalCode]).toEqual([null, null]);
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
}

it('the bodies are read: whole ones are refused for what is in them, by no missing key', async () => {
  for (const route of reading) {
    const [format = 'json'] = route.body?.formats ?? [];
    const head = headOf(route, format, 'gzip');
    const body = Buffer.alloc(100);
    const [answer] = await sendAll([{ head, body, sentBytes: 0, fault: 'garbage', delayMs: 0 }]);
    expect(`${route.method} ${route.path} ${answer}`).toMatch(/HTTP\/1\.1 40[04]/);
  }
});

it.each(encodings)('the process survives every break of %s on every route', async (...encoding) => {
  const answers = await sendAll(brokenRequests(encoding));
  const full = models.size * 4 * faults.length;
  expect(answers.length).toBeGreaterThanOrEqual(reading.length * faults.length + full);
  expect(answers.filter((answer) => /HANGS|HTTP\/1\.1 5/.test(answer))).toEqual([]);
  await expectAlive();
});

it('the process survives bodies that unpack beyond the limit and break off', async () => {
  const [signIn, attach] = ['/ui/session', '/v1/attachments'].map(
    (path) => reading.find((route) => route.path === path) as Route,
  );
  const packed = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliSync],
  ] as const;
  const bombs = packed.flatMap(([encoding, pack]) => {
    const body = pack(Buffer.alloc(40 * 1024 * 1024));
    return [signIn as Route, ...reading.filter(({ body: rule }) => rule?.streamed)].flatMap(
      (route) => faults.map((fault) => ({ route, encoding, body, fault })),
    );
  });
  const small = gzipSync(Buffer.alloc(100_000));
  const tries = Array.from({ length: 30 }, (_, index) => index);
  await sendAll([
    ...bombs.map(({ route, encoding, body, fault }) => {
      const head = headOf(route, route.body?.formats[0] ?? 'json', encoding);
      return { head, body, sentBytes: Math.floor(body.length / 2), fault, delayMs: 0 };
    }),
    // Whole for the unpacker, but not for the connection.
    ...tries.map((index): BrokenRequest => {
      const head = headOf(signIn as Route, 'json', 'gzip');
      const body = Buffer.concat([small, Buffer.alloc(10)]);
      return { head, body, sentBytes: small.length, fault: 'half-close', delayMs: index * 2 };
    }),
    ...tries.map((index): BrokenRequest => {
      const head = headOf(attach as Route, 'form-data', 'gzip').replace(/; boundary=.*/, '');
      return { head, body: small, sentBytes: 0, fault: 'garbage', delayMs: index * 2 };
    }),
  ]);
  await expectAlive();
});
