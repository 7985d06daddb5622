import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Segments } from '../../components/controls/segments.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { YamlEditor } from '../../components/yaml/yaml-editor.tsx';
import type { YamlPath } from '../../lib/yaml/edits.ts';
import { editorTexts } from '../../texts/studio/editor.ts';
import type { EditorSearch } from './editor-search.ts';
import { FormPane } from './form/form-pane.tsx';
import { schemaQuery } from './queries.ts';
import type { Edit, EditStart } from './use-edit.ts';
import type { ShownView } from './use-editor-view.ts';
import type { useEditor } from './use-editor.ts';
import type { Places } from './use-places.ts';

const DiagramPane = lazy(async () => ({
  default: (await import('./diagram/diagram-pane.tsx')).DiagramPane,
}));

type Shown = {
  shown: ShownView;
  search: EditorSearch;
  onSearch: (search: EditorSearch) => void;
};

/** Chooses between the views of the one text. */
export function ViewChoice({ shown: { view, offered }, search, onSearch }: Shown) {
  return (
    <div className="editor-views">
      <Segments
        label={editorTexts.views}
        value={view ?? 'form'}
        options={offered.map((value) => ({ value, name: editorTexts.view[value] }))}
        onChange={(show) => onSearch({ ...search, show })}
      />
    </div>
  );
}

type ViewProps = Shown & {
  start: EditStart;
  edit: Edit;
  editor: ReturnType<typeof useEditor>;
  places: Places;
};

/** The text as a form, as YAML, as both beside each other, or as a diagram. */
export function View(props: ViewProps) {
  const { view } = props.shown;
  if (view === undefined) return <SkeletonLines lines={12} />;
  if (view === 'diagram') return <DiagramView {...props} />;
  return (
    <div className={view === 'both' ? 'editor-both' : 'editor-one'}>
      {view !== 'yaml' && <FormView {...props} />}
      {view !== 'form' && <TextView {...props} />}
    </div>
  );
}

function FormView({ start, editor, shown, search, onSearch, places }: ViewProps) {
  const { problems, release, yaml } = editor;
  return (
    <FormPane
      kind={start.kind}
      canEdit={release.maySave || release.proposes}
      part={search.part}
      onPart={(part) => onSearch({ ...search, part })}
      onGoTo={(line) => places.jumpTo({ line, column: 1 })}
      onLocate={shown.view === 'both' ? places.locate : undefined}
      isChosen={places.isChosen}
      {...{ yaml, problems }}
    />
  );
}

function TextView({ start, edit, editor: { problems }, places }: ViewProps) {
  const schema = useQuery(schemaQuery(start.kind)).data;
  return (
    <YamlEditor
      label={editorTexts.label}
      value={edit.text}
      onChange={edit.setText}
      jump={places.jump}
      {...{ problems, schema }}
    />
  );
}

function DiagramView({ start, editor, search, onSearch, places }: ViewProps) {
  return (
    <Suspense fallback={<SkeletonLines lines={12} />}>
      <DiagramPane
        kind={start.kind}
        yaml={editor.yaml}
        isTable={search.as === 'table'}
        onTable={(isTable) => {
          const { as: _, ...others } = search;
          onSearch({ ...others, ...(isTable && { as: 'table' as const }) });
        }}
        onChoose={(at: YamlPath) => places.open(at)}
        onGoTo={(line) => places.jumpTo({ line, column: 1 })}
        onForm={() => places.open([])}
      />
    </Suspense>
  );
}
