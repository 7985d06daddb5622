import type { SandboxEntry, ReportBody, ReadBody } from './entries.ts';
import { rules } from './rules.ts';
import type { History, Verdict } from './verdicts.ts';

/** A rule for provisioning components, and whether the component in the sandbox keeps it. */
export type JudgedRule = Verdict & {
  code: string;
  /** A component that breaks a `must` grants wrongly or leaves people waiting. */
  level: 'must' | 'should';
  title: string;
};

/** Judges what a component did in a sandbox, from all entries in their order. */
export function judgeConformance(
  entries: readonly SandboxEntry[],
  platform: string,
  now: Date,
): JudgedRule[] {
  const history: History = {
    platform,
    now,
    events: entries.filter(({ kind }) => kind === 'event'),
    reports: entries
      .filter(({ kind }) => kind === 'report')
      .map((entry) => ({ ...entry, body: JSON.parse(entry.body) as ReportBody })),
    reads: entries
      .filter(({ kind }) => kind === 'read')
      .map((entry) => ({ ...entry, body: JSON.parse(entry.body) as ReadBody })),
  };
  return rules.map(({ judge, ...rule }) => ({ ...rule, ...judge(history) }));
}
