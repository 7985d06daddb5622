import { isUuid, newId, randomBase62, uuidTime } from '../../../lib/ids.ts';
import { canonicalJson, countWrittenMembers, inspectJson } from '../../../lib/json/json.ts';
import { checkDocumentId } from '../../../domain/validation/document-ids.ts';
import { Refusal } from '../../../domain/errors.ts';
import { can } from '../../../domain/organizations/permissions.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { KeyScope, Principal } from '../../../domain/principal.ts';
import { makeKeyText, readKeyText } from '../../../domain/organizations/api-key-rules.ts';
import { nextDue } from '../../../domain/work/schedule.ts';
import { readPrefer } from '../../../api/http/prefer.ts';
import { headerValue } from '../../../api/http/header-values.ts';

describe('newId', () => {
  it('makes UUIDv7s that increase, also many in one millisecond, and carry their time', () => {
    const before = Date.now();
    const ids = Array.from({ length: 20_000 }, () => newId());
    const after = Date.now();
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => isUuid(id) && id[14] === '7')).toBe(true);
    expect(uuidTime(ids[0] ?? '')).toBeGreaterThanOrEqual(before);
    expect(uuidTime(ids[0] ?? '')).toBeLessThanOrEqual(after);
  });

  it('reads the time of versions 1, 6 and 7 and of no other', () => {
    // RFC 9562, appendix A: the same instant in three versions.
    const instant = Date.parse('2022-02-22T19:22:22.000Z');
    expect(uuidTime('C232AB00-9414-11EC-B3C8-9F6BDECED846')).toBe(instant);
    expect(uuidTime('1EC9414C-232A-6B00-B3C8-9F6BDECED846')).toBe(instant);
    expect(uuidTime('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toBe(instant);
    expect(uuidTime('919108f7-52d1-4320-9bac-f847db4148a8')).toBeUndefined();
    expect(uuidTime('null')).toBeUndefined();
  });

  it('makes base62 of the wanted length', () =>
    expect(randomBase62(32)).toMatch(/^[0-9A-Za-z]{32}$/));
});

describe('JSON', () => {
  it('is canonical whatever the order of members', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: 1 })).toBe(
      canonicalJson({ a: 1, b: [1, { c: 'x', d: null }] }),
    );
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it.each([
    ['{}', 0],
    ['{"a":1,"a":2}', 2],
    ['{"a:b":"c:d\\":","e":{"f":["g:"]}}', 3],
    ['{"\\\\":1,"x":"\\\\"}', 2],
  ])('counts the members written in %s', (text, count) => {
    expect(countWrittenMembers(text)).toBe(count);
  });

  it('finds depth, members and what cannot be stored', () => {
    expect(inspectJson({ a: [{ b: 1 }] }, 3)).toEqual({
      tooDeep: false,
      members: 2,
      unstorableAt: undefined,
    });
    expect(inspectJson({ a: [{ b: 1 }] }, 2).tooDeep).toBe(true);
    expect(inspectJson({ a: [{ b: ['x', 'y\0'] }] }, 9).unstorableAt).toBe('a[0].b[1]');
    expect(inspectJson({ a: { '\ud800': 1 } }, 9).unstorableAt).toBe('a');
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(inspectJson(deep, 64).tooDeep).toBe(true);
  });
});

describe('ids of documents', () => {
  it.each(['a', 'urn:x:y', 'ä', '🚀', 'x'.repeat(256), 'a b', '...'])('%.20s is one', (id) =>
    expect(checkDocumentId(id)).toBe(id),
  );
  it.each([
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a\u0001',
    'a\u0085',
    's3://b',
    '\ud800',
    'x'.repeat(257),
  ])('%j is none', (id) => {
    expect(() => checkDocumentId(id)).toThrow(Refusal);
  });
});

describe('permissions', () => {
  const principal = (scope: KeyScope, rest: Partial<Principal> = {}): Principal => ({
    organizationId: asOrganizationId('o'),
    name: 'x',
    scope,
    teamId: undefined,
    email: undefined,
    ...rest,
  });
  const path = [
    { id: 'leaf', members: [] },
    { id: 'root', members: [{ emailAddress: 'Ada@x.org', role: 'Steward' }] },
  ];

  it('follow scope, team and role', () => {
    expect(can(principal('organization'), 'TEAM_DELETE', [])).toBe(true);
    expect(can(principal('organization_read'), 'TEAM_DELETE', path)).toBe(false);
    expect(can(principal('team', { teamId: 'root' }), 'RESOURCES_EDIT', path)).toBe(true);
    expect(can(principal('team', { teamId: 'leaf2' }), 'RESOURCES_EDIT', path)).toBe(false);
    expect(can(principal('team', { teamId: 'root' }), 'RESOURCES_EDIT', [])).toBe(false);
    expect(can(principal('user', { email: 'ada@X.org' }), 'RESOURCES_EDIT', path)).toBe(true);
    expect(can(principal('user', { email: 'ada@X.org' }), 'RESOURCES_ADD', path)).toBe(false);
    expect(can(principal('user'), 'RESOURCES_EDIT', path)).toBe(false);
  });
});

describe('API keys', () => {
  it('show their scope and are read back', () => {
    expect(makeKeyText('team_read')).toMatch(/^ck_tr_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}$/);
    const text = makeKeyText('organization');
    expect(readKeyText(text)?.publicId).toBe(text.slice(5, 13));
    expect(readKeyText(`${text}0`)).toBeUndefined();
    expect(readKeyText('')).toBeUndefined();
  });
});

describe('nextDue', () => {
  const after = (instant: string, cron: string, zone = 'UTC') =>
    nextDue(cron, zone, new Date(instant))?.toISOString();
  it('is strictly behind the instant, and right across daylight saving', () => {
    expect(after('2026-01-01T06:00:00Z', '0 6 * * *')).toBe('2026-01-02T06:00:00.000Z');
    expect(after('2026-03-29T00:30:00Z', '30 2 * * *', 'Europe/Berlin')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    expect(after('2026-10-24T12:00:00Z', '30 2 * * *', 'Europe/Berlin')).toBe(
      '2026-10-25T00:30:00.000Z',
    );
    expect(after('2026-10-25T00:30:00Z', '30 2 * * *', 'Europe/Berlin')).toBe(
      '2026-10-26T01:30:00.000Z',
    );
    expect(after('2026-01-01T00:00:00Z', '0 0 31 2 *')).toBeUndefined();
  });
  it.each(['* * * *', '* * * * * *', '61 * * * *', 'x'])('refuses %s', (cron) => {
    expect(() => after('2026-01-01T00:00:00Z', cron)).toThrow(Refusal);
  });
  it('refuses unknown time zones', () =>
    expect(() => after('2026-01-01T00:00:00Z', '* * * * *', 'Mars/Base')).toThrow(/Mars/));
});

it('reads the header Prefer', () => {
  expect(readPrefer(undefined)).toEqual({ respondAsync: false, waitSeconds: undefined });
  expect(readPrefer('respond-async, wait=10')).toEqual({ respondAsync: true, waitSeconds: 10 });
  expect(readPrefer('Wait="5"; foo=bar')).toEqual({ respondAsync: false, waitSeconds: 5 });
});

it('keeps header values ASCII and below 4 kB', () => {
  expect(headerValue('größe, ok')).toBe('gr%C3%B6%C3%9Fe, ok');
  expect(headerValue('a\r\nb')).toBe('a%0D%0Ab');
  expect(headerValue('x'.repeat(9000))).toHaveLength(4096);
});
