import { useQuery } from '@tanstack/react-query';
import { dayText } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { qualityTexts } from '../../../texts/contracts/contract-quality.ts';
import { lastDates } from './days.ts';
import { durationQuery } from './queries.ts';

type DurationChartProps = {
  id: string;
  server: string | undefined;
  days: number;
  numbers: boolean;
};

const height = 48;
const step = 11;

const secondsText = (ms: number): string => {
  const seconds = ms / 1000;
  return seconds < 10 ? seconds.toFixed(1) : String(Math.round(seconds));
};

/** How long the tests took: a bar for each day. */
export function DurationChart({ id, server, days, numbers }: DurationChartProps) {
  const tests = useQuery(durationQuery(id, { server, days })).data;
  const now = useNow();
  if (tests === undefined || tests.length === 0) return null;
  const shown = tests.map(({ date, durationMs }) => ({ date: date.slice(0, 10), durationMs }));
  const sorted = shown.map(({ durationMs }) => durationMs).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const longest = sorted.at(-1) ?? 0;
  const last = shown.at(-1)?.durationMs ?? 0;
  return (
    <section className="card inside-card durations" aria-label={qualityTexts.duration}>
      <h3>{qualityTexts.duration}</h3>
      <p className="tiny faint">
        {qualityTexts.durationLast(secondsText(last), secondsText(median), secondsText(longest))}
      </p>
      {numbers ? (
        <Numbers tests={shown} now={now} />
      ) : (
        <Bars tests={shown} dates={lastDates(days, now)} max={longest} now={now} />
      )}
    </section>
  );
}

type Day = { date: string; durationMs: number };

type BarsProps = { tests: readonly Day[]; dates: readonly string[]; max: number; now: Date };

function Bars({ tests, dates, max, now }: BarsProps) {
  const byDate = new Map(tests.map(({ date, durationMs }) => [date, durationMs]));
  const width = dates.length * step - 2;
  const summary = qualityTexts.duration;
  return (
    <div className="duration-scale">
      <svg
        role="img"
        className="duration-bars"
        aria-label={summary}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
      >
        {dates.map((date, index) => {
          const ms = byDate.get(date);
          if (ms === undefined) return null;
          const size = Math.max(2, (ms / Math.max(1, max)) * height);
          return (
            <rect
              key={date}
              x={index * step}
              y={height - size}
              width={step - 2}
              height={size}
              rx={1}
            >
              <title>
                {qualityTexts.durationDay(dayText(new Date(date), now, 'UTC'), secondsText(ms))}
              </title>
            </rect>
          );
        })}
      </svg>
      <p className="row tiny faint" aria-hidden>
        <span>{dayText(new Date(dates[0] ?? now), now, 'UTC')}</span>
        <span className="push">{qualityTexts.today}</span>
      </p>
      <p className="duration-max tiny faint" aria-hidden>
        <span>{qualityTexts.durationScale(secondsText(max))}</span>
        <span>{qualityTexts.durationScale('0')}</span>
      </p>
    </div>
  );
}

function Numbers({ tests, now }: { tests: readonly Day[]; now: Date }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{qualityTexts.day}</th>
          <th scope="col" className="number">
            {qualityTexts.seconds}
          </th>
        </tr>
      </thead>
      <tbody>
        {tests.toReversed().map(({ date, durationMs }) => (
          <tr key={date}>
            <td>{dayText(new Date(date), now, 'UTC')}</td>
            <td className="number">{secondsText(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
