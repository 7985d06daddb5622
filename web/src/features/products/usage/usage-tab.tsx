import { useQuery } from '@tanstack/react-query';
import { Segments } from '../../../components/controls/segments.tsx';
import { Spark } from '../../../components/data/spark.tsx';
import { TableCard } from '../../../components/data/table-card.tsx';
import { TeamLink } from '../../../components/data/links.tsx';
import { Count, Day } from '../../../components/data/values.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { dayText } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { usageTexts } from '../../../texts/usage.ts';
import type { ProductSearch } from '../product-search.ts';
import { maxUsageEntries, usageQuery } from '../queries.ts';
import { firstDay, isQuiet, usesOfDays } from './usage-facts.ts';
import type { Usage, UsageEntry } from './usage-facts.ts';

type UsageTabProps = {
  id: string;
  search: ProductSearch;
  onSearch: (search: ProductSearch) => void;
};

type Group = NonNullable<ProductSearch['by']>;

/** Who used the product how often: what providers ask before they retire it. */
export function UsageTab({ id, search, onSearch }: UsageTabProps) {
  const from = firstDay(useNow());
  const days = useQuery(usageQuery(id, 'day', from));
  // Uses without an access have no team.
  const by = search.by ?? (days.data?.teams === 0 ? 'user' : 'team');
  const isUsed = days.data !== undefined && days.data.count > 0;
  const groups = useQuery({ ...usageQuery(id, by, from), enabled: isUsed });
  return (
    <Loaded query={days}>
      {(usage) =>
        usage.count === 0 ? (
          <div className="card">
            <EmptyState sort="nothing-yet" title={usageTexts.none}>
              {usageTexts.noneHint}
            </EmptyState>
          </div>
        ) : (
          <div className="stack">
            <Summary usage={usage} />
            <Loaded query={groups}>
              {(grouped) => (
                <Groups
                  by={by}
                  entries={by === 'day' ? grouped.entries.toReversed() : grouped.entries}
                  onGroup={(wanted) => onSearch({ ...search, by: wanted })}
                />
              )}
            </Loaded>
          </div>
        )
      }
    </Loaded>
  );
}

/** The chart, which the table by day repeats in numbers. */
function Summary({ usage }: { usage: Usage }) {
  const now = useNow();
  const { count, users, teams, lastUsedOn } = usage;
  const last = lastUsedOn === null ? '' : dayText(new Date(lastUsedOn), now, 'UTC');
  const values = usesOfDays(usage);
  return (
    <section className="card inside-card">
      <div className="row wrap">
        <h2>{usageTexts.title}</h2>
        <span className="push small faint">
          {usageTexts.lastUsed} {last}
        </span>
      </div>
      <p className="medium">{usageTexts.summary(count, users, teams)}</p>
      <div role="img" aria-label={usageTexts.chart(Math.max(...values))}>
        <Spark values={values} />
      </div>
      <p className="small">
        {isQuiet(usage) ? usageTexts.retire.quiet(last) : usageTexts.retire.used}
      </p>
    </section>
  );
}

const groups = Object.entries(usageTexts.groups) as [Group, string][];

type GroupsProps = {
  by: Group;
  entries: readonly UsageEntry[];
  onGroup: (by: Group) => void;
};

function Groups({ by, entries, onGroup }: GroupsProps) {
  return (
    <>
      <TableCard
        title={usageTexts.groups[by]}
        beside={
          <span className="push">
            <Segments
              label={usageTexts.by}
              value={by}
              options={groups.map(([value, name]) => ({ value, name }))}
              onChange={onGroup}
            />
          </span>
        }
      >
        <thead>
          <tr>
            <th>{usageTexts.groups[by]}</th>
            <th className="number">{usageTexts.uses}</th>
            <th className="number">{usageTexts.rows}</th>
            {by !== 'day' && <th>{usageTexts.lastUsed}</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.key}>
              <td className="medium">
                <Key by={by} entry={entry} />
              </td>
              <td className="number">
                <Count value={entry.count} />
              </td>
              <td className="number">
                <Count value={entry.rows} />
              </td>
              {by !== 'day' && (
                <td>{entry.lastUsedOn !== null && <Day date={entry.lastUsedOn} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </TableCard>
      {entries.length >= maxUsageEntries && (
        <p className="small faint">{usageTexts.first(maxUsageEntries)}</p>
      )}
    </>
  );
}

function Key({ by, entry: { key, name } }: { by: Group; entry: UsageEntry }) {
  if (key === '') return <span className="faint">{usageTexts.unknown[by]}</span>;
  if (by === 'day') return <Day date={key} />;
  return by === 'team' ? <TeamLink id={key} name={name} isDeleted={name === null} /> : key;
}
