import { useQuery } from '@tanstack/react-query';
import { editPermissionQuery } from '../permissions/edit-permission.ts';
import { useRelease } from '../release/use-release.ts';
import { teamsToTell } from '../release/use-verdict.ts';
import type { Edit, EditStart } from './use-edit.ts';

/** The verdict on an edit of a stored document, and whether the person saves or proposes it. */
export function useEditorRelease({ kind, id }: EditStart, edit: Edit) {
  const isStored = edit.base !== undefined;
  const { data: permission, isPending } = useQuery({
    ...editPermissionQuery(kind, id),
    enabled: isStored,
  });
  const isChanged = isStored && edit.isDirty;
  const release = useRelease({ kind, id, text: edit.text, base: edit.base?.etag, isChanged });
  const isRefused = permission?.allowed === false;
  const informed = teamsToTell(release.judged.verdict)
    .map(({ teamId }) => teamId)
    .filter((teamId) => release.told.has(teamId));
  return {
    ...release,
    isStored,
    maySave: !isRefused,
    /** False while it is not known whether the person may save. */
    isPermissionKnown: !isStored || !isPending,
    /** A key that may only read can propose nothing either. */
    proposes: isRefused && permission.rule !== 'reading-key',
    informed,
  };
}
