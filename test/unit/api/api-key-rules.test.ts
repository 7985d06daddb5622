import {
  apiKeyState,
  checkKeyRequest,
  isWorkingKey,
} from '../../../domain/organizations/api-key-rules.ts';
import type { KeyRequest } from '../../../domain/organizations/api-key-rules.ts';

const now = new Date('2026-11-20T23:59:59.999Z');

describe('apiKeyState', () => {
  it.each([
    ['without an end', null, null, 'working'],
    ['through the end of its last day in UTC', null, '2026-11-20', 'working'],
    ['from the day after its last', null, '2026-11-19', 'expired'],
    ['revoked, whatever its last day', new Date(0), '2030-01-01', 'revoked'],
  ] as const)('%s', (_, revokedAt, expiresOn, state) => {
    expect(apiKeyState({ revokedAt, expiresOn }, now)).toBe(state);
    expect(isWorkingKey({ revokedAt, expiresOn }, now)).toBe(state === 'working');
  });
});

describe('checkKeyRequest', () => {
  const wish = (changes: Partial<KeyRequest>) => () =>
    checkKeyRequest({ scope: 'organization', displayName: 'Pipeline', ...changes }, now);

  it.each([
    [{}],
    [{ expiresOn: '2026-11-20' }],
    [{ expiresOn: '2028-02-29' }],
    [{ displayName: 'x'.repeat(200) }],
    [{ scope: 'team_read', teamId: 'checkout' }],
    [{ scope: 'user', email: 'anna@example.com' }],
  ] as [Partial<KeyRequest>][])('allows %j', (changes) => {
    expect(wish(changes)).not.toThrow();
  });

  it.each([
    [{ expiresOn: '2026-11-19' }, /2026-11-19 is in the past, today is 2026-11-20/],
    [{ expiresOn: '2027-02-29' }, /is no day/],
    [{ expiresOn: '2027-2-1' }, /is no day/],
    [{ expiresOn: '2027-13-01' }, /is no day/],
    [{ displayName: ' ' }, /name of the key is empty/],
    [{ displayName: 'x'.repeat(201) }, /at most 200 characters/],
    [{ displayName: 'a\u001b[31mb' }, /no line breaks/],
    [{ scope: 'team' }, /needs the id of an existing team/],
    [{ teamId: 'checkout' }, /has no team/],
    [{ scope: 'user_read' }, /needs the e-mail address/],
    [{ scope: 'user', email: 'anna' }, /is not an e-mail address/],
    [{ email: 'anna@example.com' }, /has no e-mail address/],
  ] as [Partial<KeyRequest>, RegExp][])('refuses %j', (changes, message) => {
    expect(wish(changes)).toThrow(expect.objectContaining({ code: 'invalid_body' }));
    expect(wish(changes)).toThrow(message);
  });
});
