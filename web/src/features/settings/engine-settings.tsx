import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { useDeleteEngine, usePutEngine } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

/** The external engine that tests contracts. Its key is written and never read. */
export function EngineSettings({ settings: { testEngine, may } }: { settings: PageSettings }) {
  const [isRemoving, setRemoving] = useState(false);
  const { form, isChanged, change, forget } = useForm({
    endpoint: testEngine?.dataContractTestsApiEndpoint ?? '',
    key: '',
  });
  // A stored key leaves the page before the page says that it is set.
  const put = usePutEngine(() => change({ key: '' }));
  const save = () => {
    const key = form.key === '' ? {} : { dataContractTestsApiKey: form.key };
    const body = { dataContractTestsApiEndpoint: form.endpoint.trim(), ...key };
    put.mutate(body, { onSuccess: forget });
  };
  return (
    <SettingCard
      title={settingTexts.engine}
      lead={settingTexts.engineLead}
      isChanged={isChanged && form.endpoint.trim() !== ''}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={save}
      onDiscard={forget}
      beside={
        testEngine !== null &&
        may.change && (
          <Button tone="danger" className="push" onClick={() => setRemoving(true)}>
            {settingTexts.engineRemove}
          </Button>
        )
      }
    >
      <State engine={testEngine} />
      <Fields
        form={form}
        isKeySet={testEngine?.apiKeySet === true}
        error={put.error}
        onChange={change}
      />
      {isRemoving && <RemoveEngine onClose={() => setRemoving(false)} />}
    </SettingCard>
  );
}

function State({ engine }: { engine: PageSettings['testEngine'] }) {
  if (engine === null) return <p className="note">{settingTexts.engineNone}</p>;
  const { updatedAt, updatedByName } = engine;
  return (
    <p className="tiny faint">
      {settingTexts.engineChanged} <RelativeTime at={updatedAt} />
      {updatedByName !== null && `, ${updatedByName}`}
    </p>
  );
}

type Form = { endpoint: string; key: string };
type FieldsProps = {
  form: Form;
  isKeySet: boolean;
  error: Error | null;
  onChange: (next: Partial<Form>) => void;
};

function Fields({ form, isKeySet, error, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={settingTexts.engineAddress}
        hint={settingTexts.engineAddressHint}
        problem={violationAt(error, 'dataContractTestsApiEndpoint')}
        value={form.endpoint}
        onChange={(endpoint) => onChange({ endpoint })}
      />
      <TextField
        label={settingTexts.engineKey}
        hint={isKeySet ? settingTexts.engineKeySet : settingTexts.engineKeyNone}
        problem={violationAt(error, 'dataContractTestsApiKey')}
        type="password"
        value={form.key}
        onChange={(key) => onChange({ key })}
      />
    </>
  );
}

function RemoveEngine({ onClose }: { onClose: () => void }) {
  const remove = useDeleteEngine();
  return (
    <FormDialog
      title={settingTexts.engineRemoveTitle}
      action={settingTexts.engineRemove}
      tone="danger"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="soft">{settingTexts.engineRemoveDetail}</p>
    </FormDialog>
  );
}
