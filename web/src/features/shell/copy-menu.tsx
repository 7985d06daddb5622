import { Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { copyText } from '../../components/documents/copy-text.ts';
import { copySource, curlCommand } from '../../lib/copy-source.ts';
import { useKeys } from '../../lib/keys.ts';
import { useStore } from '../../lib/store.ts';
import { keyTexts } from '../../texts/keys.ts';
import { shellTexts } from '../../texts/shell.ts';

const read = async (path: string, accept: string): Promise<string> => {
  const response = await fetch(path.replace(/^\/api/u, '/ui/api'), { headers: { accept } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
};

/** Copies the resource of the page as a command or as its text. */
export function CopyMenu() {
  const source = useStore(copySource);
  const [isOpen, setOpen] = useState(false);
  useKeys(
    useMemo(
      () =>
        source === undefined
          ? []
          : [{ keys: '.', does: keyTexts.copyAs, run: () => setOpen(true) }],
      [source],
    ),
  );
  if (source === undefined) return null;
  const { path, yamlPath } = source;
  const json = async () => {
    const text = await read(path, 'application/json');
    return JSON.stringify(JSON.parse(text), undefined, 2);
  };
  const items: [name: string, make: () => Promise<string>][] = [
    ['curl', () => Promise.resolve(curlCommand(source))],
    ['JSON', json],
  ];
  if (yamlPath !== undefined) items.push(['YAML', () => read(yamlPath, 'application/yaml')]);
  return (
    <Menu position="bottom-end" width={150} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={shellTexts.copyAs}>
          <IconCopy size={16} stroke={1.75} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{shellTexts.copyAs}</Menu.Label>
        {items.map(([name, make]) => (
          <Menu.Item key={name} onClick={() => void copyText(make, name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
