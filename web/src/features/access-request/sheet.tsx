import { Drawer } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { requestTexts } from '../../texts/access.ts';
import type { Port } from '../products/product-facts.ts';
import { productQuery } from '../products/queries.ts';
import { useMe } from '../session/queries.ts';
import type { Me } from '../session/queries.ts';
import { teamQuery } from '../teams/queries.ts';
import { dataOf } from '../access/facts.ts';
import type { Access } from '../access/queries.ts';
import { personOf } from './facts.ts';
import type { RequestForm } from './facts.ts';
import { RequestEditor } from './editor.tsx';

type RequestSheetProps = {
  dataProductId: string;
  /** Id or name of the output port. */
  portId: string;
  onClose: () => void;
  /** The access of the request once it is sent. */
  onSent: (accessId: string) => void;
  /** An open request that is changed instead of sending a new one. */
  changed?: { access: Access; etag: string | undefined };
  /** What the form begins with, for an access that is asked for again. */
  initial?: RequestForm;
  /** The access that is changed or asked for again. */
  before?: Access;
};

/** The sheet that requests access to a port, over the page of the product; `?request=<port>` opens it. */
export function RequestSheet({ changed: opened, ...props }: RequestSheetProps) {
  const { dataProductId, portId, onClose } = props;
  // The page behind goes on: what the form began from stays as it was.
  const [changed] = useState(opened);
  const product = useQuery(productQuery(dataProductId));
  const name = product.data?.name ?? dataProductId;
  const port = product.data?.ports.find((each) => each.id === portId || each.name === portId);
  const data = changed === undefined ? `${name} / ${port?.name ?? portId}` : dataOf(changed.access);
  const title = changed === undefined ? requestTexts.title(data) : requestTexts.changeTitle(data);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(880px, 100%)"
      title={title}
      closeButtonProps={{ 'aria-label': requestTexts.close }}
      classNames={{ body: 'sheet-body', title: 'sheet-title' }}
    >
      <Loaded query={product}>
        {(loaded) =>
          port === undefined ? (
            <EmptyState sort="nothing-yet" title={requestTexts.noPort(portId)}>
              {requestTexts.title(name)}
            </EmptyState>
          ) : (
            <Editor
              {...props}
              {...(changed !== undefined && { changed })}
              onDecided={() => {
                notifications.show({ message: requestTexts.decided, autoClose: false });
                onClose();
              }}
              port={port}
              ownerId={loaded.ownerId}
              data={name}
            />
          )
        }
      </Loaded>
    </Drawer>
  );
}

type EditorProps = RequestSheetProps & {
  onDecided: () => void;
  port: Port;
  ownerId: string | undefined;
  data: string;
};

function Editor({ port, dataProductId, ownerId, data, ...rest }: EditorProps) {
  const me = useMe();
  const owner = useQuery(teamQuery(ownerId)).data;
  if (me === undefined) return null;
  if (!mayAsk(me)) return <CannotAsk />;
  return (
    <RequestEditor
      {...rest}
      me={personOf(me, rest.before)}
      provider={owner?.name ?? requestTexts.ownerOf(data)}
      contractId={port.contractId}
      port={{ dataProductId, outputPortId: port.id }}
    />
  );
}

/** A request is for a team or for a person, and a session can be without both. */
const mayAsk = ({ teams, email, may }: Me): boolean =>
  teams.length > 0 || email !== null || may.organization;

function CannotAsk() {
  const toTeams = (
    <Link className="button" to="/teams">
      {requestTexts.toTeams}
    </Link>
  );
  return (
    <EmptyState sort="nothing-yet" title={requestTexts.cannot} action={toTeams}>
      {requestTexts.cannotDetail}
    </EmptyState>
  );
}
