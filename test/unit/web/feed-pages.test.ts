import { mergeReport } from '../../../domain/access/provisioning.ts';
import { mergedFields } from '../../../web/src/features/access-inspector/merged-fields.ts';
import { withMember, withTime } from '../../../web/src/lib/address/search-change.ts';
import { subjectHref } from '../../../web/src/lib/address/subject-href.ts';
import { boundsOf, readTimeRange } from '../../../web/src/lib/address/time-range.ts';
import { eventKindName, eventName, shortType } from '../../../web/src/texts/event-names.ts';

describe('the merged record of an access', () => {
  const reports = [
    { status: 'provisioning', report: { platform: 'postgres', reference: 'job-1' } },
    { status: 'provisioning-failed', report: { diagnostics: 'No role.', reference: null } },
    { status: 'provisioning', report: { executor: 'grants' } },
  ] as const;
  const at = new Date('2026-11-23T07:00:00Z');
  const record = reports.reduce<ReturnType<typeof mergeReport> | undefined>(
    (before, { status, report }) => mergeReport(before, status, report, at),
    undefined,
  );
  const newestFirst = reports.toReversed() as unknown as Parameters<typeof mergedFields>[1];

  it('names for each field the report that said it last', () => {
    const fields = mergedFields(record as Parameters<typeof mergedFields>[0], newestFirst);
    expect(Object.fromEntries(fields.map(({ name, saidBy }) => [name, saidBy]))).toEqual({
      platform: 1,
      reference: 1,
      diagnostics: 2,
      failedAt: 2,
      executor: 3,
      status: 3,
      provisioningStartedAt: 3,
    });
  });

  it('has no report for what a whole record brought', () => {
    const [field] = mergedFields({ status: 'provisioned', note: 'by hand' }, []);
    expect(field).toEqual({ name: 'status', value: 'provisioned', saidBy: undefined });
  });
});

it.each([
  ['com.datamesh-manager.events.AccessProvisioningFailedEvent', 'Access provisioning failed'],
  ['ApiKeyRevoked', 'API key revoked'],
  ['message.created', 'Message created'],
])('calls %s "%s"', (type, name) => {
  expect(eventName(type)).toBe(name);
});

it('knows the kinds and the types without their prefix', () => {
  expect(eventKindName('data-contract')).toBe('Data contract');
  expect(shortType('com.example.TeamUpdatedEvent')).toBe('TeamUpdatedEvent');
  expect(shortType('contact.created')).toBe('contact.created');
});

it.each([
  ['team', 'web shop', '/teams/web%20shop'],
  ['semantic-branch', 'sales/credit', '/semantics/sales/branches/credit'],
  ['webhook', 'grants', '/operate/webhooks/grants'],
  ['cost', 'one', undefined],
])('the page of %s %s is %s', (kind, id, href) => {
  expect(subjectHref(kind, id)).toBe(href);
});

describe('a span of time in the address', () => {
  const now = new Date('2026-11-23T12:00:00Z');

  it('drops what is no span and no day', () => {
    expect(readTimeRange({ since: 'constructor', from: '2026-13-45', to: 'x' })).toEqual({});
    expect(readTimeRange({ since: 'day', from: '2026-11-01' })).toEqual({ since: 'day' });
  });

  it('includes the last day as a whole', () => {
    const { from = '', to = '' } = boundsOf({ from: '2026-11-17', to: '2026-11-17' }, now);
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000);
    expect(boundsOf({ since: 'hour' }, now)).toEqual({ from: '2026-11-23T11:00:00.000Z' });
  });

  it('replaces another one, and leaves the filters', () => {
    const search = { kind: 'team', from: '2026-11-17' };
    expect(withTime(search, { since: 'day' })).toEqual({ kind: 'team', since: 'day' });
    expect(withMember(search, 'kind', '')).toEqual({ from: '2026-11-17' });
  });
});
