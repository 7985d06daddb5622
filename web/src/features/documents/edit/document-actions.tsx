import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { editTexts, listedTexts } from '../../../texts/documents.ts';
import { useRefusal } from '../../permissions/refusal.ts';
import { useDeleteDocument } from '../changes.ts';
import type { ListedKind } from '../listed-kinds.ts';
import { textQuery } from '../queries.ts';

type DocumentActionsProps = {
  kind: ListedKind;
  id: string;
  name: string;
  onEdit: () => void;
  onDeleted: () => void;
};

/** Edit and Delete of a document, with the reason for those who may not. */
export function DocumentActions({ kind, id, name, onEdit, onDeleted }: DocumentActionsProps) {
  const resource = `${kind.collection}/${id}`;
  const mayNotEdit = useRefusal('RESOURCES_EDIT', resource, true);
  const mayNotDelete = useRefusal('RESOURCES_DELETE', resource, true);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <WhyNot refused={mayNotEdit} onClick={onEdit}>
        {editTexts.edit}
      </WhyNot>
      {mayNotDelete === undefined && (
        <WhyNot refused={undefined} onClick={() => setDeleting(true)}>
          {editTexts.delete}
        </WhyNot>
      )}
      {isDeleting && (
        <DeleteDocument
          kind={kind}
          id={id}
          name={name}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}

type DeleteDocumentProps = Omit<DocumentActionsProps, 'onEdit'> & { onClose: () => void };

function DeleteDocument({ kind, id, name, onClose, onDeleted }: DeleteDocumentProps) {
  const { collection, yamlName } = kind;
  const stored = useQuery(textQuery(collection, id, yamlName)).data;
  const remove = useDeleteDocument(collection);
  const isOvertaken = isStatus(remove.error, 412);
  const confirm = () =>
    remove.mutate(
      { id, etag: stored?.etag },
      {
        onSuccess: () => {
          notifications.show({ message: editTexts.deleted(name) });
          onDeleted();
        },
      },
    );
  return (
    <FormDialog
      title={editTexts.deleteTitle(name)}
      action={editTexts.deleteAction(listedTexts[collection]?.one ?? '')}
      tone="danger"
      isIncomplete={stored === undefined}
      isPending={remove.isPending}
      error={isOvertaken ? null : remove.error}
      onClose={onClose}
      onSubmit={confirm}
    >
      <p className="soft">{editTexts.deleteDetail}</p>
      {isOvertaken && (
        <p className="note warn" role="alert">
          {editTexts.changedMeanwhile}
        </p>
      )}
    </FormDialog>
  );
}
