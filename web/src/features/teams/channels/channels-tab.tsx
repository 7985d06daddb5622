import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { channelTexts } from '../../../texts/teams/team-parts.ts';
import { useRefusal } from '../../permissions/refusal.ts';
import { useDeleteChannel } from '../changes.ts';
import { PartHead } from '../part-head.tsx';
import { channelsQuery } from '../queries.ts';
import type { NamedTeam } from '../queries.ts';
import { ChannelDialog } from './channel-dialog.tsx';
import { ChannelTable } from './channel-table.tsx';
import type { Channel } from './channel-table.tsx';

type Open = { dialog: 'add' } | { dialog: 'change' | 'delete'; channel: Channel };

/** The chats of a team, with the test of each. */
export function ChannelsTab({ team: { id } }: { team: NamedTeam }) {
  const channels = useQuery(channelsQuery(id));
  const mayNot = useRefusal('TEAM_EDIT', `teams/${id}`, true);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section className="stack">
      <PartHead lead={channelTexts.lead}>
        <WhyNot tone="primary" refused={mayNot} onClick={() => setOpen({ dialog: 'add' })}>
          {channelTexts.add}
        </WhyNot>
      </PartHead>
      <Loaded query={channels}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={channelTexts.none}>
                {channelTexts.noneHint}
              </EmptyState>
            </div>
          ) : (
            <ChannelTable
              teamId={id}
              channels={all}
              mayEdit={mayNot === undefined}
              onChange={(channel) => setOpen({ dialog: 'change', channel })}
              onDelete={(channel) => setOpen({ dialog: 'delete', channel })}
            />
          )
        }
      </Loaded>
      {open?.dialog === 'add' && <ChannelDialog teamId={id} onClose={close} />}
      {open?.dialog === 'change' && (
        <ChannelDialog teamId={id} channel={open.channel} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteChannel teamId={id} channel={open.channel} onClose={close} />
      )}
    </section>
  );
}

type DeleteChannelProps = { teamId: string; channel: Channel; onClose: () => void };

function DeleteChannel({ teamId, channel, onClose }: DeleteChannelProps) {
  const remove = useDeleteChannel(teamId);
  return (
    <FormDialog
      title={channelTexts.removeTitle(channel.name ?? channel.id)}
      action={channelTexts.removeAction}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate(channel.id, { onSuccess: onClose })}
    >
      <p className="soft">{channelTexts.removeDetail}</p>
    </FormDialog>
  );
}
