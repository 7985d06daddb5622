import { Menu } from '@mantine/core';
import { IconCode, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Refused } from '../../components/states/refused.tsx';
import { useKeys } from '../../lib/keys.ts';
import { contractTexts } from '../../texts/contracts/contract.ts';
import { EditButton } from '../documents/edit-button.tsx';
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
      <EditButton kind="datacontracts" id={model.id} />
      <div className="primary-bar">
        <RunButton servers={model.servers} isStarting={isStarting} onRun={onRun} />
      </div>
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
