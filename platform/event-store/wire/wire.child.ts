import { type NodeOptions, startNode } from './node.ts';

/**
 * The test server in a process of its own, so that it neither dies nor waits with those who use it. Takes its options as
 * an argument and commands as messages `[number, name, ...arguments]`; answers `[number]` when one is done.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as NodeOptions; // an edge: startWire wrote it
const node = await startNode(options);

process.on('message', async ([number, name, argument]: [number, keyof typeof commands, never]) => {
  await commands[name](argument);
  process.send?.([number]);
});
process.on('disconnect', () => process.exit(0)); // whoever started it is gone
process.send?.([0, node.port]);

const commands = {
  start: node.start,
  stop: node.stop,
  cut: node.cut,
  become: node.become,
  harm: node.harm,
  delay: node.delay,
};
