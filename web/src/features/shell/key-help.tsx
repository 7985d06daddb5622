import { Modal } from '@mantine/core';
import { currentBindings } from '../../lib/keys.ts';
import { searchKeys } from '../../lib/search-keys.ts';
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
          currentBindings().map(({ keys, does }) => <Line key={keys} keys={keys} does={does} />)}
      </dl>
    </Modal>
  );
}

function Line({ keys, does }: { keys: string; does: string }) {
  return (
    <>
      <dt>
        {keys.split(' ').map((key) => (
          <kbd key={key} style={{ marginRight: 4 }}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
