import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The seller of every account and of every own client in these tests. */
export const SELLER = 'A1DEMOSELLER';

export type Client = { readonly id: string; readonly secret: string };

/** A running identity provider, set up for one seller, one application of the seller, and applications of others. */
export type ConformanceProvider = {
  readonly issuer: string;
  /** The settings with which the service works with this provider, as an operator writes them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The seller's own application. */
  readonly own: Client;
  /** An application that an administrator created. Absent where applications register themselves (RFC 7591). */
  readonly application?: Client;
  /** Whether the redirect has `iss` (RFC 9207). */
  readonly sendsIssuer: boolean;
  /** Whether introspection names a client that got its token by body fields, not by HTTP Basic (RFC 7662 2.2: it need not). */
  readonly namesBodyClient: boolean;
  /** Whether a refresh token works once. Without that the answer has no new one, and the old one stays valid. */
  readonly rotates: boolean;
  /** What the doctor says of its redirect addresses, where it does not accept the registered one only. */
  readonly redirects?: RegExp;
  /** Signs in as the seller and consents, on the provider's own pages. */
  readonly consent: (page: Page) => Promise<void>;
  /** What the provider printed, for the message of a failed test. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
};

/** `redirectUris` are those of the application of others. */
export type StartProvider = (redirectUris: readonly string[]) => Promise<ConformanceProvider>;

/** A provider's program, its folder and its output. */
export class ProviderProgram {
  readonly folder: string;
  readonly child: ChildProcess;
  output = '';

  constructor(folder: string, command: string, args: string[], input = '') {
    this.folder = folder;
    // It gets no settings of the machine that runs the tests.
    this.child = spawn(command, args, { cwd: folder, env: { PATH: process.env.PATH, LANG: 'C.UTF-8' } });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    this.child.stdin?.end(input);
  }

  static folder(): string {
    return mkdtempSync(join(tmpdir(), 'conformance-'));
  }

  /** Waits until `isUp` is true. Throws when the program ends first, or after two minutes: a busy machine takes longer than 30 s. */
  async started(isUp: () => boolean | Promise<boolean>): Promise<this> {
    const deadline = Date.now() + 120_000;
    while (!(await isUp())) {
      if (this.child.exitCode !== null || Date.now() > deadline) {
        await this.stop();
        throw new Error(`it did not start:\n${this.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return this;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.kill('SIGKILL')) await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
