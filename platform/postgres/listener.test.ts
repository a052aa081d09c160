import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { openListener } from './listener.ts';

const db = await testDatabase();
const original = Client.prototype.query;

test.each([0, 1, 2, 3, 4, 5, 6])(
  'runs the work of a session that is given %i microtasks after it listens',
  async (microtasks) => {
    let given = Promise.resolve();
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const result: Promise<unknown> = Reflect.apply(original, this, args);
      if (args[0] === 'listen test')
        given = result.then(async () => {
          for (let passed = 0; passed < microtasks; passed += 1) await null;
          await listener.onSession(async (client) => {
            works.push(client);
          });
        });
      return result;
    });
    const works: Client[] = [];
    const connected = vi.fn();
    const listener = openListener({
      url: db.url,
      channel: 'test',
      applicationName: 'a test',
      received: () => {},
      connected,
    });
    onTestFinished(() => listener.close());
    await vi.waitFor(() => expect(connected).toHaveBeenCalled());
    await given;
    expect(works).toHaveLength(1);
  },
);
