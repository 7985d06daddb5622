import { Button } from '../../../components/controls/button.tsx';
import { SchemaForm } from '../../../components/controls/schema-form.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { CheckLine } from './check-line.tsx';
import { fieldsBelow } from './integration-form.ts';
import type { Wizard } from './use-wizard.ts';

type ConnectionStepProps = { wizard: Wizard; checkId: string | undefined };

/** How the platform is reached, made from the form of its source. */
export function ConnectionStep({ wizard, checkId }: ConnectionStepProps) {
  const { form, source, stored, problems, setValue } = wizard;
  return (
    <>
      <SchemaForm
        fields={fieldsBelow(source, 'configuration')}
        values={form.values}
        problems={problems}
        onChange={setValue}
      />
      <Credentials wizard={wizard} />
      <div className="stack">
        <div className="row wrap">
          <WhyNot
            refused={wizard.refused}
            disabled={wizard.isPending}
            onClick={() => wizard.save('connection', stored?.enabled ?? false)}
          >
            {wizardTexts.test}
          </WhyNot>
          {stored === undefined && <span className="tiny faint">{wizardTexts.saveFirst}</span>}
        </div>
        {stored !== undefined && checkId !== undefined && (
          <CheckLine id={stored.externalId} checkId={checkId} />
        )}
      </div>
    </>
  );
}

/** Stored credentials are never shown: they stay, or all of them are typed again. */
function Credentials({ wizard }: { wizard: Wizard }) {
  const { source, stored, problems, credentials, setCredential } = wizard;
  const { typed, isForced, set } = credentials;
  const fields = fieldsBelow(source, 'credentials');
  if (fields.length === 0) return null;
  const isStored = stored?.hasCredentials === true;
  return (
    <fieldset className="wizard-group">
      <legend className="small medium">{wizardTexts.credentials}</legend>
      {typed === undefined ? (
        <dl className="details">
          {fields.map(({ path, title }) => (
            <div key={path} className="stored-secret">
              <dt>{title}</dt>
              <dd className="row">
                <span className="faint">{wizardTexts.credentialsSet}</span>
                <Button
                  compact
                  tone="quiet"
                  aria-label={`${wizardTexts.replace}: ${title}`}
                  onClick={() => set({})}
                >
                  {wizardTexts.replace}
                </Button>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <>
          {isForced && isStored && <p className="note warn">{wizardTexts.credentialsAgain}</p>}
          <SchemaForm fields={fields} values={typed} problems={problems} onChange={setCredential} />
          <p className="row wrap tiny faint">
            {wizardTexts.credentialsHint}
            {isStored && !isForced && (
              <Button compact tone="quiet" onClick={() => set(undefined)}>
                {wizardTexts.keepStored}
              </Button>
            )}
          </p>
        </>
      )}
      {problems['credentials'] !== undefined && (
        <p className="field-problem">{problems['credentials']}</p>
      )}
    </fieldset>
  );
}
