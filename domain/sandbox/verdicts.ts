import { accessEvents } from '../access/access-events.ts';
import type { ProvisioningStatus } from '../access/provisioning.ts';
import type { ReadBody, ReportBody, SandboxEntry } from './entries.ts';

/** A report with its parsed body. */
export type Report = Omit<SandboxEntry, 'body'> & { body: ReportBody };
/** A request of the component with its parsed body. */
export type Read = Omit<SandboxEntry, 'body'> & { body: ReadBody };

/** What happened in a sandbox, by kind, each in its order. */
export type History = {
  platform: string;
  now: Date;
  events: readonly SandboxEntry[];
  reports: readonly Report[];
  reads: readonly Read[];
};

/** `open`: nothing that decides it has happened yet. */
export type Verdict = {
  state: 'kept' | 'broken' | 'open';
  /** The evidence in a sentence. */
  because: string;
  /** The entry that decided it. */
  entryId: string | null;
};

/** The rule is kept. */
export const kept = (because: string): Verdict => ({ state: 'kept', because, entryId: null });
/** Nothing has decided the rule yet. */
export const open = (because: string): Verdict => ({ state: 'open', because, entryId: null });
/** The entry breaks the rule. */
export const broken = (because: string, { id }: { id: string }): Verdict => ({
  state: 'broken',
  because,
  entryId: id,
});

/** Minutes of real time within which a component reports a result. */
export const resultMinutes = 60;

/** The verdict before the first report. */
export const noReport = open('The component has sent no report yet.');

/** Judges all reports by the first one that breaks a rule. */
export function judgeReports(
  { reports }: History,
  concerns: (report: Report) => boolean,
  problemOf: (report: Report, before: readonly Report[]) => string | undefined,
  words: { kept: string; open: string },
): Verdict {
  const concerned = reports.filter(concerns);
  if (concerned.length === 0) return open(words.open);
  for (const report of concerned) {
    const problem = problemOf(report, reports.slice(0, reports.indexOf(report)));
    if (problem !== undefined) return broken(problem, report);
  }
  return kept(words.kept);
}

/** True for every report. */
export const any = (): boolean => true;
/** True for reports about granting, false for those about taking back. */
export const isGranting = ({ body: { status } }: Report): boolean => status.startsWith('provision');
/** True for reports of success and failure. */
export const isResult = ({ body: { status } }: Report): boolean =>
  !['provisioning', 'deprovisioning'].includes(status);
/** True for reports of success. */
export const isSuccess = ({ body: { status } }: Report): boolean =>
  status === 'provisioned' || status === 'deprovisioned';
/** True for reports of failure. */
export const isFailed = ({ body: { status } }: Report): boolean => status.endsWith('-failed');

/** Reports between the last change of the access and this report. */
export function sinceChange(
  { events }: History,
  report: Report,
  before: readonly Report[],
): Report[] {
  const changes: readonly string[] = [accessEvents.activated, accessEvents.deactivated];
  const last = events.findLast(({ n, type }) => n < report.n && changes.includes(type));
  return before.filter(({ n }) => n > (last?.n ?? 0));
}

/** Judges whether each activation or deactivation was answered by a result in time. */
export function judgeAnswers(
  { events, reports, now }: History,
  type: string,
  results: readonly ProvisioningStatus[],
  words: { none: string; what: string },
): Verdict {
  const changes = events.filter((event) => event.type === type);
  if (changes.length === 0) return open(words.none);
  for (const change of changes) {
    const next = events.find(({ n, type: later }) => n > change.n && endsAnswer(later));
    const answer = reports.find(
      ({ n, body }) => n > change.n && n < (next?.n ?? Infinity) && results.includes(body.status),
    );
    const minutes = ((answer?.at ?? now).getTime() - change.at.getTime()) / 60_000;
    if (answer && minutes <= resultMinutes) continue;
    if (answer) return broken(`The result came after ${Math.round(minutes)} minutes.`, answer);
    if (next) return broken(`No result was reported before the access changed again.`, change);
    if (minutes > resultMinutes)
      return broken(`No result was reported within ${resultMinutes} minutes.`, change);
    return open(`The component has not reported yet whether it ${words.what}.`);
  }
  return kept('Each change was answered by a result in time.');
}

function endsAnswer(type: string): boolean {
  return type === accessEvents.activated || type === accessEvents.deactivated;
}
