import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { dayText } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { statusWord } from '../../texts/status-words.ts';
import { stripTexts } from '../../texts/contracts/test-strip.ts';

/** A day of a trend, as `GET /api/datacontracts/{id}/test-results/trend` answers it. */
export type TestDay = { date: string; result: string; checks: number; failedChecks: number };

const days = 30;
const dayMs = 86_400_000;

/** The days up to today, those without a test too. */
function lastDays(known: readonly TestDay[], today: Date): readonly (TestDay | string)[] {
  const byDate = new Map(known.map((day) => [day.date.slice(0, 10), day]));
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(today.getTime() - (days - 1 - index) * dayMs).toISOString().slice(0, 10);
    return byDate.get(date) ?? date;
  });
}

function sentenceOf(day: TestDay | string, now: Date): string {
  if (typeof day === 'string') return stripTexts.noTest(dayText(new Date(day), now, 'UTC'));
  const { word } = statusWord('test', day.result);
  const date = dayText(new Date(day.date), now, 'UTC');
  return stripTexts.day(date, word, day.failedChecks, day.checks);
}

/** The tests of the last 30 days; the arrow keys tell each day. */
export function TestStrip({ trend }: { trend: readonly TestDay[] }) {
  const today = useNow();
  const all = lastDays(trend, today);
  const [told, setTold] = useState<number>();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setTold(Math.min(days - 1, Math.max(0, (told ?? days - (step > 0 ? 1 : 0)) + step)));
  };
  const failed = all.filter((day) => typeof day !== 'string' && toneOf(day) === 'bad').length;
  const day = told === undefined ? undefined : all[told];
  return (
    <span
      className="test-strip"
      role="slider"
      tabIndex={0}
      aria-label={stripTexts.summary(failed)}
      aria-valuemin={1}
      aria-valuemax={days}
      aria-valuenow={(told ?? days - 1) + 1}
      aria-valuetext={day === undefined ? stripTexts.summary(failed) : sentenceOf(day, today)}
      aria-readonly
      onKeyDown={move}
    >
      {all.map((each) => (
        <span
          key={typeof each === 'string' ? each : each.date}
          className={typeof each === 'string' ? 'none' : toneOf(each)}
          title={sentenceOf(each, today)}
        />
      ))}
    </span>
  );
}

function toneOf({ result }: TestDay): string {
  const { tone } = statusWord('test', result);
  return tone === 'idle' || tone === 'run' ? 'none' : tone;
}
