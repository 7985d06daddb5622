import { useQuery } from '@tanstack/react-query';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import {
  ListFilters,
  SelectFilter,
  TextFilter,
  TimeFilter,
} from '../../components/controls/list-filters.tsx';
import { eventKindName, eventName } from '../../texts/event-names.ts';
import { eventPatterns, eventTexts } from '../../texts/operate/events.ts';
import type { EventSearch } from './event-search.ts';
import { kindsQuery } from './queries.ts';

type EventFiltersProps = {
  search: EventSearch;
  /** Name of the author, if it is known. */
  author: string | undefined;
  onChange: (search: EventSearch) => void;
};

const patterns = Object.entries(eventPatterns).map(([value, name]) => ({ value, name }));

/** What of the feed is shown. */
export function EventFilters({ search, author, onChange }: EventFiltersProps) {
  const { type, subject, principal, since, from, to, ...rest } = search;
  const kinds = useQuery(kindsQuery).data ?? [];
  const filters = {
    ...rest,
    ...(type !== undefined && { type }),
    ...(subject !== undefined && { subject }),
    ...(principal !== undefined && { principal }),
  };
  const time = {
    ...(since !== undefined && { since }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const without = (name: 'type' | 'subject' | 'principal'): EventSearch => {
    const { [name]: _, ...others } = search;
    return others;
  };
  const groups = kinds.map((each) => ({
    name: eventKindName(each.kind),
    options: each.types.filter(isOfFeed).map((value) => ({ value, name: eventName(value) })),
  }));
  return (
    <>
      <ListFilters>
        <SelectFilter
          label={eventTexts.type}
          any={eventTexts.anyType}
          value={type}
          options={[]}
          groups={[
            { name: eventTexts.allOf, options: patterns },
            ...groups.filter(({ options }) => options.length > 0),
          ]}
          onChange={(chosen) =>
            onChange(chosen === undefined ? without('type') : { ...search, type: chosen })
          }
        />
        <TextFilter
          label={eventTexts.subjectId}
          value={subject ?? ''}
          onChange={(words) =>
            onChange(words === '' ? without('subject') : { ...search, subject: words })
          }
        />
        <TimeFilter range={time} onChange={(range) => onChange({ ...filters, ...range })} />
      </ListFilters>
      {principal !== undefined && (
        <FilterBar
          filters={[
            {
              name: eventTexts.author,
              value: author ?? principal,
              onRemove: () => onChange(without('principal')),
            },
          ]}
          onClear={() => onChange(rest)}
        />
      )}
    </>
  );
}

/** The audit trail has further types, which no client of the feed receives. */
const isOfFeed = (type: string): boolean => type.endsWith('Event');
