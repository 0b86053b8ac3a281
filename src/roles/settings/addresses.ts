import type { Config } from '../../config/config.ts';

/** How browsers and clients reach the service: its public address, or the one that it listens on. */
export function serviceUrlOf(config: Config, address = `http://${config.host}:${config.port}`): string {
  return config.publicUrl ?? reachable(address);
}

/** An address that means all of this machine's is no address to go to. */
const reachable = (address: string) => address.replace(/\/\/(0\.0\.0\.0|\[::\]|::)(?=:\d+$)/, '//127.0.0.1');

/** How clients, people and receivers reach the service. */
export const publicUrlOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;

/** The issuer of the embedded provider: its public address, or its address on this machine. */
export const embeddedIssuer = (config: Config): string => {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return config.idpPublicUrl ?? `http://${host}:${config.idpPort}`;
};
