import { IconCheck, IconMinus } from '@tabler/icons-react';
import { permissionWords, roleTexts } from '../../texts/organization/people.ts';
import { permissionGroups } from './permission-groups.ts';
import type { TeamRole } from './queries.ts';

/** Which role allows what: permissions as rows, roles as columns. */
export function RoleMatrix({ roles }: { roles: readonly TeamRole[] }) {
  return (
    <div className="card sideways" role="region" aria-label={roleTexts.matrix} tabIndex={0}>
      <table className="role-matrix">
        <thead>
          <tr>
            <th>{roleTexts.permission}</th>
            {roles.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {permissionGroups.map((group) => (
          <tbody key={group.name}>
            <tr className="role-group">
              <th colSpan={roles.length + 1} scope="colgroup">
                {roleTexts.groups[group.name]}
              </th>
            </tr>
            {group.permissions.map((permission) => (
              <tr key={permission}>
                <td>{permissionWords[permission]}</td>
                {roles.map(({ name, permissions }) => (
                  <td key={name}>
                    <Mark isAllowed={permissions.includes(permission)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  return isAllowed ? (
    <IconCheck size={16} color="var(--ok)" aria-label={roleTexts.allowed} />
  ) : (
    <IconMinus size={16} color="var(--text3)" aria-label={roleTexts.refused} />
  );
}
