import { useId } from 'react';
import type { ReactNode } from 'react';

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** What is wrong with it: shown at the field, as the server says (422). */
  problem?: string | undefined;
  children: (props: ControlProps) => ReactNode;
};

/** A control with its label, its hint and what is wrong with it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const hasText = hint !== undefined || problem !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': hasText ? `${id}-text` : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hasText && (
        <span id={`${id}-text`}>
          {problem !== undefined && <span className="field-problem">{problem} </span>}
          {hint !== undefined && <span className="tiny faint">{hint}</span>}
        </span>
      )}
    </div>
  );
}
