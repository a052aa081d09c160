import { writeSync } from 'node:fs';
import { type EventStoreConfig, openEventStore } from '../open.ts';
import { sampleAppend, sampleStream } from './samples.ts';

/**
 * A process for the test to kill: appends without end, 32 at a time, and writes one line to stdout (a file) per
 * acknowledged append. Its argument is the store's configuration.
 */
const config = JSON.parse(process.argv[2] ?? '') as EventStoreConfig; // a cast at the process boundary: kills.ts wrote it
const store = await openEventStore(config);

async function write() {
  for (;;) {
    const append = sampleAppend(sampleStream(), 'none', 1 + Math.floor(Math.random() * 4));
    const outcome = await store.append(append);
    if (outcome.kind !== 'appended') throw new Error(`Not appended: ${JSON.stringify(outcome)}`);
    writeSync(1, `${append.stream} ${outcome.revision} ${outcome.position}\n`); // unbuffered: a kill would lose a buffer
  }
}

for (let writer = 0; writer < 32; writer += 1) void write();
