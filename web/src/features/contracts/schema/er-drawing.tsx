import { IconKey, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import { entityWidth, layOut } from './er-layout.ts';
import type { Edge, Entity } from './er-layout.ts';
import type { ChoosePlace, ErField, ErModel } from './er-model.ts';

type ErDrawingProps = {
  model: ErModel;
  onChoose?: ChoosePlace | undefined;
  windowHeight?: number;
};

/** Tables as boxes with their keys and references, connected by lines. */
export function ErDrawing({ model, onChoose, windowHeight }: ErDrawingProps) {
  const { entities, edges, width, height } = useMemo(
    () => layOut(model, windowHeight),
    [model, windowHeight],
  );
  return (
    <div className="er-scroll" tabIndex={0} role="group" aria-label={schemaTexts.diagram}>
      <div className="er-plane" style={{ width, height }}>
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={edges.map(({ label }) => label).join('; ') || schemaTexts.noReferences}
        >
          {edges.map((edge, index) => (
            // A text that is being edited may say the same twice.
            <EdgeLine key={`${edge.key} ${index}`} edge={edge} />
          ))}
        </svg>
        {entities.map((entity, index) => (
          <EntityBox key={`${entity.table.name} ${index}`} entity={entity} onChoose={onChoose} />
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

type EntityBoxProps = { entity: Entity; onChoose: ChoosePlace | undefined };

function EntityBox({ entity, onChoose }: EntityBoxProps) {
  const { table, fields, hiddenFields, x, y } = entity;
  const { failures = 0 } = table;
  return (
    <div
      className="er-entity"
      style={{ transform: `translate(${x}px, ${y}px)`, width: entityWidth }}
    >
      <h3>
        <Place at={table.at} onChoose={onChoose}>
          <IconTable size={14} stroke={1.75} aria-hidden />
          <span className="ellipsis">{table.name}</span>
          {failures > 0 && <span className="failures">{schemaTexts.failCount(failures)}</span>}
        </Place>
      </h3>
      <ul>
        {fields.map((field, index) => (
          <li key={`${field.path} ${index}`}>
            <Place at={field.at} onChoose={onChoose}>
              <FieldName field={field} />
            </Place>
          </li>
        ))}
        {hiddenFields > 0 && (
          <li className="faint">
            <Place at={table.at} onChoose={onChoose}>
              {schemaTexts.moreFields(hiddenFields)}
            </Place>
          </li>
        )}
      </ul>
    </div>
  );
}

function FieldName({ field: { name, primaryKey, physicalType, logicalType } }: { field: ErField }) {
  return (
    <>
      {primaryKey && <IconKey size={12} stroke={1.75} aria-label={schemaTexts.primaryKey} />}
      <span className="er-name ellipsis">{name}</span>
      <span className="ellipsis faint">{physicalType ?? logicalType}</span>
    </>
  );
}

type PlaceProps = {
  at: YamlPath | undefined;
  onChoose: ChoosePlace | undefined;
  children: ReactNode;
};

/** A button where the table or field can be opened. */
function Place({ at, onChoose, children }: PlaceProps) {
  if (at === undefined || onChoose === undefined) return children;
  return (
    <button type="button" className="er-place" onClick={() => onChoose(at)}>
      {children}
    </button>
  );
}
