import { accessEvents } from '../access/access-events.ts';
import {
  any,
  broken,
  isFailed,
  isGranting,
  isResult,
  isSuccess,
  judgeAnswers,
  judgeReports,
  kept,
  noReport,
  open,
  resultMinutes,
  sinceChange,
} from './verdicts.ts';
import type { History, Verdict } from './verdicts.ts';

type Rule = {
  code: string;
  level: 'must' | 'should';
  title: string;
  judge: (history: History) => Verdict;
};

/** What is expected of provisioning components (docs/access.md). */
export const rules: readonly Rule[] = [
  {
    code: 'reads-feed',
    level: 'must',
    title: 'Reads the events',
    judge: ({ reads }) =>
      reads.some(({ type, body }) => type === 'events' && (body.count ?? 0) > 0)
        ? kept('The component has received events.')
        : open('The component has not asked for events yet.'),
  },
  {
    code: 'continues-in-feed',
    level: 'must',
    title: 'Continues after the last event that it handled, also after a restart',
    judge: ({ reads }) => {
      const polls = reads.filter(({ type }) => type === 'events');
      const [first, ...later] = polls;
      const lost = later.find(({ body }) => body.after === null || body.known === false);
      if (lost?.body.after === null)
        return broken('It asked for events from the beginning again.', lost);
      if (lost) return broken('It asked for events after an event that it never got here.', lost);
      if (first === undefined || later.length === 0)
        return open('The component has not asked for further events yet.');
      return kept('It asked for events after the last one.');
    },
  },
  {
    code: 'reads-access',
    level: 'should',
    title: 'Reads the access, or the expected grants, before it acts',
    judge: ({ reads, reports: [first] }) => {
      if (!first) return noReport;
      const isRead = reads.some(({ n, type }) => n < first.n && type !== 'events');
      return isRead
        ? kept('It read the access before its first report.')
        : broken('It reported without having read the access, whose roles it needs.', first);
    },
  },
  {
    code: 'grants-while-active',
    level: 'must',
    title: 'Grants while the access is active, and takes back afterwards',
    judge: (history) =>
      judgeReports(
        history,
        any,
        (report) => {
          const { status, active } = report.body;
          if (isGranting(report) === active) return undefined;
          return active
            ? `It reported '${status}' although the access was active.`
            : `It reported '${status}' although the access was not active.`;
        },
        { kept: 'Every report fits the state of the access.', open: noReport.because },
      ),
  },
  {
    code: 'reports-start',
    level: 'should',
    title: 'Reports that it starts before it reports a result',
    judge: (history) =>
      judgeReports(
        history,
        isResult,
        (report, before) => {
          const wanted = isGranting(report) ? 'provisioning' : 'deprovisioning';
          const isBegun = sinceChange(history, report, before).some(
            ({ body }) => body.status === wanted,
          );
          return isBegun ? undefined : `It reported '${report.body.status}' without a start.`;
        },
        { kept: 'A start precedes each result.', open: 'No result was reported yet.' },
      ),
  },
  {
    code: 'reports-grant',
    level: 'must',
    title: `Reports within ${resultMinutes} minutes whether it granted the access`,
    judge: (history) =>
      judgeAnswers(history, accessEvents.activated, ['provisioned', 'provisioning-failed'], {
        none: 'The access is not active yet: move the clock to its start.',
        what: 'granted the access',
      }),
  },
  {
    code: 'reports-removal',
    level: 'must',
    title: `Reports within ${resultMinutes} minutes whether it took the grant back`,
    judge: (history) =>
      judgeAnswers(history, accessEvents.deactivated, ['deprovisioned', 'deprovisioning-failed'], {
        none: 'The access has not ended yet: move the clock to its end, or cancel it.',
        what: 'took the grant back',
      }),
  },
  {
    code: 'reports-once',
    level: 'must',
    title: 'Reports each result once',
    judge: (history) =>
      judgeReports(
        history,
        isResult,
        (report, before) => {
          const { status } = report.body;
          const last = sinceChange(history, report, before).filter(isResult).at(-1);
          return last?.body.status === status && isSuccess(report)
            ? `It reported '${status}' twice; retry a request with the same Idempotency-Key.`
            : undefined;
        },
        { kept: 'No result was reported twice.', open: 'No result was reported yet.' },
      ),
  },
  {
    code: 'names-grant',
    level: 'should',
    title: 'Names the grant on the platform in `reference`',
    judge: (history) =>
      judgeReports(
        history,
        ({ body: { status } }) => status === 'provisioned',
        (report, before) =>
          [...before, report].some(({ body }) => Boolean(body.report.reference))
            ? undefined
            : 'It reported success without a `reference`.',
        { kept: 'The grant has a reference.', open: 'No grant was reported yet.' },
      ),
  },
  {
    code: 'names-platform',
    level: 'should',
    title: 'Names the platform of the output port in `platform`',
    judge: (history) =>
      judgeReports(
        history,
        ({ body: { status, report } }) => status === 'provisioned' || Boolean(report.platform),
        (report, before) => {
          const named = [...before, report].map(({ body }) => body.report.platform);
          const last = named.findLast((platform) => Boolean(platform));
          if (!last) return 'It reported success without a `platform`.';
          const isSame = last.toLowerCase() === history.platform.toLowerCase();
          return isSame
            ? undefined
            : `It named '${last}', and the port is on '${history.platform}'.`;
        },
        { kept: 'The platform is that of the port.', open: 'No grant was reported yet.' },
      ),
  },
  {
    code: 'explains-failure',
    level: 'must',
    title: 'Says in `diagnostics` why it failed',
    judge: (history) =>
      judgeReports(
        history,
        isFailed,
        ({ body }) =>
          body.report.diagnostics?.trim() ? undefined : 'A failure came without `diagnostics`.',
        { kept: 'Every failure is explained.', open: 'No failure was reported.' },
      ),
  },
  {
    code: 'idempotent-reports',
    level: 'should',
    title: 'Sends reports with an Idempotency-Key',
    judge: (history) =>
      judgeReports(
        history,
        any,
        ({ body }) =>
          body.keyed ? undefined : 'A report came without an Idempotency-Key; a retry repeats it.',
        { kept: 'Every report has an Idempotency-Key.', open: noReport.because },
      ),
  },
  {
    code: 'known-members',
    level: 'should',
    title: 'Sends no members that the record does not have',
    judge: (history) =>
      judgeReports(
        history,
        any,
        ({ body: { unknownMembers } }) =>
          unknownMembers.length === 0
            ? undefined
            : `The record has no ${unknownMembers.map((name) => `'${name}'`).join(', ')}.`,
        { kept: 'The record knows all members.', open: noReport.because },
      ),
  },
];
