import { violationAt } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/controls/text-field.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { usePutProfile } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

const choices = Object.entries(settingTexts.contractChoices).map(([value, name]) => ({
  value,
  name,
}));

/** Name, logo and address of the organization, and how strict it is about contracts. */
export function ProfileSettings({ settings }: { settings: PageSettings }) {
  const { organization, may } = settings;
  const put = usePutProfile();
  const { form, isChanged, change, forget } = useForm({
    fullName: organization.fullName,
    logoUrl: organization.logoUrl,
    support: organization.supportEmailAddress ?? '',
    contractChanges: organization.contractChanges,
  });
  const { brand, plan } = organization;
  const save = () => {
    const body = {
      fullName: form.fullName.trim(),
      logoUrl: form.logoUrl.trim() || null,
      supportEmailAddress: form.support.trim() || null,
      contractChanges: form.contractChanges === 'enforce' ? form.contractChanges : 'warn',
      ...(brand !== undefined && { brand }),
      ...(plan !== undefined && { plan }),
    } as const;
    put.mutate(body, { onSuccess: forget });
  };
  return (
    <SettingCard
      title={settingTexts.profile}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={save}
      onDiscard={forget}
    >
      <Fields form={form} error={put.error} onChange={change} />
      <Fixed organization={organization} />
    </SettingCard>
  );
}

type Form = { fullName: string; logoUrl: string; support: string; contractChanges: string };

type FieldsProps = { form: Form; error: Error | null; onChange: (next: Partial<Form>) => void };

function Fields({ form, error, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label={settingTexts.fullName}
        hint={settingTexts.fullNameHint}
        problem={violationAt(error, 'fullName')}
        value={form.fullName}
        onChange={(fullName) => onChange({ fullName })}
      />
      <TextField
        label={settingTexts.logoUrl}
        hint={settingTexts.logoHint}
        problem={violationAt(error, 'logoUrl')}
        value={form.logoUrl}
        onChange={(logoUrl) => onChange({ logoUrl })}
      />
      <TextField
        label={settingTexts.support}
        hint={settingTexts.supportHint}
        problem={violationAt(error, 'supportEmailAddress')}
        type="email"
        value={form.support}
        onChange={(support) => onChange({ support })}
      />
      <SelectField
        label={settingTexts.contractChanges}
        hint={settingTexts.contractChangesHint}
        options={choices}
        value={form.contractChanges}
        onChange={(contractChanges) => onChange({ contractChanges })}
      />
    </>
  );
}

function Fixed({ organization }: Pick<PageSettings, 'organization'>) {
  return (
    <dl className="details">
      <dt>{settingTexts.vanity}</dt>
      <dd>
        <span className="mono">{organization.vanityUrl}</span>{' '}
        <span className="faint">{settingTexts.vanityHint}</span>
      </dd>
      <dt>{settingTexts.host}</dt>
      <dd className="mono">{organization.host}</dd>
    </dl>
  );
}
