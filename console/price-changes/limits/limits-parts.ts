/** All that edits limits: one file, loaded where the seller wants to see them. In a part that pages share it would come with the first page. */
export { Limits } from './limits-form.ts';
export { ManyLimits } from './many/many-limits.ts';
