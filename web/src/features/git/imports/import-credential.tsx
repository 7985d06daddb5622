import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import { Field } from '../../../components/controls/field.tsx';
import { gitFormTexts } from '../../../texts/git.ts';
import { gitImportTexts as texts } from '../../../texts/git/imports.ts';
import { useMe } from '../../session/queries.ts';
import { credentialsQuery } from '../queries.ts';

/** Teams whose credentials complete a name: each takes a request. */
const maxTeams = 3;

type CredentialFieldProps = {
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** The name of a credential, which those of the own teams and of the organization complete. */
export function ImportCredential({ value, problem, onChange }: CredentialFieldProps) {
  const list = useId();
  const me = useMe();
  const teams = (me?.teams ?? []).slice(0, maxTeams).map(({ id }) => id);
  const owners = [...teams, ...(me?.may.organization === true ? [null] : [])];
  const found = useQueries({ queries: owners.map((owner) => credentialsQuery(owner)) });
  const named = found.flatMap(({ data }) => data ?? []).filter(({ externalId }) => externalId);
  return (
    <Field label={gitFormTexts.credential} hint={texts.credentialHint} problem={problem}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            autoComplete="off"
            list={list}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={list}>
            {named.map(({ id, externalId, tokenName }) => (
              <option key={id} value={externalId}>
                {tokenName ?? externalId}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
