import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { newTexts } from '../../texts/studio/new-document.ts';
import { MadeDraft } from './made-draft.tsx';
import { PickList } from './pick-list.tsx';
import type { Pick } from './pick-list.tsx';
import { draftContract, pickQuery } from './queries.ts';
import { productOfContracts } from './templates.ts';
import type { WayProps } from './ways.ts';

const pauseMs = 120;

/** Assets of integrations: a contract with a schema for each. */
export function TablesWay({ first, ...props }: WayProps & { first: Pick | undefined }) {
  const [picked, setPicked] = useState<readonly Pick[]>(first === undefined ? [] : [first]);
  return (
    <>
      <Search
        resourceType="DATA_ASSET"
        label={newTexts.searchTables}
        none={newTexts.noTables}
        noneHint={newTexts.noTablesHint}
        {...{ picked, setPicked }}
      />
      <MadeDraft
        {...props}
        suggested={picked[0]?.name}
        missing={newTexts.tablesFirst}
        make={({ team, ...chosen }) =>
          draftContract({ ...chosen, ownerId: team, assetIds: picked.map(({ id }) => id) })
        }
      />
    </>
  );
}

/** Contracts: a product with a port for each. */
export function ContractsWay(props: WayProps) {
  const [picked, setPicked] = useState<readonly Pick[]>([]);
  return (
    <>
      <Search
        resourceType="DATA_CONTRACT"
        label={newTexts.searchContracts}
        none={newTexts.noContracts}
        noneHint={newTexts.noContractsHint}
        {...{ picked, setPicked }}
      />
      <MadeDraft
        {...props}
        suggested={picked[0]?.name}
        missing={newTexts.contractsFirst}
        make={(chosen) => productOfContracts(picked, chosen)}
      />
    </>
  );
}

type SearchProps = {
  resourceType: 'DATA_ASSET' | 'DATA_CONTRACT';
  label: string;
  none: string;
  noneHint: string;
  picked: readonly Pick[];
  setPicked: (picked: readonly Pick[]) => void;
};

function Search({ resourceType, label, none, noneHint, picked, setPicked }: SearchProps) {
  const [words, setWords] = useState('');
  const found = useQuery(pickQuery(resourceType, useSettled(words, pauseMs)));
  return (
    <Loaded query={found}>
      {(rows) => (
        <PickList
          {...{ label, words, rows, picked }}
          onWords={setWords}
          onPick={setPicked}
          empty={
            <EmptyState sort="nothing-yet" title={none}>
              {noneHint}
            </EmptyState>
          }
        />
      )}
    </Loaded>
  );
}
