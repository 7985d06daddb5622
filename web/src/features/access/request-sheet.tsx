import { Drawer } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { requestTexts } from '../../texts/access.ts';
import type { Port } from '../products/product-facts.ts';
import { productQuery } from '../products/queries.ts';
import { useMe } from '../session/queries.ts';
import { dataOf } from './facts.ts';
import type { Access } from './queries.ts';
import type { RequestForm } from './request-facts.ts';
import { RequestEditor } from './request-editor.tsx';

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
              provider={loaded.ownerId ?? name}
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
  provider: string;
};

function Editor({ port, dataProductId, ...rest }: EditorProps) {
  const me = useMe();
  if (me === undefined) return null;
  return (
    <RequestEditor
      {...rest}
      me={me}
      contractId={port.contractId}
      port={{ dataProductId, outputPortId: port.id }}
    />
  );
}
