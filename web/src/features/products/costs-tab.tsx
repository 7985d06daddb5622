import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Money } from '../../components/data/values.tsx';
import { costTexts } from '../../texts/products.ts';
import { costTable } from './cost-facts.ts';
import type { CostTable } from './cost-facts.ts';
import { costsQuery, maxCosts } from './queries.ts';

/** What the product costs each month, newest month first. */
export function CostsTab({ id }: { id: string }) {
  const costs = useQuery(costsQuery(id));
  return (
    <Loaded query={costs}>
      {(list) =>
        list.length === 0 ? (
          <div className="card">
            <EmptyState sort="nothing-yet" title={costTexts.none}>
              {costTexts.noneHint}
            </EmptyState>
          </div>
        ) : (
          <>
            {costTable(list).map((table) => (
              <Costs key={table.currency} table={table} />
            ))}
            {list.length >= maxCosts && <p className="small faint">{costTexts.first(maxCosts)}</p>}
          </>
        )
      }
    </Loaded>
  );
}

/** A line for each cost, a column for each month: one sees what grows. */
function Costs({ table: { currency, months, lines, totals } }: { table: CostTable }) {
  return (
    <div className="card sideways" role="region" aria-label={costTexts.in(currency)} tabIndex={0}>
      <table className="costs">
        <thead>
          <tr>
            <th>{costTexts.cost}</th>
            {months.map((month, index) => (
              <th key={month} className={index === 0 ? 'number' : 'number wide-only'}>
                {costTexts.month(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, category, isEstimated, amounts }) => (
            <tr key={`${name} ${category ?? ''}`}>
              <td>
                <span className="medium">{name}</span>
                <div className="tiny faint">
                  {[category, isEstimated ? costTexts.estimated : undefined]
                    .filter((each) => each !== undefined)
                    .join(', ')}
                </div>
              </td>
              <Amounts amounts={amounts} currency={currency} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{costTexts.total}</th>
            <Amounts amounts={totals} currency={currency} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type AmountsProps = { amounts: CostTable['totals']; currency: string };

function Amounts({ amounts, currency }: AmountsProps) {
  return amounts.map((amount, index) => (
    // The columns are those of the months, in their order.
    <td key={index} className={index === 0 ? 'number' : 'number wide-only'}>
      {amount === undefined ? (
        <span className="faint">–</span>
      ) : (
        <Money amount={amount} currency={currency} />
      )}
    </td>
  ));
}
