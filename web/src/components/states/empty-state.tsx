import type { ReactNode } from 'react';
import { stateTexts } from '../../texts/states.ts';
import { Button } from '../controls/button.tsx';

type EmptyStateProps =
  | {
      /** Nothing exists yet: why, and the next step. */
      sort: 'nothing-yet';
      title: string;
      children: ReactNode;
      action?: ReactNode;
    }
  | { sort: 'filtered-away'; onClear: () => void; children?: ReactNode }
  | { sort: 'not-allowed'; children: ReactNode };

/** A part without content: it says which of the three reasons it has. */
export function EmptyState(props: EmptyStateProps) {
  if (props.sort === 'nothing-yet') {
    return (
      <div className="state">
        <h3>{props.title}</h3>
        <p>{props.children}</p>
        {props.action}
      </div>
    );
  }
  if (props.sort === 'filtered-away') {
    return (
      <div className="state">
        <h3>{stateTexts.filteredAway}</h3>
        {props.children !== undefined && <p>{props.children}</p>}
        <Button onClick={props.onClear}>{stateTexts.clearFilters}</Button>
      </div>
    );
  }
  return (
    <div className="state">
      <h3>{stateTexts.notAllowed}</h3>
      <p>{props.children}</p>
    </div>
  );
}
