import { IconX } from '@tabler/icons-react';
import { stateTexts } from '../../texts/states.ts';

export type ActiveFilter = { name: string; value: string; onRemove: () => void };

/** Every active filter is a chip that one can see and take away. */
export function FilterBar({
  filters,
  onClear,
}: {
  filters: readonly ActiveFilter[];
  onClear: () => void;
}) {
  if (filters.length === 0) return null;
  return (
    <ul className="row wrap" aria-label="Active filters">
      {filters.map(({ name, value, onRemove }) => (
        <li key={`${name} ${value}`}>
          <button type="button" className="chip pressable" onClick={onRemove}>
            {name}: {value}
            <IconX size={13} aria-label="Remove" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="button quiet compact" onClick={onClear}>
          {stateTexts.clearFilters}
        </button>
      </li>
    </ul>
  );
}
