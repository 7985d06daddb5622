import { toRecipients } from '../../../domain/notices/notice.ts';
import { readerOf, recipientsOf } from '../../../domain/notices/reader.ts';
import { asOrganizationId } from '../../../domain/principal.ts';
import type { Principal } from '../../../domain/principal.ts';

const principal = (change: Partial<Principal>): Principal => ({
  organizationId: asOrganizationId('o'),
  name: 'api-key:1',
  scope: 'user',
  teamId: undefined,
  email: undefined,
  ...change,
});

it.each<[string, Partial<Principal>, string[]]>([
  ['a user key', { email: 'Ada@example.com' }, ['person:ada@example.com']],
  [
    'an Owner who is a member',
    { name: 'user:7', email: 'ada@example.com', isOwner: true },
    ['person:ada@example.com'],
  ],
  [
    'the local administrator',
    { name: 'user:8', email: 'local-administrator@concordat.invalid', isOwner: true },
    ['person:local-administrator@concordat.invalid', 'organization'],
  ],
  ['an organization key', { scope: 'organization' }, ['api-key:1', 'organization']],
  ['a reading key', { scope: 'organization_read' }, ['api-key:1', 'organization']],
  ['a team key', { scope: 'team', teamId: 'shop' }, ['api-key:1', 'team:shop']],
])('%s reads its own notices and those of what it stands for', (_who, change, expected) => {
  expect(recipientsOf(principal(change))).toEqual(expected);
  expect(readerOf(principal(change))).toBe(expected[0]);
});

it('a recipient gets a notice for its first reason, and the actor gets none', () => {
  const candidates = [
    { recipient: 'person:a', reason: 'decide' },
    { recipient: 'person:b', reason: 'team' },
    { recipient: 'person:a', reason: 'follow' },
  ] as const;
  expect(toRecipients(candidates, ['person:b', 'api-key:1'])).toEqual([candidates[0]]);
});
