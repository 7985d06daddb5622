import { Modal } from '@mantine/core';
import { SecretOnce } from '../../components/dialogs/secret-once.tsx';
import { apiKeyTexts } from '../../texts/organization/keys.ts';

type ShownKeyProps = { name: string; secret: string; onStored: () => void };

/** A new key, which is shown once. */
export function ShownKey({ name, secret, onStored }: ShownKeyProps) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={apiKeyTexts.created(name)}
    >
      <SecretOnce secret={secret} what={apiKeyTexts.theKey} onStored={onStored} />
    </Modal>
  );
}
