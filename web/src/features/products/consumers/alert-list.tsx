import { notifications } from '@mantine/notifications';
import { Button } from '../../../components/controls/button.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { online } from '../../../lib/connection.ts';
import { useStore } from '../../../lib/store.ts';
import { providerTexts } from '../../../texts/studio/consumers.ts';
import { consumerOf } from '../../access/facts.ts';
import type { Compared } from './facts.ts';
import { useResolve } from './queries.ts';
import type { Alert } from './queries.ts';

type AlertListProps = { rows: readonly Compared[]; refusedBy: string | undefined };

/** Open alerts about grants, each with its end. */
export function AlertList({ rows, refusedBy }: AlertListProps) {
  const resolve = useResolve();
  const isOnline = useStore(online);
  const lines = rows.flatMap(({ access, alerts }) => alerts.map((alert) => ({ access, alert })));
  if (lines.length === 0) return null;
  const end = ({ id }: Alert) =>
    resolve.mutate(id, {
      onSuccess: () => notifications.show({ message: providerTexts.resolved }),
    });
  return (
    <section aria-label={providerTexts.alerts}>
      {resolve.error !== null && <ProblemNote error={resolve.error} />}
      <ul className="card alert-lines">
        {lines.map(({ access, alert }) => (
          <li key={alert.id} className="row wrap">
            <Badge status={{ tone: 'bad', word: consumerOf(access), icon: 'alert' }} />
            <span className="grow">
              {alert.message}{' '}
              <span className="tiny faint">
                {[alert.platform, alert.reference].filter(Boolean).join(' · ')},{' '}
                {providerTexts.seen}
                <RelativeTime at={alert.raisedAt} />
              </span>
            </span>
            <Button
              compact
              disabled={refusedBy !== undefined || !isOnline || resolve.isPending}
              aria-describedby={refusedBy}
              onClick={() => end(alert)}
            >
              {providerTexts.resolve}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
