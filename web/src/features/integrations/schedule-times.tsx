import { useQuery } from '@tanstack/react-query';
import { violationAt } from '../../api/problem.ts';
import { SelectField, TextField } from '../../components/controls/text-field.tsx';
import { timeZones } from '../../lib/time-zones.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { cronSentence, dayNames } from '../../texts/contracts/cron-sentence.ts';
import { scheduleTexts } from '../../texts/contracts/schedule.ts';
import { cronOf } from '../contracts/schedule/frequency.ts';
import type { Frequency } from '../contracts/schedule/frequency.ts';
import { FiringTimes } from './firing-times.tsx';
import { scheduleQuery } from './queries.ts';
import './schedule-times.css';

const settleMs = 300;

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }));

type ScheduleTimesProps = {
  frequency: Frequency;
  timezone: string;
  problems: { expression: string | undefined; timezone: string | undefined };
  /** Says in words when it is. */
  sentence: (times: string, timezone: string) => string;
  onChange: (change: { frequency?: Frequency; timezone?: string }) => void;
};

/** How often and in which zone, with the next five times as the server computes them. */
export function ScheduleTimes(props: ScheduleTimesProps) {
  const { frequency, timezone, problems, sentence, onChange } = props;
  const preview = useQuery(scheduleQuery(useSettled(cronOf(frequency), settleMs), timezone));
  return (
    <>
      <div className="schedule-times">
        <Times
          frequency={frequency}
          problem={problems.expression ?? violationAt(preview.error, 'expression')}
          onChange={(next) => onChange({ frequency: next })}
        />
        <SelectField
          label={scheduleTexts.timezone}
          problem={problems.timezone ?? violationAt(preview.error, 'timezone')}
          options={timeZones(timezone)}
          value={timezone}
          onChange={(zone) => onChange({ timezone: zone })}
        />
      </div>
      {preview.data !== undefined && preview.error === null && (
        <div role="status" className="stack">
          <p className="small soft">
            {sentence(cronSentence(preview.data.expression), preview.data.timezone)}
          </p>
          <FiringTimes times={preview.data.next} timezone={preview.data.timezone} />
        </div>
      )}
    </>
  );
}

type TimesProps = {
  frequency: Frequency;
  problem: string | undefined;
  onChange: (frequency: Frequency) => void;
};

function Times({ frequency, problem, onChange }: TimesProps) {
  const set = (part: Partial<Frequency>) =>
    onChange({ ...frequency, cron: cronOf(frequency), ...part });
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
