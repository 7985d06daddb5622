import { mergeReport, replaceRecord } from '../../../domain/access/provisioning.ts';
import { dueReminder } from '../../../domain/access/reminders.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const later = new Date('2026-03-10T13:00:00.000Z');

describe('mergeReport', () => {
  it('keeps what a report leaves out or gives as null, and notes when', () => {
    const links = { console: 'https://console.example.com' };
    const first = mergeReport(undefined, 'provisioning', { platform: 'databricks', links }, now);
    expect(first).toEqual({
      status: 'provisioning',
      platform: 'databricks',
      links,
      provisioningStartedAt: now.toISOString(),
    });
    const second = mergeReport(first, 'provisioned', { platform: null, reference: 'r' }, later);
    expect(second).toEqual({
      ...first,
      status: 'provisioned',
      reference: 'r',
      provisionedAt: later.toISOString(),
    });
  });

  it('clears diagnostics by the next success only', () => {
    const failed = mergeReport(undefined, 'provisioning-failed', { diagnostics: 'no' }, now);
    expect(failed).toMatchObject({ diagnostics: 'no', failedAt: now.toISOString() });
    expect(mergeReport(failed, 'provisioning', {}, later).diagnostics).toBe('no');
    expect(mergeReport(failed, 'provisioned', {}, later)).not.toHaveProperty('diagnostics');
    expect(mergeReport(failed, 'deprovisioned', { diagnostics: 'x' }, later)).not.toHaveProperty(
      'diagnostics',
    );
  });

  it('takes nothing over that is no member of the record', () => {
    const report = { failedAt: 'x', note: 'y', constructor: 'z' } as object;
    expect(mergeReport(undefined, 'deprovisioning', report, now)).toEqual({
      status: 'deprovisioning',
      deprovisioningStartedAt: now.toISOString(),
    });
  });
});

describe('replaceRecord', () => {
  it('drops what it leaves out, but not when it failed', () => {
    const failed = mergeReport(undefined, 'provisioning-failed', { diagnostics: 'no' }, now);
    expect(replaceRecord(failed, { status: 'provisioning-failed', note: 'n' }, later)).toEqual({
      status: 'provisioning-failed',
      note: 'n',
      failedAt: now.toISOString(),
    });
    const provisionedAt = '2026-01-01T00:00:00Z';
    expect(replaceRecord(failed, { status: 'provisioned', provisionedAt }, later)).toEqual({
      status: 'provisioned',
      failedAt: now.toISOString(),
      provisionedAt,
    });
  });
});

describe('dueReminder', () => {
  it.each([
    ['30,7,1', '2026-04-09', 30],
    ['30,7,1', '2026-04-10', undefined],
    ['30,7,1', '2026-03-20', 30],
    ['30,7,1', '2026-03-17', 7],
    ['30,7,1', '2026-03-10', 1],
    ['7', '2026-03-09', undefined],
    ['0', '2026-03-10', 0],
    ['soon, 7', '2026-03-12', 7],
    ['', '2026-03-12', undefined],
  ])('of %j for %s is %s', (days, date, due) => {
    expect(dueReminder(days, date, '2026-03-10')).toBe(due);
  });
});
