import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readRange } from '../../features/operations/range.ts';
import { readScheduleSearch } from '../../features/schedules/schedule-search.ts';
import { readOutcome } from '../../features/work/outcome-search.ts';
import { readWorkSearch } from '../../features/work/work-search.ts';
import { framed } from '../framed.ts';

const operate = createRoute({
  getParentRoute: () => framed,
  path: '/operate',
  validateSearch: readRange,
  component: lazyRouteComponent(() => import('./operate-page.tsx'), 'OperatePage'),
});

const work = createRoute({
  getParentRoute: () => framed,
  path: '/operate/work',
  validateSearch: readWorkSearch,
  component: lazyRouteComponent(() => import('./work-page.tsx'), 'WorkPage'),
});

const batches = createRoute({
  getParentRoute: () => framed,
  path: '/operate/work/batches',
  component: lazyRouteComponent(() => import('./batch-pages.tsx'), 'BatchesPage'),
});

const batch = createRoute({
  getParentRoute: () => framed,
  path: '/operate/work/batches/$id',
  validateSearch: readOutcome,
  component: lazyRouteComponent(() => import('./batch-pages.tsx'), 'BatchPage'),
});

const piece = createRoute({
  getParentRoute: () => framed,
  path: '/operate/work/$id',
  component: lazyRouteComponent(() => import('./piece-page.tsx'), 'PiecePage'),
});

const schedules = createRoute({
  getParentRoute: () => framed,
  path: '/operate/schedules',
  validateSearch: readScheduleSearch,
  component: lazyRouteComponent(() => import('./schedules-page.tsx'), 'SchedulesPage'),
});

const system = createRoute({
  getParentRoute: () => framed,
  path: '/operate/system',
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});

/** Operations home, work, schedules and the system. */
export const workRoutes = [operate, work, batches, batch, piece, schedules, system] as const;
