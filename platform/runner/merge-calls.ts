/**
 * Turns a function over many inputs into one over a single input: calls within `ms` milliseconds share one run. When the
 * run fails, all its calls fail.
 * @param run returns one output per input, in their order
 */
export function mergeCalls<Input, Output>(
  ms: number,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  type Call = { input: Input; resolve: (output: Output) => void; reject: (error: unknown) => void };
  let waiting: Call[] = [];

  async function send() {
    const calls = waiting;
    waiting = [];
    try {
      const outputs = await run(calls.map(({ input }) => input));
      if (outputs.length !== calls.length)
        throw new Error(`${calls.length} calls had ${outputs.length} results`);
      for (const [at, output] of outputs.entries()) calls[at]?.resolve(output);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(() => void send(), ms);
      waiting.push({ input, resolve, reject });
    });
}
