import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections with a request each that nobody has accepted yet, and what became of them. */
export class QueuedConnections {
  readonly #sockets: Socket[] = [];
  answered = 0;
  reset = 0;

  /** Opens `count` connections: the kernel completes them, and keeps them in the queue of a server that accepts none. */
  static async to(address: string, count: number): Promise<QueuedConnections> {
    const { hostname, port } = new URL(address);
    const queued = new QueuedConnections();
    for (let n = 0; n < count; n += 1) {
      const socket = connect(Number(port), hostname);
      queued.#add(socket);
      await once(socket, 'connect');
      socket.write('GET /health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    }
    return queued;
  }

  #add(socket: Socket): void {
    this.#sockets.push(socket);
    let received = '';
    socket.setEncoding('utf8').on('data', (text) => (received += text));
    socket.on('error', () => (this.reset += 1));
    socket.once('close', () => (this.answered += received.startsWith('HTTP/1.1 200 ') ? 1 : 0));
  }

  async ended(): Promise<void> {
    await Promise.all(this.#sockets.map(async (socket) => socket.closed || once(socket, 'close')));
  }
}
