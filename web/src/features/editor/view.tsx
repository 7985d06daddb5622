import { useQuery } from '@tanstack/react-query';
import { Segments } from '../../components/controls/segments.tsx';
import { YamlEditor } from '../../components/yaml/yaml-editor.tsx';
import { editorTexts } from '../../texts/editor.ts';
import type { EditorSearch } from './editor-search.ts';
import { FormPane } from './form/form-pane.tsx';
import type { Jump } from './problem-list.tsx';
import { schemaQuery } from './queries.ts';
import type { Edit, EditStart } from './use-edit.ts';
import type { useEditor } from './use-editor.ts';

type Shown = { search: EditorSearch; onSearch: (search: EditorSearch) => void };

/** Chooses between the views of the one text. */
export function ViewChoice({ search, onSearch }: Shown) {
  return (
    <div className="editor-views">
      <Segments
        label={editorTexts.views}
        value={search.show ?? 'yaml'}
        options={[
          { value: 'form', name: editorTexts.view.form },
          { value: 'yaml', name: editorTexts.view.yaml },
        ]}
        onChange={(view) => onSearch(view === 'form' ? { ...search, show: view } : {})}
      />
    </div>
  );
}

type ViewProps = Shown & {
  start: EditStart;
  edit: Edit;
  editor: ReturnType<typeof useEditor>;
  jump: Jump | undefined;
  onJump: (place: Jump) => void;
};

/** The text as a form or as YAML. */
export function View({ start, edit, editor, search, onSearch, jump, onJump }: ViewProps) {
  const { problems, release, yaml } = editor;
  const schema = useQuery(schemaQuery(start.kind)).data;
  if (search.show === 'form') {
    return (
      <FormPane
        kind={start.kind}
        canEdit={release.maySave || release.proposes}
        part={search.part}
        onPart={(part) => onSearch({ ...search, part })}
        onGoTo={(line) => onJump({ line, column: 1 })}
        {...{ yaml, problems }}
      />
    );
  }
  return (
    <YamlEditor
      label={editorTexts.label}
      value={edit.text}
      onChange={edit.setText}
      {...{ problems, schema, jump }}
    />
  );
}
