import { Button } from '../../components/controls/button.tsx';

export type RowAction = {
  name: string;
  /** The name with that of the row, for those who do not see the row. */
  label: string;
  onClick: () => void;
  isPending?: boolean;
};

/** What one may do with the row of a table. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <span className="row">
      {actions.map(({ name, label, onClick, isPending }) => (
        <Button
          key={label}
          compact
          tone="quiet"
          aria-label={label}
          disabled={isPending === true}
          onClick={onClick}
        >
          {name}
        </Button>
      ))}
    </span>
  );
}
