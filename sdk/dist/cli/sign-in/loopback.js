import { once } from 'node:events';
import { createServer } from 'node:http';
import { Problem } from '../problem.js';
export class Loopback {
    redirectUri;
    #server;
    constructor(server) {
        this.#server = server;
        this.redirectUri = `http://127.0.0.1:${server.address().port}/callback`;
    }
    static async listen(port) {
        const server = createServer();
        server.listen(port, '127.0.0.1');
        try {
            await once(server, 'listening');
        }
        catch (error) {
            throw new Problem(`The port ${port} cannot be used: ${error.code}.`, 'Without --port a free one is used.');
        }
        return new Loopback(server);
    }
    async arrival(state, signal, complete) {
        for await (const [request, response] of this.#requests(signal)) {
            const url = new URL(request.url?.startsWith('/') ? request.url : '/', 'http://127.0.0.1');
            if (url.pathname !== '/callback' || url.searchParams.get('state') !== state) {
                answer(response, 404, 'There is nothing here.');
                continue;
            }
            try {
                await complete(url.search);
                answer(response, 200, 'You are signed in. You can close this window and go back to the command line.');
            }
            catch (error) {
                answer(response, 400, 'You are not signed in. The command line says why. You can close this window.');
                throw error;
            }
            return;
        }
    }
    async *#requests(signal) {
        for (;;) {
            yield (await once(this.#server, 'request', { signal }));
        }
    }
    close() {
        this.#server.close();
        this.#server.closeAllConnections();
    }
}
function answer(response, status, text) {
    response.writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        connection: 'close',
    });
    response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>marketplace-seller</title><p>${text}</p></html>`);
}
