import { Modal } from '@mantine/core';
import { currentBindings } from '../../lib/keys.ts';
import { searchKeys } from '../../lib/address/search-keys.ts';
import { useStore } from '../../lib/store.ts';
import { keyTexts } from '../../texts/keys.ts';
import { shellTexts } from '../../texts/shell.ts';
import { keyHelpIsOpen } from '../../lib/overlays.ts';

/** All keys that work on this page. */
export function KeyHelp() {
  const isOpen = useStore(keyHelpIsOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={() => keyHelpIsOpen.set(false)}
      title={shellTexts.keysTitle}
      closeButtonProps={{ 'aria-label': shellTexts.close }}
    >
      <p className="small soft">{shellTexts.keysHint}</p>
      <dl className="details" style={{ marginTop: 12 }}>
        <dt>
          <kbd>{searchKeys}</kbd>
        </dt>
        <dd>{keyTexts.searchEverywhere}</dd>
        {isOpen &&
          [...keysByDeed()].map(([does, keys]) => <Line key={does} keys={keys} does={does} />)}
      </dl>
    </Modal>
  );
}

/** Several keys may do the same: `j` and the arrow. */
function keysByDeed(): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { keys, does } of currentBindings()) {
    found.set(does, [...(found.get(does) ?? []), keys]);
  }
  return found;
}

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

function Line({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <>
      <dt>
        {keys.map((each, index) => (
          <span key={each}>
            {index > 0 && ` ${keyTexts.or} `}
            {each.split(' ').map((key) => (
              <kbd key={key} style={{ marginRight: 4 }}>
                {signs[key] ?? key}
              </kbd>
            ))}
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
