import { CheckField, SelectField, TextField } from '../../../components/controls/text-field.tsx';
import { timeZones } from '../../../lib/time-zones.ts';
import { dayNames } from '../../../texts/contracts/cron-sentence.ts';
import { cronSentence } from '../../../texts/contracts/cron-sentence.ts';
import { scheduleTexts } from '../../../texts/contracts/schedule.ts';
import { cronOf } from './frequency.ts';
import type { Frequency } from './frequency.ts';
import type { Times } from './own-schedule.ts';

/** What is typed in the dialog. */
export type ScheduleForm = {
  mode: Times['mode'];
  frequency: Frequency;
  timezone: string;
  servers: readonly string[];
};

type FieldsProps = {
  form: ScheduleForm;
  /** Keys of all servers of the contract. */
  servers: readonly string[];
  runs: readonly Date[];
  problems: { cron: boolean; servers: boolean };
  onChange: (change: Partial<ScheduleForm>) => void;
};

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => ({ value, name }));

/** When tests run, in which time zone and on which servers. */
export function ScheduleFields(props: FieldsProps) {
  const { form, servers, problems, onChange } = props;
  return (
    <>
      <SelectField
        label={scheduleTexts.when}
        options={optionsOf(scheduleTexts.modes)}
        value={form.mode}
        onChange={(mode) => onChange({ mode: mode as ScheduleForm['mode'] })}
      />
      {form.mode === 'own' && <OwnTimes {...props} />}
      {form.mode !== 'off' && servers.length > 1 && (
        <fieldset className="schedule-servers">
          <legend className="small">{scheduleTexts.servers}</legend>
          {servers.map((server) => (
            <CheckField
              key={server}
              label={server}
              checked={form.servers.includes(server)}
              onChange={(isOn) =>
                onChange({
                  servers: servers.filter((each) =>
                    each === server ? isOn : form.servers.includes(each),
                  ),
                })
              }
            />
          ))}
          {problems.servers && <p className="field-problem">{scheduleTexts.noServer}</p>}
        </fieldset>
      )}
    </>
  );
}

function OwnTimes({ form, runs, problems, onChange }: FieldsProps) {
  const { frequency, timezone } = form;
  const change = (part: Partial<Frequency>) =>
    onChange({ frequency: { ...frequency, cron: cronOf(frequency), ...part } });
  return (
    <>
      <SelectField
        label={scheduleTexts.every}
        options={optionsOf(scheduleTexts.frequencies)}
        value={frequency.every}
        onChange={(every) => change({ every: every as Frequency['every'] })}
      />
      <Moment frequency={frequency} isWrong={problems.cron} onChange={change} />
      <SelectField
        label={scheduleTexts.timezone}
        options={timeZones(timezone)}
        value={timezone}
        onChange={(zone) => onChange({ timezone: zone })}
      />
      {runs.length > 0 && <Preview cron={cronOf(frequency)} timezone={timezone} runs={runs} />}
    </>
  );
}

type MomentProps = {
  frequency: Frequency;
  isWrong: boolean;
  onChange: (part: Partial<Frequency>) => void;
};

function Moment({ frequency, isWrong, onChange }: MomentProps) {
  const { every, weekday, time, cron } = frequency;
  const problem = isWrong ? scheduleTexts.cronProblem : undefined;
  if (every === 'cron') {
    return (
      <TextField
        label={scheduleTexts.cron}
        hint={scheduleTexts.cronHint}
        problem={problem}
        isMono
        value={cron}
        onChange={(typed) => onChange({ cron: typed })}
      />
    );
  }
  return (
    <>
      {every === 'week' && (
        <SelectField
          label={scheduleTexts.weekday}
          options={dayNames.map((name, index) => ({ value: String(index), name }))}
          value={weekday}
          onChange={(day) => onChange({ weekday: day })}
        />
      )}
      <TextField
        label={every === 'hour' ? scheduleTexts.minutes : scheduleTexts.time}
        type="time"
        value={time}
        onChange={(typed) => onChange({ time: typed })}
      />
    </>
  );
}

type PreviewProps = { cron: string; timezone: string; runs: readonly Date[] };

/** The times in words, and the next ones by the clock of their zone. */
function Preview({ cron, timezone, runs }: PreviewProps) {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
  });
  return (
    <div role="status" className="small soft">
      <p>{scheduleTexts.preview(cronSentence(cron), timezone)}</p>
      <p className="tiny faint">
        {scheduleTexts.nextRuns}
        {runs.map((run) => format.format(run)).join(' · ')}
      </p>
    </div>
  );
}
