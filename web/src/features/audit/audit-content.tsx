import { Fragment } from 'react';
import { exactTime } from '../../lib/dates.ts';
import { countText } from '../../lib/numbers.ts';
import { auditTexts, memberName } from '../../texts/operate/audit.ts';

const maxListed = 10;
const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text);

/** A value of the content in one line. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return isTime(value) ? exactTime(new Date(value)) : value;
  if (typeof value === 'number') return countText(value);
  if (typeof value === 'boolean') return value ? auditTexts.yes : auditTexts.no;
  if (Array.isArray(value)) {
    return value.length > maxListed
      ? auditTexts.values(value.length)
      : value.map(textOf).join(', ');
  }
  if (value === null || typeof value !== 'object') return '–';
  const members = Object.entries(value);
  return members.map(([name, member]) => `${memberName(name)}: ${textOf(member)}`).join('; ');
}

/** The content of an action that changed no document: its reason, its filter, its number. */
export function AuditContent({ data }: { data: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="details">
      {Object.entries(data).map(([name, value]) => (
        <Fragment key={name}>
          <dt>{memberName(name)}</dt>
          <dd>{textOf(value)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
