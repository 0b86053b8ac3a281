import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Where a connection is cut, for the next message of the client that holds this text: before the server gets it, or after. */
type Cut = { text: string; at: 'before' | 'after' };

/** A proxy to a PostgreSQL server that cuts connections at chosen messages. */
export type CuttingProxy = {
  /** The same database through the proxy. */
  url: string;
  /** Cuts the next connection that sends this, once for each entry. */
  cutNext(...cuts: Cut[]): void;
  /** How many connections were opened. */
  opened(): number;
  /** Every message with this text that the server got. */
  passed(text: string): number;
  close(): void;
};

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const url = new URL(databaseUrl);
  const { hostname } = url;
  const port = Number(url.port || 5432);
  const sockets: Socket[] = [];
  const cuts: Cut[] = [];
  const sent: string[] = [];
  let opened = 0;
  const proxy = createServer((client) => {
    opened += 1;
    const server = connect(port, hostname);
    sockets.push(client, server);
    for (const end of [client, server]) end.on('error', () => {});
    const cutBoth = () => {
      client.resetAndDestroy();
      server.destroy();
    };
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      const cut = cuts[0] !== undefined && text.includes(cuts[0].text) ? cuts.shift() : undefined;
      if (cut?.at === 'before') return cutBoth();
      sent.push(text);
      // The server's answer shows that it is done with the message; the client does not get it.
      if (cut !== undefined) server.off('data', pass).once('data', cutBoth);
      return server.write(bytes);
    });
    const pass = (bytes: Buffer) => client.write(bytes);
    server.on('data', pass).on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
  return {
    url: url.href,
    cutNext: (...more) => void cuts.push(...more),
    opened: () => opened,
    passed: (text) => sent.filter((one) => one.includes(text)).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
