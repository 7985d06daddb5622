import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { components } from '../../../api/schema.d.ts';
import { connectionTexts, memberTexts } from '../../../texts/teams/team-parts.ts';
import { useRefusal } from '../../permissions/refusal.ts';
import { useDeleteConnection } from '../changes.ts';
import { PartHead } from '../part-head.tsx';
import { connectionsQuery } from '../queries.ts';
import type { NamedTeam } from '../queries.ts';
import { RowActions } from '../row-actions.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';

export type Connection = components['schemas']['TeamConnectionRead'];
type Open = { dialog: 'add' } | { dialog: 'change' | 'delete'; connection: Connection };

/** With what contract tests of a team sign in to its servers. Values of credentials never reach this page. */
export function ConnectionsTab({ team: { id } }: { team: NamedTeam }) {
  const connections = useQuery(connectionsQuery(id));
  const mayNot = useRefusal('INGESTION_EDIT', `teams/${id}`, true);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section className="stack">
      <PartHead lead={connectionTexts.lead}>
        <WhyNot tone="primary" refused={mayNot} onClick={() => setOpen({ dialog: 'add' })}>
          {connectionTexts.add}
        </WhyNot>
      </PartHead>
      <Loaded query={connections}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={connectionTexts.none}>
                {connectionTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <ConnectionTable
              connections={all}
              mayEdit={mayNot === undefined}
              onOpen={(dialog, connection) => setOpen({ dialog, connection })}
            />
          )
        }
      </Loaded>
      {open?.dialog === 'add' && <ConnectionDialog teamId={id} onClose={close} />}
      {open?.dialog === 'change' && (
        <ConnectionDialog teamId={id} connection={open.connection} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteConnection teamId={id} connection={open.connection} onClose={close} />
      )}
    </section>
  );
}

type ConnectionTableProps = {
  connections: readonly Connection[];
  mayEdit: boolean;
  onOpen: (dialog: 'change' | 'delete', connection: Connection) => void;
};

function ConnectionTable({ connections, mayEdit, onOpen }: ConnectionTableProps) {
  return (
    <div className="card sideways" role="region" aria-label={connectionTexts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{connectionTexts.id}</th>
            <th>{connectionTexts.serverType}</th>
            <th className="wide-only">{connectionTexts.place}</th>
            <th className="wide-only">{connectionTexts.credentials}</th>
            <th className="wide-only">{connectionTexts.updated}</th>
            {mayEdit && <th className="actions">{memberTexts.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => (
            <ConnectionLine
              key={connection.id}
              connection={connection}
              onOpen={mayEdit ? onOpen : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ConnectionLineProps = {
  connection: Connection;
  onOpen: ConnectionTableProps['onOpen'] | undefined;
};

function ConnectionLine({ connection, onOpen }: ConnectionLineProps) {
  const { id, serverType, place, credentials, updatedAt } = connection;
  const actions = [
    {
      name: connectionTexts.change,
      label: connectionTexts.changeLabel(id),
      onClick: () => onOpen?.('change', connection),
    },
    {
      name: connectionTexts.remove,
      label: connectionTexts.removeLabel(id),
      onClick: () => onOpen?.('delete', connection),
    },
  ];
  return (
    <tr>
      <td className="medium">{id}</td>
      <td>{serverType}</td>
      <td className="wide-only mono">{place}</td>
      <td className="wide-only">
        <span className="row wrap tight">
          {credentials.map((name) => (
            <span key={name} className="chip mono">
              {name}: {connectionTexts.set}
            </span>
          ))}
        </span>
      </td>
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

type DeleteConnectionProps = { teamId: string; connection: Connection; onClose: () => void };

function DeleteConnection({ teamId, connection, onClose }: DeleteConnectionProps) {
  const remove = useDeleteConnection(teamId);
  return (
    <FormDialog
      title={connectionTexts.removeTitle(connection.id)}
      action={connectionTexts.removeAction}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate(connection.id, { onSuccess: onClose })}
    >
      <p className="soft">{connectionTexts.removeDetail}</p>
    </FormDialog>
  );
}
