import { Link } from '@tanstack/react-router';
import { pageNames } from '../../../texts/shell.ts';
import { useMe } from '../../session/queries.ts';
import type { ImportedKind } from './import-search.ts';

/** The way to an import, for those who may add documents. */
export function ImportEntry({ kind }: { kind?: ImportedKind }) {
  const me = useMe();
  if (me?.may.publish !== true) return null;
  return (
    <Link className="button" to="/studio/import" search={kind === undefined ? {} : { kind }}>
      {pageNames.gitImport}
    </Link>
  );
}

/** Lists of contracts and of products lead to an import of them. */
export function ImportOfListed({ kinds = [] }: { kinds: readonly string[] | undefined }) {
  const isOfProducts = kinds.includes('DATA_PRODUCT');
  if (!isOfProducts && !kinds.includes('DATA_CONTRACT')) return null;
  return <ImportEntry kind={isOfProducts ? 'dataproducts' : 'datacontracts'} />;
}
