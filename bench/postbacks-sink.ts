import { createServer } from 'node:http';
import { listen } from '@crm/platform/net/listen.ts';

// A process of partners: `count` servers that answer 200 at once, except the first, which never answers.
const [count = '1'] = process.argv.slice(2);
const ports = await Promise.all(
  Array.from({ length: Number(count) }, async (_, n) => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (n > 0) response.end('{"ok":true}');
      });
    });
    return listen(server);
  }),
);
console.info(JSON.stringify(ports));
