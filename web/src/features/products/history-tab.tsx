import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import { productTexts } from '../../texts/products.ts';
import { revisionQuery, versionsQuery } from './queries.ts';

/** Who changed the product and when; each revision can be read. */
export function HistoryTab({ id }: { id: string }) {
  const versions = useQuery(versionsQuery(id));
  return (
    <Loaded query={versions}>
      {(list) => {
        const newestFirst = list.toSorted((left, right) => right.version - left.version);
        return (
          <div className="card inside-card">
            <Timeline
              label={productTexts.history}
              steps={newestFirst.map((each) => ({
                title: (
                  <>
                    <span className="medium">{wordOf(each)}</span>{' '}
                    <span className="small faint">
                      {productTexts.by(each.principalName ?? productTexts.somebody)}
                    </span>
                  </>
                ),
                at: <RelativeTime at={each.timestamp} />,
                below: <Revision id={id} version={each.version} isDeleted={each.deleted} />,
                tone: each.deleted ? 'bad' : 'ok',
              }))}
            />
          </div>
        );
      }}
    </Loaded>
  );
}

function wordOf({ version, deleted }: { version: number; deleted: boolean }): string {
  if (deleted) return productTexts.deleted;
  return version === 1 ? productTexts.created : productTexts.changedDocument;
}

type RevisionProps = { id: string; version: number; isDeleted: boolean };

function Revision({ id, version, isDeleted }: RevisionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <span className="row">
        <span className="tiny faint">{productTexts.revision(version)}</span>
        {!isDeleted && (
          <Button compact tone="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? productTexts.hideDocument : productTexts.showDocument}
          </Button>
        )}
      </span>
      {isOpen && <RevisionText id={id} version={version} />}
    </>
  );
}

function RevisionText({ id, version }: Omit<RevisionProps, 'isDeleted'>) {
  const document = useQuery(revisionQuery(id, version));
  return (
    <Loaded query={document}>
      {(data) => (
        <CodeView text={JSON.stringify(data, undefined, 2)} name={productTexts.revision(version)} />
      )}
    </Loaded>
  );
}
