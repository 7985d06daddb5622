import { dayText } from '../../../lib/dates.ts';
import { qualityTexts } from '../../../texts/contract-quality.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { isFailing } from './days.ts';
import type { CheckDay } from './queries.ts';

/** What a test of the day found. */
export function sentenceOf(day: CheckDay | undefined, date = '', now: Date): string {
  const shown = dayText(new Date(date), now, 'UTC');
  if (day === undefined) return qualityTexts.noTest(shown);
  return qualityTexts.cell(shown, statusWord('test', day.result).word, day.failedNumber);
}

type CellsProps = {
  dates: readonly string[];
  byDate: ReadonlyMap<string, CheckDay>;
  told: number | undefined;
  now: Date;
};

const cell = { width: 9, gap: 2, height: 20 };

/**
 * The days of a check as one picture, of which its label says the sum. Failures on days that follow each other are one bar: a broken check
 * ends in a long one, a flaky check has several short ones.
 */
export function Cells({ dates, byDate, told, now }: CellsProps) {
  const all = [...byDate.values()];
  const step = cell.width + cell.gap;
  const width = dates.length * step - cell.gap;
  return (
    <svg
      role="img"
      width={width}
      height={cell.height}
      viewBox={`0 0 ${width} ${cell.height}`}
      aria-label={qualityTexts.rowSummary(all.filter(isFailing).length, all.length)}
    >
      {dates.map((date, index) => {
        const day = byDate.get(date);
        const tone = day === undefined ? 'none' : toneOf(day);
        const height = day === undefined ? 4 : cell.height;
        const goesOn = isFailing(day) && isFailing(byDate.get(dates[index + 1] ?? ''));
        return (
          <rect
            key={date}
            className={`${tone}${index === told ? ' told' : ''}`}
            x={index * step}
            y={cell.height - height}
            width={goesOn ? step : cell.width}
            height={height}
            rx={goesOn ? 0 : 1.5}
          >
            <title>{sentenceOf(day, date, now)}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function toneOf({ result }: CheckDay): string {
  const { tone } = statusWord('test', result);
  return tone === 'idle' || tone === 'run' ? 'none' : tone;
}
