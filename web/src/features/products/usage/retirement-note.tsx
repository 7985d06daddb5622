import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayText } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { usageTexts } from '../../../texts/usage.ts';
import { usageQuery } from '../queries.ts';
import { firstDay, isQuiet } from './usage-facts.ts';

/** Who still uses a product whose status is about to end its use. */
export function RetirementNote({ id }: { id: string }) {
  const now = useNow();
  const { data } = useQuery(usageQuery(id, 'day', firstDay(now)));
  if (data === undefined) return null;
  const { count, users, teams, lastUsedOn } = data;
  const last = lastUsedOn === null ? '' : dayText(new Date(lastUsedOn), now, 'UTC');
  return (
    <section className={count > 0 && !isQuiet(data) ? 'note warn' : 'note'}>
      <span>
        {count === 0 ? usageTexts.none : `${usageTexts.summary(count, users, teams)}. `}
        {count > 0 &&
          (isQuiet(data) ? usageTexts.retire.quiet(last) : usageTexts.retire.ending)}{' '}
        <Link to="/dataproducts/$id/{-$tab}" params={{ id, tab: 'usage' }}>
          {usageTexts.title}
        </Link>
      </span>
    </section>
  );
}
