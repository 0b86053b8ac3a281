import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver that accepts every webhook. It sends its parent its port, and once a second how many it has received. */
let received = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    received += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port, received }));
setInterval(() => process.send?.({ received }), 1_000);
process.on('disconnect', () => process.exit(0));
