import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/data/status-badge.tsx';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { dayText, utcTime } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { qualityTexts } from '../../../texts/contracts/contract-quality.ts';
import { statusWord } from '../../../texts/status-words.ts';
import { CopySql, FailingRows } from '../checks/failing-rows.tsx';
import { Finding } from '../checks/finding.tsx';
import { queryOf } from '../checks/order.ts';
import { resultQuery } from '../checks/result-query.ts';
import type { ResultCheck } from '../checks/result-query.ts';
import type { Model, ModelCheck, ModelField } from '../queries.ts';
import { lastFailure } from './days.ts';
import { nameOfCheck } from './heat-map.tsx';
import type { CheckDay, CheckHistory } from './queries.ts';

type CheckPanelProps = { model: Model; check: CheckHistory; onClose: () => void };

/** A check that failed: since when, how many rows, some of them, and the query for all. */
export function CheckPanel({ model, check, onClose }: CheckPanelProps) {
  const [place, word] = nameOfCheck(check);
  const failure = lastFailure(check.days);
  return (
    <aside className="panel" aria-label={`${place}, ${word}`}>
      <header>
        <div className="row">
          <h2 className="mono medium">{place}</h2>
          <button
            type="button"
            className="icon-button push"
            aria-label={qualityTexts.close}
            title={qualityTexts.close}
            onClick={onClose}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        </div>
        <div className="row wrap small soft">
          <Badge status={{ ...statusWord('pattern', check.pattern), word }} />
          <Since check={check} contractId={model.id} />
        </div>
      </header>
      <div className="part">
        {failure === undefined ? (
          <p className="small soft">{check.name}</p>
        ) : (
          <Failure model={model} check={check} failure={failure} />
        )}
        <Ways model={model} check={check} failure={failure} />
      </div>
    </aside>
  );
}

type PartProps = { model: Model; check: CheckHistory; failure: CheckDay };

function Since({ check, contractId }: { check: CheckHistory; contractId: string }) {
  const now = useNow();
  const { failingSince, days } = check;
  if (failingSince === null) return <span>{qualityTexts.passes}</span>;
  const { date, at, revision, dataContractVersion } = failingSince;
  const day = qualityTexts.dayAt(dayText(new Date(date), now, 'UTC'), utcTime(new Date(at)));
  const isFirst = days[0]?.date === date;
  return (
    <span>
      {isFirst ? qualityTexts.failsForLong(day) : qualityTexts.failsSince(day)}
      {revision === null ? (
        qualityTexts.version(dataContractVersion)
      ) : (
        <Link
          className="link"
          to="/datacontracts/$id/{-$tab}"
          params={{ id: contractId, tab: 'versions' }}
          search={{ revision }}
        >
          {qualityTexts.revision(revision)}
        </Link>
      )}
    </span>
  );
}

/** What the last test that failed found. */
function Failure({ model, check, failure }: PartProps) {
  const query = useQuery(resultQuery(model.id, failure.testResultId));
  const now = useNow();
  if (query.error !== null) return <ProblemNote error={query.error} />;
  if (query.data === undefined) return <SkeletonLines lines={5} />;
  const found = query.data.checks.find((each) => isSame(each, check));
  return (
    <>
      {check.failingSince === null && (
        <p className="tiny faint">
          {qualityTexts.lastRows(dayText(new Date(failure.date), now, 'UTC'))}
        </p>
      )}
      {found === undefined ? (
        <p className="tiny faint">{qualityTexts.noRows}</p>
      ) : (
        <Found model={model} check={check} found={found} />
      )}
    </>
  );
}

function Found({ model, check, found }: Omit<PartProps, 'failure'> & { found: ResultCheck }) {
  const { failedNumber = null, totalNumber = null, reason = null, failedSamples } = found;
  const { type, name } = check;
  return (
    <>
      <Finding {...{ failedNumber, totalNumber, reason, type, name }} />
      <Rows samples={failedSamples ?? []} total={failedNumber} query={sqlOf(model, check)} />
    </>
  );
}

type RowsProps = Parameters<typeof FailingRows>[0];

/** Some of the rows, and the query for all of them. */
function Rows(props: RowsProps) {
  const { samples, total, query } = props;
  if (samples.length > 0) return <FailingRows {...props} />;
  return (
    <>
      <p className="tiny faint">{qualityTexts.noRows}</p>
      {query !== undefined && <CopySql query={query} total={total} />}
    </>
  );
}

const isSame = (one: ResultCheck, { model, field, type, name }: CheckHistory): boolean =>
  one.type === type &&
  (one.model ?? null) === model &&
  (one.field ?? null) === field &&
  (one.name ?? one.type) === name &&
  (one.result === 'failed' || one.result === 'error');

/** The field of the contract that a check is about. */
function placeOf({ tables }: Model, { model, field }: CheckHistory) {
  const table = tables.find(({ name, physicalName }) => [name, physicalName].includes(model ?? ''));
  const found = table?.fields.find(({ path, physicalPath }: ModelField) =>
    [path, physicalPath].includes(field ?? ''),
  );
  return table === undefined || found === undefined ? undefined : { table, field: found };
}

function sqlOf(model: Model, check: CheckHistory) {
  const isIt = ({ type, name }: ModelCheck) => type === check.type && name === check.name;
  const found = placeOf(model, check)?.field.checks.find(isIt);
  return found && queryOf(found);
}

/** To the field with everything that is promised of it, and to the whole test. */
function Ways({
  model,
  check,
  failure,
}: Omit<PartProps, 'failure'> & { failure?: CheckDay | undefined }) {
  const place = placeOf(model, check);
  return (
    <p className="row wrap small panel-ways">
      {place !== undefined && (
        <Link
          className="link"
          to="/datacontracts/$id/{-$tab}"
          params={{ id: model.id }}
          search={{ table: place.table.name, field: place.field.path }}
        >
          {qualityTexts.field}
        </Link>
      )}
      {failure !== undefined && (
        <Link
          className="link"
          to="/datacontracts/$id/{-$tab}"
          params={{ id: model.id, tab: 'tests' }}
          search={{ result: failure.testResultId }}
        >
          {qualityTexts.openTest}
        </Link>
      )}
    </p>
  );
}
