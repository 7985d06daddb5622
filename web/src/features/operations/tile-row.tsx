import { useQuery } from '@tanstack/react-query';
import { Segments } from '../../components/controls/segments.tsx';
import { Spark } from '../../components/data/spark.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { exactTime } from '../../lib/dates.ts';
import { overviewTexts } from '../../texts/operations/overview.ts';
import type { Range } from './range.ts';
import { seriesQuery } from './queries.ts';
import type { Overview, Series } from './queries.ts';
import { tilesOf } from './tiles.ts';
import type { Tile } from './tiles.ts';

type TileRowProps = { overview: Overview; range: Range; onRange: (range: Range) => void };

/** Six numbers with their history. */
export function TileRow({ overview, range, onRange }: TileRowProps) {
  const series = useQuery(seriesQuery(Number(range)));
  return (
    <section className="stack" aria-label={overviewTexts.tiles.label}>
      <Loaded query={series} skeleton={<Skeleton height={98} />}>
        {(data) => {
          const tiles = tilesOf(overview, data);
          return (
            <>
              <ul className="card tiles">
                {tiles.map((tile) => (
                  <TileItem key={tile.name} tile={tile} />
                ))}
              </ul>
              <div className="tile-foot">
                <Numbers tiles={tiles} series={data} />
                {isNew(data) && <span className="tiny faint">{overviewTexts.noHistory}</span>}
                <Segments
                  label={overviewTexts.range}
                  value={range}
                  options={Object.entries(overviewTexts.ranges).map(([value, name]) => ({
                    value: value as Range,
                    name,
                  }))}
                  onChange={onRange}
                />
              </div>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

const fewPoints = 3;

/** An installation that has just begun has nearly no history. */
const isNew = ({ installation }: Series): boolean =>
  installation.databaseBytes.filter((value) => value !== null).length < fewPoints;

function TileItem({ tile: { name, value, unit, isBad, values } }: { tile: Tile }) {
  return (
    <li className={isBad ? 'tile bad' : 'tile'}>
      <span className="tiny faint">{name}</span>
      <span className="tile-value">
        {value} <small>{unit}</small>
      </span>
      <Spark values={values} isBad={isBad} />
    </li>
  );
}

const maxRows = 24;

/** The same numbers as a table, the newest first. */
function Numbers({ tiles, series }: { tiles: readonly Tile[]; series: Series }) {
  const every = Math.max(1, Math.ceil(series.at.length / maxRows));
  const rows = series.at
    .map((at, index) => ({ at, index }))
    .toReversed()
    .filter((_, place) => place % every === 0);
  return (
    <details className="tile-numbers">
      <summary className="small">{overviewTexts.numbers}</summary>
      <div className="card sideways" role="region" aria-label={overviewTexts.numbers} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{overviewTexts.numbersTime}</th>
              {tiles.map(({ name }) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, index }) => (
              <tr key={at}>
                <td className="nowrap">
                  <time dateTime={at}>{exactTime(new Date(at)).split(' · ')[0]}</time>
                </td>
                {tiles.map(({ name, values, textOf }) => {
                  const value = values[index] ?? null;
                  return (
                    <td key={name} className="number nowrap">
                      {value === null ? <span className="faint">–</span> : textOf(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
