import { durationParts } from '../../lib/durations.ts';
import { bytesText, countText } from '../../lib/numbers.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import type { Overview, Series } from './queries.ts';

/** A number with its history. */
export type Tile = {
  name: string;
  value: string;
  unit: string;
  isBad: boolean;
  values: readonly (number | null)[];
  /** A value of the history as the table shows it. */
  textOf: (value: number) => string;
};

type Values = readonly (number | null)[];

const lastOf = (values: Values): number | undefined =>
  values.findLast((value) => value !== null) ?? undefined;
const sumOf = (values: Values): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

const lateSeconds = 60;
const feedLateSeconds = 10;
const none = '–';

const duration = (value: number): string => durationParts(value).join(' ');

function measured(value: number | undefined, partsOf: (value: number) => [string, string]) {
  const [text, unit] = value === undefined ? [none, ''] : partsOf(value);
  return { value: text, unit };
}

/** Attempts that failed; red only while a webhook needs somebody, because others were repeated with success. */
function webhookTile(findings: Overview['findings'], values: Values): Tile {
  return {
    name: overviewTexts.tiles.webhooks,
    value: countText(sumOf(values)),
    unit: '',
    isBad: findings.some(({ subject }) => subject.kind === 'webhook'),
    values,
    textOf: countText,
  };
}

/** The six numbers: the current ones of the overview, and the history of the series. */
export function tilesOf({ lag, findings }: Overview, { installation }: Series): readonly Tile[] {
  const { tiles } = overviewTexts;
  const size = lastOf(installation.databaseBytes);
  return [
    {
      name: tiles.oldest,
      ...measured(lag.oldestDueSeconds, durationParts),
      isBad: lag.oldestDueSeconds >= lateSeconds,
      values: installation.oldestSeconds,
      textOf: duration,
    },
    {
      name: tiles.waiting,
      ...measured(lastOf(installation.waiting), (value) => [countText(value), '']),
      isBad: false,
      values: installation.waiting,
      textOf: countText,
    },
    {
      name: tiles.start,
      ...measured(lastOf(installation.startLagSeconds), durationParts),
      isBad: false,
      values: installation.startLagSeconds,
      textOf: duration,
    },
    {
      name: tiles.feed,
      ...measured(lag.feedSeconds, durationParts),
      isBad: lag.feedSeconds >= feedLateSeconds,
      values: installation.feedLagSeconds,
      textOf: duration,
    },
    webhookTile(findings, installation.webhookFailures),
    {
      name: tiles.database,
      ...measured(size, (value) => bytesText(value).split(' ') as [string, string]),
      isBad: false,
      values: installation.databaseBytes,
      textOf: bytesText,
    },
  ];
}
