import { type NodeOptions, startNode } from './node.ts';

/**
 * The test server in a separate process, so that it neither dies nor blocks with the test. Takes its options as an
 * argument and commands as messages `[number, name, ...arguments]`; answers `[number]` when a command is done.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as NodeOptions; // a cast at the process boundary: startWire wrote it
const node = await startNode(options);

process.on('message', async ([number, name, argument]: [number, keyof typeof commands, never]) => {
  await commands[name](argument);
  process.send?.([number]);
});
process.on('disconnect', () => process.exit(0)); // the parent process has ended
process.send?.([0, node.port]);

const commands = {
  start: node.start,
  stop: node.stop,
  cut: node.cut,
  become: node.become,
  harm: node.harm,
  delay: node.delay,
};
