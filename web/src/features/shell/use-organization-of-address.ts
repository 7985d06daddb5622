import { useEffect } from 'react';
import { vanityOfAddress } from '../../lib/address/vanity.ts';
import { useSwitchOrganization } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';

/** Works in the organization that the address of the first page named, if the person belongs to it. */
export function useOrganizationOfAddress(me: Me): void {
  const { mutate } = useSwitchOrganization();
  useEffect(() => {
    const vanity = vanityOfAddress.get();
    const wanted = me.organizations.find((each) => each.vanity === vanity);
    vanityOfAddress.set(undefined);
    if (wanted !== undefined && wanted.id !== me.organization.id) mutate(wanted.id);
  }, [me, mutate]);
}
