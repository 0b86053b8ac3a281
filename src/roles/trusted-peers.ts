import { BlockList, isIP } from 'node:net';

/** The peers whose X-Forwarded-For is trusted, by TRUST_PROXY: all, none, or a list of addresses. */
export function trustedPeers(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const trusted = new BlockList();
  for (const range of trustProxy.split(',')) {
    const [ip = '', bits] = range.trim().split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(ip, family);
    else trusted.addSubnet(ip, Number(bits), family);
  }
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
