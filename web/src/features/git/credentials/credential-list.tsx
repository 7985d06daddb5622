import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { gitCredentialTexts as texts } from '../../../texts/git.ts';
import { PartHead } from '../../teams/part-head.tsx';
import { RowActions } from '../../teams/row-actions.tsx';
import { useDeleteCredential } from '../changes.ts';
import { credentialsQuery } from '../queries.ts';
import type { CredentialOwner, GitCredential } from '../queries.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { credentialName } from './credential-name.ts';
import '../git.css';

type CredentialListProps = {
  owner: CredentialOwner;
  /** Why the person may not change them. */
  refused: Refused | undefined;
};
type Open = { dialog: 'add' } | { dialog: 'change' | 'delete'; credential: GitCredential };

/** The Git credentials of a team or of the organization. Tokens never reach this page. */
export function CredentialList({ owner, refused }: CredentialListProps) {
  const credentials = useQuery(credentialsQuery(owner));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section className="stack">
      <PartHead lead={owner === null ? texts.organizationLead : texts.teamLead}>
        <WhyNot tone="primary" refused={refused} onClick={() => setOpen({ dialog: 'add' })}>
          {texts.add}
        </WhyNot>
      </PartHead>
      <Loaded query={credentials}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={texts.none}>
                {texts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <CredentialTable
              credentials={all}
              onOpen={
                refused === undefined
                  ? (dialog, credential) => setOpen({ dialog, credential })
                  : undefined
              }
            />
          )
        }
      </Loaded>
      {open?.dialog === 'add' && <CredentialDialog owner={owner} onClose={close} />}
      {open?.dialog === 'change' && (
        <CredentialDialog owner={owner} credential={open.credential} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteCredential owner={owner} credential={open.credential} onClose={close} />
      )}
    </section>
  );
}

type OnOpen = (dialog: 'change' | 'delete', credential: GitCredential) => void;
type CredentialTableProps = {
  credentials: readonly GitCredential[];
  onOpen: OnOpen | undefined;
};

function CredentialTable({ credentials, onOpen }: CredentialTableProps) {
  return (
    <div className="card sideways" role="region" aria-label={texts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{texts.name}</th>
            <th className="wide-only">{texts.host}</th>
            <th>{texts.kind}</th>
            <th className="wide-only">{texts.externalId}</th>
            <th className="wide-only">{texts.updated}</th>
            {onOpen && <th className="actions">{texts.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {credentials.map((credential) => (
            <CredentialLine key={credential.id} credential={credential} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CredentialLineProps = { credential: GitCredential; onOpen: OnOpen | undefined };

function CredentialLine({ credential, onOpen }: CredentialLineProps) {
  const { gitConnectionType, host, tokenType = 'authenticationToken', updatedAt } = credential;
  const name = credentialName(credential);
  const actions = [
    {
      name: texts.change,
      label: texts.changeLabel(name),
      onClick: () => onOpen?.('change', credential),
    },
    {
      name: texts.remove,
      label: texts.removeLabel(name),
      onClick: () => onOpen?.('delete', credential),
    },
  ];
  return (
    <tr>
      <td className="medium">{name}</td>
      <td className="wide-only">
        {texts.types[gitConnectionType]} <span className="mono faint">{host}</span>
      </td>
      <td>{texts.kinds[tokenType]}</td>
      <td className="wide-only mono">{credential.externalId}</td>
      <td className="wide-only soft">
        <RelativeTime at={updatedAt} />
      </td>
      {onOpen && (
        <td className="actions">
          <RowActions actions={actions} />
        </td>
      )}
    </tr>
  );
}

type DeleteCredentialProps = {
  owner: CredentialOwner;
  credential: GitCredential;
  onClose: () => void;
};

function DeleteCredential({ owner, credential, onClose }: DeleteCredentialProps) {
  const remove = useDeleteCredential(owner);
  return (
    <FormDialog
      title={texts.removeTitle(credentialName(credential))}
      action={texts.removeAction}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate(credential.id, { onSuccess: onClose })}
    >
      <p className="soft">{texts.removeDetail}</p>
    </FormDialog>
  );
}
