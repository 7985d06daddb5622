import { violationAt } from '../../api/problem.ts';
import { CheckField, SelectField } from '../../components/controls/text-field.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';
import { cronOf, frequencyOf } from '../contracts/schedule/frequency.ts';
import { ScheduleTimes } from '../integrations/schedule-times.tsx';
import { usePutFeatures } from './changes.ts';
import { featuresToWrite } from './features-to-write.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

const modes = [
  { value: 'schedule', name: settingTexts.bySchedule },
  { value: 'request', name: settingTexts.onRequest },
];

/** Offered to organizations without a schedule. */
const firstSchedule = '0 6 * * *';

function formOf(features: PageSettings['features']) {
  const schedule = features.dataContractTestSchedule ?? '';
  return {
    isOn: features.dataContractTestsEnabled !== false,
    isScheduled: schedule !== '',
    cron: schedule === '' ? firstSchedule : schedule,
    frequency: undefined as ReturnType<typeof frequencyOf> | undefined,
    timezone: features.dataContractTestScheduleTimezone ?? 'UTC',
  };
}

/** Whether contracts are tested, and when without a schedule of their own. */
export function TestSettings({ settings: { features, may } }: { settings: PageSettings }) {
  const put = usePutFeatures();
  const { form, isChanged, change, forget } = useForm(formOf(features));
  const frequency = form.frequency ?? frequencyOf(form.cron);
  const schedule = form.isScheduled ? cronOf(frequency) : null;
  const next = {
    dataContractTestsEnabled: form.isOn,
    dataContractTestSchedule: schedule,
    dataContractTestScheduleTimezone: form.isScheduled ? form.timezone : null,
  };
  return (
    <SettingCard
      title={settingTexts.tests}
      isChanged={isChanged && schedule !== ''}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={() => put.mutate(featuresToWrite(features, next), { onSuccess: forget })}
      onDiscard={forget}
    >
      <CheckField
        label={settingTexts.testsOn}
        checked={form.isOn}
        onChange={(isOn) => change({ isOn })}
      />
      <SelectField
        label={settingTexts.schedule}
        hint={settingTexts.scheduleHint}
        options={modes}
        value={form.isScheduled ? 'schedule' : 'request'}
        onChange={(mode) => change({ isScheduled: mode === 'schedule' })}
      />
      {form.isScheduled && (
        <ScheduleTimes
          frequency={frequency}
          timezone={form.timezone}
          problems={{
            expression: violationAt(put.error, 'dataContractTestSchedule'),
            timezone: violationAt(put.error, 'dataContractTestScheduleTimezone'),
          }}
          sentence={settingTexts.scheduled}
          onChange={change}
        />
      )}
    </SettingCard>
  );
}
