import { notifications } from '@mantine/notifications';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { apiKeyTexts } from '../../texts/organization/keys.ts';
import { useRevokeApiKey } from './changes.ts';
import type { ApiKey } from './queries.ts';

type RevokeKeyProps = { apiKey: ApiKey; isOwn: boolean; onClose: () => void };

/** Asks before programs lose their key, and says how much it was used. */
export function RevokeKey({ apiKey, isOwn, onClose }: RevokeKeyProps) {
  const { displayName, organizationApiKeyId, uses } = apiKey;
  const revoke = useRevokeApiKey(isOwn);
  const confirm = () =>
    revoke.mutate(organizationApiKeyId, {
      onSuccess: () => {
        notifications.show({ message: apiKeyTexts.revoked(displayName) });
        onClose();
      },
    });
  return (
    <FormDialog
      title={apiKeyTexts.revokeTitle(displayName)}
      action={apiKeyTexts.revokeAction}
      tone="danger"
      isPending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onSubmit={confirm}
    >
      <p className="soft">{apiKeyTexts.revokeDetail}</p>
      {uses.requests > 0 && <p className="note warn">{apiKeyTexts.revokeUsed(uses.requests)}</p>}
    </FormDialog>
  );
}
