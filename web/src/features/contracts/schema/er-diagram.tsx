import { IconKey, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { schemaTexts } from '../../../texts/contract.ts';
import type { Model } from '../queries.ts';
import { useContractSearch } from '../search.ts';
import { entityWidth, layOut } from './er-layout.ts';
import type { Edge, Entity } from './er-layout.ts';
import { failuresOf } from './measure.ts';
import { RelationshipTable } from './relationship-table.tsx';

/** More tables are no picture any more: their table is shown first. */
const maxTables = 60;

/** The tables and what refers to what, as a drawing or as a table that says the same. */
export function ErDiagram({ model }: { model: Model }) {
  const { search, set } = useContractSearch();
  const isTable = search.view === 'table' || model.tables.length > maxTables;
  if (model.tables.length < 2) return null;
  return (
    <section className="er" aria-label={schemaTexts.diagram}>
      {isTable ? <RelationshipTable model={model} /> : <Drawing model={model} />}
      {model.tables.length <= maxTables && (
        <Button
          compact
          className="er-switch"
          onClick={() => set({ view: isTable ? undefined : 'table' })}
        >
          {isTable ? schemaTexts.asDiagram : schemaTexts.asTable}
        </Button>
      )}
    </section>
  );
}

function Drawing({ model }: { model: Model }) {
  const { entities, edges, width, height } = useMemo(() => layOut(model), [model]);
  return (
    <div className="er-scroll" tabIndex={0} role="group" aria-label={schemaTexts.diagram}>
      <div className="er-plane" style={{ width, height }}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={edges.map(({ label }) => label).join('; ')}
        >
          {edges.map((edge) => (
            <EdgeLine key={edge.key} edge={edge} />
          ))}
        </svg>
        {entities.map((entity) => (
          <EntityBox key={entity.table.name} entity={entity} />
        ))}
      </div>
    </div>
  );
}

/** A crow's foot where the reference starts (many), two strokes where it leads (one). */
function EdgeLine({ edge: { from, to, isFromLeft } }: { edge: Edge }) {
  const out = isFromLeft ? -1 : 1;
  const into = from.x === to.x || !isFromLeft ? -1 : 1;
  const middle = isFromLeft || from.x < to.x ? (from.x + to.x) / 2 : from.x + 40;
  const foot = from.x + out * 11;
  return (
    <g className="er-edge">
      <path d={`M${from.x} ${from.y}H${middle}V${to.y}H${to.x}`} />
      <path d={`M${from.x} ${from.y - 7}L${foot} ${from.y}L${from.x} ${from.y + 7}`} />
      <circle cx={foot + out * 4.5} cy={from.y} r={4.5} />
      <path d={`M${to.x + into * 6} ${to.y - 7}v14M${to.x + into * 11} ${to.y - 7}v14`} />
    </g>
  );
}

function EntityBox({ entity: { table, fields, hiddenFields, x, y } }: { entity: Entity }) {
  const failures = failuresOf(table);
  return (
    <div
      className="er-entity"
      style={{ transform: `translate(${x}px, ${y}px)`, width: entityWidth }}
    >
      <h3>
        <IconTable size={14} stroke={1.75} aria-hidden />
        <span className="ellipsis">{table.name}</span>
        {failures > 0 && <span className="failures">{schemaTexts.failCount(failures)}</span>}
      </h3>
      <ul>
        {fields.map((field) => (
          <li key={field.path}>
            {field.primaryKey && (
              <IconKey size={12} stroke={1.75} aria-label={schemaTexts.primaryKey} />
            )}
            <span className="er-name ellipsis">{field.name}</span>
            <span className="ellipsis faint">{field.physicalType ?? field.logicalType}</span>
          </li>
        ))}
        {hiddenFields > 0 && <li className="faint">{schemaTexts.moreFields(hiddenFields)}</li>}
      </ul>
    </div>
  );
}
