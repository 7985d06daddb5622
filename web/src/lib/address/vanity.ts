import { createStore } from '../store.ts';

/** The name of the organization in the address of the first page: `/ottermoor/dataproducts/shop`. */
export const vanityOfAddress = createStore<string | undefined>(undefined);

const documentPath =
  /^\/([a-z0-9-]{1,63})(\/(?:dataproducts|datacontracts|teams|assets|definitions|tags|policies|certifications|classification-schemes|connectors|example-data|sourcesystems|dataproductbuilders|semantics)\/.+)$/u;

/** Takes the organization out of the address before the router reads it: the page is the same one. */
export function takeVanity(): void {
  const found = documentPath.exec(location.pathname);
  const [, vanity, rest] = found ?? [];
  if (rest === undefined) return;
  vanityOfAddress.set(vanity);
  history.replaceState(history.state, '', `${rest}${location.search}${location.hash}`);
}
