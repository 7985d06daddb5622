import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { dialogTexts } from '../../texts/dialogs.ts';
import { jsonTexts } from '../../texts/json.ts';
import { Button } from '../controls/button.tsx';
import { copyText } from './copy-text.ts';
import './json-view.css';

/** Members that are shown at once: more are loaded by a click, so that a long list does not stop the page. */
const maxShown = 100;

/** Longer texts stand under their name. */
const maxInline = 36;

/** Levels that are open at first. */
const openLevels = 2;

/** JSON as a tree: parts fold, a name copies its path. It is text, whatever it holds. */
export function JsonView({ value, name }: { value: unknown; name: string }) {
  return (
    <div className="code-view">
      <Button
        compact
        className="code-copy"
        onClick={() => void copyText(JSON.stringify(value, undefined, 2), name)}
      >
        {dialogTexts.copy}
      </Button>
      <div className="json-view" role="region" aria-label={name} tabIndex={0}>
        {isBranch(value) ? <Members of={value} path="" level={0} /> : <Leaf value={value} />}
      </div>
    </div>
  );
}

type Branch = readonly unknown[] | Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;

/** The path of a member as programs write it: `data.ports[0]["order id"]`. */
function pathOf(parent: string, member: string, isEntry: boolean): string {
  if (isEntry) return `${parent}[${member}]`;
  if (!/^[A-Za-z_$][\w$]*$/u.test(member)) return `${parent}[${JSON.stringify(member)}]`;
  return parent === '' ? member : `${parent}.${member}`;
}

type MembersProps = { of: Branch; path: string; level: number };

function Members({ of, path, level }: MembersProps) {
  const [shown, setShown] = useState(maxShown);
  const entries = Object.entries(of);
  return (
    <ul>
      {entries.slice(0, shown).map(([member, value]) => (
        <Member
          key={member}
          name={member}
          path={pathOf(path, member, Array.isArray(of))}
          value={value}
          level={level}
        />
      ))}
      {entries.length > shown && (
        <li>
          <Button compact tone="quiet" onClick={() => setShown(shown + maxShown)}>
            {jsonTexts.more(entries.length - shown)}
          </Button>
        </li>
      )}
    </ul>
  );
}

type MemberProps = { name: string; path: string; value: unknown; level: number };

function Member({ name, path, value, level }: MemberProps) {
  const [isOpen, setIsOpen] = useState(level < openLevels);
  const hasMembers = isBranch(value) && Object.keys(value).length > 0;
  return (
    <li>
      <div className="json-line">
        {hasMembers ? (
          <button
            type="button"
            className="json-fold"
            aria-expanded={isOpen}
            aria-label={isOpen ? jsonTexts.close(path) : jsonTexts.open(path)}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={14} aria-hidden />
          </button>
        ) : (
          <span className="json-space" />
        )}
        <button
          type="button"
          title={jsonTexts.copyPath(path)}
          onClick={() => void copyText(path, path)}
        >
          {name}
        </button>
        {hasMembers ? <span className="faint">{sizeOf(value)}</span> : <Leaf value={value} />}
      </div>
      {hasMembers && isOpen && <Members of={value} path={path} level={level + 1} />}
    </li>
  );
}

function sizeOf(value: Branch): string {
  const { length } = Object.keys(value);
  return Array.isArray(value) ? jsonTexts.entries(length) : jsonTexts.members(length);
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    const isLong = value.length > maxInline || value.includes('\n');
    return <span className={`json-value text${isLong ? ' long' : ''}`}>{value}</span>;
  }
  const sort = typeof value === 'number' ? 'number' : 'other';
  return <span className={`json-value ${sort}`}>{JSON.stringify(value)}</span>;
}
