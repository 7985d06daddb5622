import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { messageTexts } from '../../texts/messages/messages.ts';
import { useUpload } from './changes.ts';
import type { Attachment, ConversationDetail } from './types.ts';

type ComposerProps = {
  conversation: ConversationDetail;
  onSend: (text: string, attachments: readonly Attachment[]) => void;
};

type Draft = { text: string; attachments: readonly Attachment[] };
const empty: Draft = { text: '', attachments: [] };

/** The field of the next message. What was typed is kept when the page is left or loaded again. */
export function Composer({ conversation: { id, name }, onSend }: ComposerProps) {
  const [draft, change, forget] = useDraft<Draft>(`messages ${id}`, empty);
  const latest = useRef(draft);
  useEffect(() => void (latest.current = draft));
  const { uploading, failed, upload } = useUploads((file) => {
    const { text, attachments } = latest.current;
    change({ text, attachments: [...attachments, file] });
  });
  const hasContent = draft.text.trim() !== '' || draft.attachments.length > 0;
  const isReady = hasContent && uploading.length === 0;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady) return;
    const names = draft.attachments.map(({ filename }) => filename).join(', ');
    onSend(draft.text.trim() || names, draft.attachments);
    change(empty);
    forget();
  };
  return (
    <form className="talk-composer" onSubmit={send}>
      <Files
        files={draft.attachments}
        uploading={uploading}
        onRemove={(file) =>
          change({ ...draft, attachments: draft.attachments.filter((each) => each !== file) })
        }
      />
      {failed !== undefined && (
        <>
          <p className="tiny field-problem">{messageTexts.notUploaded(failed.name)}</p>
          <ProblemNote error={failed.error} />
        </>
      )}
      <div className="talk-write">
        <AttachButton onFiles={upload} />
        <TextInput
          label={messageTexts.compose(name)}
          text={draft.text}
          onChange={(text) => change({ ...draft, text })}
          onSend={send}
        />
        <WhyNot type="submit" tone="primary" refused={undefined} disabled={!isReady}>
          {messageTexts.send}
        </WhyNot>
      </div>
      <p className="tiny faint wide-only">{messageTexts.sendHint}</p>
    </form>
  );
}

/** Files on their way to the server, one after the other. */
function useUploads(onUploaded: (file: Attachment) => void) {
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<{ name: string; error: Error }>();
  const { mutateAsync } = useUpload();
  const upload = async (files: readonly File[]) => {
    setFailed(undefined);
    setUploading((known) => [...known, ...files.map(({ name }) => name)]);
    for (const file of files) {
      try {
        onUploaded(await mutateAsync(file));
      } catch (error) {
        setFailed({ name: file.name, error: error as Error });
      }
      setUploading(([, ...others]) => others);
    }
  };
  return { uploading, failed, upload: (files: readonly File[]) => void upload(files) };
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button
        tone="quiet"
        className="talk-attach"
        aria-label={messageTexts.attach}
        onClick={() => input.current?.click()}
      >
        <IconPaperclip size={17} stroke={1.75} aria-hidden />
      </Button>
    </>
  );
}

const maxRows = 8;

type TextInputProps = {
  label: string;
  text: string;
  onChange: (text: string) => void;
  onSend: () => void;
};

/** Grows with its lines. Enter sends, except while an input method composes a character. */
function TextInput({ label, text, onChange, onSend }: TextInputProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };
  return (
    <textarea
      className="input"
      aria-label={label}
      placeholder={label}
      rows={Math.min(maxRows, text.split('\n').length)}
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

type FilesProps = {
  files: readonly Attachment[];
  uploading: readonly string[];
  onRemove: (file: Attachment) => void;
};

function Files({ files, uploading, onRemove }: FilesProps) {
  if (files.length + uploading.length === 0) return null;
  return (
    <ul className="row wrap" aria-label={messageTexts.filesOf}>
      {files.map((file) => (
        <li key={file.id}>
          <button
            type="button"
            className="chip pressable"
            aria-label={messageTexts.removeFile(file.filename)}
            onClick={() => onRemove(file)}
          >
            {file.filename}
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
      {uploading.map((name, at) => (
        <li key={`${at} ${name}`} className="chip">
          {messageTexts.uploading(name)}
        </li>
      ))}
    </ul>
  );
}
