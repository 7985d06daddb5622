import { SelectField } from '../../../components/controls/text-field.tsx';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { ScheduleTimes } from '../schedule-times.tsx';
import type { Wizard } from './use-wizard.ts';

/** When the integration runs, with its next five times as the server computes them. */
export function ScheduleStep({ wizard }: { wizard: Wizard }) {
  const { form, problems, change } = wizard;
  return (
    <>
      <SelectField
        label={wizardTexts.when}
        options={[
          { value: 'schedule', name: wizardTexts.bySchedule },
          { value: 'request', name: wizardTexts.onRequest },
        ]}
        value={form.isScheduled ? 'schedule' : 'request'}
        onChange={(mode) => change({ isScheduled: mode === 'schedule' })}
      />
      {form.isScheduled && (
        <ScheduleTimes
          frequency={form.frequency}
          timezone={form.timezone}
          problems={{
            expression: problems['scheduleExpression'],
            timezone: problems['scheduleTimezone'],
          }}
          sentence={wizardTexts.preview}
          onChange={change}
        />
      )}
    </>
  );
}
