import { writeSync } from 'node:fs';
import { type EventStoreConfig, openEventStore } from '../open.ts';
import { sampleAppend, sampleStream } from './samples.ts';

/**
 * A process made to be killed: appends without end, 32 at a time, and writes a line to its output (a file) for each
 * that was acknowledged. Takes the store's configuration as its argument.
 */
const config = JSON.parse(process.argv[2] ?? '') as EventStoreConfig; // an edge: the contract's own test wrote it
const store = openEventStore(config);

async function write() {
  for (;;) {
    const append = sampleAppend(sampleStream(), 'none', 1 + Math.floor(Math.random() * 4));
    const outcome = await store.append(append);
    if (outcome.kind !== 'appended') throw new Error(`Not appended: ${JSON.stringify(outcome)}`);
    writeSync(1, `${append.stream} ${outcome.revision} ${outcome.position}\n`); // at once: a buffer would die with us
  }
}

for (let lane = 0; lane < 32; lane += 1) void write();
