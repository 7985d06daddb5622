import { isScimPath } from '../../../api/api-paths.ts';
import type { Route } from '../../../api/route.ts';

/** False for the routes whose standards prescribe errors of another shape: OTLP and SCIM. */
export const answersProblems = ({ errors, path }: Pick<Route, 'errors' | 'path'>): boolean =>
  errors !== 'otlp' && !isScimPath(path);
