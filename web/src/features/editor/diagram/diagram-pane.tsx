import { useMemo } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import type { YamlPath } from '../../../lib/yaml/edits.ts';
import { diagramTexts } from '../../../texts/studio/editor-form.ts';
import { ErView } from '../../contracts/schema/er-view.tsx';
import '../../contracts/diagram.css';
import type { EditableKind } from '../kinds.ts';
import { Unreadable } from '../unreadable.tsx';
import type { TextModel } from '../text/use-yaml.ts';
import { ProductView } from './product-view.tsx';
import { readContract } from './read-contract.ts';
import { readProduct } from './read-product.ts';
import './diagram.css';

type DiagramPaneProps = {
  kind: EditableKind;
  yaml: TextModel;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** Opens a part in the form, or at its line. */
  onChoose: (at: YamlPath) => void;
  onGoTo: (line: number) => void;
  onForm: () => void;
};

/** Height in px that tables fill before they are placed beside each other. */
const windowHeight = 560;

/** The text as a drawing. Of a text that does not parse the last state is shown that did. */
export function DiagramPane({ kind, yaml, onGoTo, ...rest }: DiagramPaneProps) {
  const { model, parsed } = yaml;
  if (parsed === undefined) return <SkeletonLines lines={12} />;
  const line = parsed.problems[0]?.line;
  const isRead = line === undefined || model !== undefined;
  const Drawn = kind === 'datacontracts' ? Contract : Product;
  return (
    <div className="editor-diagram">
      {line !== undefined && (
        <Unreadable line={line} onGoTo={onGoTo}>
          {isRead ? diagramTexts.unreadable(line) : diagramTexts.neverRead(line)}
        </Unreadable>
      )}
      {isRead && <Drawn model={model} {...rest} />}
    </div>
  );
}

type DrawnProps = Omit<DiagramPaneProps, 'kind' | 'yaml' | 'onGoTo'> & { model: unknown };

function Contract({ model, isTable, onTable, onChoose, onForm }: DrawnProps) {
  const drawn = useMemo(() => readContract(model), [model]);
  if (drawn.tables.length === 0) {
    const { noTables, noTablesDetail } = diagramTexts;
    return <Nothing title={noTables} detail={noTablesDetail} onForm={onForm} />;
  }
  return <ErView model={drawn} {...{ isTable, onTable, onChoose, windowHeight }} />;
}

function Product({ model, isTable, onTable, onChoose, onForm }: DrawnProps) {
  const product = useMemo(() => readProduct(model), [model]);
  if (product.inputs.length + product.outputs.length === 0) {
    const { noPorts, noPortsDetail } = diagramTexts;
    return <Nothing title={noPorts} detail={noPortsDetail} onForm={onForm} />;
  }
  return <ProductView {...{ product, isTable, onTable, onChoose }} />;
}

function Nothing(props: { title: string; detail: string; onForm: () => void }) {
  return (
    <EmptyState
      sort="nothing-yet"
      title={props.title}
      action={<Button onClick={props.onForm}>{diagramTexts.openForm}</Button>}
    >
      {props.detail}
    </EmptyState>
  );
}
