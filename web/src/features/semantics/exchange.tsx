import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, read } from '../../api/client.ts';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { downloadText } from '../contracts/download.ts';
import { ImportFile } from './import-file.tsx';
import { base } from './queries.ts';

const formats = ['yaml', 'ttl', 'jsonld'] as const;
type Format = (typeof formats)[number];

/** The ontology as a file, and a file as the ontology. */
export function Exchange({ namespace }: { namespace: string }) {
  return (
    <div className="exchange-parts">
      <section className="card">
        <header>
          <h2>{semanticTexts.export}</h2>
        </header>
        <div className="inside stack">
          <p className="soft small">{semanticTexts.exportHint}</p>
          <Export namespace={namespace} />
        </div>
      </section>
      <section className="card">
        <header>
          <h2>{semanticTexts.import}</h2>
        </header>
        <div className="inside">
          <ImportFile namespace={namespace} />
        </div>
      </section>
    </div>
  );
}

function Export({ namespace }: { namespace: string }) {
  const [format, setFormat] = useState<Format>();
  const load = useMutation({
    mutationFn: async (wanted: Format) => {
      const params = { path: { namespace } };
      const text = await read(
        client.GET(`${base}/ontology.${wanted}`, { params, parseAs: 'text' }),
      );
      downloadText(`${namespace}.${wanted}`, text);
    },
  });
  return (
    <>
      <div className="row wrap">
        {formats.map((each) => (
          <Button
            key={each}
            disabled={load.isPending && format === each}
            onClick={() => {
              setFormat(each);
              load.mutate(each);
            }}
          >
            {semanticTexts.formats[each]}
          </Button>
        ))}
      </div>
      {load.error !== null && <ProblemNote error={load.error} />}
    </>
  );
}
