import { useMemo } from 'react';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { useKeys } from '../../../lib/keys.ts';
import { contractTexts, fieldTexts, schemaTexts } from '../../../texts/contracts/contract.ts';
import type { Model } from '../queries.ts';
import { useContractSearch } from '../search.ts';
import { ErDiagram } from './er-diagram.tsx';
import { FieldPanel } from './field-panel.tsx';
import { FieldTable } from './field-table.tsx';
import { OtherChecks } from './other-checks.tsx';
import { filterRows, keyOfField, rowsOfModel } from './rows.ts';
import type { FieldRow, SchemaRow } from './rows.ts';
import { VerdictBar } from './verdict-bar.tsx';

/** The rows that the filters leave, and the field whose panel is open. */
function useRows(model: Model) {
  const { search, set } = useContractSearch();
  const { q = '', only, table, field } = search;
  const onlyFailing = only === 'failing';
  const all = useMemo(() => rowsOfModel(model), [model]);
  const rows = useMemo(() => filterRows(all, { q, onlyFailing }), [all, q, onlyFailing]);
  const fields = useMemo(() => rows.filter((row): row is FieldRow => row.kind === 'field'), [rows]);
  const key = table === undefined || field === undefined ? undefined : keyOfField(table, field);
  // The field stays open when a filter hides its row.
  const selected = useMemo(
    () => all.flatMap((each) => each.fields).find((row) => row.key === key),
    [all, key],
  );
  return { rows, fields, key, selected, search, set };
}

/** Fields with promise and measurement, the diagram above them, and the panel of one field beside them. */
export function SchemaTab({ model }: { model: Model }) {
  const { rows, fields, key, selected, search, set } = useRows(model);
  const select = (row: FieldRow | undefined) =>
    set({ table: row?.table.name, field: row?.field.path });
  const step = (by: 1 | -1) => {
    const index = fields.findIndex((row) => row.key === key);
    const next = index < 0 ? fields[0] : fields[index + by];
    if (next === undefined) return;
    set({ table: next.table.name, field: next.field.path }, true);
    revealRow();
  };
  useStepKeys(step, () => select(undefined));
  if (model.tables.length === 0) return <NoFields />;
  return (
    <div className={key === undefined ? undefined : 'with-panel'}>
      <div className="stack-16">
        <VerdictBar model={model} />
        <ErDiagram model={model} />
        <FieldFilter model={model} value={search.q ?? ''} onChange={(q) => set({ q }, true)} />
        <Fields rows={rows} selected={key} onSelect={select} />
        <OtherChecks model={model} />
      </div>
      {key !== undefined && (
        <Panel model={model} row={selected} onStep={step} onClose={() => select(undefined)} />
      )}
    </div>
  );
}

type FieldsProps = {
  rows: readonly SchemaRow[];
  selected: string | undefined;
  onSelect: (row: FieldRow) => void;
};

function Fields(props: FieldsProps) {
  const { search, set } = useContractSearch();
  if (props.rows.length > 0) return <FieldTable {...props} />;
  const isOnlyFailing = search.only === 'failing' && search.q === undefined;
  return (
    <EmptyState sort="filtered-away" onClear={() => set({ q: undefined, only: undefined })}>
      {isOnlyFailing ? schemaTexts.allFailing : undefined}
    </EmptyState>
  );
}

type PanelProps = {
  model: Model;
  row: FieldRow | undefined;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
};

/** The panel of the field in the address, which may be gone by now. */
function Panel({ model, row, onStep, onClose }: PanelProps) {
  const { search } = useContractSearch();
  const name = `${search.table}.${search.field}`;
  if (row === undefined) {
    return (
      <aside className="panel" aria-label={name}>
        <p className="part small">{fieldTexts.gone(name)}</p>
      </aside>
    );
  }
  return <FieldPanel key={row.key} model={model} row={row} onStep={onStep} onClose={onClose} />;
}

/** Brings the selected row into the window once it is rendered. */
function revealRow(): void {
  requestAnimationFrame(() =>
    document.querySelector('.field-table tr.selected')?.scrollIntoView({ block: 'nearest' }),
  );
}

function useStepKeys(step: (by: 1 | -1) => void, close: () => void): void {
  useKeys(
    useMemo(
      () => [
        { keys: 'j', does: contractTexts.nextField, run: () => step(1) },
        { keys: 'k', does: contractTexts.previousField, run: () => step(-1) },
        { keys: 'Escape', does: contractTexts.closeField, run: close },
      ],
      [step, close],
    ),
  );
}

type FieldFilterProps = { model: Model; value: string; onChange: (q: string | undefined) => void };

/** Only where there is more than one screen of fields. */
function FieldFilter({ model, value, onChange }: FieldFilterProps) {
  const count = model.tables.reduce((sum, { fields }) => sum + fields.length, 0);
  if (count <= 20 && value === '') return null;
  return (
    <input
      className="input field-filter"
      type="search"
      aria-label={schemaTexts.filter}
      placeholder={schemaTexts.filter}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

function NoFields() {
  return (
    <EmptyState sort="nothing-yet" title={schemaTexts.noFields}>
      {schemaTexts.noFieldsDetail}
    </EmptyState>
  );
}
