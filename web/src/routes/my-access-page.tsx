import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { AccessList } from '../features/access/access-list.tsx';
import { accessTexts } from '../texts/access.ts';
import { pageNames } from '../texts/shell.ts';

const route = getRouteApi('/framed/me/access');

/** The accesses of the person and their teams. */
export function MyAccessPage() {
  const filters = route.useSearch();
  return (
    <Page title={pageNames.myAccess} lead={accessTexts.listLead}>
      <div className="below-lead">
        <AccessList filters={filters} />
      </div>
    </Page>
  );
}
