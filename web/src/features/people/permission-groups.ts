import type { TeamRole } from './queries.ts';

type Permission = TeamRole['permissions'][number];

/** The permissions, in groups of what they are about. */
export const permissionGroups: readonly {
  name: 'resources' | 'changes' | 'access' | 'teams' | 'ingestion';
  permissions: readonly Permission[];
}[] = [
  { name: 'resources', permissions: ['RESOURCES_ADD', 'RESOURCES_EDIT', 'RESOURCES_DELETE'] },
  { name: 'changes', permissions: ['CHANGE_REQUEST_SUBMIT', 'CHANGE_REQUEST_APPROVE'] },
  {
    name: 'access',
    permissions: [
      'ACCESS_REQUEST',
      'ACCESS_APPROVE',
      'ACCESS_TERMINATE',
      'ACCESS_ADD',
      'ACCESS_EDIT',
      'ACCESS_DELETE',
    ],
  },
  {
    name: 'teams',
    permissions: [
      'TEAM_ADD',
      'TEAM_EDIT',
      'TEAM_DELETE',
      'TEAM_MEMBER_ADD',
      'TEAM_MEMBER_EDIT',
      'TEAM_MEMBER_DELETE',
    ],
  },
  { name: 'ingestion', permissions: ['INGESTION_EDIT'] },
];
