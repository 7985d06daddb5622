import type { components } from '../../api/schema.d.ts';
import { settingTexts } from '../../texts/organization/settings.ts';

type Preview = components['schemas']['ScimMappingPreview'];

/** The roles that a mapping would give and take. */
export function MappingPreview({ preview: { changes, changeCount } }: { preview: Preview }) {
  if (changeCount === 0) return <p role="status">{settingTexts.mappingNothing}</p>;
  return (
    <div
      className="sideways"
      role="region"
      aria-label={settingTexts.mappingPreviewTitle}
      tabIndex={0}
    >
      <h3>{settingTexts.mappingPreviewTitle}</h3>
      {changeCount > changes.length && (
        <p className="small soft">{settingTexts.mappingShown(changes.length, changeCount)}</p>
      )}
      <table>
        <thead>
          <tr>
            <th>{settingTexts.mappingPerson}</th>
            <th>{settingTexts.mappingWhere}</th>
            <th>{settingTexts.mappingBefore}</th>
            <th>{settingTexts.mappingAfter}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ emailAddress, teamId, role, formerRole }) => (
            <tr key={`${emailAddress} ${teamId ?? ''}`}>
              <td>{emailAddress}</td>
              <td>{teamId ?? settingTexts.mappingOrganization}</td>
              <td>{formerRole ?? settingTexts.mappingNone}</td>
              <td>{role ?? settingTexts.mappingNone}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
