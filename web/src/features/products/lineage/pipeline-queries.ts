import { queryOptions } from '@tanstack/react-query';
import { client, read } from '../../../api/client.ts';
import type { components } from '../../../api/schema.d.ts';

export type PipelineGraph = components['schemas']['LineageGraph'];
export type PipelineRun = components['schemas']['LineageRun'];
export type PipelineNode = PipelineGraph['nodes'][number];

/** The datasets and jobs one data flow away from a node, asset or product. */
export const pipelineGraphQuery = (node: string) =>
  queryOptions({
    queryKey: ['lineage', node, 'graph'],
    queryFn: ({ signal }) => {
      const query = { node, depth: 1 };
      return read(client.GET('/api/lineage/graph', { params: { query }, signal }));
    },
  });

/** The newest runs of the jobs of a product. */
export const pipelineRunsQuery = (node: string) =>
  queryOptions({
    queryKey: ['lineage', node, 'runs'],
    queryFn: ({ signal }) =>
      read(client.GET('/api/lineage/runs', { params: { query: { node } }, signal })),
  });
