import { violationAt } from '../../../api/problem.ts';
import { Segments } from '../../../components/controls/segments.tsx';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { gitCredentialTexts, gitFormTexts } from '../../../texts/git.ts';
import { gitImportTexts as texts } from '../../../texts/git/imports.ts';
import { typeOfAddress } from '../connection/type-of-address.ts';
import type { GitType } from '../connection/type-of-address.ts';
import { ImportCredential } from './import-credential.tsx';
import { importedKinds } from './import-search.ts';
import type { ImportedKind } from './import-search.ts';

/** What the form has. The host of the address decides the type until somebody chooses one. */
export type ImportFormState = {
  kind: ImportedKind;
  repositoryUrl: string;
  repositoryBranch: string;
  repositoryPath: string;
  credential: string;
  type: GitType | undefined;
};

const types = Object.entries(gitCredentialTexts.types).map(([value, name]) => ({ value, name }));
const kindOptions = importedKinds.map((value) => ({ value, name: texts.kinds[value] }));

/** Another kind has another pattern, unless somebody has written one. */
function withKind(form: ImportFormState, kind: ImportedKind): ImportFormState {
  const isUsual = form.repositoryPath === texts.patterns[form.kind];
  return { ...form, kind, ...(isUsual && { repositoryPath: texts.patterns[kind] }) };
}

type ImportFieldsProps = {
  form: ImportFormState;
  error: Error | null;
  onChange: (form: ImportFormState) => void;
};

type Line = 'repositoryUrl' | 'repositoryBranch' | 'repositoryPath';

/** The fields of an import. */
export function ImportFields({ form, error, onChange }: ImportFieldsProps) {
  const line = (field: Line, label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      isMono
      problem={violationAt(error, field)}
      value={form[field]}
      onChange={(value) => onChange({ ...form, [field]: value.trim() })}
    />
  );
  return (
    <>
      <div className="field">
        <span className="small medium">{texts.kind}</span>
        <Segments
          label={texts.kind}
          value={form.kind}
          options={kindOptions}
          onChange={(kind) => onChange(withKind(form, kind))}
        />
      </div>
      {line('repositoryUrl', gitFormTexts.url, gitFormTexts.urlHint)}
      <div className="git-kind-fields">
        <SelectField
          label={gitFormTexts.type}
          options={types}
          problem={violationAt(error, 'gitConnectionType')}
          value={form.type ?? typeOfAddress(form.repositoryUrl)}
          onChange={(type) => onChange({ ...form, type: type as GitType })}
        />
        {line('repositoryBranch', gitFormTexts.branch)}
      </div>
      {line('repositoryPath', texts.pattern, texts.patternHint)}
      <ImportCredential
        value={form.credential}
        problem={violationAt(error, 'gitCredentialExternalId')}
        onChange={(credential) => onChange({ ...form, credential })}
      />
    </>
  );
}
