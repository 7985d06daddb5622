import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Badge } from '../../../components/data/status-badge.tsx';
import { announce } from '../../../lib/announce.ts';
import { dayText, exactTime } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { checkKind } from '../../../texts/contract.ts';
import { qualityTexts } from '../../../texts/contract-quality.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { byPattern, isFailing, lastDates } from './days.ts';
import { Cells, sentenceOf } from './heat-cells.tsx';
import { keyOfCheck } from './queries.ts';
import type { CheckDay, CheckHistory } from './queries.ts';

type HeatMapProps = {
  checks: readonly CheckHistory[];
  days: number;
  selected: string | undefined;
  numbers: boolean;
};

type RowProps = {
  check: CheckHistory;
  dates: readonly string[];
  isSelected: boolean;
  numbers: boolean;
};

/** A line for each check, a column for each day. */
export function HeatMap({ checks, days, selected, numbers }: HeatMapProps) {
  const now = useNow();
  const dates = lastDates(days, now);
  return (
    <div className="card sideways" role="region" aria-label={qualityTexts.heatMap} tabIndex={0}>
      <table className={`heat-map${numbers ? ' has-numbers' : ''}`}>
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
        {[...byPattern(checks)].map(([pattern, group]) => (
          <tbody key={pattern}>
            <tr className="heat-group">
              <th scope="rowgroup" colSpan={numbers ? 3 + dates.length : 4}>
                {qualityTexts.group(pattern, group.length)}
              </th>
            </tr>
            {group.map((check) => {
              const key = keyOfCheck(check);
              const isSelected = key === selected;
              return <Row key={key} {...{ check, dates, isSelected, numbers }} />;
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The field of a check, or its table, with the word for what it looks at. */
export function nameOfCheck({ model, field, type, name }: CheckHistory): [string, string] {
  const { word } = checkKind(type, name);
  return [[model, field].filter(Boolean).join('.') || name, word];
}

function Row({ check, dates, isSelected, numbers }: RowProps) {
  const [told, setTold] = useState<number>();
  const now = useNow();
  const [place, word] = nameOfCheck(check);
  const byDate = new Map(check.days.map((day) => [day.date, day]));
  const sentence = (index: number) => sentenceOf(byDate.get(dates[index] ?? ''), dates[index], now);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(dates.length - 1, Math.max(0, (told ?? dates.length) + step));
    setTold(next);
    announce(sentence(next));
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
          onKeyDown={move}
          onBlur={() => setTold(undefined)}
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
        dates.map((date) => <NumberCell key={date} day={byDate.get(date)} />)
      ) : (
        <td className="heat-days">
          <Cells {...{ dates, byDate, told, now }} />
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

function NumberCell({ day }: { day: CheckDay | undefined }) {
  if (day === undefined) return <td className="number faint">–</td>;
  const { word } = statusWord('test', day.result);
  const rows = day.failedNumber === 0 ? null : day.failedNumber;
  return (
    <td className={`number nowrap small${isFailing(day) ? ' bad-text' : ' faint'}`}>
      {qualityTexts.rows(isFailing(day) ? rows : null, word)}
    </td>
  );
}
