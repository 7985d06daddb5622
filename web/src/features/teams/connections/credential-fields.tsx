import { Button } from '../../../components/controls/button.tsx';
import { connectionTexts } from '../../../texts/teams/team-parts.ts';

/** A credential of the form; the value of one that is set is not known here. */
export type Credential = { name: string; value: string; isSet: boolean };

/** A credential that is not typed yet. */
export const newCredential: Credential = { name: '', value: '', isSet: false };

type CredentialFieldsProps = {
  credentials: readonly Credential[];
  onChange: (credentials: readonly Credential[]) => void;
};

/** Names and new values of credentials. */
export function CredentialFields({ credentials, onChange }: CredentialFieldsProps) {
  const change = (index: number, part: Partial<Credential>) =>
    onChange(credentials.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset className="credentials">
      <legend>{connectionTexts.credentials}</legend>
      {credentials.map(({ name, value, isSet }, index) => (
        // The place is the only identity of a credential whose name is being typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="row">
          <input
            className="input mono"
            aria-label={`${connectionTexts.credentialName} ${index + 1}`}
            placeholder="DATACONTRACT_POSTGRES_PASSWORD"
            autoComplete="off"
            readOnly={isSet}
            value={name}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <input
            className="input mono"
            type="password"
            aria-label={`${connectionTexts.credentialValue} ${index + 1}`}
            placeholder={isSet ? `•••••• ${connectionTexts.set}` : connectionTexts.credentialValue}
            autoComplete="new-password"
            value={value}
            onChange={({ target }) => change(index, { value: target.value })}
          />
        </div>
      ))}
      <p className="tiny faint">{connectionTexts.keepHint}</p>
      <div>
        <Button compact onClick={() => onChange([...credentials, newCredential])}>
          {connectionTexts.addCredential}
        </Button>
      </div>
    </fieldset>
  );
}
