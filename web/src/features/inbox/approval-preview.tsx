import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/schema.d.ts';
import { ErrorState } from '../../components/states/error-state.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import type { Step } from '../../components/documents/timeline.tsx';
import { useNow } from '../../lib/now.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import { platformName } from '../../texts/port-types.ts';
import { instantText } from '../access/facts.ts';
import { approvalPreviewQuery } from './queries.ts';

type Preview = components['schemas']['AccessPreview'];

/** What an approval leads to, as a dry run tells it. */
export function ApprovalPreview({ id, etag }: { id: string; etag: string | undefined }) {
  const { data, error, refetch } = useQuery(approvalPreviewQuery(id, etag));
  const now = useNow();
  return (
    <section>
      <h3>{inboxTexts.ifApproved}</h3>
      {data === undefined && error === null && <SkeletonLines lines={4} />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Timeline label={inboxTexts.ifApproved} steps={stepsOf(data, now)} />}
    </section>
  );
}

function stepsOf({ activation, endsAt, grants }: Preview, now: Date): Step[] {
  const first: Step = { title: inboxTexts.approvedByYou, at: inboxTexts.now, tone: 'run' };
  if (activation.when === 'never') {
    return [first, { title: inboxTexts.neverActive, tone: 'warn' }];
  }
  const title =
    grants[0] === undefined
      ? inboxTexts.active
      : inboxTexts.activeGrants(platformName(grants[0].platform));
  const at = activation.at === undefined ? inboxTexts.atOnce : instantText(activation.at, now);
  return [
    first,
    { title, at, tone: 'ahead' },
    { title: inboxTexts.componentReports, at: inboxTexts.afterwards, tone: 'ahead' },
    endsAt === undefined
      ? { title: inboxTexts.noEnd, tone: 'ahead' }
      : { title: inboxTexts.endsAndTaken, at: instantText(endsAt, now), tone: 'ahead' },
  ];
}
