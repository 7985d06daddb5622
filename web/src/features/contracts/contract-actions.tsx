import { Menu, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCode, IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useKeys } from '../../lib/keys.ts';
import { contractTexts } from '../../texts/contract.ts';
import { editPermissionQuery } from './queries.ts';
import type { Model } from './queries.ts';
import { useContractSearch } from './search.ts';

type ActionsProps = { model: Model; isStarting: boolean; onRun: (server?: string) => void };

/** What one can do with the contract, at the right of its title. */
export function ContractActions({ model, isStarting, onRun }: ActionsProps) {
  const { set } = useContractSearch();
  return (
    <>
      <Button onClick={() => set({ code: 'sql-ddl' })}>
        <IconCode size={14} stroke={1.75} aria-hidden />
        {contractTexts.generate}
      </Button>
      <EditButton id={model.id} />
      <div className="primary-bar">
        <RunButton servers={model.servers} isStarting={isStarting} onRun={onRun} />
      </div>
    </>
  );
}

function EditButton({ id }: { id: string }) {
  const permission = useQuery(editPermissionQuery(id)).data;
  const because = permission?.allowed === false ? permission.because : contractTexts.noEditor;
  return (
    <Refused because={because}>
      <IconPencil size={14} stroke={1.75} aria-hidden />
      {contractTexts.edit}
    </Refused>
  );
}

/** A button that cannot be pressed; its reason shows when it is pointed at or focused. */
function Refused({ because, children }: { because: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <>
      <Tooltip label={because} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
        <Button disabled aria-describedby={id}>
          {children}
        </Button>
      </Tooltip>
      <span id={id} className="hidden">
        {because}
      </span>
    </>
  );
}

type RunProps = { servers: Model['servers'] } & Omit<ActionsProps, 'model'>;

function RunButton({ servers, isStarting, onRun }: RunProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = servers;
  const isOne = servers.length === 1;
  const canRun = first !== undefined && !isStarting;
  useKeys(
    useMemo(() => {
      if (!canRun) return [];
      const run = () => (isOne ? onRun() : setOpen(true));
      return [{ keys: 'r', does: contractTexts.runTest, run }];
    }, [canRun, isOne, onRun]),
  );
  const words = (
    <>
      <IconPlayerPlay size={14} stroke={1.75} aria-hidden />
      {contractTexts.runTest} <kbd className="wide-only">R</kbd>
    </>
  );
  if (first === undefined) return <Refused because={contractTexts.noServer}>{words}</Refused>;
  if (isOne) {
    return (
      <Button tone="primary" disabled={isStarting} onClick={() => onRun()}>
        {words}
      </Button>
    );
  }
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end">
      <Menu.Target>
        <Button tone="primary" disabled={isStarting}>
          {words}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{contractTexts.runTestOn}</Menu.Label>
        {servers.map(({ server, type }) => (
          <Menu.Item key={server} onClick={() => onRun(server)}>
            {server} <span className="faint">{type}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
