import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/data/status-badge.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { documentHref } from '../../lib/address/document-href.ts';
import { dayText } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { homeTexts } from '../../texts/home.ts';
import { productTexts } from '../../texts/products.ts';
import { seesAll } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { ownAccessQuery } from './queries.ts';
import { accessState, byUrgency, endsSoon, isCurrent, usedShare } from './state.ts';
import type { Access } from './state.ts';

const maxCards = 3;

/** What the person may already use and what ends soon. Without any access there is no such part. */
export function AccessCards({ me }: { me: Me }) {
  const { data } = useQuery(ownAccessQuery);
  const current = (data ?? []).filter(isCurrent);
  if (data === undefined || current.length === 0) return null;
  const cards = current.toSorted(byUrgency).slice(0, maxCards);
  return (
    <section aria-labelledby="own-access" className="own-access">
      <div className="row">
        <h2 id="own-access">{seesAll(me) ? homeTexts.accessOfAll : homeTexts.yourAccess}</h2>
        <span className="small faint ellipsis">{me.teams.map(({ name }) => name).join(', ')}</span>
        <Link to="/me/access" className="link small push">
          {homeTexts.allAccess(data.length)}
        </Link>
      </div>
      <ul className="access-cards card">
        {cards.map((access) => (
          <AccessCard key={access.id} access={access} />
        ))}
      </ul>
    </section>
  );
}

function AccessCard({ access }: { access: Access }) {
  const now = useNow();
  const { provider, id } = access;
  const state = accessState(access, now);
  return (
    <li>
      <div className="row">
        <h3 className="ellipsis">
          <Link to={documentHref('dataproducts', provider.dataProductId)}>
            {provider.dataProductName ?? provider.dataProductId}
          </Link>
        </h3>
        <span className="push">
          <Badge status={state} />
        </span>
      </div>
      <div className="tiny faint ellipsis">{provider.outputPortName ?? provider.outputPortId}</div>
      <div className={`time-bar ${state.tone}`} aria-hidden>
        <span style={{ width: `${Math.round((usedShare(access, now) ?? 0.02) * 100)}%` }} />
      </div>
      <div className="row tiny faint">
        <AccessPeriod access={access} />
        {endsSoon(access, now) && typeof id === 'string' && (
          <Link className="link push" to={documentHref('access', id)}>
            {homeTexts.renew}
          </Link>
        )}
      </div>
    </li>
  );
}

/** "Since 12 Jan, until 30 Nov 2027", or who asked and when. */
export function AccessPeriod({ access: { info, lifecycle } }: { access: Access }) {
  const now = useNow();
  if (lifecycle === 'requested') {
    return (
      <span>
        {productTexts.requested}{' '}
        {info.requestedAt !== undefined && <RelativeTime at={info.requestedAt} />}{' '}
        {info.requestedByName !== undefined && homeTexts.requestedBy(info.requestedByName)}
      </span>
    );
  }
  const dayOf = (day: string | null | undefined) =>
    typeof day === 'string' ? dayText(new Date(day), now, 'UTC') : undefined;
  const [start, end] = [dayOf(info.startDate), dayOf(info.endDate)];
  const isComing = typeof info.startDate === 'string' && new Date(info.startDate) > now;
  if (start !== undefined && isComing) return <span>{productTexts.comingPeriod(start, end)}</span>;
  return <span>{productTexts.period(start, end)}</span>;
}
