import { useQuery } from '@tanstack/react-query';
import { violationAt } from '../../../api/problem.ts';
import { SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { useSettled } from '../../../lib/use-settled.ts';
import { cronSentence, dayNames } from '../../../texts/contracts/cron-sentence.ts';
import { scheduleTexts } from '../../../texts/contracts/schedule.ts';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { cronOf } from '../../contracts/schedule/frequency.ts';
import type { Frequency } from '../../contracts/schedule/frequency.ts';
import { FiringTimes } from '../firing-times.tsx';
import { scheduleQuery } from '../queries.ts';
import { cronOfForm } from './integration-form.ts';
import type { Wizard } from './use-wizard.ts';

const settleMs = 300;

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }));

/** When the integration runs, with its next five times as the server computes them. */
export function ScheduleStep({ wizard }: { wizard: Wizard }) {
  const { form, problems, change } = wizard;
  const cron = useSettled(cronOfForm(form), settleMs);
  const preview = useQuery(scheduleQuery(cron, form.timezone));
  const refusal = problems['scheduleExpression'] ?? violationAt(preview.error, 'expression');
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
        <>
          <div className="schema-form">
            <Times wizard={wizard} problem={refusal} />
            <SelectField
              label={scheduleTexts.timezone}
              problem={problems['scheduleTimezone'] ?? violationAt(preview.error, 'timezone')}
              options={zones(form.timezone)}
              value={form.timezone}
              onChange={(timezone) => change({ timezone })}
            />
          </div>
          {preview.data !== undefined && preview.error === null && (
            <div role="status" className="stack">
              <p className="small soft">
                {wizardTexts.preview(cronSentence(preview.data.expression), preview.data.timezone)}
              </p>
              <FiringTimes times={preview.data.next} timezone={preview.data.timezone} />
            </div>
          )}
        </>
      )}
    </>
  );
}

function Times({ wizard, problem }: { wizard: Wizard; problem: string | undefined }) {
  const { frequency } = wizard.form;
  const set = (part: Partial<Frequency>) =>
    wizard.change({ frequency: { ...frequency, cron: cronOf(frequency), ...part } });
  return (
    <>
      <SelectField
        label={scheduleTexts.every}
        options={optionsOf(scheduleTexts.frequencies)}
        value={frequency.every}
        onChange={(every) => set({ every: every as Frequency['every'] })}
      />
      {frequency.every === 'week' && (
        <SelectField
          label={scheduleTexts.weekday}
          options={dayNames.map((name, index) => ({ value: String(index), name }))}
          value={frequency.weekday}
          onChange={(weekday) => set({ weekday })}
        />
      )}
      {frequency.every === 'cron' ? (
        <TextField
          label={scheduleTexts.cron}
          hint={scheduleTexts.cronHint}
          problem={problem}
          isMono
          value={frequency.cron}
          onChange={(cron) => set({ cron })}
        />
      ) : (
        <TextField
          label={frequency.every === 'hour' ? scheduleTexts.minutes : scheduleTexts.time}
          problem={problem}
          type="time"
          value={frequency.time}
          onChange={(time) => set({ time })}
        />
      )}
    </>
  );
}

/** All time zones that the browser knows, and the chosen one. */
function zones(chosen: string) {
  const all = new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')]);
  return [...all].toSorted().map((name) => ({ value: name, name: name.replaceAll('_', ' ') }));
}
