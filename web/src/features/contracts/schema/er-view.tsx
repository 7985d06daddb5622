import { Button } from '../../../components/controls/button.tsx';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import { ErDrawing } from './er-drawing.tsx';
import type { ChoosePlace, ErModel } from './er-model.ts';
import { RelationshipTable } from './relationship-table.tsx';

/** More tables are no picture any more: their table is shown first. */
const maxTables = 60;

type ErViewProps = {
  model: ErModel;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  onChoose?: ChoosePlace | undefined;
  /** Height in px that the drawing may fill before it grows to the side. */
  windowHeight?: number;
};

/** The tables and what refers to what, as a drawing or as a table that says the same. */
export function ErView({ model, isTable, onTable, ...rest }: ErViewProps) {
  const isDrawable = model.tables.length <= maxTables;
  const showsTable = isTable || !isDrawable;
  return (
    <section className="er" aria-label={schemaTexts.diagram}>
      {showsTable ? (
        <RelationshipTable model={model} onChoose={rest.onChoose} />
      ) : (
        <ErDrawing model={model} {...rest} />
      )}
      {isDrawable && (
        <Button compact className="er-switch" onClick={() => onTable(!showsTable)}>
          {showsTable ? schemaTexts.asDiagram : schemaTexts.asTable}
        </Button>
      )}
    </section>
  );
}
