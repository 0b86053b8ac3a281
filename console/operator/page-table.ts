import { type FoundPage, findPage, type PageEntry } from '../page.ts';
import { Page as Start } from './pages/start.ts';

/** Every page of the operator's console, in the order of the navigation. Each is a file of its own, loaded when it is first shown. */
export const pageTable: readonly PageEntry[] = [
  { path: '', label: 'Start', icon: 'overview', load: async () => ({ Page: Start }) },
  { path: '/market', label: 'Market', icon: 'listings', load: () => import('./pages/market.ts') },
  { path: '/imports', label: 'Imports', icon: 'changes', load: () => import('./pages/imports.ts') },
  { path: '/items', params: 2, load: () => import('./pages/item.ts') },
  { path: '/sellers', label: 'Sellers', icon: 'account', load: () => import('./pages/sellers.ts') },
  { path: '/sellers', params: 1, load: () => import('./pages/seller.ts') },
  { path: '/deliveries', label: 'Deliveries', icon: 'bell', load: () => import('./pages/deliveries.ts') },
  { path: '/deliveries/of', params: 1, load: () => import('./pages/deliveries-of.ts') },
  { path: '/trace', load: () => import('./pages/trace.ts') },
  { path: '/usage', label: 'Usage', icon: 'what-if', load: () => import('./pages/usage.ts') },
  { path: '/audit', label: 'Audit', icon: 'reports', load: () => import('./pages/audit.ts') },
  { path: '/people', label: 'People', icon: 'lock', load: () => import('./pages/people.ts') },
  { path: '/service', label: 'Service', icon: 'events', load: () => import('./pages/service.ts') },
];

export const pageAt = (path: string): FoundPage | undefined => findPage(pageTable, path);
