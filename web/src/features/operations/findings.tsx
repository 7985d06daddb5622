import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { useRowKeys } from '../../lib/hooks/use-row-keys.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';
import { kindTexts } from '../../texts/operations/work.ts';
import { linksOf, subjectHref } from './finding-links.ts';
import { kindsQuery, useResumeKind, useTestWebhook } from './queries.ts';
import type { Finding, KindState } from './queries.ts';

const icons = {
  critical: { Drawing: IconCircleX, tone: 'bad' },
  warning: { Drawing: IconAlertTriangle, tone: 'warn' },
  notice: { Drawing: IconCircleCheck, tone: 'ok' },
} as const;

/** What needs a human, each with its cause and its action. One calm line if nothing does. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { nextLine, previousLine } = inboxTexts.keys;
  useRowKeys('.need-actions > :first-child', { next: nextLine, previous: previousLine });
  const needs = findings.filter(({ severity }) => severity !== 'notice');
  return (
    <div className="card">
      {needs.length === 0 && <AllWell />}
      {findings.length > 0 && (
        <ul aria-label={overviewTexts.list}>
          {findings.map((finding) => (
            <Need key={`${finding.code} ${finding.subject.id}`} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
}

function AllWell() {
  return (
    <div className="need">
      <IconCircleCheck size={18} className="tone ok" aria-hidden />
      <p>
        <span className="medium">{overviewTexts.allWell}</span>{' '}
        <span className="soft">{overviewTexts.allWellDetail}</span>
      </p>
    </div>
  );
}

function Need({ finding }: { finding: Finding }) {
  const { severity, code, since, advice } = finding;
  const { Drawing, tone } = icons[severity];
  return (
    <li className="need">
      <Drawing
        size={18}
        className={`tone ${tone}`}
        role="img"
        aria-label={overviewTexts.severities[severity]}
      />
      <div>
        <p className="medium">
          <Sentence finding={finding} />
        </p>
        <p className="small soft">
          {overviewTexts.advice[code] ?? advice}
          {since !== null && (
            <span className="faint">
              {' '}
              {severity === 'notice' && `${overviewTexts.resolved}. `}
              <RelativeTime at={since} />
            </span>
          )}
        </p>
      </div>
      <div className="row wrap need-actions">
        {linksOf(finding).map(({ name, href, isPrimary }) => (
          <Link
            key={name}
            className={isPrimary === true ? 'button compact primary' : 'button compact'}
            to={href}
          >
            {name}
          </Link>
        ))}
        {code === 'kind_paused' && <Resume kind={finding.subject.id as KindState['kind']} />}
        {finding.subject.kind === 'webhook' && <SendTest id={finding.subject.id} />}
      </div>
    </li>
  );
}

/** The words of the server; the name of the subject leads to it, and kinds of work have their names. */
function Sentence({ finding }: { finding: Finding }) {
  const href = subjectHref(finding);
  const isKind = finding.subject.kind === 'work-kind';
  return finding.text.map(({ text, isSubject }, index) => {
    if (!isSubject) return <span key={index}>{text}</span>;
    const name = isKind ? kindName(text) : text;
    return href === undefined ? (
      <span key={index}>{name}</span>
    ) : (
      <Link key={index} className="hover-link" to={href}>
        {name}
      </Link>
    );
  });
}

function Resume({ kind }: { kind: KindState['kind'] }) {
  const resume = useResumeKind();
  const may = useQuery(kindsQuery).data?.find((each) => each.kind === kind)?.may.pause ?? true;
  return (
    <>
      <WhyNot
        compact
        refused={may ? undefined : { because: kindTexts.mayNot }}
        disabled={resume.isPending}
        onClick={() => resume.mutate(kind)}
      >
        {overviewTexts.actions.resume}
      </WhyNot>
      {resume.error !== null && <ProblemNote error={resume.error} />}
    </>
  );
}

function SendTest({ id }: { id: string }) {
  const test = useTestWebhook();
  const { actions } = overviewTexts;
  const send = () =>
    test.mutate(id, {
      onSuccess: () => notifications.show({ message: actions.testSent(id) }),
    });
  return (
    <>
      <WhyNot compact refused={undefined} disabled={test.isPending} onClick={send}>
        {actions.sendTest}
      </WhyNot>
      {test.error !== null && <ProblemNote error={test.error} />}
    </>
  );
}
