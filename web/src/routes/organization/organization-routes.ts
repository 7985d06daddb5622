import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readKeySearch } from '../../features/keys/key-search.ts';
import { readPeopleSearch } from '../../features/people/people-search.ts';
import { settingTabs } from '../../features/settings/setting-tabs.ts';
import type { SettingTab } from '../../features/settings/setting-tabs.ts';
import { developRoutes } from '../develop/develop-routes.ts';
import { framed } from '../framed.ts';

const text = (value: unknown, name: string): Record<string, string> =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};

const people = createRoute({
  getParentRoute: () => framed,
  path: '/organization/people',
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
});

const roles = createRoute({
  getParentRoute: () => framed,
  path: '/organization/roles',
  component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
});

const permissions = createRoute({
  getParentRoute: () => framed,
  path: '/organization/permissions',
  validateSearch: (search: Record<string, unknown>): { person?: string; resource?: string } => ({
    ...text(search['person'], 'person'),
    ...text(search['resource'], 'resource'),
  }),
  component: lazyRouteComponent(() => import('./permissions-page.tsx'), 'PermissionsPage'),
});

const keys = createRoute({
  getParentRoute: () => framed,
  path: '/organization/keys',
  validateSearch: readKeySearch,
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
});

const ownKeys = createRoute({
  getParentRoute: () => framed,
  path: '/me/keys',
  component: lazyRouteComponent(() => import('./own-keys-page.tsx'), 'OwnKeysPage'),
});

const settings = createRoute({
  getParentRoute: () => framed,
  path: '/organization/settings',
  validateSearch: (search: Record<string, unknown>): { part?: SettingTab } => {
    const part = settingTabs.find((each) => each === search['part']);
    return part === undefined ? {} : { part };
  },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

/** People, roles, keys and settings; the start for developers and the sandbox. */
export const organizationRoutes = [
  people,
  roles,
  permissions,
  keys,
  ownKeys,
  settings,
  ...developRoutes,
] as const;
