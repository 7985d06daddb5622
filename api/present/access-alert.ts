import type { AccessAlert } from '../../db/tables/access/alerts.ts';

/** An alert for an answer: what is empty is left out. */
export function presentAlert({ accessId, platform, reference, ...alert }: AccessAlert) {
  return {
    ...alert,
    ...(accessId && { accessId }),
    ...(platform && { platform }),
    ...(reference && { reference }),
  };
}
