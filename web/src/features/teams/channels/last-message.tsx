import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../../api/problem.ts';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import type { components } from '../../../api/schema.d.ts';
import { channelTexts } from '../../../texts/teams/team-parts.ts';
import { sentQuery } from '../queries.ts';

type LastMessageProps = {
  teamId: string;
  channelId: string;
  /** Notification of the test that was just sent. */
  testId: string | undefined;
  error: Error | null;
};

const testPollMs = 1_000;

const isOnItsWay = (status: string | undefined): boolean =>
  status === 'queued' || status === 'sending';

/** How the last message to a chat ended, in the words of the chat; a test is followed until it has ended. */
export function LastMessage({ teamId, channelId, testId, error }: LastMessageProps) {
  const sent = useQuery({
    ...sentQuery(teamId),
    refetchInterval: ({ state }) => {
      const tested = state.data?.find(({ id }) => id === testId);
      return testId !== undefined && (!tested || isOnItsWay(tested.status)) ? testPollMs : false;
    },
  });
  if (error !== null) {
    return (
      <span className="small field-problem" role="alert">
        {error instanceof Problem ? error.detail : error.message}
      </span>
    );
  }
  const mine = sent.data?.filter(({ recipient }) => recipient === `${teamId}/${channelId}`) ?? [];
  const last = mine.find(({ id }) => id === testId) ?? mine[0];
  if (last === undefined) return <span className="faint">{channelTexts.testWaiting}</span>;
  return <Message message={last} isTest={last.id === testId} />;
}

type MessageProps = { message: components['schemas']['Notification']; isTest: boolean };

function Message({ message: { status, createdAt, reason }, isTest }: MessageProps) {
  const isSent = status === 'sent';
  const says = isSent ? isTest && channelTexts.testSent : reason;
  return (
    <span className="stack tight" aria-live="polite">
      <span className="row tight">
        <StatusBadge of="mail" value={status} />
        <span className="tiny faint">
          <RelativeTime at={createdAt} />
        </span>
      </span>
      {says && <span className="tiny soft">{says}</span>}
    </span>
  );
}
