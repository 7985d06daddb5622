import {
  IconBook,
  IconBox,
  IconCertificate,
  IconCube,
  IconDatabase,
  IconFileText,
  IconPlug,
  IconServer,
  IconShield,
  IconTable,
  IconTag,
  IconTopologyStar3,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const icons: Readonly<Record<string, Icon>> = {
  DATA_PRODUCT: IconCube,
  DATA_CONTRACT: IconCertificate,
  SEMANTIC_CONCEPT: IconTopologyStar3,
  DATA_ASSET: IconDatabase,
  DEFINITION: IconBook,
  TEAM: IconUsers,
  TAG: IconTag,
  SOURCE_SYSTEM: IconServer,
  CERTIFICATION: IconCertificate,
  POLICY: IconShield,
  CLASSIFICATION_SCHEME: IconShield,
  CONNECTOR: IconPlug,
  EXAMPLE_DATA: IconTable,
};

/** The drawing of a kind of document on a square ground. */
export function KindIcon({ kind }: { kind: string }) {
  const Drawing = icons[kind] ?? IconBox;
  return (
    <span className={`kind-icon${kind === 'DATA_PRODUCT' ? '' : ' calm'}`} aria-hidden>
      <Drawing size={18} stroke={1.75} />
    </span>
  );
}

/** The drawing of the technology of a port. */
export function PortIcon({ type, size = 14 }: { type: string | undefined; size?: number }) {
  const isFile = ['csv', 'json', 'text', 'local', 's3', 'gcs', 'azure'].includes(
    type?.toLowerCase() ?? '',
  );
  const isTable = ['parquet', 'delta', 'iceberg', 'avro'].includes(type?.toLowerCase() ?? '');
  const Drawing = isFile ? IconFileText : isTable ? IconTable : IconDatabase;
  return <Drawing size={size} stroke={1.75} aria-hidden />;
}

/** The same ground for another drawing. */
export function KindIconFrame({ children }: { children: ReactNode }) {
  return (
    <span className="kind-icon" aria-hidden>
      {children}
    </span>
  );
}
