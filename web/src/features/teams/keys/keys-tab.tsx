import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { RefusedSentence, WhyNot } from '../../../components/states/why-not.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { keyTexts } from '../../../texts/teams/team-parts.ts';
import { useRefusal } from '../../permissions/refusal.ts';
import { useMe } from '../../session/queries.ts';
import { useRevokeKey } from '../changes.ts';
import { PartHead } from '../part-head.tsx';
import { keysQuery } from '../queries.ts';
import type { NamedTeam } from '../queries.ts';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import type { Key } from './key-table.tsx';

/** The API keys of a team for the people who may revoke them. */
export function KeysTab({ team }: { team: NamedTeam }) {
  const me = useMe();
  const mayNotSee = useRefusal('RESOURCES_EDIT', `teams/${team.id}`, true);
  const keys = useQuery({ ...keysQuery(team.id), retry: false });
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Key>();
  const mayNotCreate =
    me?.may.operate === false ? { because: keyTexts.onlyOrganization } : undefined;
  if (mayNotSee !== undefined) {
    return (
      <div className="card">
        <EmptyState sort="not-allowed">
          <RefusedSentence refused={mayNotSee} />
        </EmptyState>
      </div>
    );
  }
  return (
    <section className="stack">
      <PartHead lead={keyTexts.lead}>
        <WhyNot tone="primary" refused={mayNotCreate} onClick={() => setCreating(true)}>
          {keyTexts.create}
        </WhyNot>
      </PartHead>
      <Loaded query={keys}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={keyTexts.none}>
                {keyTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <KeyTable keys={all} onRevoke={setRevoked} />
          )
        }
      </Loaded>
      {isCreating && <CreateKey team={team} onClose={() => setCreating(false)} />}
      {revoked !== undefined && (
        <RevokeKey teamId={team.id} apiKey={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </section>
  );
}

type RevokeKeyProps = { teamId: string; apiKey: Key; onClose: () => void };

function RevokeKey({ teamId, apiKey, onClose }: RevokeKeyProps) {
  const revoke = useRevokeKey(teamId);
  return (
    <FormDialog
      title={keyTexts.revokeTitle(apiKey.displayName)}
      action={keyTexts.revokeAction}
      tone="danger"
      isPending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onSubmit={() => revoke.mutate(apiKey.organizationApiKeyId, { onSuccess: onClose })}
    >
      <p className="soft">{keyTexts.revokeDetail}</p>
    </FormDialog>
  );
}
