import type { OperatedProcess } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { useRepeat } from '../../use-repeat.ts';
import { client } from '../api.ts';
import { DoctorCard } from './doctor-card.ts';
import { ProcessesCard } from './processes-card.ts';
import { QueuesCard } from './queues-card.ts';
import { StoreCard } from './store-card.ts';
import { WorkCard } from './work-card.ts';

/** A process that has just started says some seconds later what it works on. */
const isWorker = ({ role, state }: OperatedProcess): boolean => state === 'RUNNING' && ['all', 'worker'].includes(role);

const REPEAT_MS = 10_000;

/** How the service does, read again every ten seconds. It needs operator:admin, which few people of the operator have. */
export function StateCards(): VNode {
  const state = useLoad((signal) => client.getService({ signal }), []);
  useRepeat(state.reload, REPEAT_MS);
  return shown(
    state,
    ({ doctor, processes, queues, work, sharedWork, store, disks, backups }) => html`<div>
      <${DoctorCard} doctor=${doctor} />
      <${QueuesCard} queues=${queues} />
      <${StoreCard} store=${store} disks=${disks} backups=${backups} />
      <${ProcessesCard} processes=${processes} />
      <${WorkCard} work=${work} sharedWork=${sharedWork} hasWorker=${processes.some(isWorker)} />
    </div>`,
    6,
  );
}
