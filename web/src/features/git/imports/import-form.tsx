import { useState } from 'react';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { gitImportTexts as texts } from '../../../texts/git/imports.ts';
import { typeOfAddress } from '../connection/type-of-address.ts';
import { useStartImport } from './changes.ts';
import { ImportFields } from './import-fields.tsx';
import type { ImportFormState } from './import-fields.tsx';
import type { ImportedKind } from './import-search.ts';
import type { GitImport } from './queries.ts';
import '../git.css';
import './imports.css';

type ImportFormProps = {
  kind: ImportedKind;
  /** An import whose repository this one begins with. */
  before: GitImport | undefined;
  onPreview: (id: string) => void;
};

/** The form of an earlier import, or an empty one. */
function formOf(kind: ImportedKind, before: GitImport | undefined): ImportFormState {
  if (before === undefined) {
    const file = { repositoryBranch: 'main', repositoryPath: texts.patterns[kind] };
    return { kind, repositoryUrl: '', ...file, credential: '', type: undefined };
  }
  const { resource, repositoryUrl, repositoryBranch, repositoryPath, gitConnectionType } = before;
  const target = { repositoryUrl, repositoryBranch, repositoryPath };
  const credential = before.gitCredentialExternalId ?? '';
  return { kind: resource as ImportedKind, ...target, credential, type: gitConnectionType };
}

/** The repository, the files and the credential of an import. It begins with a preview. */
export function ImportForm({ kind, before, onPreview }: ImportFormProps) {
  const start = useStartImport();
  const [form, setForm] = useState(() => formOf(kind, before));
  const { kind: resource, credential, type, ...target } = form;
  const isIncomplete = Object.values(target).includes('') || start.isPending;
  const submit = () => {
    const gitConnectionType = type ?? typeOfAddress(form.repositoryUrl);
    const name = credential.trim();
    const named = name === '' ? {} : { gitCredentialExternalId: name };
    const body = { ...target, ...named, resource, gitConnectionType, preview: true };
    start.mutate(body, { onSuccess: ({ id }) => onPreview(id) });
  };
  return (
    <form
      className="card"
      noValidate
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isIncomplete) submit();
      }}
    >
      <div className="inside stack loose">
        <ImportFields form={form} error={start.error} onChange={setForm} />
        {start.error !== null && <ProblemNote error={start.error} />}
      </div>
      <footer className="import-foot">
        <span className="tiny faint">{texts.previewHint}</span>
        <WhyNot type="submit" tone="primary" refused={undefined} disabled={isIncomplete}>
          {texts.preview}
        </WhyNot>
      </footer>
    </form>
  );
}
