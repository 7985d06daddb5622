import type { KeyboardEvent, SVGProps } from 'react';
import { dayText } from '../../../lib/dates.ts';
import { qualityTexts } from '../../../texts/contracts/contract-quality.ts';
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
  onTell: (index: number | undefined) => void;
  onOpen: (testResultId: string) => void;
};

const cell = { width: 9, gap: 2, height: 20 };

/** The day that the arrow keys lead to from a day, or from the name of the check, which stands after the newest one. */
export function nextDay(key: string, from: number | undefined, days: number): number | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step !== undefined) return Math.min(days - 1, Math.max(0, (from ?? days) + step));
  return { Home: 0, End: days - 1 }[key];
}

/**
 * The days of a check as one picture, of which its label says the sum. Failures on days that follow each other are one bar: a broken check
 * ends in a long one, a flaky check has several short ones. Arrow keys go from day to day; Enter and a click open the test of a day.
 */
export function Cells({ dates, byDate, told, now, onTell, onOpen }: CellsProps) {
  const all = [...byDate.values()];
  const step = cell.width + cell.gap;
  const width = dates.length * step - cell.gap;
  const press = (event: KeyboardEvent, index: number, day: CheckDay | undefined) => {
    const row = event.currentTarget.closest('tr');
    const next = nextDay(event.key, index, dates.length);
    if (row === null || (next === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (next !== undefined) focusDay(row, next);
    else if (day !== undefined) onOpen(day.testResultId);
  };
  return (
    <svg
      role="group"
      width={width}
      height={cell.height}
      viewBox={`0 0 ${width} ${cell.height}`}
      aria-label={qualityTexts.rowSummary(all.filter(isFailing).length, all.length)}
    >
      {dates.map((date, index) => {
        const day = byDate.get(date);
        const goesOn = isFailing(day) && isFailing(byDate.get(dates[index + 1] ?? ''));
        const acts = {
          onClick: () => day !== undefined && onOpen(day.testResultId),
          onKeyDown: (event: KeyboardEvent) => press(event, index, day),
          onFocus: () => onTell(index),
          onBlur: () => onTell(undefined),
        };
        const isTold = index === told;
        return <Cell key={date} {...{ date, index, day, goesOn, isTold, now, acts }} />;
      })}
    </svg>
  );
}

/** Puts the focus on a day of a row. */
export function focusDay(row: Element, index: number): void {
  row.querySelector<SVGElement>(`[data-day="${index}"]`)?.focus();
}

type CellProps = {
  date: string;
  index: number;
  day: CheckDay | undefined;
  /** True if the day after failed, too: both are one bar. */
  goesOn: boolean;
  isTold: boolean;
  now: Date;
  acts: Pick<SVGProps<SVGRectElement>, 'onClick' | 'onKeyDown' | 'onFocus' | 'onBlur'>;
};

function Cell({ date, index, day, goesOn, isTold, now, acts }: CellProps) {
  const step = cell.width + cell.gap;
  const height = day === undefined ? 4 : cell.height;
  const sentence = sentenceOf(day, date, now);
  return (
    <rect
      {...acts}
      role={day === undefined ? 'img' : 'link'}
      data-day={index}
      tabIndex={isTold ? 0 : -1}
      aria-label={sentence}
      className={`${day === undefined ? 'none' : toneOf(day)}${isTold ? ' told' : ''}`}
      x={index * step}
      y={cell.height - height}
      width={goesOn ? step : cell.width}
      height={height}
      rx={goesOn ? 0 : 1.5}
    >
      <title>{sentence}</title>
    </rect>
  );
}

function toneOf({ result }: CheckDay): string {
  const { tone } = statusWord('test', result);
  return tone === 'idle' || tone === 'run' ? 'none' : tone;
}
