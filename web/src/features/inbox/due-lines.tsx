import { Link } from '@tanstack/react-router';
import { Avatar } from '../../components/data/avatar.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { useNow } from '../../lib/now.ts';
import { accessTexts } from '../../texts/access.ts';
import { inboxTexts } from '../../texts/inbox.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import { dayText } from '../../lib/dates.ts';
import { daysUntil } from '../access/facts.ts';
import type { Todo } from './queries.ts';

type Due = Todo['due'][number];

/** Accesses with an open alert, or with a reassessment or an end within 30 days. */
export function DueLines({ due }: { due: readonly Due[] }) {
  return (
    <ul className="todo-lines" aria-label={inboxTexts.due}>
      {due.map((each) => (
        <DueLine key={`${each.kind} ${each.accessId} ${each.at}`} due={each} />
      ))}
    </ul>
  );
}

function DueLine({ due }: { due: Due }) {
  const { kind, accessId, consumerName, dataProductName, dataProductId, outputPortName } = due;
  const now = useNow();
  const data = `${dataProductName ?? dataProductId} / ${outputPortName ?? ''}`;
  const who = consumerName ?? '';
  return (
    <li className="todo-line">
      <Avatar name={who} square />
      <Link to="/access/$id" params={{ id: accessId }} search={{}}>
        <span className="medium ellipsis">{data}</span>
        <span className="small faint ellipsis">{due.message ?? who}</span>
      </Link>
      <Badge status={stateOf(due, now)} />
      {kind === 'ends' ? (
        <Link
          className="button compact todo-time"
          to="/access/$id"
          params={{ id: accessId }}
          search={{ request: true }}
        >
          {accessTexts.renew}
        </Link>
      ) : (
        <span className="tiny faint nowrap todo-time">
          <RelativeTime at={due.at} />
        </span>
      )}
    </li>
  );
}

function stateOf({ kind, at }: Due, now: Date): StatusWord {
  if (kind === 'alert') return { tone: 'bad', word: inboxTexts.alert, icon: 'alert' };
  if (kind === 'ends') {
    return { tone: 'warn', word: accessTexts.endsIn(daysUntil(at, now) ?? 0), icon: 'clock' };
  }
  const day = dayText(new Date(at), now, 'UTC');
  return { tone: 'warn', word: inboxTexts.reassessBy(day), icon: 'clock' };
}
