import { useState } from 'react';
import { violationAt } from '../../../api/problem.ts';
import { CheckField, SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { newKey } from '../../../lib/idempotency.ts';
import { channelTexts } from '../../../texts/teams/team-parts.ts';
import { usePutChannel } from '../changes.ts';
import type { ChannelWrite } from '../changes.ts';
import type { Channel } from './channel-table.tsx';

type ChannelDialogProps = { teamId: string; channel?: Channel; onClose: () => void };
type Form = Pick<ChannelWrite, 'id' | 'name' | 'type' | 'enabled'> & {
  /** What is typed. The stored address is not shown, and stays unless another one is typed. */
  endpoint: string;
};

const kinds = Object.entries(channelTexts.kinds).map(([value, name]) => ({ value, name }));

const newForm = (): Form => ({
  id: `chat-${newKey().slice(0, 8)}`,
  name: '',
  type: 'slack',
  enabled: true,
  endpoint: '',
});

const formOf = ({ id, name, type, enabled }: Channel): Form => ({
  id,
  type,
  enabled,
  name: name ?? '',
  endpoint: '',
});

/** Adds or changes a chat. */
export function ChannelDialog({ teamId, channel, onClose }: ChannelDialogProps) {
  const put = usePutChannel(teamId);
  const [form, setForm] = useState(() => (channel === undefined ? newForm() : formOf(channel)));
  const isKept = channel !== undefined && channel.unreadable === undefined;
  const { endpoint: typed, ...written } = form;
  const address = typed.trim() === '' ? {} : { endpoint: typed.trim() };
  const submit = () => put.mutate({ ...written, ...address }, { onSuccess: onClose });
  return (
    <FormDialog
      title={channel === undefined ? channelTexts.add : channelTexts.changeLabel(form.name)}
      action={channelTexts.addAction}
      isIncomplete={form.name.trim() === '' || (typed.trim() === '' && !isKept)}
      isPending={put.isPending}
      error={put.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={channelTexts.name}
        problem={violationAt(put.error, 'name')}
        isFirst
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
      />
      <SelectField
        label={channelTexts.kind}
        options={kinds}
        value={form.type}
        onChange={(type) => setForm({ ...form, type: type as Form['type'] })}
      />
      <TextField
        label={channelTexts.endpoint}
        hint={isKept ? channelTexts.endpointKept : channelTexts.endpointHint}
        problem={violationAt(put.error, 'endpoint')}
        type="password"
        isMono
        value={form.endpoint}
        onChange={(typed) => setForm({ ...form, endpoint: typed })}
      />
      <CheckField
        label={channelTexts.enabled}
        checked={form.enabled}
        onChange={(enabled) => setForm({ ...form, enabled })}
      />
    </FormDialog>
  );
}
