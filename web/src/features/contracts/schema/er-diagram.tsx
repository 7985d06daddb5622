import { useMemo } from 'react';
import type { Model } from '../queries.ts';
import { useContractSearch } from '../search.ts';
import { ErView } from './er-view.tsx';
import { failuresOf } from './measure.ts';

/** The tables of a stored contract and what refers to what, with the checks that fail. */
export function ErDiagram({ model }: { model: Model }) {
  const { search, set } = useContractSearch();
  const shown = useMemo(() => {
    const tables = model.tables.map((table) => ({ ...table, failures: failuresOf(table) }));
    return { ...model, tables };
  }, [model]);
  if (model.tables.length < 2) return null;
  return (
    <ErView
      model={shown}
      isTable={search.view === 'table'}
      onTable={(isTable) => set({ view: isTable ? 'table' : undefined })}
    />
  );
}
