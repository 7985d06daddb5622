import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { useDeleteSandbox } from '../../features/sandbox/changes.ts';
import { sandboxQuery } from '../../features/sandbox/queries.ts';
import type { SandboxDetail } from '../../features/sandbox/queries.ts';
import type { SandboxSearch } from '../../features/sandbox/sandbox-search.ts';
import { SandboxView } from '../../features/sandbox/sandbox-view.tsx';
import '../../features/sandbox/sandbox.css';
import { useCopySource } from '../../lib/copy-source.ts';
import { sandboxTexts } from '../../texts/develop/sandbox.ts';

const route = getRouteApi('/framed/develop/sandbox/$id');

/** One sandbox with what the component did in it. */
export function SandboxPage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const sandbox = useQuery({ ...sandboxQuery(id), retry: false });
  useCopySource(`/api/sandbox/${encodeURIComponent(id)}`);
  const change = (next: SandboxSearch) =>
    void navigate({
      to: '/develop/sandbox/$id',
      params: { id },
      search: next,
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title={sandbox.data?.name ?? sandboxTexts.title}
      above={[{ name: sandboxTexts.title, href: '/develop/sandbox' }]}
      beside={sandbox.data && <span className="chip">{sandbox.data.platform}</span>}
      actions={sandbox.data && <DeleteSandbox sandbox={sandbox.data} />}
    >
      <Loaded query={sandbox} skeleton={<Skeleton height={480} />}>
        {(data) => <SandboxView sandbox={data} search={search} onChange={change} />}
      </Loaded>
    </Page>
  );
}

function DeleteSandbox({ sandbox: { id, name } }: { sandbox: SandboxDetail }) {
  const [isOpen, setOpen] = useState(false);
  const remove = useDeleteSandbox(id);
  const navigate = useNavigate();
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        {sandboxTexts.remove}
      </Button>
      {isOpen && (
        <FormDialog
          title={sandboxTexts.removeTitle(name)}
          action={sandboxTexts.removeAction}
          tone="danger"
          isPending={remove.isPending}
          error={remove.error}
          onClose={() => setOpen(false)}
          onSubmit={() =>
            remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/develop/sandbox' }) })
          }
        >
          <p className="soft">{sandboxTexts.removeDetail}</p>
        </FormDialog>
      )}
    </>
  );
}
