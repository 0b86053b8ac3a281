import type { Config } from '../config/config.ts';

/** How browsers and clients reach the service: its public address, or the one that it listens on. */
export function serviceUrlOf(config: Config, address = `http://${config.host}:${config.port}`): string {
  return config.publicUrl ?? reachable(address);
}

/** An address that means all of this machine's is no address to go to. */
const reachable = (address: string) => address.replace(/\/\/(0\.0\.0\.0|\[::\]|::)(?=:\d+$)/, '//127.0.0.1');
