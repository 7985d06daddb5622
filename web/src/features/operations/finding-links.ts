import { overviewTexts } from '../../texts/operations/overview.ts';
import type { Finding } from './queries.ts';

/** A page that shows more about a finding, or where it is mended. */
export type FindingLink = { name: string; href: string; isPrimary?: boolean };

type Make = (finding: Finding) => readonly FindingLink[];

const { actions } = overviewTexts;
const id = ({ subject }: Finding): string => encodeURIComponent(subject.id);

const work =
  (state: string, more = ''): Make =>
  (finding) =>
    finding.count === 0
      ? []
      : [
          {
            name: actions.show(finding.count),
            href: `/operate/work?kind=${id(finding)}&state=${state}${more}`,
          },
        ];

const onePiece: Make = ({ workId }) =>
  workId === null
    ? []
    : [{ name: actions.showIt, href: `/operate/work/${encodeURIComponent(workId)}` }];

const webhook: Make = (finding) => [
  { name: actions.deliveries, href: `/operate/webhooks/${id(finding)}` },
];

const run: Make = (finding) => {
  const integration = encodeURIComponent(finding.subject.parentId ?? '');
  const href = `/operate/integrations/${integration}/runs/${id(finding)}`;
  return [
    { name: actions.lookAt(finding.count), href },
    { name: actions.decide, href: `${href}#decide`, isPrimary: true },
  ];
};

/** By the action that the server names; `kind_paused` and webhooks also have a button. */
const links: Readonly<Record<string, Make>> = {
  'resume-kind': work('QUEUED'),
  'start-worker': work('QUEUED'),
  'check-clock': (finding) => (finding.subject.kind === 'work-kind' ? work('QUEUED')(finding) : []),
  'show-work': (finding) =>
    finding.code === 'leases_expired' ? work('RUNNING')(finding) : onePiece(finding),
  'retry-work': work('FAILED', '&since=24'),
  'show-notifications': () => [{ name: actions.mails, href: '/operate/mail?status=failed' }],
  'show-deliveries': webhook,
  'show-schedules': () => [{ name: actions.schedules, href: '/operate/schedules' }],
  'decide-removals': run,
};

/** Where the problem is shown, and mended. */
export const linksOf = (finding: Finding): readonly FindingLink[] =>
  links[finding.action.name]?.(finding) ?? [];

/** The page of what a finding is about. */
export function subjectHref(finding: Finding): string | undefined {
  const { subject } = finding;
  if (subject.kind === 'work-kind') return `/operate/work?kind=${id(finding)}`;
  if (subject.kind === 'integration-run') return run(finding)[0]?.href;
  if (subject.kind === 'webhook') return webhook(finding)[0]?.href;
  return subject.kind === 'schedule' ? '/operate/schedules' : undefined;
}
