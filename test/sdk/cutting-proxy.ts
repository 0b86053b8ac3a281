import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and the service, and cuts connections. */
export async function startCuttingProxy(port: number) {
  const sockets = new Set<Socket>();
  const state = { cuts: 0, isOpen: true };
  const server = createServer((client) => {
    if (!state.isOpen) return client.destroy();
    const upstream = connect(port, '127.0.0.1');
    for (const one of [client, upstream]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk: Buffer) => {
      if (state.cuts === 0) return void client.write(chunk);
      // Most of the answer, but not its end.
      state.cuts -= 1;
      client.write(chunk.subarray(0, chunk.length - 20), () => client.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const one of sockets) one.destroy();
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next answers end in their middle. */
    cutAnswers(count: number) {
      state.cuts = count;
    },
    get cutsLeft() {
      return state.cuts;
    },
    /** Cuts every connection, and refuses new ones until it is opened again. */
    shut() {
      state.isOpen = false;
      cutAll();
    },
    open() {
      state.isOpen = true;
    },
    async close() {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
