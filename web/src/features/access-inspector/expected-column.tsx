import { useQuery } from '@tanstack/react-query';
import { LastDay } from '../../components/data/values.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { JsonView } from '../../components/documents/json-view.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { inspectorTexts } from '../../texts/operate/inspector.ts';
import { consumerOf } from '../access/facts.ts';
import type { Access } from '../access/queries.ts';
import { expectedQuery } from './queries.ts';
import type { Grant } from './queries.ts';

/** The grant that should exist now. */
export function ExpectedColumn({ access }: { access: Access }) {
  const expected = useQuery(expectedQuery(access));
  const platform = expected.data?.grant?.platform;
  return (
    <section className="card" aria-labelledby="expected-grant">
      <header>
        <h2 id="expected-grant">
          {platform === undefined ? inspectorTexts.expected : inspectorTexts.expectedOn(platform)}
        </h2>
      </header>
      <div className="inside stack">
        <Loaded query={expected}>
          {({ grant, checksum }) => (
            <>
              <p className="tiny faint">
                {grant === null ? inspectorTexts.notExpected : inspectorTexts.expectedHint}
              </p>
              {grant !== null && <Expected grant={grant} access={access} />}
              <p className="tiny faint">{inspectorTexts.checksum}</p>
              <IdChip id={checksum} />
            </>
          )}
        </Loaded>
      </div>
    </section>
  );
}

function Expected({ grant, access }: { grant: Grant; access: Access }) {
  const { roles, deactivateAt } = grant;
  const { dataContractId, dataContractVersion } = access.provider;
  return (
    <>
      <dl className="details">
        <dt>{inspectorTexts.roles}</dt>
        <dd>{roles.join(', ') || '–'}</dd>
        <dt>{inspectorTexts.consumer}</dt>
        <dd>{consumerOf(access)}</dd>
        <dt>{inspectorTexts.until}</dt>
        <dd>
          {deactivateAt === undefined ? inspectorTexts.noEnd : <LastDay end={deactivateAt} />}
        </dd>
        {dataContractId !== undefined && (
          <>
            <dt>{inspectorTexts.contract}</dt>
            <dd>{[dataContractId, dataContractVersion].filter(Boolean).join(' ')}</dd>
          </>
        )}
      </dl>
      <details className="fold">
        <summary>{inspectorTexts.grant}</summary>
        <JsonView value={grant} name={inspectorTexts.grant} />
      </details>
    </>
  );
}
