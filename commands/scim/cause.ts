import type { Principal } from '../../domain/principal.ts';

/** The author, request and time of a change over SCIM. */
export type ScimCause = { principal: Principal; requestId: string; now: Date };
