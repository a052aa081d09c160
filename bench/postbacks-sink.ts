import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A process of partners: `count` servers that answer 200 at once, except the first, which never answers.
const [count = '1'] = process.argv.slice(2);
const ports = await Promise.all(
  Array.from({ length: Number(count) }, async (_, n) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (n > 0) response.end('{"ok":true}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port; // a TCP server has an AddressInfo
  }),
);
console.info(JSON.stringify(ports));
