import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Skeleton } from '../../../components/states/skeleton.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { scheduleTexts } from '../../../texts/contracts/schedule.ts';
import { editPermissionQuery } from '../../permissions/edit-permission.ts';
import { scheduleQuery } from '../queries.ts';
import type { Model, TestSchedule } from '../queries.ts';
import './schedule.css';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));

/** When tests run by themselves, how the last ones ended, and a way to change it. */
export function ScheduleLine({ model }: { model: Model }) {
  const schedule = useQuery(scheduleQuery(model.id));
  const permission = useQuery(editPermissionQuery('datacontracts', model.id)).data;
  const [isOpen, setOpen] = useState(false);
  const refused = permission?.allowed === false ? { because: permission.because } : undefined;
  return (
    <section className="schedule row wrap small" aria-label={scheduleTexts.label}>
      <Loaded query={schedule} skeleton={<Skeleton width={320} />}>
        {(loaded) => <Sentences schedule={loaded} contractId={model.id} />}
      </Loaded>
      <WhyNot refused={refused} compact tone="quiet" onClick={() => setOpen(true)}>
        {scheduleTexts.change}
      </WhyNot>
      {isOpen && (
        <Suspense>
          <ScheduleDialog model={model} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

type SentencesProps = { schedule: TestSchedule; contractId: string };

function Sentences({ schedule, contractId }: SentencesProps) {
  const { nextDueAt, problem, servers } = schedule;
  const troubled = servers.filter(
    ({ failing, skippedAt }) => failing === true || skippedAt !== null,
  );
  return (
    <div className="schedule-facts">
      <p role="status" className={problem === null ? 'soft' : 'bad-text'}>
        {problem ?? sentenceOf(schedule)}
        {nextDueAt !== null && (
          <>
            , {scheduleTexts.next}
            <RelativeTime at={nextDueAt} />
          </>
        )}
      </p>
      {troubled.map((server) => (
        <ServerSentence key={server.server} {...{ server, contractId }} />
      ))}
    </div>
  );
}

function sentenceOf({ cron, timezone, source }: TestSchedule): string {
  if (cron === null) return source === 'contract' ? scheduleTexts.off : scheduleTexts.none;
  const tested = scheduleTexts.tested(cron, timezone ?? 'UTC');
  return source === 'organization' ? `${tested}, ${scheduleTexts.ofOrganization}` : tested;
}

type ServerProps = { server: TestSchedule['servers'][number]; contractId: string };

/** What went wrong with the scheduled tests on a server. */
function ServerSentence({ server: state, contractId }: ServerProps) {
  const { server, since, skippedAt, skippedReason, lastRun } = state;
  if (skippedAt !== null) {
    return (
      <p className="soft">
        {scheduleTexts.skipped(server)}
        {skippedReason === null ? '.' : `: ${skippedReason}`}
      </p>
    );
  }
  const result = lastRun?.testResultId ?? undefined;
  return (
    <p className="bad-text">
      {scheduleTexts.failing(server)}
      {since !== null && (
        <>
          {scheduleTexts.since}
          <RelativeTime at={since} />
        </>
      )}
      .{' '}
      {result !== undefined && (
        <Link
          className="link"
          to="/datacontracts/$id/{-$tab}"
          params={{ id: contractId, tab: 'tests' }}
          search={{ result }}
        >
          {scheduleTexts.result}
        </Link>
      )}
    </p>
  );
}
