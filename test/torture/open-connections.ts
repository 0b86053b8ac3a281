import { connect, type Socket } from 'node:net';

/** Connections that have had one answer and stay open. Those that the server closes at once are not among them. */
export async function openConnections(base: string, count: number): Promise<Socket[]> {
  const { hostname, port, host } = new URL(base);
  const kept: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    const isAnswered = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
    if (isAnswered) kept.push(socket);
  }
  return kept;
}
