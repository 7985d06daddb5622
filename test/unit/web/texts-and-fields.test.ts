import { readFileSync } from 'node:fs';
import { eventSchemas } from '../../../api/schemas/events/cloud-event.ts';
import { noticeKinds } from '../../../domain/notices/notice.ts';
import { pageWords } from '../../../domain/organizations/reserved-names.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { changedPart } from '../../../web/src/lib/text/changed-part.ts';
import { dayText, relativeTime } from '../../../web/src/lib/dates.ts';
import { pathOf } from '../../../web/src/features/integrations/asset-path.ts';
import { checkFailure } from '../../../web/src/features/integrations/form/check-failure.ts';
import {
  allTypesText,
  replayState,
  typesText,
} from '../../../web/src/features/webhooks/replay-facts.ts';
import { initialsOf } from '../../../web/src/lib/initials.ts';
import { mergeFields } from '../../../web/src/lib/text/merge-fields.ts';
import { bytesText, counted } from '../../../web/src/lib/numbers.ts';
import { collectionNames } from '../../../web/src/texts/kinds.ts';
import { eventSentence } from '../../../web/src/texts/event-sentences.ts';
import { noticeSentence } from '../../../web/src/texts/notices.ts';
import { statusWord } from '../../../web/src/texts/status-words.ts';

describe('addresses', () => {
  it('of pages begin with words that no organization may take', () => {
    const text = readFileSync('web/src/routes/index.ts', 'utf8');
    const words = [...text.matchAll(/path: '\/([a-z][^'/]*)/g)].map(([, word]) => word);
    expect(words).toContain('sign-in');
    const known: readonly (string | undefined)[] = pageWords;
    expect(words.filter((word) => !known.includes(word))).toEqual([]);
  });

  it('of documents have a page for each kind', () => {
    const collections = documentKinds.map(({ collection }) => collection);
    expect(collections.filter((each) => !(each in collectionNames))).toEqual([]);
    const vanity = readFileSync('web/src/lib/address/vanity.ts', 'utf8');
    expect(collections.filter((each) => !vanity.includes(each))).toEqual([]);
  });
});

it.each([
  ['schema[orders].properties[total].physicalType', 'orders.total', 'physical type'],
  ['schema[orders].properties[lines].items.properties[sku]', 'orders.lines.sku', ''],
  ['schema[orders]', 'orders', ''],
  ['servers[shop].host', undefined, 'servers[shop].host'],
])('%s is told as people name it', (path, name, member) => {
  expect(changedPart(path)).toEqual({ name, member });
});

describe('an edit that met another one', () => {
  const base = { name: 'Shop', purpose: 'Orders', tags: ['a'] };

  it('takes what only one side changed', () => {
    const theirs = { ...base, name: 'Web shop' };
    const mine = { ...base, tags: ['a', 'b'] };
    expect(mergeFields(base, theirs, mine)).toEqual({
      merged: { name: 'Web shop', purpose: 'Orders', tags: ['a', 'b'] },
      conflicts: [],
    });
  });

  it('keeps what was typed, and shows what both changed differently', () => {
    const theirs = { ...base, name: 'Web shop', purpose: 'Sales' };
    const mine = { ...base, name: 'The shop', purpose: 'Sales' };
    expect(mergeFields(base, theirs, mine)).toEqual({
      merged: { ...base, name: 'The shop', purpose: 'Sales' },
      conflicts: [{ field: 'name', base: 'Shop', theirs: 'Web shop', mine: 'The shop' }],
    });
  });

  it('leaves out what one side removed', () => {
    const { purpose: _, ...without } = base;
    expect(mergeFields(base, without, base).merged).toEqual(without);
    expect(mergeFields(base, base, without).merged).toEqual(without);
    expect(mergeFields(base, without, { ...base, purpose: 'Mine' }).conflicts).toHaveLength(1);
  });
});

describe('words', () => {
  it('say a state that the table does not know by its own name', () => {
    expect(statusWord('test', 'failed')).toMatchObject({ tone: 'bad', word: 'Failed' });
    expect(statusWord('test', 'constructor')).toEqual({
      tone: 'idle',
      word: 'constructor',
      icon: 'none',
    });
  });

  const now = new Date('2026-11-22T12:00:00Z');
  it.each([
    ['2026-11-22T11:59:40Z', 'just now'],
    ['2026-11-22T10:00:00Z', '2 hr. ago'],
    ['2026-11-21T11:00:00Z', 'yesterday'],
    ['2026-12-01T12:00:00Z', 'in 9 days'],
  ])('say %s as a time from now', (at, words) => {
    expect(relativeTime(new Date(at), now)).toBe(words);
  });

  it('say dates with the year unless it is this one', () => {
    expect(dayText(new Date('2026-11-30'), now, 'UTC')).toBe('30 Nov');
    expect(dayText(new Date('2027-05-31'), now, 'UTC')).toBe('31 May 2027');
  });

  it('say numbers with their nouns and units', () => {
    expect([counted(1, 'check'), counted(1204, 'check')]).toEqual(['1 check', '1,204 checks']);
    expect([bytesText(999), bytesText(1_400_000), bytesText(42_000)]).toEqual([
      '999 B',
      '1.4 MB',
      '42 kB',
    ]);
    expect([initialsOf('Ilse Brandvold'), initialsOf('checkout'), initialsOf('')]).toEqual([
      'IB',
      'C',
      '?',
    ]);
  });

  it('say notices as sentences, also those of a kind that is new', () => {
    const details = { consumer: 'Commerce', dataProductName: 'Shop data', outputPortId: 'raw' };
    expect(noticeSentence({ kind: 'access-requested', details })).toBe(
      'Commerce asks for Shop data / raw.',
    );
    expect(noticeSentence({ kind: 'something-new', details: { name: 'Orders' } })).toBe(
      'Orders: something new.',
    );
  });

  it('say every kind of notice and every event in words of their own', () => {
    const details = { name: 'Orders' };
    const plain = noticeKinds.filter((kind) => {
      const sentence = noticeSentence({ kind, details });
      return sentence === `Orders: ${kind.replaceAll('-', ' ')}.`;
    });
    expect(plain).toEqual([]);
    const types = eventSchemas.flatMap(({ $id = '' }) => ($id.endsWith('Event') ? [$id] : []));
    expect(types.length).toBeGreaterThan(50);
    const told = types.map((type) => eventSentence({ type: `com.example.${type}`, subject: 'x' }));
    expect(told.filter((sentence) => !/^The .* .*\.$/u.test(sentence))).toEqual([]);
    expect(eventSentence({ type: 'com.example.SomethingNewEvent', subject: 'x' })).toBe(
      'Something New: x',
    );
  });
});

describe('pages of operators', () => {
  it.each([
    [
      'Could not connect to PostgreSQL db:5432/shop: password authentication failed for user "x"',
      'refused the credentials',
    ],
    [
      "Could not connect to MariaDB db:3306: Access denied for user 'x'@'10.0.0.1'",
      'refused the credentials',
    ],
    ['warehouse.example.com:443 answered 401: no', 'refused the credentials'],
    ['Host db:5432 is not allowed; an operator can add it to ALLOWED_HOSTS', 'host is not allowed'],
    ['Host db resolves to an address that is never contacted', 'host is not allowed'],
    [
      'Could not connect to PostgreSQL db:5432/shop: connect ECONNREFUSED 127.0.0.1:5432',
      'cannot be reached',
    ],
    ['Could not resolve host db: getaddrinfo ENOTFOUND db', 'cannot be reached'],
    ['Credentials are not sent unencrypted: db needs https://', 'connection test failed'],
    ['database "shop" does not exist', 'connection test failed'],
    [null, 'connection test failed'],
  ])('name the cause of a failed connection test: %s', (message, title) => {
    expect(checkFailure(message)).toContain(title);
  });

  it('show the paths of files as folders, and others as they are', () => {
    expect(pathOf('barn:files."."."plants.csv"')).toBe('files / plants.csv');
    expect(pathOf('barn:files.2024%2Fmay."a ""b"".csv"')).toBe('files / 2024/may / a "b".csv');
    expect(pathOf('shop:shop.public.orders')).toBe('shop.public.orders');
  });

  it('call a replay done when none of its deliveries waits, and name its types briefly', () => {
    const replay = { state: 'done', pending: 307, types: ['A', 'B', 'C'], allTypes: false };
    const of = (part: object) => ({ ...replay, ...part }) as Parameters<typeof replayState>[0];
    expect(replayState(of({}))).toBe('sending');
    expect(replayState(of({ pending: 0 }))).toBe('done');
    expect(replayState(of({ state: 'running' }))).toBe('running');
    expect(typesText(of({}))).toBe('A, B and 1 more');
    expect(allTypesText(of({}))).toBe('A, B, C');
    expect(typesText(of({ allTypes: true }))).toBe('everything');
  });
});
