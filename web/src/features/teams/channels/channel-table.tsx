import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { channelTexts, memberTexts } from '../../../texts/teams/team-parts.ts';
import { RowActions } from '../row-actions.tsx';
import type { components } from '../../../api/schema.d.ts';
import { useTestChannel } from '../changes.ts';
import { LastMessage } from './last-message.tsx';

export type Channel = components['schemas']['ListedNotificationChannel'];

type ChannelTableProps = {
  teamId: string;
  channels: readonly Channel[];
  mayEdit: boolean;
  onChange: (channel: Channel) => void;
  onDelete: (channel: Channel) => void;
};

/** The chats of a team; those who may change it also see what each chat answered last. */
export function ChannelTable(props: ChannelTableProps) {
  return (
    <div className="card sideways" role="region" aria-label={channelTexts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{channelTexts.name}</th>
            <th className="wide-only">{channelTexts.kind}</th>
            <th>{channelTexts.enabled}</th>
            {props.mayEdit && (
              <>
                <th className="wide-only">{channelTexts.lastMessage}</th>
                <th className="actions">{memberTexts.actions}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {props.channels.map((channel) => (
            <ChannelLine key={channel.id} {...props} channel={channel} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ChannelLineProps = ChannelTableProps & { channel: Channel };

function ChannelLine(props: ChannelLineProps) {
  const { channel, mayEdit } = props;
  return (
    <tr>
      <td>
        <span className="medium">{channel.name ?? channel.id}</span>
        {channel.unreadable != null && (
          <p className="tiny field-problem">{channelTexts.unreadable}</p>
        )}
      </td>
      <td className="wide-only soft">{channelTexts.kinds[channel.type]}</td>
      <td>
        <StatusBadge of="channel" value={channel.enabled ? 'on' : 'off'} />
      </td>
      {mayEdit && <EditorCells {...props} />}
    </tr>
  );
}

/** The last message, and what one may do. */
function EditorCells({ teamId, channel, onChange, onDelete }: ChannelLineProps) {
  const test = useTestChannel(teamId);
  const name = channel.name ?? channel.id;
  const actions = [
    {
      name: test.isPending ? channelTexts.testing : channelTexts.test,
      label: channelTexts.testLabel(name),
      isPending: test.isPending,
      onClick: () => test.mutate(channel.id),
    },
    {
      name: channelTexts.change,
      label: channelTexts.changeLabel(name),
      onClick: () => onChange(channel),
    },
    {
      name: channelTexts.remove,
      label: channelTexts.removeLabel(name),
      onClick: () => onDelete(channel),
    },
  ];
  const told = { teamId, channelId: channel.id, testId: test.data?.id, error: test.error };
  return (
    <>
      <td className="wide-only">
        <LastMessage {...told} />
      </td>
      <td className="actions">
        <RowActions actions={actions} />
      </td>
    </>
  );
}
