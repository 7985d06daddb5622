import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { ImportEntry } from '../../features/git/imports/import-entry.tsx';
import { NewDocument } from '../../features/new-document/new-document.tsx';
import { assetQuery } from '../../features/new-document/queries.ts';
import { newTexts } from '../../texts/studio/new-document.ts';

const contractRoute = getRouteApi('/framed/studio/new-contract');
const productRoute = getRouteApi('/framed/studio/new-product');

/** A contract from a template, a file, tables of an integration, or models of a dbt project. */
export function NewContractPage() {
  const { from = 'template', asset } = contractRoute.useSearch();
  const navigate = useNavigate();
  const named = useQuery(assetQuery(asset));
  const kind = 'datacontracts';
  return (
    <Page
      title={newTexts.titles[kind]}
      lead={newTexts.leads[kind]}
      actions={<ImportEntry kind={kind} />}
    >
      <NewDocument
        kind={kind}
        way={from}
        first={named.data}
        onWay={(way) => void navigate({ to: '/studio/new-contract', search: { from: way } })}
      />
    </Page>
  );
}

/** A product from a template, contracts, or a file. */
export function NewProductPage() {
  const { from = 'template' } = productRoute.useSearch();
  const navigate = useNavigate();
  const kind = 'dataproducts';
  return (
    <Page
      title={newTexts.titles[kind]}
      lead={newTexts.leads[kind]}
      actions={<ImportEntry kind={kind} />}
    >
      <NewDocument
        kind={kind}
        way={from}
        first={undefined}
        onWay={(way) => void navigate({ to: '/studio/new-product', search: { from: way } })}
      />
    </Page>
  );
}
