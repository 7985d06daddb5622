import { IconX } from '@tabler/icons-react';
import { Button } from '../../components/controls/button.tsx';
import type { Entry } from './team-form.ts';

type EntryRowsProps = {
  entries: readonly Entry[];
  /** Labels of both fields, which get the number of the row. */
  nameLabel: string;
  valueLabel: string;
  addLabel: string;
  removeLabel: (name: string) => string;
  hint: string;
  problem: string | undefined;
  onChange: (entries: readonly Entry[]) => void;
};

/** Names with values, in rows that can be added and removed. */
export function EntryRows(props: EntryRowsProps) {
  const { entries, nameLabel, valueLabel, addLabel, removeLabel, hint, problem, onChange } = props;
  const change = (index: number, part: Partial<Entry>) =>
    onChange(entries.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <div className="entry-rows">
      {entries.map(({ name, value }, index) => (
        // The place is the only identity of a row whose name is being typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="row">
          <input
            className="input"
            aria-label={`${nameLabel} ${index + 1}`}
            placeholder={nameLabel}
            autoComplete="off"
            value={name}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <input
            className="input"
            aria-label={`${valueLabel} ${index + 1}`}
            placeholder={valueLabel}
            autoComplete="off"
            value={value}
            onChange={({ target }) => change(index, { value: target.value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={removeLabel(name === '' ? String(index + 1) : name)}
            onClick={() => onChange(entries.filter((_, at) => at !== index))}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </div>
      ))}
      {problem !== undefined && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row wrap">
        <Button compact onClick={() => onChange([...entries, { name: '', value: '' }])}>
          {addLabel}
        </Button>
        <span className="tiny faint">{hint}</span>
      </div>
    </div>
  );
}
