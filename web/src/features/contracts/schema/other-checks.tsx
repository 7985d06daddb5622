import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { TableCard } from '../../../components/data/table-card.tsx';
import { schemaTexts } from '../../../texts/contracts/contract.ts';
import type { Model } from '../queries.ts';
import { worstFirst } from '../checks/order.ts';

/** Checks about what the contract does not have: they would be lost in a list of its fields. */
export function OtherChecks({ model: { otherChecks } }: { model: Model }) {
  if (otherChecks.length === 0) return null;
  return (
    <TableCard title={schemaTexts.otherChecks}>
      <tbody>
        {worstFirst(otherChecks).map((check) => (
          <tr key={`${check.model} ${check.field} ${check.type} ${check.name}`}>
            <td className="mono">{[check.model, check.field].filter(Boolean).join('.')}</td>
            <td>{check.name}</td>
            <td className="soft">{check.reason}</td>
            <td className="number">
              <StatusBadge of="test" value={check.result} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}
