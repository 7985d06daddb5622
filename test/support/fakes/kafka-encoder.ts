import { createRequire } from 'node:module';

/** The client library's writer of Kafka's primitive types, used for the fake's answers. */
export type Encoder = {
  buffer: Buffer;
  writeInt8: (value: number) => Encoder;
  writeInt16: (value: number) => Encoder;
  writeInt32: (value: number) => Encoder;
  writeInt64: (value: number) => Encoder;
  writeBoolean: (value: boolean) => Encoder;
  writeString: (value: string | null) => Encoder;
  writeBytes: (value: Buffer | null) => Encoder;
  writeEncoder: (value: Encoder) => Encoder;
  writeArray: (values: Encoder[]) => Encoder;
};
const require = createRequire(import.meta.url);
const KafkaEncoder = require('kafkajs/src/protocol/encoder') as new () => Encoder;
export const encode = (): Encoder => new KafkaEncoder();
