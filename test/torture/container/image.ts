import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installFromDebian } from '../../harness/debian.ts';
import { projectFolder } from '../../harness/process.ts';

const run = promisify(execFile);

/** Why this machine cannot build and run a container image, if it cannot. Installs the tools where apt may. */
export async function containerProblem(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'building in chroot isolation needs root';
  try {
    await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  } catch {
    return 'this machine does not permit mounts';
  }
  try {
    if (!existsSync('/usr/bin/buildah') || !existsSync('/usr/bin/mmdebstrap'))
      await installFromDebian('buildah', 'mmdebstrap');
    return undefined;
  } catch (error) {
    return `apt-get does not install buildah and mmdebstrap: ${(error as Error).message}`;
  }
}

/** The certificates that this machine trusts: a registry may be behind a proxy with its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** A store of images in a folder of its own. It is large, so it is on the disk, not in memory. */
export class ImageStore {
  readonly folder = mkdtempSync('/var/tmp/seller-service-images-');

  async buildah(...args: string[]): Promise<string> {
    const places = ['--root', join(this.folder, 'images'), '--runroot', join(this.folder, 'run')];
    const { stdout } = await run('buildah', [...places, '--storage-driver', 'overlay', ...args], { maxBuffer: 1e8 });
    return stdout.trim();
  }

  /** Like the official image of Node: Debian with Node and npm in /usr/local. */
  async makeBase(name: string): Promise<void> {
    const tree = join(this.folder, 'base');
    const sources = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources'].filter(existsSync);
    const packages = '--include=ca-certificates,libstdc++6,libatomic1';
    await run('mmdebstrap', ['--quiet', '--variant=minbase', packages, 'bookworm', tree, ...sources], {
      maxBuffer: 1e8,
    });
    const { stdout: npm } = await run('sh', ['-c', 'realpath "$(command -v npm)"']);
    const local = join(tree, 'usr/local');
    mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
    cpSync(process.execPath, join(local, 'bin/node'));
    cpSync(join(npm.trim(), '../..'), join(local, 'lib/node_modules/npm'), { recursive: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(tree, CERTIFICATES));
    const container = await this.buildah('from', 'scratch');
    await this.buildah('add', '--quiet', container, tree, '/');
    await this.buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
    await this.buildah('commit', '--quiet', '--rm', container, name);
    rmSync(tree, { recursive: true });
  }

  /** Builds the Containerfile of the project and returns the configuration of the image. */
  async build(name: string, base: string): Promise<ImageConfig> {
    const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE_IMAGE=${base}`];
    await this.buildah('build', ...options, '--tag', name, projectFolder);
    const { Docker } = JSON.parse(await this.buildah('inspect', '--type', 'image', name)) as {
      Docker: { config: ImageConfig };
    };
    return Docker.config;
  }

  /** Mounts the file system of a new container and returns its folder. */
  async mount(image: string): Promise<string> {
    const container = await this.buildah('from', image);
    return this.buildah('mount', container);
  }

  async remove(): Promise<void> {
    await this.buildah('umount', '--all').catch(() => undefined);
    await this.buildah('rm', '--all').catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export type ImageConfig = {
  User: string;
  WorkingDir: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Volumes: Record<string, unknown>;
  ExposedPorts: Record<string, unknown>;
  Healthcheck: { Test: string[] };
};
