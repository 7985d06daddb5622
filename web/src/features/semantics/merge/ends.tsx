import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { useRefusal } from '../../permissions/refusal.ts';
import { useOntologyName } from '../names.ts';
import { useSaveChoices } from '../changes.ts';
import { choicesOf, completeChoices } from './decisions.ts';
import type { Decided } from './decisions.ts';
import { MergeFoot } from './merge-foot.tsx';
import type { MergeViewProps } from './merge-props.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import type { Ending } from './use-ending.ts';
import { WarningDialog } from './warning-dialog.tsx';

type EndsProps = MergeViewProps & {
  decided: readonly Decided[];
  ending: Ending;
  isUnsaved: boolean;
  onSaved: () => void;
};

/** The bar at the bottom, and what lies over the page. */
export function Ends({
  branch,
  rehearsal,
  saved,
  decided,
  ending,
  isUnsaved,
  onSaved,
  ...preview
}: EndsProps) {
  const names = { namespace: branch.namespace, branch: branch.name };
  const ontology = useOntologyName(names.namespace);
  const save = useSaveChoices(names);
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${names.namespace}`, true);
  return (
    <>
      {save.error !== null && <ProblemNote error={save.error} />}
      <MergeFoot
        ontology={ontology}
        decided={decided}
        total={rehearsal.conflictCount}
        isUnsaved={isUnsaved}
        isSaved={saved.length > 0}
        isBusy={ending.isBusy || save.isPending}
        refused={refused}
        onSave={() => save.mutate(choicesOf(decided), { onSuccess: onSaved })}
        onMerge={ending.start}
      />
      {preview.isPreview && (
        <PreviewDialog
          request={{ names, status: branch.status, choices: completeChoices(decided) }}
          open={decided.filter(({ state }) => state !== 'decided').length}
          onClose={preview.onPreviewEnd}
        />
      )}
      {ending.warnings !== undefined && (
        <WarningDialog
          warnings={ending.warnings}
          onClose={ending.cancel}
          onConfirm={ending.confirm}
        />
      )}
    </>
  );
}
