import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { newTexts } from '../../texts/studio/new-document.ts';
import { useOpenDraft } from './draft.ts';
import { readUpload } from './uploads.ts';
import type { WayProps } from './ways.ts';

/** A document that somebody has already. */
export function UploadWay({ kind }: Pick<WayProps, 'kind'>) {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const openDraft = useOpenDraft(kind);
  const open = async () => {
    if (file === undefined) return setProblem(newTexts.fileFirst);
    const read = await readUpload(file, kind);
    if ('problem' in read) setProblem(read.problem);
    else openDraft({ ...read, id: read.id === '' ? 'new' : read.id });
  };
  return (
    <>
      <Field label={newTexts.file} hint={newTexts.fileHint[kind]} problem={problem}>
        {(control) => (
          <input
            {...control}
            className="input file-input"
            type="file"
            accept=".yaml,.yml,.json"
            onChange={({ target }) => {
              setFile(target.files?.[0]);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <Button tone="primary" onClick={() => void open()}>
        {newTexts.open}
      </Button>
    </>
  );
}
