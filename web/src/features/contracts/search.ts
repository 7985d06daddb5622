import { getRouteApi, useNavigate } from '@tanstack/react-router';

/** What the address of a contract may hold. */
export type ContractSearch = {
  /** Table and path of the field whose panel is open. */
  table?: string;
  field?: string;
  /** Words that filter the fields. */
  q?: string;
  only?: 'failing';
  view?: 'table';
  server?: string;
  /** Test result that is shown. */
  result?: string;
  /** Revision that is shown. */
  revision?: number;
  /** Check whose panel is open. */
  check?: string;
  /** Days of the heat map; 30 without it. */
  days?: 90;
  /** Checks that never failed are shown, too. */
  all?: true;
  /** Format that is generated; the sheet is open while it is there. */
  code?: string;
};

const words = ['table', 'field', 'q', 'server', 'result', 'code', 'check'] as const;

/** Reads the address; what is not known is dropped. */
export function readContractSearch(search: Record<string, unknown>): ContractSearch {
  const texts = words.flatMap((name) => {
    const value = search[name];
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && value !== '' ? [[name, String(value)] as const] : [];
  });
  const revision = Number(search['revision']);
  return {
    ...Object.fromEntries(texts),
    ...(search['only'] === 'failing' && { only: 'failing' }),
    ...(Number(search['days']) === 90 && { days: 90 as const }),
    ...(search['all'] === true && { all: true as const }),
    ...(search['view'] === 'table' && { view: 'table' }),
    ...(Number.isInteger(revision) && revision > 0 && { revision }),
  };
}

export const contractRoute = getRouteApi('/framed/datacontracts/$id/{-$tab}');

type Change = { [Name in keyof ContractSearch]: ContractSearch[Name] | undefined };

/** The filters, the selected row and the panel, which live in the address. Choosing pushes, typing replaces. */
export function useContractSearch() {
  const search = contractRoute.useSearch();
  const navigate = useNavigate();
  const set = (change: Partial<Change>, replace = false) =>
    void navigate({
      to: '.',
      search: { ...search, ...change } as ContractSearch,
      replace,
      resetScroll: false,
    });
  return { search, set };
}
