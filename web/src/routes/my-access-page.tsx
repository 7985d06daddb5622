import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { AccessList } from '../features/access/access-list.tsx';
import { seesAll, useMe } from '../features/session/queries.ts';
import { accessTexts } from '../texts/access.ts';
import { pageNames } from '../texts/shell.ts';

const route = getRouteApi('/framed/me/access');

/** The accesses of the person and their teams. */
export function MyAccessPage() {
  const filters = route.useSearch();
  const me = useMe();
  const isAll = me !== undefined && seesAll(me);
  return (
    <Page
      title={pageNames.myAccess}
      lead={isAll ? accessTexts.listLeadOfAll : accessTexts.listLead}
    >
      <div className="below-lead">
        <AccessList filters={filters} />
      </div>
    </Page>
  );
}
