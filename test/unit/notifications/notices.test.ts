import { addressProblem } from '../../../domain/notifications/mail-address.ts';
import { isWebAddress } from '../../../domain/notifications/notice.ts';
import { firstBytes, oneLine } from '../../../domain/notifications/plain-text.ts';
import { recipientsOf } from '../../../domain/notifications/recipients.ts';
import { renderText } from '../../../domain/notifications/render-text.ts';
import {
  storedFailure,
  storedReminder,
} from '../../../domain/notifications/templates/access-data.ts';
import type { FailureData } from '../../../domain/notifications/templates/access-data.ts';
import { composeNotice } from '../../../domain/notifications/templates/index.ts';
import type { AnyNotice } from '../../../domain/notifications/templates/index.ts';
import { messageIdOf } from '../../../jobs/mail/message-id.ts';

const failure: FailureData = {
  accessId: 'a1',
  dataProductId: 'shop',
  outputPortId: 'orders',
  consumer: 'Marketing',
  lifecycle: 'active',
  purpose: 'Campaigns',
  reportedAt: '2026-01-02T03:04:05Z',
  page: 'https://catalog.example.com/access/a1',
};
const reminder = {
  accessId: 'a1',
  dataProductId: 'shop',
  outputPortId: 'orders',
  provider: 'Shop',
  consumer: 'Marketing',
  purpose: 'Campaigns',
  date: '2026-03-31',
  page: 'https://catalog.example.com/access/a1',
};
const all: AnyNotice[] = [
  { template: 'provisioning-failed', data: failure },
  { template: 'deprovisioning-failed', data: failure },
  { template: 'access-expiry', data: reminder },
  { template: 'access-reassessment', data: reminder },
  { template: 'channel-test', data: { teamId: 'shop', channelId: 'c', page: failure.page } },
];
const noticeOf = ({ template, data }: AnyNotice) => {
  const notice = composeNotice({ template, data: JSON.stringify(data) });
  if (!notice) throw new Error(`there is no template ${template}`);
  return notice;
};

describe('templates', () => {
  it('say what happened, to whom, and where to look', () => {
    const subjects = all.map((each) => noticeOf(each).subject);
    expect(subjects).toEqual([
      'Provisioning failed: shop/orders for Marketing',
      'Deprovisioning failed: shop/orders for Marketing',
      'Access ends on 2026-03-31: shop/orders for Marketing',
      'Access to be reassessed by 2026-03-31: shop/orders for Marketing',
      'Test message for shop',
    ]);
    for (const each of all.slice(0, 4)) {
      const text = renderText(noticeOf(each));
      for (const part of ['Marketing', 'Campaigns', 'shop/orders', `Access: ${failure.page}`])
        expect([each.template, text]).toEqual([each.template, expect.stringContaining(part)]);
      expect(text).not.toMatch(/undefined|null/);
    }
  });

  it('leave out what was not reported, and show what was as it is', () => {
    const data = {
      ...failure,
      platform: 'databricks',
      diagnostics: '# Log\n\n`grant` failed\n\t* x',
      links: { Run: 'https://runs.example.com/1', Bad: 'javascript:alert(1)' },
    };
    const text = renderText(noticeOf({ template: 'provisioning-failed', data }));
    expect(text).toContain('# Log\n\n`grant` failed\n\t* x');
    expect(text).toContain('Run: https://runs.example.com/1');
    expect(text).toMatch(/Platform: +databricks/);
    expect(text).not.toMatch(/javascript|Reported by/);
  });

  it('are unknown by other names', () => {
    expect(composeNotice({ template: 'other', data: '{}' })).toBeUndefined();
  });

  it.each([
    '\r\nBcc: eve@example.com',
    '\u2028x',
    '\u0000',
    '\u202etxt',
    '\ud800',
    'x'.repeat(5000),
  ])('make one line of names with %j', (evil) => {
    for (const { template, data } of all) {
      const changed = Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, `${value as string}${evil}`]),
      );
      const { subject, facts } = noticeOf({ template, data: changed } as unknown as AnyNotice);
      for (const line of [subject, ...facts.flat()]) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202e]/u);
        expect(line.length).toBeLessThan(1100);
      }
      expect(subject.length).toBeLessThan(300);
    }
  });
});

describe('long diagnostics', () => {
  it('are cut for the ledger, and the mail says so and where the whole is', () => {
    const diagnostics = 'ä€😀'.repeat(40_000);
    const data = storedFailure({ ...failure, accessId: 'a/1', diagnostics });
    expect(Buffer.byteLength(data.diagnostics ?? '')).toBeLessThanOrEqual(10_240);
    expect(Buffer.byteLength(data.diagnostics ?? '')).toBeGreaterThan(10_230);
    expect(diagnostics.startsWith(data.diagnostics ?? 'x')).toBe(true);
    const text = renderText(noticeOf({ template: 'provisioning-failed', data }));
    expect(text).toContain(
      'the first 10 kB of 352 kB; GET /api/access/a%2F1/provisioning/reports returns the complete text.',
    );
  });

  it('that fit stay whole', () => {
    const data = { ...failure, diagnostics: 'x'.repeat(10_240) };
    expect(storedFailure(data)).toEqual(data);
    expect(renderText(noticeOf({ template: 'provisioning-failed', data }))).not.toContain('kB');
    expect(storedFailure(failure)).toEqual(failure);
  });
});

describe('a long report', () => {
  const links = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, n) => [`Run ${n}`, `https://runs.example.com/${n}`]),
  );

  it('is stored with as many links as a mail shows, and the mail says so and where all are', () => {
    const data = storedFailure({ ...failure, links });
    const notice = noticeOf({ template: 'deprovisioning-failed', data });
    expect(notice.links.map(({ label }) => label)).toEqual([
      'Access',
      ...Array.from({ length: 20 }, (_, n) => `Run ${n}`),
    ]);
    const remark = '20 of 1000; GET /api/access/a1/provisioning/reports returns all';
    expect(notice.facts).toContainEqual(['Links', remark]);
  });

  it('loses links that are too long or lead nowhere, and tells only of the former', () => {
    const page = 'https://runs.example.com/';
    const some = { A: `${page}${'x'.repeat(1_975)}`, B: `${page}${'x'.repeat(1_976)}`, C: 'no' };
    const shown = storedFailure({ ...failure, links: some });
    expect([Object.keys(shown.links ?? {}), shown.linksCount]).toEqual([['A'], '2']);
    const few = storedFailure({ ...failure, links: { A: some.A, C: some.C } });
    expect(noticeOf({ template: 'provisioning-failed', data: few }).facts.flat()).not.toContain(
      'Links',
    );
  });

  it('is stored with no longer texts than a mail shows', () => {
    const long = 'x'.repeat(100_000);
    const data = { ...failure, consumer: long, purpose: long, platform: long, executor: long };
    const stored = storedFailure({ ...data, diagnostics: long, links: { [long]: failure.page } });
    expect(JSON.stringify(stored).length).toBeLessThan(15_000);
    const shown = noticeOf({ template: 'provisioning-failed', data });
    expect(noticeOf({ template: 'provisioning-failed', data: storedFailure(data) })).toEqual(shown);
    const told = { ...reminder, provider: long, consumer: long, purpose: long };
    expect(JSON.stringify(storedReminder(told)).length).toBeLessThan(4_000);
    expect(noticeOf({ template: 'access-expiry', data: storedReminder(told) })).toEqual(
      noticeOf({ template: 'access-expiry', data: told }),
    );
  });
});

it.each([
  ['abc', 2, 'ab'],
  ['äb', 1, ''],
  ['€', 2, ''],
  ['a😀', 4, 'a'],
  ['a😀', 5, 'a😀'],
])('the first bytes of %j, %i at most, are %j', (text, most, expected) => {
  expect(firstBytes(text, most)).toBe(expected);
});

it('one line is cut between characters', () => {
  expect(oneLine('ab😀', 3)).toBe('ab…');
  expect(oneLine(' a\r\n\tb ')).toBe('a b');
});

describe('addresses', () => {
  it.each(['ada@example.com', 'a.b+c@sub.example.org', 'ä@exämple.de', "o'neil@example.com"])(
    '%s gets a mail',
    (address) => expect(addressProblem(address)).toBeUndefined(),
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example.com, eve@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com;eve@example.com',
    'Team: ada@example.com, eve@example.com;',
    'ada(comment)@example.com',
    '<ada@example.com>',
    'Ada <ada@example.com>',
    '"ada eve"@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\u0000',
    'ada@[127.0.0.1]',
    'ada@eve@example.com',
    'ada\\@example.com',
    ' ada@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(260)}.com`,
  ])('%j gets none', (address) => expect(addressProblem(address)).toEqual(expect.any(String)));
});

describe('recipients of a team', () => {
  const member = (emailAddress: unknown, role?: string) => ({ emailAddress, role }) as never;
  it.each([
    ['its owners', [member('A@x.org', 'Owner'), member('b@x.org')], ['a@x.org']],
    [
      'all without an owner',
      [member('a@x.org', 'Editor'), member('b@x.org')],
      ['a@x.org', 'b@x.org'],
    ],
    ['each once', [member('a@x.org'), member('A@X.ORG'), member(' a@x.org ')], ['a@x.org']],
    ['nobody', [], []],
    ['nobody without an address', [member(''), member(undefined)], []],
  ])('are %s', (_, members, expected) => expect(recipientsOf({ members })).toEqual(expected));

  it('are nobody when its members are null', () => {
    expect(recipientsOf({ members: null })).toEqual([]);
    expect(recipientsOf({})).toEqual([]);
  });
});

it.each([
  ['concordat@example.com', '<1@example.com>'],
  ['Concordat <a@sub.example.com>', '<1@sub.example.com>'],
  ['concordat@localhost', '<1@catalog.example.org>'],
  ['concordat@exämple.de', '<1@catalog.example.org>'],
])('the Message-ID of mails from %s is %s', (mailFrom, expected) => {
  expect(messageIdOf('1', { mailFrom, publicUrl: 'https://catalog.example.org:8443' })).toBe(
    expected,
  );
});

it.each([
  ['https://a.example.com/x?y=z#w', true],
  ['http://a', true],
  ['javascript:alert(1)', false],
  ['//evil.example.com', false],
  ['data:text/html,x', false],
  ['https://a.example.com/"><script>', false],
  [' https://a.example.com', false],
])('%s is an address to follow: %s', (url, expected) => expect(isWebAddress(url)).toBe(expected));
