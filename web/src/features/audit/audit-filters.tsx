import { useQuery } from '@tanstack/react-query';
import {
  ListFilters,
  SelectFilter,
  TextFilter,
  TimeFilter,
} from '../../components/controls/list-filters.tsx';
import type { FilterOption } from '../../components/controls/list-filters.tsx';
import { timeOf, withMember, withTime } from '../../lib/address/search-change.ts';
import { eventKindName, eventName } from '../../texts/event-names.ts';
import { auditTexts } from '../../texts/operate/audit.ts';
import { kindsQuery } from '../events/queries.ts';
import type { AuditFilter, AuditSearch } from './audit-search.ts';
import { authorKeysQuery } from './queries.ts';
import type { AuditEntry } from './queries.ts';

type AuditFiltersProps = {
  search: AuditSearch;
  /** What is listed: its authors can be chosen. */
  entries: readonly AuditEntry[];
  onChange: (search: AuditSearch) => void;
};

/** What of the audit trail is shown. */
export function AuditFilters({ search, entries, onChange }: AuditFiltersProps) {
  const kinds = useQuery(kindsQuery).data ?? [];
  const set = (name: AuditFilter) => (value: string | undefined) =>
    onChange(withMember(search, name, value));
  const ofKind = kinds.filter(({ kind }) => search.kind === undefined || kind === search.kind);
  const types = [...new Set(ofKind.flatMap((each) => each.types))];
  return (
    <ListFilters>
      <SelectFilter
        label={auditTexts.kind}
        any={auditTexts.anyKind}
        value={search.kind}
        options={named(kinds.map(({ kind }) => ({ value: kind, name: eventKindName(kind) })))}
        onChange={(kind) =>
          onChange(withMember(withMember(search, 'type', undefined), 'kind', kind))
        }
      />
      <SelectFilter
        label={auditTexts.type}
        any={auditTexts.anyType}
        value={search.type}
        options={named(types.map((value) => ({ value, name: eventName(value) })))}
        onChange={set('type')}
      />
      <AuthorFilter search={search} entries={entries} onChange={set('principal')} />
      <TextFilter
        label={auditTexts.subject}
        value={search.subject ?? ''}
        onChange={set('subject')}
      />
      <TimeFilter range={timeOf(search)} onChange={(range) => onChange(withTime(search, range))} />
    </ListFilters>
  );
}

const named = (options: readonly FilterOption[]): FilterOption[] =>
  options.toSorted((left, right) => left.name.localeCompare(right.name));

type AuthorFilterProps = {
  search: AuditSearch;
  entries: readonly AuditEntry[];
  onChange: (principal: string | undefined) => void;
};

/** Who did it: the keys of the organization, and whoever is in the list. */
function AuthorFilter({ search, entries, onChange }: AuthorFilterProps) {
  const keys = useQuery(authorKeysQuery).data ?? [];
  const isKey = (principal: string) => keys.some(({ value }) => value === principal);
  const seen = new Map(
    entries.map(({ principal, principalName }) => [principal, principalName ?? principal]),
  );
  const others = [...seen].filter(([value]) => !isKey(value) && value !== 'system');
  return (
    <SelectFilter
      label={auditTexts.author}
      any={auditTexts.anyAuthor}
      value={search.principal}
      options={[{ value: 'system', name: auditTexts.system }]}
      groups={[
        {
          name: auditTexts.people,
          options: named(others.map(([value, name]) => ({ value, name }))),
        },
        { name: auditTexts.keys, options: named(keys) },
      ].filter(({ options }) => options.length > 0)}
      onChange={onChange}
    />
  );
}
