import { flag, listOf, objectOf, openObject, text, texts, whole } from '../json-schema.ts';
import type { Members, Schema } from '../json-schema.ts';

const textOrNumber: Schema = { type: ['string', 'number'] };

const authoritativeDefinitions = listOf(
  objectOf({ url: text, type: text }, { required: ['url', 'type'] }),
);

const named = (names: string, schema: Schema): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name, schema]));

const column = objectOf(
  {
    ...named(
      'column businessName logicalType physicalType description classification encryptedColumnName transformLogic ' +
        'transformDescription',
      text,
    ),
    ...named('isNullable isUnique partitionStatus clusterStatus criticalDataElementStatus', flag),
    ...named('primaryKeyPosition partitionKeyPosition clusterKeyPosition', whole),
    ...named('transformSourceTables sampleValues tags', texts),
    isPrimaryKey: { type: ['boolean', 'string'] },
    authoritativeDefinitions,
  },
  { required: ['column', 'logicalType', 'physicalType'] },
);

const quality = objectOf(
  {
    ...named(
      'code templateName description toolName toolRuleName dimension columns column type severity businessImpact ' +
        'scheduleCronExpression',
      text,
    ),
    customProperties: listOf(objectOf({ property: text, value: openObject })),
  },
  { required: ['templateName', 'toolName'] },
);

const dataset = objectOf(
  {
    ...named('table physicalName priorTableName dataGranularity', text),
    description: { ...texts, type: ['string', 'array'] },
    authoritativeDefinitions,
    columns: listOf(column),
    quality: listOf(quality),
  },
  { required: ['table'] },
);

const stakeholder = objectOf(named('username role dateIn dateOut replacedByUsername', text));

const role = objectOf(named('role access firstLevelApprovers secondLevelApprovers', text), {
  required: ['role', 'access'],
});

const serviceLevel = objectOf(
  {
    ...named('property unit column driver', text),
    ...named('value valueExt', textOrNumber),
  },
  { required: ['property', 'value'] },
);

/**
 * JSON Schema of ODCS 2.2, which allows unknown members. The schemas of 2.2.1 and 2.2.2 differ by mistakes
 * (whether `isPrimaryKey` is a text, a description a list, a price a text) and 2.2.0 has none: both spellings
 * are accepted in all.
 */
export function oldContractSchema(): Schema {
  const members = {
    ...named(
      'apiVersion uuid version status datasetKind userConsumptionMode type tenant sourceSystem sourcePlatform server ' +
        'quantumName productSlackChannel productFeedbackUrl productDl username password driverVersion driver project ' +
        'datasetName datasetDomain database slaDefaultColumn',
      text,
    ),
    kind: { type: 'string', enum: ['DataContract'] },
    tags: texts,
    description: objectOf(named('usage purpose limitations', text)),
    dataset: listOf(dataset),
    price: objectOf({ priceAmount: textOrNumber, ...named('priceCurrency priceUnit', text) }),
    stakeholders: listOf(stakeholder),
    roles: listOf(role),
    slaProperties: listOf(serviceLevel),
  };
  const required = 'apiVersion kind uuid version status type dataset datasetName quantumName';
  return objectOf(members, { required: required.split(' ') });
}
