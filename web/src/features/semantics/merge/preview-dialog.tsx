import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import { TextDiff } from '../../../components/documents/text-diff.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { mergeTexts } from '../../../texts/semantics/merge.ts';
import { base } from '../queries.ts';
import { inOneFormat } from './one-format.ts';
import { readPreview } from './use-merge.ts';
import type { MergeRequest } from './use-merge.ts';
import { WarningList } from './warning-list.tsx';

type PreviewDialogProps = { request: MergeRequest; open: number; onClose: () => void };

/** The text of the ontology after the merge, beside what it says now. */
export function PreviewDialog({ request, open, onClose }: PreviewDialogProps) {
  const { namespace } = request.names;
  const query = useQuery({
    queryKey: ['namespaces', namespace, 'branch', request.names.branch, 'preview', request.choices],
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { namespace } };
      const [before, preview] = await Promise.all([
        read(client.GET(`${base}/ontology.yaml`, { params, parseAs: 'text', signal })),
        readPreview(request),
      ]);
      const texts = await inOneFormat(before, preview.text);
      return { ...preview, ...texts };
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={mergeTexts.previewTitle}
      closeButtonProps={{ 'aria-label': mergeTexts.close }}
    >
      <div className="stack">
        {open > 0 && <p className="note">{mergeTexts.previewOpen(open)}</p>}
        <Loaded query={query}>
          {({ before, after, adjusted, reprinted }) => (
            <>
              <WarningList adjusted={adjusted} reprinted={reprinted} />
              {before === after ? (
                <p className="soft">{mergeTexts.previewSame}</p>
              ) : (
                <TextDiff before={before} after={after} label={mergeTexts.previewTitle} />
              )}
            </>
          )}
        </Loaded>
      </div>
    </Modal>
  );
}
