import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namesQuery } from '../../api/names.ts';
import { Button } from '../../components/controls/button.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { showUndo } from '../../components/dialogs/undo-toast.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { assetTexts } from '../../texts/assets.ts';
import { useMe } from '../session/queries.ts';
import { useAssign } from './changes.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import type { Assignment } from './queries.ts';

type AssignmentsProps = { id: string; assignments: readonly Assignment[] };

/** The products that the asset belongs to; each change can be undone. */
export function Assignments({ id, assignments }: AssignmentsProps) {
  const me = useMe();
  // The right is one on the product, which is not chosen yet.
  const mayNot = me?.may.publish === false ? { because: assetTexts.onlyEditors } : undefined;
  const assign = useAssign(id);
  const [isAdding, setAdding] = useState(false);
  const change = (assignment: Assignment, name: string, isAdded: boolean) =>
    assign.mutate(
      { ...assignment, isAdded },
      {
        onSuccess: () => {
          setAdding(false);
          const says = isAdded ? assetTexts.assigned : assetTexts.unassigned;
          showUndo(says(name), () => assign.mutate({ ...assignment, isAdded: !isAdded }));
        },
      },
    );
  return (
    <section>
      <div className="row wrap part-line">
        <h2 className="part-title">{assetTexts.usedBy}</h2>
        <span className="push">
          <WhyNot compact refused={mayNot} onClick={() => setAdding(true)}>
            {assetTexts.assign}
          </WhyNot>
        </span>
      </div>
      {assign.error !== null && !isAdding && <ProblemNote error={assign.error} />}
      <AssignmentTable
        assignments={assignments}
        onRemove={mayNot === undefined ? (each, name) => change(each, name, false) : undefined}
      />
      {isAdding && (
        <ChoiceDialog
          title={assetTexts.assign}
          resourceType="DATA_PRODUCT"
          searchLabel={assetTexts.assignSearch}
          none={assetTexts.assignNone}
          taken={new Set(assignments.map(({ dataProductId }) => dataProductId))}
          error={assign.error}
          onChoose={({ id: dataProductId, name }) => change({ dataProductId }, name, true)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

type AssignmentTableProps = {
  assignments: readonly Assignment[];
  onRemove: ((assignment: Assignment, name: string) => void) | undefined;
};

function AssignmentTable({ assignments, onRemove }: AssignmentTableProps) {
  const refs = [...new Set(assignments.map((each) => `data-product:${each.dataProductId}`))];
  const names = useQuery(namesQuery(refs)).data;
  if (assignments.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={assetTexts.noProducts}>
          {assetTexts.noProductsHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="card sideways" role="region" aria-label={assetTexts.usedBy} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{assetTexts.product}</th>
            <th>{assetTexts.port}</th>
            {onRemove && <th aria-label={assetTexts.unassign} />}
          </tr>
        </thead>
        <tbody>
          {assignments.map((assignment) => (
            <AssignmentLine
              key={`${assignment.dataProductId} ${assignment.outputPortId ?? ''}`}
              assignment={assignment}
              name={names?.get(`data-product:${assignment.dataProductId}`)}
              onRemove={onRemove}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type AssignmentLineProps = Pick<AssignmentTableProps, 'onRemove'> & {
  assignment: Assignment;
  name: string | undefined;
};

function AssignmentLine({ assignment, name, onRemove }: AssignmentLineProps) {
  const { dataProductId, outputPortId } = assignment;
  const shown = name ?? dataProductId;
  return (
    <tr>
      <td>
        <DocLink collection="dataproducts" id={dataProductId} name={name} />
      </td>
      <td className="soft">{outputPortId ?? assetTexts.wholeProduct}</td>
      {onRemove && (
        <td>
          <Button
            compact
            tone="quiet"
            aria-label={assetTexts.unassignLabel(shown)}
            onClick={() => onRemove(assignment, shown)}
          >
            {assetTexts.unassign}
          </Button>
        </td>
      )}
    </tr>
  );
}
