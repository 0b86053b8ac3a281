import { type Command } from '../command.ts';
export declare const reportsList: Command;
export declare const reportsCreate: Command;
export declare const reportsDownload: Command;
