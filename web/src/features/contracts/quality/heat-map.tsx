import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Badge } from '../../../components/data/status-badge.tsx';
import { dayText, exactTime } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { checkKind } from '../../../texts/contracts/contract.ts';
import { qualityTexts } from '../../../texts/contracts/contract-quality.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { byPattern, isFailing, lastDates } from './days.ts';
import { Cells, focusDay, nextDay, sentenceOf } from './heat-cells.tsx';
import { keyOfCheck } from './queries.ts';
import type { CheckDay, CheckHistory } from './queries.ts';

type HeatMapProps = {
  checks: readonly CheckHistory[];
  days: number;
  selected: string | undefined;
  numbers: boolean;
  onOpen: (testResultId: string) => void;
};

type RowProps = {
  check: CheckHistory;
  dates: readonly string[];
  isSelected: boolean;
} & Pick<HeatMapProps, 'numbers' | 'onOpen'>;

/** A line for each check, a column for each day. */
export function HeatMap({ checks, days, selected, numbers, onOpen }: HeatMapProps) {
  const now = useNow();
  const dates = lastDates(days, now);
  return (
    <div
      key={`${days} ${numbers}`}
      ref={showNewest}
      className="card sideways"
      role="region"
      aria-label={qualityTexts.heatMap}
      tabIndex={0}
    >
      <table className={`heat-map${numbers ? ' has-numbers' : ''}`}>
        <Head dates={dates} numbers={numbers} now={now} />
        {[...byPattern(checks)].map(([pattern, group]) => (
          <tbody key={pattern}>
            <tr className="heat-group">
              <th scope="rowgroup" colSpan={numbers ? 3 + dates.length : 4}>
                <span>{qualityTexts.group(pattern, group.length)}</span>
              </th>
            </tr>
            {group.map((check) => {
              const key = keyOfCheck(check);
              const isSelected = key === selected;
              return <Row key={key} {...{ check, dates, isSelected, numbers, onOpen }} />;
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}

type HeadProps = Pick<RowProps, 'dates' | 'numbers'> & { now: Date };

function Head({ dates, numbers, now }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{qualityTexts.check}</th>
        <th scope="col">{qualityTexts.pattern}</th>
        <th scope="col" className="wide-only">
          {qualityTexts.since}
        </th>
        {numbers ? (
          dates.map((date) => (
            <th key={date} scope="col" className="number nowrap">
              {dayText(new Date(date), now, 'UTC')}
            </th>
          ))
        ) : (
          <th scope="col">
            <span className="heat-scale">
              <span>{dayText(new Date(dates[0] ?? now), now, 'UTC')}</span>
              <span>{qualityTexts.today}</span>
            </span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Shows the newest days where not all fit. */
function showNewest(region: HTMLElement | null): void {
  if (region !== null) region.scrollLeft = region.scrollWidth;
}

/** The field of a check, or its table, with the word for what it looks at. */
export function nameOfCheck({ model, field, type, name }: CheckHistory): [string, string] {
  const { word } = checkKind(type, name);
  return [[model, field].filter(Boolean).join('.') || name, word];
}

function Row({ check, dates, isSelected, numbers, onOpen }: RowProps) {
  const [told, setTold] = useState<number>();
  const now = useNow();
  const [place, word] = nameOfCheck(check);
  const byDate = new Map(check.days.map((day) => [day.date, day]));
  const sentence = (index: number) => sentenceOf(byDate.get(dates[index] ?? ''), dates[index], now);
  const enter = (event: KeyboardEvent) => {
    const next = nextDay(event.key, undefined, dates.length);
    const row = event.currentTarget.closest('tr');
    if (numbers || next === undefined || row === null) return;
    event.preventDefault();
    focusDay(row, next);
  };
  return (
    <tr className={isSelected ? 'selected' : undefined}>
      <th scope="row">
        <Link
          to="."
          className="heat-name"
          search={(search: object) => ({ ...search, check: keyOfCheck(check) })}
          resetScroll={false}
          aria-current={isSelected ? 'true' : undefined}
          onKeyDown={enter}
        >
          <span className="mono ellipsis">{place}</span>
          <span className="tiny faint ellipsis">{told === undefined ? word : sentence(told)}</span>
        </Link>
      </th>
      <td>
        <Badge status={statusWord('pattern', check.pattern)} />
      </td>
      <td className="wide-only small heat-since">
        <Since check={check} now={now} />
      </td>
      {numbers ? (
        dates.map((date) => <NumberCell key={date} day={byDate.get(date)} onOpen={onOpen} />)
      ) : (
        <td className="heat-days">
          <Cells {...{ dates, byDate, told, now, onTell: setTold, onOpen }} />
        </td>
      )}
    </tr>
  );
}

function Since({ check: { failingSince }, now }: { check: CheckHistory; now: Date }) {
  if (failingSince === null) return <span className="faint">–</span>;
  const { date, at, revision, dataContractVersion } = failingSince;
  return (
    <>
      <span className="nowrap" title={exactTime(new Date(at))}>
        {dayText(new Date(date), now, 'UTC')}
      </span>{' '}
      <span className="faint nowrap">
        {revision === null
          ? qualityTexts.version(dataContractVersion)
          : qualityTexts.revision(revision)}
      </span>
    </>
  );
}

type NumberCellProps = Pick<HeatMapProps, 'onOpen'> & { day: CheckDay | undefined };

function NumberCell({ day, onOpen }: NumberCellProps) {
  if (day === undefined) return <td className="number faint">–</td>;
  const { word } = statusWord('test', day.result);
  const rows = day.failedNumber === 0 ? null : day.failedNumber;
  return (
    <td className="number nowrap small">
      <button
        type="button"
        className={`heat-value ${isFailing(day) ? 'bad-text' : 'faint'}`}
        onClick={() => onOpen(day.testResultId)}
      >
        {qualityTexts.rows(isFailing(day) ? rows : null, word)}
      </button>
    </td>
  );
}
