import { Link } from '@tanstack/react-router';
import { violationAt } from '../../api/problem.ts';
import { CheckField, SelectField, TextField } from '../../components/controls/text-field.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { usePutFeatures } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

type Props = { settings: PageSettings };
type Features = PageSettings['features'];

const tagChoices = Object.entries(settingTexts.tagChoices).map(([value, name]) => ({
  value,
  name,
}));

/** The features as they are written: values of older versions without effect are left out. */
function writeOf(features: Features, change: Partial<Features>) {
  const { changeProcessMode: _, ...others } = { ...features, ...change };
  const policy = others.managedTagsPolicy;
  const managedTagsPolicy = policy === 'warn' || policy === 'forbid' ? policy : 'allow';
  return { ...others, managedTagsPolicy } as const;
}

/** What the organization allows and switches on. */
export function FeatureSettings({ settings: { features, warnings, may } }: Props) {
  const put = usePutFeatures();
  const { form, isChanged, change, forget } = useForm({
    managedTagsPolicy: features.managedTagsPolicy,
  });
  return (
    <SettingCard
      title={settingTexts.featureTitle}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={() => put.mutate(writeOf(features, form), { onSuccess: forget })}
      onDiscard={forget}
    >
      {warnings.map((warning) => (
        <p key={warning} className="note warn">
          {warning}
        </p>
      ))}
      <SelectField
        label={settingTexts.tags}
        hint={settingTexts.tagsHint}
        problem={violationAt(put.error, 'managedTagsPolicy')}
        options={tagChoices}
        value={form.managedTagsPolicy}
        onChange={(managedTagsPolicy) => change({ managedTagsPolicy })}
      />
      <dl className="details">
        <dt>{settingTexts.changes}</dt>
        <dd>{settingTexts.changesDirect}</dd>
        <dt>{settingTexts.roles}</dt>
        <dd>
          {features.customTeamRolesEnabled === true
            ? settingTexts.rolesOwn
            : settingTexts.rolesBuiltIn}{' '}
          <Link className="link" to="/organization/roles">
            {settingTexts.rolesLink}
          </Link>
        </dd>
      </dl>
    </SettingCard>
  );
}

/** Whether contracts are tested, and when without a schedule of their own. */
export function TestSettings({ settings: { features, may } }: Props) {
  const put = usePutFeatures();
  const { form, isChanged, change, forget } = useForm({
    isOn: features.dataContractTestsEnabled !== false,
    schedule: features.dataContractTestSchedule ?? '',
    timezone: features.dataContractTestScheduleTimezone ?? '',
  });
  const save = () => {
    const next = {
      dataContractTestsEnabled: form.isOn,
      dataContractTestSchedule: form.schedule.trim() || null,
      dataContractTestScheduleTimezone: form.timezone.trim() || null,
    };
    put.mutate(writeOf(features, next), { onSuccess: forget });
  };
  return (
    <SettingCard
      title={settingTexts.tests}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={save}
      onDiscard={forget}
    >
      <CheckField
        label={settingTexts.testsOn}
        checked={form.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <TextField
        label={settingTexts.schedule}
        hint={settingTexts.scheduleHint}
        problem={violationAt(put.error, 'dataContractTestSchedule')}
        isMono
        value={form.schedule}
        onChange={(schedule) => change({ schedule })}
      />
      <TextField
        label={settingTexts.timezone}
        hint={settingTexts.timezoneHint}
        problem={violationAt(put.error, 'dataContractTestScheduleTimezone')}
        value={form.timezone}
        onChange={(timezone) => change({ timezone })}
      />
    </SettingCard>
  );
}
