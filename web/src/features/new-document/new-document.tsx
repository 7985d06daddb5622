import { useState } from 'react';
import { Segments } from '../../components/controls/segments.tsx';
import { newTexts } from '../../texts/studio/new-document.ts';
import { useMe } from '../session/queries.ts';
import type { About } from './about-fields.tsx';
import { DbtWay } from './dbt-way.tsx';
import './new-document.css';
import type { Pick } from './pick-list.tsx';
import { ContractsWay, TablesWay } from './search-ways.tsx';
import { TemplateWay } from './template-way.tsx';
import { UploadWay } from './upload-way.tsx';
import type { DraftKind } from './uploads.ts';
import { waysOf } from './ways.ts';
import type { Way, WayProps } from './ways.ts';

type NewDocumentProps = {
  kind: DraftKind;
  way: Way;
  onWay: (way: Way) => void;
  /** The asset that another page has named. */
  first: Pick | undefined;
};

/** Ways to begin a document; each of them ends with its text in the editor. */
export function NewDocument({ kind, way: asked, onWay, first }: NewDocumentProps) {
  const teams = useMe()?.teams ?? [];
  const only = teams.length === 1 ? teams[0]?.id : undefined;
  const [about, onAbout] = useState<About>({ name: '', team: only ?? '' });
  const ways: readonly Way[] = waysOf[kind];
  const way = ways.includes(asked) ? asked : 'template';
  return (
    <div className="new-document below-lead">
      <Segments
        label={newTexts.begin}
        value={way}
        options={ways.map((value) => ({ value, name: newTexts.ways[value] }))}
        onChange={onWay}
      />
      <ChosenWay {...{ way, first, kind, about, onAbout }} />
    </div>
  );
}

function ChosenWay({ way, first, ...props }: WayProps & { way: Way; first: Pick | undefined }) {
  switch (way) {
    case 'template':
      return <TemplateWay {...props} />;
    case 'upload':
      return <UploadWay kind={props.kind} />;
    case 'tables':
      return <TablesWay {...props} key={first?.id} first={first} />;
    case 'dbt':
      return <DbtWay {...props} />;
    case 'contracts':
      return <ContractsWay {...props} />;
  }
}
