import { type FoundPage, findPage, type PageEntry } from './page.ts';
import { Page as Overview, prepare } from './pages/overview.ts';

/**
 * Every page of the console, in the order of the navigation. Each is a file of its own, loaded when it is first shown, except for the
 * one that most visits begin with: it comes with the rest.
 */
export const pageTable: readonly PageEntry[] = [
  { path: '', label: 'Overview', icon: 'overview', load: async () => ({ Page: Overview, prepare }) },
  { path: '/listings', label: 'Listings', icon: 'listings', load: () => import('./pages/listings.ts') },
  { path: '/listings', params: 1, load: () => import('./pages/listing.ts') },
  { path: '/what-if', label: 'What if', icon: 'what-if', load: () => import('./pages/what-if.ts') },
  { path: '/changes', label: 'Changes', icon: 'changes', load: () => import('./pages/changes.ts') },
  { path: '/fees', label: 'Fees', icon: 'fees', load: () => import('./pages/fees.ts') },
  { path: '/reports', label: 'Reports', icon: 'reports', load: () => import('./pages/reports.ts') },
  { path: '/notifications', label: 'Notifications', icon: 'bell', load: () => import('./pages/notifications.ts') },
  { path: '/notifications', params: 1, load: () => import('./pages/destination.ts') },
  { path: '/events', label: 'Events', icon: 'events', load: () => import('./pages/events.ts') },
  { path: '/usage', label: 'Usage', icon: 'usage', load: () => import('./pages/usage.ts') },
  { path: '/developer', label: 'Developer', icon: 'code', load: () => import('./pages/developer.ts') },
];

export const pageAt = (path: string): FoundPage | undefined => findPage(pageTable, path);
