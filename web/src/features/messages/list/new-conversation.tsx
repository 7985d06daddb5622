import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TextField } from '../../../components/controls/text-field.tsx';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { conversationTexts } from '../../../texts/messages/messages.ts';
import { useBeginConversation } from '../changes.ts';
import { PeoplePicker } from './people-picker.tsx';
import type { Person } from '../types.ts';

/** Begins a conversation with a person, or a group with several. */
export function NewConversation({ onClose }: { onClose: () => void }) {
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [groupName, setGroupName] = useState('');
  const begin = useBeginConversation();
  const navigate = useNavigate();
  const isGroup = people.length > 1;
  const submit = () =>
    begin.mutate(
      { people, groupName: isGroup ? groupName.trim() : '' },
      {
        onSuccess: (conversation) => {
          onClose();
          void navigate({ to: '/messages/{-$conversation}', params: { conversation }, search: {} });
        },
      },
    );
  return (
    <FormDialog
      title={conversationTexts.newTitle}
      action={isGroup ? conversationTexts.beginGroup : conversationTexts.begin}
      isIncomplete={people.length === 0 || (isGroup && groupName.trim() === '')}
      isPending={begin.isPending}
      error={begin.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <PeoplePicker chosen={people} onChange={setPeople} />
      {isGroup && (
        <TextField
          label={conversationTexts.groupName}
          hint={conversationTexts.groupHint}
          value={groupName}
          onChange={setGroupName}
        />
      )}
    </FormDialog>
  );
}
