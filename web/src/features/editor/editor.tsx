import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { valueAt } from '../../lib/yaml/edits.ts';
import type { YamlPath } from '../../lib/yaml/edits.ts';
import { editorTexts } from '../../texts/studio/editor.ts';
import type { ProposedText } from '../release/propose.ts';
import { RetirementNote } from '../products/usage/retirement-note.tsx';
import type { Verdict } from '../release/queries.ts';
import { VerdictPanel } from '../release/verdict-panel.tsx';
import { EditorAside } from './aside.tsx';
import { Conflict } from './conflict.tsx';
import { EditorBar } from './editor-bar.tsx';
import type { EditorSearch } from './editor-search.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { ProblemList } from './problem-list.tsx';
import type { Edit, EditStart } from './use-edit.ts';
import { useEditorView } from './use-editor-view.ts';
import { useEditor } from './use-editor.ts';
import { TakenNote } from './taken-note.tsx';
import { usePlaces } from './use-places.ts';
import { View, ViewChoice } from './view.tsx';
import './editor.css';

type EditorProps = {
  start: EditStart;
  edit: Edit;
  search: EditorSearch;
  onSearch: (search: EditorSearch) => void;
};

/** The text of a document with its problems, and what can be done with it. */
export function Editor({ start, edit, search, onSearch }: EditorProps) {
  const editor = useEditor(start, edit);
  const { problems, meeting, discard, refused, isSaving, send, choose, release, yaml } = editor;
  const shown = useEditorView(search, start.kind, yaml);
  const places = usePlaces({ kind: start.kind, yaml, shown, search, onSearch });
  return (
    <div className="editor">
      <ViewChoice {...{ shown, search, onSearch }} />
      <div className="editor-panes">
        <div className="editor-main">
          <View {...{ start, edit, editor, shown, search, onSearch, places }} />
        </div>
        {release.isStored && <ReleaseAside {...{ start, yaml, release }} />}
      </div>
      <Notes kind={start.kind} edit={edit} editor={editor} />
      <ProblemList problems={problems} onJump={places.jumpTo} />
      <EditorBar
        problems={problems}
        isNew={edit.base === undefined}
        isDirty={edit.isDirty}
        {...{ isSaving, refused }}
        onDiscard={discard}
        onSave={() => send(edit)}
        propose={release.proposes ? proposalOf(start, edit) : undefined}
        onProposed={edit.end}
      />
      {meeting.meeting !== undefined && (
        <Conflict meeting={meeting.meeting} onClose={meeting.close} onChoose={choose} />
      )}
      <LeaveGuard isUnsaved={edit.isUnsaved} onDiscard={edit.end} />
    </div>
  );
}

/** The text as a proposal that starts from the revision at which the edit began. */
const proposalOf = ({ kind, id }: EditStart, { text, base }: Edit): ProposedText => ({
  kind,
  id,
  text,
  etag: base?.etag,
});

type ReleaseAsideProps = Pick<ReturnType<typeof useEditor>, 'yaml' | 'release'> & {
  start: EditStart;
};

/** The verdict beside the text. Who may not save need not tell anybody. */
function ReleaseAside({ start, yaml, release }: ReleaseAsideProps) {
  const { judged, told, setTold, maySave } = release;
  return (
    <EditorAside>
      <VerdictPanel
        judged={judged}
        onRaise={(value) => yaml.edit({ op: 'set', path: versionPath(yaml.model), value })}
        {...(maySave && { told, onTold: setTold })}
      />
      {start.kind === 'dataproducts' && endsUse(judged.verdict) && <RetirementNote id={start.id} />}
    </EditorAside>
  );
}

/** True if the text gives the product a status that ends its use. */
const endsUse = (verdict: Verdict | undefined): boolean =>
  verdict?.changes.some(
    ({ rule, to }) => rule === 'status-changed' && (to === 'deprecated' || to === 'retired'),
  ) ?? false;

/** Older formats have their version in `info`. */
const versionPath = (model: unknown): YamlPath =>
  valueAt(model, ['info']) === undefined ? ['version'] : ['info', 'version'];

type NotesProps = {
  kind: EditStart['kind'];
  edit: Edit;
  editor: ReturnType<typeof useEditor>;
};

/** What happened to the document while the text was edited, and failures of a save. */
function Notes({ kind, edit, editor }: NotesProps) {
  const { meeting, failure, taken } = editor;
  return (
    <>
      {edit.isBehind && meeting.meeting === undefined && (
        <div className="note warn" role="status">
          <span>{editorTexts.changedMeanwhile}</span>
          <Button compact className="push" onClick={() => void meeting.meet(edit)}>
            {editorTexts.compare}
          </Button>
        </div>
      )}
      {edit.isDirty && !edit.isBehind && <MetNote editor={editor} />}
      {taken !== undefined && <TakenNote kind={kind} id={taken} edit={edit} />}
      {failure !== undefined && <ProblemNote error={failure} />}
      {meeting.error !== undefined && <ProblemNote error={meeting.error} />}
    </>
  );
}

/** What became of the edit that met another one, until it is saved. */
function MetNote({ editor: { meeting, refused } }: Pick<NotesProps, 'editor'>) {
  if (!meeting.isMerged && (!meeting.isChosen || refused === undefined)) return null;
  return (
    <p className="note" role="status">
      {meeting.isMerged ? editorTexts.merged : editorTexts.chosen}
    </p>
  );
}
