import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { AuditList } from '../../features/audit/audit-list.tsx';
import type { AuditSearch } from '../../features/audit/audit-search.ts';
import { apiFilters } from '../../features/audit/queries.ts';
import { useCopySource } from '../../lib/copy-source.ts';
import { auditTexts } from '../../texts/operate/audit.ts';
import { pageNames } from '../../texts/shell.ts';

const route = getRouteApi('/framed/operate/audit');

/** Everything that was done in the organization. */
export function AuditPage() {
  const search = route.useSearch();
  useCopySource('/api/audit');
  return (
    <Page
      title={pageNames.audit}
      lead={<span className="small">{auditTexts.lead}</span>}
      actions={
        <a className="button" href={exportHref(search)} title={auditTexts.exportHint} download>
          {auditTexts.export}
        </a>
      }
    >
      <AuditList search={search} />
    </Page>
  );
}

/** The address of the export with the filters of the page. */
function exportHref(search: AuditSearch): string {
  const query = new URLSearchParams(apiFilters(search)).toString();
  return `/ui/api/audit/export${query === '' ? '' : `?${query}`}`;
}
