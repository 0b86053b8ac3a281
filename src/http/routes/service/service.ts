import type { FastifyInstance } from 'fastify';
import type { ServiceOverview } from '../../../service-state/service-overview.ts';
import { ServiceShape, writeService } from '../../../wire/service/service.ts';

const description = `The processes with their versions, what waits and for how long, the background work, the data store, the disks, the last backup, and what
the doctor found, with what to do. The answer is at most five seconds old; the doctor's findings have a time of their own: asking begins an examination when
the last one is older than five minutes, and the answer does not wait for it.

It names machines and processes of the operator, so it needs \`operator:admin\`. It has no setting's value that is secret.`;

/** How the service does (decision 55). */
export const serviceRoutes = (overview: Pick<ServiceOverview, 'state' | 'doctor'>) => (scope: FastifyInstance) => {
  scope.get('/service', {
    config: { right: 'operator:admin' },
    schema: {
      operationId: 'getService',
      summary: 'Read how the service does',
      description,
      response: { 200: ServiceShape },
    },
    handler: async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
      return writeService(await overview.state(), overview.doctor());
    },
  });
};
