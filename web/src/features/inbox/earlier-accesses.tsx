import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../components/states/loaded.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import type { Step } from '../../components/documents/timeline.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import { statusWord } from '../../texts/status-words.ts';
import { dataOf } from '../access/facts.ts';
import type { Access } from '../access/queries.ts';
import { earlierQuery } from './queries.ts';

const maxShown = 6;

/** What the consumer has asked this provider for before, and what became of it. */
export function EarlierAccesses({ access }: { access: Access }) {
  const earlier = useQuery(earlierQuery(access));
  const title = access.consumer.userId ? inboxTexts.soFarPerson : inboxTexts.soFar;
  return (
    <section>
      <h3>{title}</h3>
      <Loaded query={earlier}>
        {(all) => {
          const others = all.filter(({ id }) => id !== access.id).slice(0, maxShown);
          if (others.length === 0) return <p className="small soft">{inboxTexts.firstRequest}</p>;
          return <Timeline label={title} steps={others.map(stepOf)} />;
        }}
      </Loaded>
    </section>
  );
}

function stepOf(access: Access): Step {
  const { tone, word } = statusWord('access', access.lifecycle);
  const { decidedAt, requestedAt, decisionNote } = access.info;
  const at = decidedAt ?? requestedAt;
  return {
    title: (
      <>
        <Link className="link" to="/access/$id" params={{ id: access.id ?? '' }}>
          {dataOf(access)}
        </Link>
        , {word.toLowerCase()}
      </>
    ),
    tone,
    ...(at !== undefined && { at: <RelativeTime at={at} /> }),
    ...(decisionNote !== undefined && { below: `“${decisionNote}”` }),
  };
}
