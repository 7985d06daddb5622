import { Type } from '@sinclair/typebox';
import { applyAccessTimer as apply } from '../../commands/access/apply-access-timer.ts';
import { refuse } from '../../domain/errors.ts';
import { defineJob } from '../define-job.ts';

/** Activates or deactivates an access at its due time. */
export const applyAccessTimer = defineJob({
  kind: 'access-timers',
  name: 'apply-access-timer',
  payload: Type.Object({ accessId: Type.String() }),
  run: ({ work: { organizationId }, clock }, { accessId }) => {
    if (!organizationId) return refuse('bad_request', 'A timer belongs to an organization.');
    return Promise.resolve((tx) => apply(tx, { organizationId, id: accessId }, clock.now()));
  },
  giveUp: () => Promise.resolve(),
});
