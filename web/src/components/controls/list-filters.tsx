import type { ReactNode } from 'react';
import type { TimeRange, Since } from '../../lib/address/time-range.ts';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { timeTexts } from '../../texts/operate/lists.ts';
import './list-filters.css';

/** Filters of a list in one line, or several on small screens. */
export function ListFilters({ children }: { children: ReactNode }) {
  return <div className="list-filters">{children}</div>;
}

export type FilterOption = { value: string; name: string };

type SelectFilterProps = {
  label: string;
  value: string | undefined;
  /** The name of the choice that filters nothing. */
  any: string;
  options: readonly FilterOption[];
  /** Options under headings, after the others. */
  groups?: readonly { name: string; options: readonly FilterOption[] }[];
  onChange: (value: string | undefined) => void;
};

const noGroups: NonNullable<SelectFilterProps['groups']> = [];

/** One choice of a filter. A value of the address that is not offered is shown as it is. */
export function SelectFilter(props: SelectFilterProps) {
  const { label, value, any, options, groups = noGroups, onChange } = props;
  const all = [...options, ...groups.flatMap((group) => group.options)];
  const isUnknown = value !== undefined && !all.some((each) => each.value === value);
  return (
    <select
      className="input narrow"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{any}</option>
      {isUnknown && <option value={value}>{value}</option>}
      <Options options={options} />
      {groups.map((group) => (
        <optgroup key={group.name} label={group.name}>
          <Options options={group.options} />
        </optgroup>
      ))}
    </select>
  );
}

function Options({ options }: { options: readonly FilterOption[] }) {
  return options.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

type TextFilterProps = { label: string; value: string; onChange: (value: string) => void };

/** A filter that is typed. */
export function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [typed, type] = useTypedWords(value, onChange);
  return (
    <input
      type="search"
      className="input narrow"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ target }) => type(target.value)}
    />
  );
}

type PillsProps = {
  label: string;
  value: string | undefined;
  options: readonly { value: string | undefined; name: string; count?: number | undefined }[];
  onChange: (value: string | undefined) => void;
};

/** Few choices of a filter, all in sight. */
export function PillFilter({ label, value, options, onChange }: PillsProps) {
  return (
    <div className="pills" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.name}
          type="button"
          className="pill"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.name} {option.count}
        </button>
      ))}
    </div>
  );
}

type TimeFilterProps = { range: TimeRange; onChange: (range: TimeRange) => void };

const spans = Object.entries(timeTexts.spans).map(([value, name]) => ({ value, name }));

/** The time that a list shows: the last hours, or the days between two. */
export function TimeFilter({ range, onChange }: TimeFilterProps) {
  const { since, from, to } = range;
  const isBetween = from !== undefined || to !== undefined;
  const choose = (value: string | undefined) => {
    if (value === 'between') onChange({ from: today(), to: today() });
    else onChange(value === undefined ? {} : { since: value as Since });
  };
  const day = (name: 'from' | 'to', label: string) => (
    <input
      type="date"
      className="input narrow"
      aria-label={label}
      value={range[name] ?? ''}
      onChange={({ target }) => onChange(withDay(range, name, target.value))}
    />
  );
  return (
    <>
      <SelectFilter
        label={timeTexts.label}
        any={timeTexts.any}
        value={isBetween ? 'between' : since}
        options={[...spans, { value: 'between', name: timeTexts.between }]}
        onChange={choose}
      />
      {isBetween && day('from', timeTexts.from)}
      {isBetween && day('to', timeTexts.to)}
    </>
  );
}

function withDay({ from, to }: TimeRange, name: 'from' | 'to', day: string): TimeRange {
  const days = { from, to, [name]: day || undefined };
  return {
    ...(days.from !== undefined && { from: days.from }),
    ...(days.to !== undefined && { to: days.to }),
  };
}

/** Today as a plain day of the reader. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
