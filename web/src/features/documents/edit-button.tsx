import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Refused } from '../../components/states/refused.tsx';
import { useKeys } from '../../lib/keys.ts';
import { proposeTexts } from '../../texts/studio/release.ts';
import { editorTexts } from '../../texts/studio/editor.ts';
import { useEditPermission } from '../permissions/use-edit-permission.ts';

type EditButtonProps = { kind: 'datacontracts' | 'dataproducts'; id: string };

/** Opens the editor of a document, also with `e`, or says why it cannot be edited. */
export function EditButton({ kind, id }: EditButtonProps) {
  const navigate = useNavigate();
  const permission = useEditPermission({ kind, id });
  const mayPropose = permission?.allowed === false && permission.rule !== 'reading-key';
  const isRefused = permission?.allowed === false && !mayPropose;
  const keys = useMemo(() => {
    const run = () => void navigate({ to: `/${kind}/$id/edit`, params: { id } });
    return isRefused ? [] : [{ keys: 'e', does: editorTexts.edit, run }];
  }, [isRefused, navigate, kind, id]);
  useKeys(keys);
  const words = (
    <>
      <IconPencil size={14} stroke={1.75} aria-hidden />
      {mayPropose ? proposeTexts.proposeChange : editorTexts.edit}
    </>
  );
  if (isRefused) {
    return <Refused because={permission.because}>{words}</Refused>;
  }
  return (
    <Button onClick={() => void navigate({ to: `/${kind}/$id/edit`, params: { id } })}>
      {words}
    </Button>
  );
}
