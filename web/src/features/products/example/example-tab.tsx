import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Segments } from '../../../components/controls/segments.tsx';
import { Skeleton } from '../../../components/states/skeleton.tsx';
import { exampleTexts } from '../../../texts/products.ts';
import { ExampleTable } from './example-table.tsx';
import { ExampleValues } from './example-values.tsx';
import { isRow } from './example-rows.ts';
import type { ProductSearch } from '../product-search.ts';
import { exampleDataQuery } from '../queries.ts';
import type { ExampleData } from '../queries.ts';

type ExampleTabProps = {
  id: string;
  search: ProductSearch;
  onSearch: (search: ProductSearch) => void;
};

/** What the data looks like: a tab for each schema. */
export function ExampleTab(props: ExampleTabProps) {
  const found = useQuery(exampleDataQuery(props.id));
  return (
    <Loaded query={found} skeleton={<Skeleton height={240} />}>
      {(list) => <Examples {...props} list={list as readonly ExampleData[]} />}
    </Loaded>
  );
}

function Examples({ search, onSearch, list }: ExampleTabProps & { list: readonly ExampleData[] }) {
  const chosen = list.find(({ id }) => id === search.example) ?? list[0];
  if (chosen === undefined) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={exampleTexts.none}>
          {exampleTexts.noneHint}
        </EmptyState>
      </div>
    );
  }
  const { view: _view, row: _row, ...others } = search;
  return (
    <div className="stack">
      <Segments
        label={exampleTexts.schemas}
        value={chosen.id}
        options={list.map((each) => ({ value: each.id, name: nameOf(each, list) }))}
        onChange={(example) => onSearch({ ...others, example })}
      />
      <Example key={chosen.id} data={chosen} search={search} onSearch={onSearch} />
    </div>
  );
}

/** The schema, with its port where two ports have a schema of this name. */
function nameOf(example: ExampleData, all: readonly ExampleData[]): string {
  const name = example.schemaName ?? example.outputPortId ?? example.id;
  const isAmbiguous = all.some(
    (each) => each !== example && each.schemaName === example.schemaName,
  );
  return isAmbiguous && typeof example.outputPortId === 'string'
    ? `${name} (${example.outputPortId})`
    : name;
}

type ExampleProps = Omit<ExampleTabProps, 'id'> & { data: ExampleData };

function Example({ data: { data, outputPortId }, search, onSearch }: ExampleProps) {
  // A single object, or anything else that is no list of rows.
  if (!Array.isArray(data)) {
    return <ExampleValues values={isRow(data) ? data : { value: data }} />;
  }
  const rows = data.map((each: unknown) => (isRow(each) ? each : { value: each }));
  const { row: _row, ...others } = search;
  const asRow = search.view === 'row';
  return (
    <>
      <div className="row wrap">
        <span className="small faint">{outputPortId}</span>
        <span className="push">
          <Segments
            label={exampleTexts.view}
            value={asRow ? 'row' : 'table'}
            options={[
              { value: 'table', name: exampleTexts.table },
              { value: 'row', name: exampleTexts.oneRow },
            ]}
            onChange={(view) => onSearch({ ...others, view })}
          />
        </span>
      </div>
      {asRow ? (
        <OneRow rows={rows} search={search} onSearch={onSearch} />
      ) : (
        <ExampleTable rows={rows} />
      )}
    </>
  );
}

type OneRowProps = Omit<ExampleTabProps, 'id'> & { rows: readonly Record<string, unknown>[] };

function OneRow({ rows, search, onSearch }: OneRowProps) {
  const index = Math.min(search.row ?? 1, rows.length);
  const values = rows[index - 1];
  if (values === undefined) return <p className="faint">{exampleTexts.rows(0, 0)}</p>;
  return (
    <ExampleValues
      values={values}
      position={{ index, all: rows.length, onMove: (row) => onSearch({ ...search, row }) }}
    />
  );
}
