import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { useDeleteMessage } from '../changes.ts';
import type { Message } from '../types.ts';

type MessageMenuProps = {
  message: Message;
  author: string;
  isMine: boolean;
  mayDelete: boolean;
  onEdit: () => void;
};

/** What the person may do with a message besides reacting. */
export function MessageMenu({ message, author, isMine, mayDelete, onEdit }: MessageMenuProps) {
  const [isDeleting, setDeleting] = useState(false);
  const remove = useDeleteMessage(message.conversation_id);
  return (
    <>
      <Menu position="bottom-end" width={160}>
        <Menu.Target>
          <button
            type="button"
            className="icon-button"
            aria-label={messageTexts.messageActions(author)}
          >
            <IconDots size={15} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyText(message.message, messageTexts.copy)}>
            {messageTexts.copy}
          </Menu.Item>
          {isMine && <Menu.Item onClick={onEdit}>{messageTexts.edit}</Menu.Item>}
          {mayDelete && (
            <Menu.Item onClick={() => setDeleting(true)}>{messageTexts.delete}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleting && (
        <FormDialog
          title={messageTexts.deleteTitle}
          action={messageTexts.deleteAction}
          tone="danger"
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => setDeleting(false)}
          onSubmit={() => remove.mutate(message.id, { onSuccess: () => setDeleting(false) })}
        >
          <p className="soft">{messageTexts.deleteDetail}</p>
        </FormDialog>
      )}
    </>
  );
}
