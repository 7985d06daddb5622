import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { ImportEntry } from '../../features/git/imports/import-entry.tsx';
import { studioLines, waitingCount } from '../../features/studio/lines.ts';
import { ProductTable } from '../../features/studio/product-table.tsx';
import { studioTodoQuery } from '../../features/studio/queries.ts';
import { StudioList } from '../../features/studio/studio-list.tsx';
import '../../features/studio/studio.css';
import { TeamSwitch } from '../../features/studio/team-switch.tsx';
import { useCopySource } from '../../lib/copy-source.ts';
import { useNow } from '../../lib/now.ts';
import { studioTexts } from '../../texts/studio/studio.ts';

const route = getRouteApi('/framed/studio');

/** What waits for those who own data, the most harmful first, and their products. */
export function StudioPage() {
  const { team } = route.useSearch();
  const navigate = useNavigate();
  const now = useNow();
  const todo = useQuery(studioTodoQuery(team));
  const lines = todo.data && studioLines(todo.data, now);
  const total = todo.data && waitingCount(todo.data, lines?.length ?? 0);
  useCopySource('/api/dataproducts');
  const choose = (chosen: string | undefined) =>
    void navigate({ to: '/studio', search: chosen === undefined ? {} : { team: chosen } });
  return (
    <Page
      title={studioTexts.title}
      lead={total === undefined || total === 0 ? undefined : studioTexts.waiting(total)}
      actions={
        <>
          <TeamSwitch team={team} onChange={choose} />
          <ImportEntry />
          <Link className="button" to="/studio/new-product">
            {studioTexts.newProduct}
          </Link>
          <Link className="button" to="/studio/new-contract">
            {studioTexts.newContract}
          </Link>
        </>
      }
    >
      <div className="stack loose studio">
        <Loaded query={todo} skeleton={<SkeletonLines lines={6} />}>
          {() => (
            <StudioList lines={lines ?? []} total={total ?? 0} isOfTeam={team !== undefined} />
          )}
        </Loaded>
        <ProductTable team={team} />
      </div>
    </Page>
  );
}
